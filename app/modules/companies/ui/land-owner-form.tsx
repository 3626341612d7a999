import { ActionForm } from "~/ui/action-form";
import { formatPhoneValue } from "~/ui/compare";
import { PhoneField, TextField } from "~/ui/field";
import { getSentFields } from "~/ui/sent-fields";
import type { FormReply } from "~/web/form-action.server";

const FIELDS = [
  { name: "name", label: "Land Owner Name" },
  { name: "contact_first_name", label: "Contact First Name" },
  { name: "contact_last_name", label: "Contact Last Name" },
  { name: "contact_phone_number", label: "Contact Phone Number", words: formatPhoneValue },
] as const;
type Name = (typeof FIELDS)[number]["name"];

export type SavedLandOwner = Record<Name, string | null> & { id: number; version: number };

/** Form to edit a land owner on the company's list. */
export function LandOwnerForm({
  saved,
  result,
  submissionId,
}: {
  saved: SavedLandOwner;
  result?: FormReply;
  submissionId: string;
}) {
  const errors = result?.reply.error ?? {};
  const typed = getSentFields(result);
  const field = (name: Name) => ({
    id: name,
    name,
    defaultValue: result ? String(typed[name] ?? "") : phoneOr(name, saved[name] ?? ""),
    errors: errors[name] ?? undefined,
  });
  return (
    <ActionForm
      result={result}
      submissionId={submissionId}
      version={saved.version}
      fields={FIELDS.map(({ name }) => field(name))}
      conflict={{ fields: FIELDS, href: `/company/land-owners/${saved.id}`, what: "the land owner" }}
      button="Save"
      back={{ href: "/company/land-owners", label: "Back to land owners" }}
    >
      <TextField field={field("name")} label="Land Owner Name" required attributes={{ maxLength: 120 }} />
      <div className="fields two">
        <TextField field={field("contact_first_name")} label="Contact First Name" required />
        <TextField field={field("contact_last_name")} label="Contact Last Name" required />
      </div>
      <PhoneField field={field("contact_phone_number")} label="Contact Phone Number" required extension />
    </ActionForm>
  );
}

const phoneOr = (name: Name, text: string) =>
  name === "contact_phone_number" ? formatPhoneValue(text) : text;
