import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { drawQr } from "~/core/tickets/qr.server";
import { getSecondFactor, setSecondFactor } from "~/features/second-factor/second-factor.server";
import { ActionForm } from "~/ui/action-form";
import { replyFieldsOf } from "~/ui/employee-form";
import { TextField } from "~/ui/field";
import { ButtonLink, Notice, PageHead } from "~/ui/parts";
import { Qr } from "~/ui/qr";
import { userContext, whoIs } from "~/web/context.server";
import { call, show } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Second factor · Timbertally" }];

const hashOf = async (args: LoaderFunctionArgs) => (await whoIs(args)).session?.token_hash ?? "";

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await userContext(args);
  const found = await call(getSecondFactor, ctx, { session: await hashOf(args) });
  return { ...found, qr: found.offered && drawQr(found.offered.address) };
}

export const action = async (args: ActionFunctionArgs) =>
  show(setSecondFactor, args, { session: await hashOf(args) });

export default function OwnSecondFactor() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const field = replyFieldsOf(result?.reply ?? undefined);
  if (result?.shown)
    return (
      <div className="narrow stack">
        <PageHead
          title="Your recovery codes"
          lede="The second factor is set up. Every other device is signed out."
        />
        <Notice tone="warn" title="Print or write these down now. They aren't shown again.">
          <p>Each one lets you in once where your phone is lost.</p>
          <ul className="mono">
            {result.shown.codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </Notice>
        <div className="row screen-only">
          <button type="button" className="button primary" data-print hidden>
            Print
          </button>{" "}
          <ButtonLink href="/">I have kept them</ButtonLink>
        </div>
      </div>
    );
  if (page.is_set)
    return (
      <div className="narrow stack">
        <PageHead title="Second factor" lede="You sign in with your password and a code from your app." />
        <p>{page.codes_left} recovery codes are left.</p>
        <div className="row">
          <ButtonLink href="/profile/second-factor/removal">
            Take it off, or set it up on another phone
          </ButtonLink>
          <ButtonLink href="/profile">Back to your profile</ButtonLink>
        </div>
      </div>
    );
  return (
    <div className="narrow stack">
      <PageHead
        title="Set up a second factor"
        lede="Then your password alone opens nothing: an app on your phone makes a code that you type as well."
      />
      {page.needed ? (
        <Notice tone="warn" title="You need this to continue">
          <p>
            Your company, or this site, asks for it because you may change other people's rights and money.
          </p>
        </Notice>
      ) : null}
      <p>
        Open an app for codes on your phone (like Google Authenticator, 1Password or Aegis) and scan this:
      </p>
      {page.qr && page.offered ? (
        <>
          <div className="factor-qr">
            <Qr drawing={page.qr} label="Code to scan with your app" />
          </div>
          <p>
            Or type this into the app: <code className="secret">{page.offered.secret}</code>
          </p>
        </>
      ) : null}
      <ActionForm
        fields={[field("code"), field("password")]}
        formErrors={result?.reply?.error?.[""] ?? undefined}
        button="Set it up"
        back={{ href: "/profile", label: "Back to your profile" }}
      >
        <TextField
          field={field("code")}
          label="Code that the app shows"
          required
          short
          attributes={{ inputMode: "numeric", autoComplete: "one-time-code", maxLength: 20 }}
        />
        <TextField
          field={field("password")}
          label="Your password"
          type="password"
          required
          attributes={{ autoComplete: "current-password" }}
        />
      </ActionForm>
    </div>
  );
}
