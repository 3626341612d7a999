import { ROLE_FLAGS, ROLE_LABELS } from "~/lib/access/company-roles";
import { formatCheckboxValue } from "~/ui/compare";
import type { createFieldStateGetter } from "~/ui/employee-form";
import { CheckField, PhoneField, TextField } from "~/ui/field";
import { toStringList } from "~/ui/sent-fields";

type Field = ReturnType<typeof createFieldStateGetter>;

/** Field labels for the list of another user's changes in a stale form. */
export const CONTACT_FIELDS = [
  { name: "name", label: "Company name" },
  { name: "first_name", label: "First name" },
  { name: "last_name", label: "Last name" },
  { name: "phone_number", label: "Phone" },
  { name: "email", label: "Email" },
  { name: "roles", label: "What it does" },
  { name: "works_for_us", label: "Works for us", words: formatCheckboxValue },
] as const;

/** Form fields of a contact, which is a company that isn't on Timbertally: name, contact person, and roles. */
export function ContactCompanyFields({
  field,
  texts,
  ticked,
  forUs,
}: {
  field: Field;
  texts: boolean;
  ticked: unknown;
  forUs: boolean;
}) {
  const roles = field("roles");
  const chosen = toStringList(ticked);
  return (
    <>
      <TextField field={field("name")} label="Company name" required attributes={{ maxLength: 120 }} />
      <fieldset className="field" id="roles">
        <legend>What it does</legend>
        <div className="ticks">
          {ROLE_FLAGS.map((flag) => (
            <label key={flag} className="check">
              <input type="checkbox" name="roles" value={flag} defaultChecked={chosen.includes(flag)} />
              <span>{ROLE_LABELS[flag]}</span>
            </label>
          ))}
        </div>
        {roles.errors?.length ? <span className="error">{roles.errors.join(" ")}</span> : null}
      </fieldset>
      <CheckField
        field={{ id: "works_for_us", name: "works_for_us" }}
        label="It cuts, skids or hauls for us on our jobs"
        hint="You, and the companies whose jobs you work on, can name it on loads. The pay comes to you."
        checked={forUs}
      />
      <InvitedPersonFields field={field} texts={texts} />
    </>
  );
}

/** Form fields of the person who gets the link: a name, and a phone or an email. */
export function InvitedPersonFields({ field, texts }: { field: Field; texts: boolean }) {
  return (
    <>
      <div className="fields two">
        <TextField field={field("first_name")} label="First name" required attributes={{ maxLength: 80 }} />
        <TextField field={field("last_name")} label="Last name" required attributes={{ maxLength: 80 }} />
      </div>
      <div className="fields two">
        <PhoneField field={field("phone_number")} label="Phone" required={false} extension />
        <TextField
          field={field("email")}
          label="Email"
          type="email"
          required={false}
          hint={texts ? "Type a phone number or an email" : "Or hand the link over yourself"}
          attributes={{ maxLength: 254 }}
        />
      </div>
    </>
  );
}
