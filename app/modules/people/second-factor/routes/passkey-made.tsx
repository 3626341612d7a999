import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { ButtonLink, Notice, PageHead } from "~/ui/parts";
import { createUserContext, getSessionHash } from "~/web/context.server";
import { submitSecret } from "~/web/form-action.server";
import { addPasskey } from "../data/passkeys.server";
import { FIRST_SET_UP, RecoveryCodes } from "../ui/recovery-codes";

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

/** Result of creating a passkey: recovery codes if it is the first factor, or why it wasn't accepted. */
export default function PasskeyMade() {
  const result = useActionData<typeof action>();
  if (result?.shown) return <RecoveryCodes codes={result.shown.codes} lede={FIRST_SET_UP} />;
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
