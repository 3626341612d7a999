import { ActionForm } from "~/ui/action-form";
import { createChoiceFormatter } from "~/ui/compare";
import { type Option, SelectField, TextField } from "~/ui/field";
import { getSentFields } from "~/ui/sent-fields";
import type { FormReply } from "~/web/form-action.server";

/** Form for a location type: the company's own name for a kind of location. */
export function LocationTypeForm({
  saved,
  options,
  result,
  submissionId,
}: {
  saved?: { id: number; name: string; location_type_id: number; version: number };
  options: Option[];
  result?: FormReply;
  submissionId: string;
}) {
  const errors = result?.reply.error ?? {};
  const typed = getSentFields(result);
  const standsIn = (name: "name" | "location_type_id") =>
    result ? String(typed[name] ?? "") : String(saved?.[name] ?? "");
  const field = (name: "name" | "location_type_id") => ({
    id: name,
    name,
    defaultValue: standsIn(name),
    errors: errors[name] ?? undefined,
  });
  return (
    <ActionForm
      result={result}
      submissionId={submissionId}
      version={saved?.version}
      fields={[field("name"), field("location_type_id")]}
      conflict={{
        fields: [
          { name: "name", label: "Name" },
          { name: "location_type_id", label: "Location type", words: createChoiceFormatter(options) },
        ],
        href: `/company/location-types/${saved?.id}`,
        what: "the location type",
      }}
      button={saved ? "Save" : "Add Location Type"}
      back={{ href: "/company/locations", label: "Back to locations" }}
    >
      <TextField
        field={field("name")}
        label="Name"
        required
        hint="What your company calls this kind of place, like Wood yard"
        attributes={{ maxLength: 120, autoComplete: "off" }}
      />
      <SelectField
        field={field("location_type_id")}
        label="Location type"
        options={options}
        empty="Choose a type"
        required
      />
    </ActionForm>
  );
}
