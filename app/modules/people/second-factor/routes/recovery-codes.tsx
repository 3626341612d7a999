import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { submitSecret } from "~/web/form-action.server";
import { renewRecoveryCodes } from "../data/second-factor.server";
import { PasswordForm } from "../ui/password-form";
import { RecoveryCodes } from "../ui/recovery-codes";

export const meta: MetaFunction = () => [{ title: "New recovery codes · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  await createUserContext(args);
  return null;
}

export const action = (args: ActionFunctionArgs) => submitSecret(renewRecoveryCodes, args);

export default function NewRecoveryCodes() {
  const result = useActionData<typeof action>();
  if (result?.shown)
    return <RecoveryCodes codes={result.shown.codes} lede="The codes that you had don't work anymore." />;
  return (
    <div className="narrow stack">
      <PageHead
        title="New recovery codes"
        lede="You get ten new codes. The ones that you have now stop working."
      />
      <PasswordForm reply={result?.reply ?? undefined} button="Make new codes" back="Keep the codes I have" />
    </div>
  );
}
