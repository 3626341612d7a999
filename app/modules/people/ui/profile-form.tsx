import { typedKeys } from "~/lib/object/records";
import { ActionForm } from "~/ui/action-form";
import { createChoiceFormatter, formatPhoneValue } from "~/ui/compare";
import { type FieldState, type Option, PhoneField, SelectField, TextField } from "~/ui/field";
import type { FormReply } from "~/web/form-action.server";

const LABELS = {
  first_name: "First name",
  last_name: "Last name",
  phone_number: "Phone",
  default_company_id: "Starting company",
  wood_unit_type_id: "Show volumes in",
} as const;
type Name = keyof typeof LABELS;
const NAMES = typedKeys(LABELS);

type Props = {
  values: Record<Name, string>;
  version: number;
  companies: Option[];
  result?: FormReply;
  submissionId: string;
};

const UNITS: Option[] = [
  { value: 1, label: "Its own unit and MBF" },
  { value: 2, label: "Its own unit and tons" },
  { value: 3, label: "Its own unit and cords" },
];

/** Form for the person's own account, with saved or typed values. */
export function ProfileForm({ values, version, companies, result, submissionId }: Props) {
  const typed = result?.reply.initialValue;
  const errors = result?.reply.error ?? {};
  const stateOf = (name: Name): FieldState => ({
    id: name,
    name,
    defaultValue: typed ? String(typed[name] ?? "") : values[name],
    errors: errors[name] ?? undefined,
  });
  const words: Partial<Record<Name, (value: unknown) => string>> = {
    phone_number: formatPhoneValue,
    default_company_id: createChoiceFormatter(companies),
    wood_unit_type_id: createChoiceFormatter(UNITS),
  };
  return (
    <ActionForm
      result={result}
      submissionId={submissionId}
      version={version}
      fields={NAMES.map(stateOf)}
      conflict={{
        fields: NAMES.map((name) => ({ name, label: LABELS[name], words: words[name] })),
        href: "/profile",
        what: "your profile",
      }}
      button="Save"
      back={{ href: "/profile", label: "Back to your profile" }}
      loose
      whenChanged
    >
      <div className="fields two">
        <TextField field={stateOf("first_name")} label={LABELS.first_name} required />
        <TextField field={stateOf("last_name")} label={LABELS.last_name} required />
      </div>
      <PhoneField
        field={stateOf("phone_number")}
        label={LABELS.phone_number}
        required={false}
        hint="Ten digits, like (906)555-0100. You can sign in with it."
      />
      {companies.length > 1 ? (
        <SelectField
          field={stateOf("default_company_id")}
          label={LABELS.default_company_id}
          required={false}
          options={companies}
          empty="Ask each time"
        />
      ) : null}
      <SelectField
        field={stateOf("wood_unit_type_id")}
        label={LABELS.wood_unit_type_id}
        required={false}
        options={UNITS}
        empty="Its own unit only"
        hint="For display only. Pay and paper keep the ticket's own unit."
      />
    </ActionForm>
  );
}
