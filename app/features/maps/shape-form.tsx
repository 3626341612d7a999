import { Conflict } from "~/ui/conflict";
import { ErrorSummary } from "~/ui/field";
import { VersionField } from "~/ui/version-field";
import { paths } from "~/web/paths";
import type { FormReply } from "~/web/respond.server";
import { LocationEditor } from "./location-editor";
import type { Editor } from "./location-editor.server";

/** What sending the form answers: what is wrong with it, and the editor as it was typed or clicked. */
export type ShapeAnswer = FormReply & { editor?: Editor };

type Props = {
  form: { id: number; version: number; has_areas: boolean };
  editor: Editor;
  result?: ShapeAnswer;
  submissionId: string;
};

/** The pin or the areas of a job as a form. */
export function ShapeForm({ form, editor, result, submissionId }: Props) {
  const errors = result?.reply?.error ?? {};
  const saved = result?.conflict;
  const isPin = editor.fields.method === "pin";
  const field = isPin ? "coordinates" : "areas";
  const place = (label: string, value: string) => ({ name: field, label, typed: value, saved: "Changed" });
  return (
    <form method="post" className="card stack loose">
      {saved ? (
        <Conflict
          rows={[place(isPin ? "Pin" : "Areas", editor.fields[field].slice(0, 80))]}
          by={result?.saved_by}
          href={paths.job(form.id, "map/edit")}
          what="the job"
        />
      ) : (
        <ErrorSummary
          formErrors={errors[""] ?? undefined}
          fields={[{ id: field, errors: errors[field] ?? undefined }]}
        />
      )}
      <input type="hidden" name="submission_id" value={result?.submission_id ?? submissionId} />
      <VersionField of={form.version} result={result} />
      <LocationEditor editor={editor} errors={{ coordinates: errors.coordinates, areas: errors.areas }} />
      {isPin && form.has_areas ? <p className="soft">A pin replaces the job's areas.</p> : null}
      <div className="row">
        <button type="submit" className="button primary">
          {saved ? "Save my version" : "Save"}
        </button>
        <a href={paths.job(form.id, "map")}>Back to the map</a>
      </div>
    </form>
  );
}
