import type { ReactNode } from "react";
import { ActionForm } from "~/ui/action-form";
import { replyFieldsOf } from "~/ui/employee-form";
import { TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import type { FormReply } from "~/web/respond.server";

/** An act of those who run the site: what it does, its fields, the reason that is kept with it, and the way back. */
export function ActForm(props: {
  title: string;
  lede: ReactNode;
  result?: FormReply;
  submissionId: string;
  version?: number;
  /** Fields with a message of their own beside the reason. */
  fields?: readonly string[];
  hidden?: Record<string, string | number>;
  button: string;
  danger?: boolean;
  back: { href: string; label: string };
  /** Who reads the reason. */
  readers: "company" | "site";
  /** How the saved thing reads where another was first. */
  what: string;
  children?: ReactNode;
}) {
  const field = replyFieldsOf(props.result?.reply);
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
