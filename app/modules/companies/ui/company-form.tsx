import { typedKeys } from "~/lib/object/records";
import { ActionForm } from "~/ui/action-form";
import { createChoiceFormatter, formatCheckboxValue, formatPhoneValue } from "~/ui/compare";
import { CheckField, type FieldState, PhoneField, SelectField, TextArea, TextField } from "~/ui/field";
import type { FormReply } from "~/web/form-action.server";
import type { getCompanyForm } from "../data/edit-company.server";

type Form = Awaited<ReturnType<typeof getCompanyForm.run>>;
type Name = keyof Form["values"];

const FORCE_DROP_OFF = "Drivers drop off their load before they claim another";

const LABELS: Record<Name, string> = {
  name: "Company Name",
  ein: "EIN",
  bio: "Bio",
  phone: "Phone",
  address: "Address",
  city: "City",
  us_state_id: "State",
  contact_first_name: "Contact First Name",
  contact_last_name: "Contact Last Name",
  contact_phone_number: "Contact Phone Number",
  default_load_amount: "Default load amount",
  works_for: "Works for",
};

/** Company form, filled with the saved values, or with the typed ones if saving was refused. */
export function CompanyForm({ form, result, submissionId }: Props) {
  const typed = result?.reply.initialValue;
  const errors = result?.reply.error ?? {};
  const stateOf = (name: Name): FieldState => ({
    id: name,
    name,
    defaultValue: typed ? String(typed[name] ?? "") : form.values[name],
    errors: errors[name] ?? undefined,
  });
  const chosen = typed ? [typed.roles].flat() : form.roles.filter((r) => r.has).map((r) => r.flag);
  const names = typedKeys(LABELS);
  const wrongRoles = errors.roles ?? undefined;
  const words: Partial<Record<Name, (value: unknown) => string>> = {
    us_state_id: createChoiceFormatter(form.states),
    phone: formatPhoneValue,
    contact_phone_number: formatPhoneValue,
  };
  const chosenRoles = form.roles.filter((r) => chosen.includes(r.flag)).map((r) => r.label);
  const forced = typed ? typed.force_drop_off === "on" : form.force_drop_off;
  return (
    <ActionForm
      result={result}
      submissionId={submissionId}
      version={form.version}
      fields={[...names.map(stateOf), { id: "roles", errors: wrongRoles }]}
      conflict={{
        fields: [
          ...names.map((name) => ({ name, label: LABELS[name], words: words[name] })),
          { name: "roles", label: "Roles" },
          { name: "force_drop_off", label: FORCE_DROP_OFF, words: formatCheckboxValue },
        ],
        typed: { ...typed, roles: chosenRoles },
        href: "/company",
        what: "the company",
      }}
      button="Save"
      back={{ href: "/company", label: "Back to the company" }}
      loose
      asksAnyway
      whenChanged={!errors.save_anyway}
    >
      <TextField field={stateOf("name")} label={LABELS.name} required attributes={{ maxLength: 120 }} />
      <fieldset
        className="field"
        id="roles"
        tabIndex={-1}
        aria-describedby={wrongRoles ? "roles-error" : undefined}
      >
        <legend>Roles</legend>
        {form.roles.map(({ flag, label }) => (
          <label key={flag} className="check">
            <input type="checkbox" name="roles" value={flag} defaultChecked={chosen.includes(flag)} />
            <span>{label}</span>
          </label>
        ))}
        {wrongRoles ? (
          <span className="error" id="roles-error">
            {wrongRoles.join(" ")}
          </span>
        ) : null}
      </fieldset>
      <TextField
        field={stateOf("ein")}
        label={LABELS.ein}
        required={false}
        short
        hint="Two digits, a hyphen, seven digits"
        attributes={{ maxLength: 10, inputMode: "numeric", autoComplete: "off", placeholder: "12-3456789" }}
      />
      <TextArea field={stateOf("bio")} label={LABELS.bio} required={false} maxLength={1000} />
      <PhoneField field={stateOf("phone")} label={LABELS.phone} required={false} extension />
      <TextField
        field={stateOf("address")}
        label={LABELS.address}
        required={false}
        attributes={{ maxLength: 200, autoComplete: "address-line1" }}
      />
      <div className="fields two">
        <TextField
          field={stateOf("city")}
          label={LABELS.city}
          required={false}
          attributes={{ maxLength: 100, autoComplete: "address-level2" }}
        />
        <SelectField
          field={stateOf("us_state_id")}
          label={LABELS.us_state_id}
          required={false}
          options={form.states}
          empty="None"
        />
      </div>
      <div className="fields two">
        <TextField
          field={stateOf("contact_first_name")}
          label={LABELS.contact_first_name}
          required={false}
          attributes={{ maxLength: 80, autoComplete: "off" }}
        />
        <TextField
          field={stateOf("contact_last_name")}
          label={LABELS.contact_last_name}
          required={false}
          attributes={{ maxLength: 80, autoComplete: "off" }}
        />
      </div>
      <PhoneField
        extension
        field={stateOf("contact_phone_number")}
        label={LABELS.contact_phone_number}
        required={false}
      />
      <TextField
        field={stateOf("default_load_amount")}
        label={LABELS.default_load_amount}
        required={false}
        unit="tons"
        short
        hint="The size of your usual load. Leave it empty for 55 tons."
        type="number"
        attributes={{ inputMode: "decimal", min: 0, step: 0.001 }}
      />
      <TextField
        field={stateOf("works_for")}
        label={LABELS.works_for}
        required={false}
        hint="If you subcontract, the company on Timbertally that you work for. It can name your trucks on the loads of its jobs, and the pay goes to it."
        attributes={{ maxLength: 120, autoComplete: "off" }}
      />
      <CheckField
        field={{ id: "force_drop_off", name: "force_drop_off" }}
        label={FORCE_DROP_OFF}
        checked={forced}
      />
      <p>
        Certifications are on <a href="/company/certifications">their own tab</a>.
      </p>
    </ActionForm>
  );
}

type Props = { form: Form; result?: FormReply; submissionId: string };
