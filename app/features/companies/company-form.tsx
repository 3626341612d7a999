import { Conflict } from "~/ui/conflict";
import { ErrorSummary, type FieldState, SelectField, TextArea, TextField } from "~/ui/field";
import { VersionField } from "~/ui/version-field";
import type { FormReply } from "~/web/respond.server";
import type { getCompanyForm } from "./edit-company.server";

type Form = Awaited<ReturnType<typeof getCompanyForm.run>>;
type Name = keyof Form["values"];

const LABELS: Record<Name, string> = {
  name: "Company Name",
  ein: "EIN",
  bio: "Bio",
  phone: "Phone",
  address: "Address",
  city: "City",
  us_state_id: "State",
  default_load_amount: "Default load amount",
};

/** The company's form: as saved, or as it was typed where it was not carried out. */
export function CompanyForm({ form, result, submissionId }: Props) {
  const typed = result?.reply.initialValue as Record<string, unknown> | undefined;
  const errors = result?.reply.error ?? {};
  const stateOf = (name: Name): FieldState => ({
    id: name,
    name,
    defaultValue: typed ? String(typed[name] ?? "") : form.values[name],
    errors: errors[name] ?? undefined,
  });
  const chosen = typed ? [typed.roles].flat() : form.roles.filter((r) => r.has).map((r) => r.flag);
  const names = Object.keys(LABELS) as Name[];
  const wrongRoles = errors.roles ?? undefined;
  const stateName = (id: unknown) => form.states.find((s) => String(s.value) === String(id))?.label ?? "";
  const said = (name: Name, value: unknown) =>
    name === "us_state_id" ? stateName(value) : String(value ?? "");
  return (
    <form method="post" className="stack loose" data-save-when-changed>
      {result?.conflict ? (
        <Conflict
          rows={[
            ...names.map((name) => ({
              name,
              label: LABELS[name],
              typed: said(name, typed?.[name]),
              saved: said(name, result.conflict?.[name]),
            })),
            {
              name: "roles",
              label: "Roles",
              typed: form.roles
                .filter((r) => chosen.includes(r.flag))
                .map((r) => r.label)
                .join(", "),
              saved: String(result.conflict.roles ?? ""),
            },
          ]}
          href="/company"
          what="the company"
        />
      ) : (
        <ErrorSummary
          formErrors={errors[""] ?? undefined}
          fields={[...names.map(stateOf), { id: "roles", errors: wrongRoles }]}
        />
      )}
      <VersionField of={form.version} result={result} />
      <input type="hidden" name="submission_id" value={submissionId} />
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
      <TextField field={stateOf("phone")} label={LABELS.phone} type="tel" required={false} />
      <TextField
        field={stateOf("address")}
        label={LABELS.address}
        required={false}
        attributes={{ maxLength: 200, autoComplete: "address-line1" }}
      />
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
      <TextField
        field={stateOf("default_load_amount")}
        label={LABELS.default_load_amount}
        required={false}
        unit="tons"
        short
        hint="What a load of yours carries; 55 tons where this is empty"
        type="number"
        attributes={{ inputMode: "numeric", min: 0, step: 1 }}
      />
      <div className="row">
        <button type="submit" className="button primary">
          {result?.conflict ? "Save mine" : "Save"}
        </button>{" "}
        <a href="/company">{result?.conflict ? "Keep what is saved" : "Back to the company"}</a>
      </div>
    </form>
  );
}

type Props = { form: Form; result?: FormReply; submissionId: string };
