import { ActionForm } from "~/ui/action-form";
import { TextField } from "~/ui/field";
import type { CarriedPost } from "~/web/post-after-login.server";

/** Sign-in form. A post refused because the session had ended is included in it and sent after signing in. */
export function SignInForm({
  next,
  login,
  message,
  carried,
}: {
  next?: string;
  login?: string;
  message?: string;
  carried?: CarriedPost;
}) {
  return (
    <ActionForm
      action="/login"
      formErrors={message ? [message] : undefined}
      button="Sign in"
      back={{ href: "/forgot-password", label: "Forgot password" }}
    >
      {carried ? <p>What you typed is kept. Sign in to continue.</p> : null}
      {next ? <input type="hidden" name="next" value={next} /> : null}
      {carried ? <input type="hidden" name="carried" value={JSON.stringify(carried)} /> : null}
      <TextField
        field={{ id: "login", name: "login", defaultValue: login }}
        label="Email or phone"
        required
        attributes={{ autoComplete: "username", autoCapitalize: "none", spellCheck: false }}
      />
      <TextField
        field={{ id: "password", name: "password" }}
        label="Password"
        type="password"
        required
        attributes={{ autoComplete: "current-password" }}
      />
    </ActionForm>
  );
}
