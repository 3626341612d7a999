import type { ReactNode } from "react";
import { ActionForm } from "~/ui/action-form";
import { getReplyFields } from "~/ui/employee-form";
import { TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import type { FormReply } from "~/web/form-action.server";

/** Form for an operator's action: its effect, its fields, the reason stored with it, and a link back. */
export function ActForm(props: {
  title: string;
  lede: ReactNode;
  result?: FormReply;
  submissionId: string;
  version?: number;
  /** Fields with messages of their own, in addition to the reason. */
  fields?: readonly string[];
  hidden?: Record<string, string | number>;
  button: string;
  danger?: boolean;
  back: { href: string; label: string };
  /** Readers of the reason. */
  readers: "company" | "site";
  /** Label of the saved version if another user saved first. */
  what: string;
  children?: ReactNode;
}) {
  const field = getReplyFields(props.result?.reply);
  return (
    <div className="narrow stack">
      <PageHead title={props.title} lede={props.lede} />
      <ActionForm
        result={props.result}
        submissionId={props.submissionId}
        version={props.version}
        fields={[...(props.fields ?? []), "reason"].map((name) => field(name))}
        conflict={{ fields: [], href: props.back.href, what: props.what }}
        button={props.button}
        danger={props.danger}
        back={props.back}
      >
        {Object.entries(props.hidden ?? {}).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {props.children}
        <TextField
          field={field("reason")}
          label="Reason"
          required
          hint={
            props.readers === "company"
              ? "Saved with this action. The company's admins can read it."
              : "Saved with this action. The people who run the site can read it."
          }
          attributes={{ maxLength: 300 }}
        />
      </ActionForm>
    </div>
  );
}
