import { ActionForm } from "~/ui/action-form";
import { FileField } from "~/ui/field";

/** Form with one file field, for a record with a version. */
export function FileForm(props: {
  action: string;
  field: { id: string; name: string; errors?: string[] };
  label: string;
  hint: string;
  accept: string;
  megabytes: number;
  button: string;
  version: number;
  submissionId: string;
}) {
  const { action, button, version, submissionId, ...field } = props;
  return (
    <ActionForm
      action={action}
      submissionId={submissionId}
      version={version}
      upload
      className="stack card"
      button={button}
      plain
    >
      <FileField {...field} />
    </ActionForm>
  );
}
