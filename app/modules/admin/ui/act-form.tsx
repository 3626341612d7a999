import type { ReactNode } from "react";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import type { FormReply } from "~/web/form-action.server";

/** Form for an operator's action: its effect, its fields, the reason stored with it, and a link back. */
export function AdminActionForm(props: {
  title: string;
  lede: ReactNode;
  result?: FormReply;
  submissionId: string;
  version?: number;
  /** Fields that show validation messages, in addition to the reason. */
  fields?: readonly string[];
  hidden?: Record<string, string | number>;
  button: string;
  danger?: boolean;
  back: { href: string; label: string };
  /** Audience that can read the reason: the company's admins or the site's super users. */
  readers: "company" | "site";
  /** Label of the saved version that is shown if another user saved first. */
  what: string;
  children?: ReactNode;
}) {
  const field = createFieldStateGetter(props.result?.reply);
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
