import type { ComponentProps } from "react";
import { ActionForm } from "~/ui/action-form";
import { replyFieldsOf } from "~/ui/employee-form";
import { TextField } from "~/ui/field";

/** Asks for the password of who is signed in. */
export const OwnPasswordField = ({ field }: Pick<ComponentProps<typeof TextField>, "field">) => (
  <TextField
    field={field}
    label="Your password"
    type="password"
    required
    attributes={{ autoComplete: "current-password" }}
  />
);

/** What asks for one's password and nothing else, on a page below one's second factor. */
export function PasswordForm(props: {
  reply: Parameters<typeof replyFieldsOf>[0];
  button: string;
  back: string;
  danger?: boolean;
}) {
  const field = replyFieldsOf(props.reply);
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
