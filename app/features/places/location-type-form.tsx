import { choiceWords, compared } from "~/ui/compare";
import { Conflict } from "~/ui/conflict";
import { ErrorSummary, type Option, SelectField, TextField } from "~/ui/field";
import { VersionField } from "~/ui/version-field";
import type { FormReply } from "~/web/respond.server";

/** A location type's form: the company's own name for one of the kinds that there are. */
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
  const typed = (result?.reply.initialValue ?? {}) as Record<string, unknown>;
  const standsIn = (name: "name" | "location_type_id") =>
    result ? String(typed[name] ?? "") : String(saved?.[name] ?? "");
  const field = (name: "name" | "location_type_id") => ({
    id: name,
    name,
    defaultValue: standsIn(name),
    errors: errors[name] ?? undefined,
  });
  const now = result?.conflict;
  return (
    <form method="post" className="stack">
      {now ? (
        <Conflict
          rows={compared(
            [
              { name: "name", label: "Name" },
              { name: "location_type_id", label: "Location type", words: choiceWords(options) },
            ],
            typed,
            now,
          )}
          by={result?.saved_by}
          href={`/company/location-types/${saved?.id}`}
          what="the location type"
        />
      ) : (
        <ErrorSummary
          formErrors={errors[""] ?? undefined}
          fields={[field("name"), field("location_type_id")]}
        />
      )}
      <input type="hidden" name="submission_id" value={submissionId} />
      {saved ? <VersionField of={saved.version} result={result} /> : null}
      <TextField
        field={field("name")}
        label="Name"
        required
        hint="What your people call this kind of place, like Wood yard"
        attributes={{ maxLength: 120, autoComplete: "off" }}
      />
      <SelectField
        field={field("location_type_id")}
        label="Location type"
        options={options}
        empty="Choose a type"
        required
      />
      <div className="row">
        <button type="submit" className="button primary">
          {now ? "Save my version" : saved ? "Save" : "Add Location Type"}
        </button>{" "}
        <a href="/company/locations">{now ? "Keep the saved version" : "Back to locations"}</a>
      </div>
    </form>
  );
}
