import { ActionForm } from "~/ui/action-form";
import { TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { PublicFrame } from "~/ui/shell";
import type { CarriedPost } from "~/web/post-after-login.server";

/** Hidden fields for the second factor of a sign-in: the page to open next, and an unsent form. */
export function SignInHiddenFields({ next, carried }: { next?: string; carried?: CarriedPost }) {
  return (
    <>
      {next ? <input type="hidden" name="next" value={next} /> : null}
      {carried ? <input type="hidden" name="carried" value={JSON.stringify(carried)} /> : null}
    </>
  );
}

/** Form for the second factor of a sign-in: a code from an app, a recovery code, or a passkey if the account has one. */
export function SecondFactorForm({
  kinds,
  message,
  ...riding
}: {
  kinds: { app: boolean; passkey: boolean };
  next?: string;
  carried?: CarriedPost;
  message?: string;
}) {
  const lede = kinds.app
    ? "Type the code that your app shows, or one of your recovery codes."
    : "Type one of your recovery codes.";
  return (
    <PublicFrame>
      <PageHead
        title={kinds.passkey ? "One more step" : "Your code"}
        lede={kinds.passkey ? "Your password is right. Now show that it's you." : lede}
      />
      {kinds.passkey ? (
        <>
          <ActionForm action="/login/passkey" button="Use a passkey">
            <SignInHiddenFields {...riding} />
          </ActionForm>
          <h2>Or a code</h2>
          <p>{lede}</p>
        </>
      ) : null}
      <ActionForm
        action="/login/code"
        formErrors={message ? [message] : undefined}
        button="Sign in"
        plain={kinds.passkey}
        back={{ href: "/login", label: "Back" }}
      >
        <SignInHiddenFields {...riding} />
        <TextField
          field={{ id: "code", name: "code" }}
          label="Code"
          required
          short
          attributes={{ autoComplete: "one-time-code", maxLength: 60, autoFocus: !kinds.passkey }}
        />
      </ActionForm>
    </PublicFrame>
  );
}

/** Page after a renewed sign-in. A form typed before the sign-in is sent only after the user confirms it. */
export function ResubmitForm({ carried }: { carried: CarriedPost }) {
  return (
    <PublicFrame>
      <PageHead title="You are signed in" lede="Your form hasn't been sent yet." />
      <form method="post" action={carried.action} className="row">
        {carried.fields.map(([name, value], i) => (
          <input key={`${name}-${String(i)}`} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className="button primary">
          Send it now
        </button>{" "}
        <a href="/">Discard it</a>
      </form>
    </PublicFrame>
  );
}
