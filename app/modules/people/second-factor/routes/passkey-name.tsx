import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { getPasskey, renamePasskey } from "../data/passkeys.server";

export const meta: MetaFunction = () => [{ title: "Passkey · Timbertally" }];

const idIn = ({ params }: Pick<LoaderFunctionArgs, "params">) => parseId(params.passkeyId);

export const loader = async (args: LoaderFunctionArgs) =>
  callProcedure(getPasskey, await createUserContext(args), { passkey_id: idIn(args) });

export const action = (args: ActionFunctionArgs) =>
  submit(renamePasskey, args, {
    fixed: { passkey_id: idIn(args) },
    to: () => "/profile/second-factor?done=saved",
  });

/** Page to rename the user's own passkey. */
export default function Passkey() {
  const { name } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const field = createFieldStateGetter(reply);
  return (
    <div className="narrow stack">
      <PageHead title={`Passkey “${name}”`} />
      <ActionForm
        fields={[field("name")]}
        formErrors={reply?.error?.[""] ?? undefined}
        button="Save name"
        back={{ href: "/profile/second-factor", label: "Back" }}
      >
        <TextField
          field={{ ...field("name"), defaultValue: field("name").defaultValue ?? name }}
          label="Name"
          required
          attributes={{ maxLength: 60 }}
        />
      </ActionForm>
    </div>
  );
}
