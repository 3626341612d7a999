import type { ComponentProps } from "react";
import { ActionForm } from "~/ui/action-form";
import { getReplyFields } from "~/ui/employee-form";
import { TextField } from "~/ui/field";

/** Field for the signed-in person's password. */
export const OwnPasswordField = ({ field }: Pick<ComponentProps<typeof TextField>, "field">) => (
  <TextField
    field={field}
    label="Your password"
    type="password"
    required
    attributes={{ autoComplete: "current-password" }}
  />
);

/** Form that asks for the password and nothing else, on a page below the second factor's. */
export function PasswordForm(props: {
  reply: Parameters<typeof getReplyFields>[0];
  button: string;
  back: string;
  danger?: boolean;
}) {
  const field = getReplyFields(props.reply);
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
