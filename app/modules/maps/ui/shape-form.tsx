import { ActionForm } from "~/ui/action-form";
import { LoadChangesField, SAVE_AND_CHANGE_LABEL } from "~/ui/moves-field";
import type { FormReply } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import type { AreasReport } from "../rules/areas-report";
import { LocationEditor } from "../shared/location-editor";
import type { LocationEditorData } from "../shared/location-editor.server";

/** Response to the submitted form: its errors, and the editor with the typed values and clicks. */
export type ShapeFormReply = FormReply & { editor?: LocationEditorData; report?: AreasReport | null };

type Props = {
  form: { id: number; version: number; has_areas: boolean };
  editor: LocationEditorData;
  result?: ShapeFormReply;
  submissionId: string;
};

/** Form for the pin or areas of a job. */
export function ShapeForm({ form, editor, result, submissionId }: Props) {
  const errors = result?.reply?.error ?? {};
  const moves = errors.moves?.join(" ") ?? null;
  const isPin = editor.fields.method === "pin";
  const field = isPin ? "coordinates" : "areas";
  const place = (label: string, value: string) => ({ name: field, label, typed: value, saved: "Changed" });
  return (
    <ActionForm
      action={paths.job(form.id, `map/edit?method=${isPin ? "pin" : "draw"}`)}
      result={result}
      submissionId={submissionId}
      version={form.version}
      className="card stack loose"
      fields={[{ id: field, errors: errors[field] ?? undefined }]}
      conflict={{
        rows: [place(isPin ? "Pin" : "Areas", editor.fields[field].slice(0, 80))],
        href: paths.job(form.id, "map/edit"),
        what: "the job",
        theirs: "Back to the map",
      }}
      button={moves === null ? "Save" : SAVE_AND_CHANGE_LABEL}
      notice={<LoadChangesField moves={moves} button={SAVE_AND_CHANGE_LABEL} />}
      asksAnyway
      back={{ href: paths.job(form.id, "map"), label: "Back to the map" }}
    >
      <LocationEditor editor={editor} errors={{ coordinates: errors.coordinates, areas: errors.areas }} />
      {isPin && form.has_areas ? <p className="soft">A pin replaces the job's areas.</p> : null}
    </ActionForm>
  );
}
