import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { formatInstant } from "~/lib/time/time";
import { ButtonLink, DetailBox, Notice, PageHead } from "~/ui/parts";
import { createUserContext, getSessionHash } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { getSecondFactor } from "../data/second-factor.server";

export const meta: MetaFunction = () => [{ title: "Second factor · Timbertally" }];

/** Number of remaining recovery codes below which a warning is shown. */
const FEW = 3;

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const secondFactor = await callProcedure(getSecondFactor, ctx, { session: await getSessionHash(args) });
  const when = (instant: string) => formatInstant(instant, ctx.actor.zone, ctx.now);
  return {
    ...secondFactor,
    passkeys: secondFactor.passkeys.map((key) => ({
      ...key,
      about: [
        `added ${when(key.created_at)}`,
        key.last_used_at ? `last used ${when(key.last_used_at)}` : "not used yet",
        ...(key.is_backed_up ? ["synced to your other devices"] : []),
      ].join(", "),
    })),
  };
}

/** Page of the user's second factors, with links to add or remove each. */
export default function OwnSecondFactor() {
  const page = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <PageHead
        title="Second factor"
        lede={
          page.is_set
            ? "You sign in with your password and one of these."
            : "Your password alone lets you in now. Add one of these, and no one gets in with your password alone."
        }
      />
      {page.needed ? (
        <Notice tone="warn" title="You need this to continue">
          <p>
            Your company, or this site, requires it because you can change other people's permissions and
            money. One of the two is enough.
          </p>
        </Notice>
      ) : null}
      <div className="boxes">
        <DetailBox title="Passkeys">
          {page.passkeys.length ? (
            <ul className="lines">
              {page.passkeys.map((key) => (
                <li key={key.id}>
                  <strong>{key.name}</strong>: {key.about}.{" "}
                  <a href={`/profile/second-factor/passkeys/${key.id}/name`}>
                    Rename<span className="sr"> {key.name}</span>
                  </a>{" "}
                  <a href={`/profile/second-factor/passkeys/${key.id}/removal`}>
                    Remove<span className="sr"> {key.name}</span>
                  </a>
                </li>
              ))}
            </ul>
          ) : (
            <p>
              Your phone, computer or security key lets you in with a fingerprint, your face, or a PIN. No
              fake site can use it.
            </p>
          )}
          <div className="row">
            <ButtonLink href="/profile/second-factor/passkeys/new">Add a passkey</ButtonLink>
          </div>
        </DetailBox>
        <DetailBox title="App for codes">
          <p>
            {page.has_app
              ? "Your app makes a code every half minute."
              : "An app on your phone makes a code that you type. It works without scripts and without a signal."}
          </p>
          {page.has_app ? null : (
            <div className="row">
              <ButtonLink href="/profile/second-factor/app">Set up an app</ButtonLink>
            </div>
          )}
        </DetailBox>
        {page.is_set ? (
          <>
            <DetailBox title="Recovery codes">
              <p>
                {page.codes_left ? `${formatCount(page.codes_left, "code")} left.` : "No codes left."}{" "}
                {page.codes_left < FEW
                  ? "Make new ones soon: without a code, a lost phone locks you out."
                  : null}
              </p>
              <div className="row">
                <ButtonLink href="/profile/second-factor/codes">Make new codes</ButtonLink>
              </div>
            </DetailBox>
            <DetailBox title="Turn it off">
              <p>For a new phone: turn all of it off with a code, and set it up again right after.</p>
              <div className="row">
                <ButtonLink href="/profile/second-factor/removal">Turn off the second factor</ButtonLink>
              </div>
            </DetailBox>
          </>
        ) : null}
      </div>
    </div>
  );
}
