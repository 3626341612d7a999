import type { ReactNode } from "react";
import { type ComparedField, compared } from "~/ui/compare";
import { Conflict } from "~/ui/conflict";
import { ErrorSummary } from "~/ui/field";
import { VersionField } from "~/ui/version-field";
import type { FormReply } from "~/web/respond.server";

export type ActionFormProps = {
  /** What was answered, once the form was sent and not carried out. */
  result?: FormReply;
  /** The id that was made with the page; left out where a form is recorded nowhere. */
  submissionId?: string;
  /** The version that the values were read at, of something that is there. */
  version?: number | null;
  /** The fields whose mistakes are listed above them. */
  fields?: { id: string; errors?: string[] }[];
  /** What is wrong with the form as a whole, where that is more than its own message. */
  formErrors?: string[];
  /** What is compared where somebody else saved first; `typed` where that is not just what was sent. */
  conflict?: {
    fields: readonly ComparedField[];
    typed?: Record<string, unknown>;
    href: string;
    what: string;
  };
  /** What is said above the fields. */
  notice?: ReactNode;
  button: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** Another button, beside the first one. */
  other?: ReactNode;
  back?: { href: string; label: string };
  loose?: boolean;
  upload?: boolean;
  /** Save only when something was changed. */
  whenChanged?: boolean;
  children?: ReactNode;
};

/**
 * A form that does something: what is wrong with it, or what somebody else has saved since, above its fields; the ids
 * that let it be sent once and tell what it was read at; its button, and the way back. The fields keep what was typed.
 */
export function ActionForm(props: ActionFormProps) {
  const { result, submissionId, version, conflict, back } = props;
  const saved = conflict ? result?.conflict : undefined;
  return (
    <form
      method="post"
      className={props.loose ? "stack loose" : "stack"}
      encType={props.upload ? "multipart/form-data" : undefined}
      data-save-when-changed={props.whenChanged ? "" : undefined}
    >
      {saved && conflict ? (
        <Conflict
          rows={compared(conflict.fields, conflict.typed ?? result?.reply.initialValue ?? {}, saved)}
          by={result?.saved_by}
          href={conflict.href}
          what={conflict.what}
        />
      ) : (
        <ErrorSummary
          formErrors={props.formErrors ?? result?.reply.error?.[""] ?? undefined}
          fields={props.fields}
        />
      )}
      {props.notice}
      {submissionId === undefined ? null : (
        <input type="hidden" name="submission_id" value={result?.submission_id ?? submissionId} />
      )}
      {version === undefined || version === null ? null : <VersionField of={version} result={result} />}
      {props.children}
      <div className="row">
        <button
          type="submit"
          className={`button ${props.danger ? "danger" : "primary"}`}
          disabled={props.disabled}
        >
          {saved ? "Save my version" : props.button}
        </button>{" "}
        {props.other}
        {back ? <a href={back.href}>{saved ? "Keep the saved version" : back.label}</a> : null}
      </div>
    </form>
  );
}
