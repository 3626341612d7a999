import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { PasswordForm } from "~/features/second-factor/password-form";
import { RecoveryCodes } from "~/features/second-factor/recovery-codes";
import { renewRecoveryCodes } from "~/features/second-factor/second-factor.server";
import { PageHead } from "~/ui/parts";
import { userContext } from "~/web/context.server";
import { show } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "New recovery codes · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  await userContext(args);
  return null;
}

export const action = (args: ActionFunctionArgs) => show(renewRecoveryCodes, args);

export default function NewCodes() {
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
