import { ActionForm } from "~/ui/action-form";
import { TextField } from "~/ui/field";
import { DetailBox, Notice } from "~/ui/parts";

/** Form to change the password, with the message that other sessions were signed out. */
export function PasswordBox({
  errors,
  changed,
}: {
  errors: Record<string, string[] | null>;
  changed: boolean;
}) {
  const field = (name: string) => ({ id: name, name, errors: errors[name] ?? undefined });
  return (
    <DetailBox title="Password">
      {changed ? (
        <Notice>
          <p>Your password is changed. Every other device is signed out.</p>
        </Notice>
      ) : null}
      <ActionForm formErrors={errors[""] ?? undefined} button="Change password" plain>
        <TextField
          field={field("current_password")}
          label="Current password"
          type="password"
          required
          attributes={{ autoComplete: "current-password" }}
        />
        <TextField
          field={field("password")}
          label="New password"
          type="password"
          required
          hint="At least 10 characters."
          attributes={{ autoComplete: "new-password" }}
        />
      </ActionForm>
    </DetailBox>
  );
}

type Session = { key: string; here: boolean; agent: string; seen: { at: string; text: string } };

/** List of one's own sessions; every other device can be signed out. */
export function SessionsBox({ sessions }: { sessions: readonly Session[] }) {
  return (
    <DetailBox title="Signed in on">
      <ul className="stack">
        {sessions.map((s) => (
          <li key={s.key} className="row between">
            <span>
              {s.agent}
              {s.here ? <span className="tag"> This device</span> : null}
              <br />
              <span className="soft small">
                Last seen <time dateTime={s.seen.at}>{s.seen.text}</time>
              </span>
            </span>
            {s.here ? null : (
              <form method="post" action="/profile/sessions">
                <input type="hidden" name="session" value={s.key} />
                <button type="submit" className="button">
                  Sign out<span className="sr"> {s.agent}</span>
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </DetailBox>
  );
}
