import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { submit } from "~/web/form-action.server";
import { removeSecondFactor } from "../data/second-factor.server";
import { OwnPasswordField } from "../ui/password-form";

export const meta: MetaFunction = () => [{ title: "Turn off the second factor · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  await createUserContext(args);
  return null;
}

export const action = (args: ActionFunctionArgs) =>
  submit(removeSecondFactor, args, { to: () => "/profile/second-factor" });

export default function SecondFactorRemoval() {
  const reply = useActionData<typeof action>()?.reply;
  const field = createFieldStateGetter(reply);
  return (
    <div className="narrow stack">
      <PageHead
        title="Turn off the second factor"
        lede="The app, your passkeys and your recovery codes stop working. You can set it up again right after."
      />
      <ActionForm
        fields={[field("code"), field("password")]}
        formErrors={reply?.error?.[""] ?? undefined}
        button="Turn it off"
        danger
        back={{ href: "/profile/second-factor", label: "Keep it" }}
      >
        <TextField
          field={field("code")}
          label="Code from your app, or a recovery code"
          required
          attributes={{ autoComplete: "one-time-code", maxLength: 60 }}
        />
        <OwnPasswordField field={field("password")} />
      </ActionForm>
    </div>
  );
}
