import type { ComponentProps } from "react";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { TextField } from "~/ui/field";

/** Field for the signed-in user's password. */
export const OwnPasswordField = ({ field }: Pick<ComponentProps<typeof TextField>, "field">) => (
  <TextField
    field={field}
    label="Your password"
    type="password"
    required
    attributes={{ autoComplete: "current-password" }}
  />
);

/** Form with only a password field, on a page under the second factor page. */
export function PasswordForm(props: {
  reply: Parameters<typeof createFieldStateGetter>[0];
  button: string;
  back: string;
  danger?: boolean;
}) {
  const field = createFieldStateGetter(props.reply);
  return (
    <ActionForm
      fields={[field("password")]}
      formErrors={props.reply?.error?.[""] ?? undefined}
      button={props.button}
      danger={props.danger}
      back={{ href: "/profile/second-factor", label: props.back }}
    >
      <OwnPasswordField field={field("password")} />
    </ActionForm>
  );
}
