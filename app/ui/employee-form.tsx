import type { SubmissionResult } from "@conform-to/react";
import { type FieldState, PhoneField, TextField } from "~/ui/field";

/** Return a function from a field's name to its value and errors in a form's response. */
export function createFieldStateGetter(
  reply: SubmissionResult<string[]> | undefined,
  saved: Record<string, unknown> = {},
) {
  const typed = reply?.initialValue;
  return (name: string, id = name): FieldState => {
    const value = typed ? typed[name] : saved[name];
    return {
      id,
      name,
      defaultValue: value === undefined || value === null ? undefined : String(value),
      errors: reply?.error?.[name] ?? undefined,
    };
  };
}

type Field = (name: string) => FieldState;

/** Fields for a person's name and contact details. */
export function ContactFields({ field, texts }: { field: Field; texts: boolean }) {
  return (
    <div className="fields two">
      <TextField field={field("first_name")} label="First name" required attributes={{ maxLength: 80 }} />
      <TextField field={field("last_name")} label="Last name" required attributes={{ maxLength: 80 }} />
      <PhoneField field={field("phone_number")} label="Phone" required />
      <TextField
        field={field("email")}
        label="Email"
        type="email"
        required={false}
        hint={
          texts
            ? "Without an email, we text the link to the phone."
            : "Without an email, nothing is sent. You get a link to send yourself."
        }
      />
    </div>
  );
}

type Choice = { id: number; name: string; is_primary: boolean };

/** Fields for the admin checkbox and for a person's regular crews. */
export function CrewFields({
  crews,
  isAdmin,
  chosen,
  errors,
}: {
  crews: Choice[];
  isAdmin: boolean;
  chosen: number[];
  errors?: string[];
}) {
  return (
    <>
      {crews.some((c) => c.is_primary) ? (
        <>
          <label className="check">
            <input
              type="checkbox"
              name="is_admin"
              value="on"
              defaultChecked={isAdmin}
              aria-describedby="is-admin-hint"
            />
            <span>Is Admin</span>
          </label>{" "}
          <span className="hint" id="is-admin-hint">
            Admins manage people, crews and permissions, and can do everything.
          </span>
        </>
      ) : null}
      <fieldset className="field">
        <legend>Crews</legend>
        <p className="hint">Without a crew, they join the one that sees the least.</p>
        {crews
          .filter((c) => !c.is_primary)
          .map((c) => (
            <label key={c.id} className="check">
              <input type="checkbox" name="crew_ids" value={c.id} defaultChecked={chosen.includes(c.id)} />
              <span>{c.name}</span>
            </label>
          ))}
        {errors?.length ? <span className="error">{errors.join(" ")}</span> : null}
      </fieldset>
    </>
  );
}

/** Return the ids of a form's checked boxes: those in the response if there is one, otherwise the saved ones. */
export const getCheckedIds = (
  reply: SubmissionResult<string[]> | undefined,
  name: string,
  saved: readonly number[],
): number[] => {
  if (!reply?.initialValue) return [...saved];
  const typed = reply.initialValue[name];
  return (Array.isArray(typed) ? typed : typed === undefined ? [] : [typed]).map(Number);
};
