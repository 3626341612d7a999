import { ActionForm } from "~/ui/action-form";
import { TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { PublicFrame } from "~/ui/shell";
import type { CarriedPost } from "~/web/carried-post.server";

/** The second half of a sign-in: the code of an app, or a recovery code. A post that waits rides along. */
export function CodeForm({
  next,
  carried,
  message,
}: {
  next?: string;
  carried?: CarriedPost;
  message?: string;
}) {
  return (
    <PublicFrame>
      <PageHead title="Your code" lede="Type the code that your app shows, or one of your recovery codes." />
      <ActionForm
        action="/login/code"
        formErrors={message ? [message] : undefined}
        button="Sign in"
        back={{ href: "/login", label: "Back" }}
      >
        {next ? <input type="hidden" name="next" value={next} /> : null}
        {carried ? <input type="hidden" name="carried" value={JSON.stringify(carried)} /> : null}
        <TextField
          field={{ id: "code", name: "code" }}
          label="Code"
          required
          short
          attributes={{ autoComplete: "one-time-code", maxLength: 60, autoFocus: true }}
        />
      </ActionForm>
    </PublicFrame>
  );
}

/** Who is signed in again, and what they sent before that waits for one more press. */
export function CarriedForm({ carried }: { carried: CarriedPost }) {
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
