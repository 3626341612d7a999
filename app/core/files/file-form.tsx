import { FileField } from "~/ui/field";
import { VersionField } from "~/ui/version-field";

/** A form of one file: where it goes, its field, and the version of what it becomes part of. */
export function FileForm(props: {
  action: string;
  field: { id: string; name: string; errors?: string[] };
  label: string;
  hint: string;
  accept: string;
  button: string;
  version: number;
  submissionId: string;
}) {
  const { action, button, version, submissionId, ...field } = props;
  return (
    <form method="post" action={action} encType="multipart/form-data" className="stack card">
      <VersionField of={version} />
      <input type="hidden" name="submission_id" value={submissionId} />
      <FileField {...field} />
      <div className="row">
        <button type="submit" className="button">
          {button}
        </button>
      </div>
    </form>
  );
}
