import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { ButtonLink, Notice, PageHead } from "~/ui/parts";
import { createUserContext, getSessionHash } from "~/web/context.server";
import { submitSecret } from "~/web/form-action.server";
import { addPasskey } from "../data/passkeys.server";
import { FIRST_FACTOR_MESSAGE, RecoveryCodes } from "../ui/recovery-codes";

export const meta: MetaFunction = () => [{ title: "Add a passkey · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  await createUserContext(args);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const answer = await submitSecret(addPasskey, args, { session: await getSessionHash(args) });
  if (answer.data.shown?.codes.length === 0)
    throw redirect("/profile/second-factor?done=passkey-added", { status: 303 });
  return answer;
}

/** Page after creating a passkey: recovery codes if the passkey is the first factor, or the error. */
export default function PasskeyMade() {
  const result = useActionData<typeof action>();
  if (result?.shown) return <RecoveryCodes codes={result.shown.codes} lede={FIRST_FACTOR_MESSAGE} />;
  const why = Object.values(result?.reply?.error ?? {})
    .flat()
    .filter((message) => message !== null);
  return (
    <div className="narrow stack">
      <PageHead title="Add a passkey" />
      {why.length ? (
        <Notice tone="danger" title="The passkey wasn't added">
          <p>{why.join(" ")}</p>
        </Notice>
      ) : null}
      <div className="row">
        <ButtonLink href="/profile/second-factor/passkeys/new">Start again</ButtonLink>
      </div>
    </div>
  );
}
