import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { getPasskey, removePasskey } from "../data/passkeys.server";
import { PasswordForm } from "../ui/password-form";

export const meta: MetaFunction = () => [{ title: "Remove a passkey · Timbertally" }];

const idIn = ({ params }: Pick<LoaderFunctionArgs, "params">) => parseId(params.passkeyId);

export const loader = async (args: LoaderFunctionArgs) =>
  callProcedure(getPasskey, await createUserContext(args), { passkey_id: idIn(args) });

export const action = (args: ActionFunctionArgs) =>
  submit(removePasskey, args, {
    fixed: { passkey_id: idIn(args) },
    to: () => "/profile/second-factor?done=passkey-removed",
  });

export default function PasskeyRemoval() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <div className="narrow stack">
      <PageHead
        title={`Remove the passkey “${name}”?`}
        lede="It doesn't let you in anymore. Delete it on your device as well."
      />
      <PasswordForm reply={useActionData<typeof action>()?.reply} button="Remove it" danger back="Keep it" />
    </div>
  );
}
