import { compared, phoneWords } from "~/ui/compare";
import { Conflict } from "~/ui/conflict";
import { ErrorSummary, PhoneField, TextField } from "~/ui/field";
import { VersionField } from "~/ui/version-field";
import type { FormReply } from "~/web/respond.server";

const FIELDS = [
  { name: "name", label: "Land Owner Name" },
  { name: "contact_first_name", label: "Contact First Name" },
  { name: "contact_last_name", label: "Contact Last Name" },
  { name: "contact_phone_number", label: "Contact Phone Number", words: phoneWords },
] as const;
type Name = (typeof FIELDS)[number]["name"];

export type SavedLandOwner = Record<Name, string | null> & { id: number; version: number };

/** A land owner's form, once it is on the list. */
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
  const typed = (result?.reply.initialValue ?? {}) as Record<string, unknown>;
  const field = (name: Name) => ({
    id: name,
    name,
    defaultValue: result ? String(typed[name] ?? "") : phoneOr(name, saved[name] ?? ""),
    errors: errors[name] ?? undefined,
  });
  const now = result?.conflict;
  return (
    <form method="post" className="stack">
      {now ? (
        <Conflict
          rows={compared([...FIELDS], typed, now)}
          by={result?.saved_by}
          href={`/company/land-owners/${saved.id}`}
          what="the land owner"
        />
      ) : (
        <ErrorSummary formErrors={errors[""] ?? undefined} fields={FIELDS.map(({ name }) => field(name))} />
      )}
      <input type="hidden" name="submission_id" value={submissionId} />
      <VersionField of={saved.version} result={result} />
      <TextField field={field("name")} label="Land Owner Name" required attributes={{ maxLength: 120 }} />
      <TextField field={field("contact_first_name")} label="Contact First Name" required />
      <TextField field={field("contact_last_name")} label="Contact Last Name" required />
      <PhoneField field={field("contact_phone_number")} label="Contact Phone Number" required />
      <div className="row">
        <button type="submit" className="button primary">
          {now ? "Save my version" : "Save"}
        </button>{" "}
        <a href="/company/land-owners">{now ? "Keep the saved version" : "Back to land owners"}</a>
      </div>
    </form>
  );
}

const phoneOr = (name: Name, text: string) => (name === "contact_phone_number" ? phoneWords(text) : text);
