import type { ComponentProps, ReactNode } from "react";
import { type ComparedField, type ComparedRow, compareFields } from "~/ui/compare";
import { ConflictNotice } from "~/ui/conflict";
import { ErrorSummary } from "~/ui/field";
import { InputWarnings, SaveAnywayButton } from "~/ui/odd-notice";
import { VersionField } from "~/ui/version-field";
import type { FormReply } from "~/web/form-action.server";

export type ActionFormProps = {
  /** Target URL, if it is not the page itself. */
  action?: string;
  /** CSS class, if the form is not just stacked below other elements; null for no class. */
  className?: string | null;
  /** Attributes for scripts, and the label. */
  [attribute: `data-${string}`]: string | boolean | undefined;
  "aria-label"?: string;
  role?: "status";
  id?: string;
  /** Heading of a form that is a part of its page. */
  head?: ReactNode;
  /** Response to a form that was submitted but refused. */
  result?: FormReply;
  /** The id created with the page; omitted if a form is not recorded. */
  submissionId?: string;
  /** Version of an existing item when its values were read. */
  version?: number | null;
  /** Fields whose errors are listed above the form. */
  fields?: { id: string; errors?: string[] }[];
  /** Errors of the form as a whole, if the response has more than its own message. */
  formErrors?: string[];
  /**
   * Fields to compare if another user saved first; `typed` contains the typed values if they differ from the submitted
   * ones.
   */
  conflict?: {
    fields?: readonly ComparedField[];
    typed?: Record<string, unknown>;
    /** Current saved values, if they differ from those in the response. */
    saved?: Record<string, unknown>;
    /** The compared rows, if the page does the comparison. */
    rows?: ComparedRow[];
    by?: ComponentProps<typeof ConflictNotice>["by"];
    href: string;
    what: string;
    /** Alternatives to "Save my version" and "Keep the saved version". */
    mine?: string;
    theirs?: string;
  };
  /** Text above the fields. */
  notice?: ReactNode;
  /** Label of the submit button; null if there is nothing to submit. */
  button: ReactNode;
  /** Value that the submit button sends, if the form has several buttons. */
  intent?: string;
  danger?: boolean;
  /** True for a secondary-style submit button, next to other buttons on its page. */
  plain?: boolean;
  disabled?: boolean;
  /** Another button, next to the submit button. */
  other?: ReactNode;
  back?: { href: string; label: string; button?: true };
  /**
   * Show unusual values as questions (`save_anyway` of the response) with a "Save anyway" button; false if the page
   * itself shows these questions.
   */
  asksAnyway?: boolean;
  /** Content below the submit button. */
  foot?: ReactNode;
  loose?: boolean;
  upload?: boolean;
  /** True to show that saving is in progress, if it may take a while. */
  saving?: boolean;
  /** True to enable saving only after a change. */
  whenChanged?: boolean;
  children?: ReactNode;
};

/**
 * Form for an action. Above its fields are errors, or changes that another user has saved. Hidden fields ensure that
 * the form is carried out only once and contain the version that was read. Below the fields are the submit button and
 * the link back. The fields keep the typed values.
 */
export function ActionForm(props: ActionFormProps) {
  const { result, submissionId, version, conflict, back } = props;
  const { className = props.loose ? "stack loose" : "stack" } = props;
  const odd = props.asksAnyway ? (result?.reply.error?.save_anyway ?? []) : [];
  // Keep earlier confirmations while the next question is asked.
  const isConfirmed =
    props.asksAnyway && result?.reply.error?.moves && result.reply.initialValue?.save_anyway;
  const saved = conflict ? result?.conflict : undefined;
  const named = Object.entries(props).filter(([name]) => name.startsWith("data-"));
  return (
    <form
      method="post"
      id={props.id}
      action={props.action}
      className={className ?? undefined}
      encType={props.upload ? "multipart/form-data" : undefined}
      data-save-when-changed={props.whenChanged ? "" : undefined}
      aria-label={props["aria-label"]}
      {...Object.fromEntries(named)}
      role={props.role}
    >
      {props.head}
      {saved && conflict ? (
        <ConflictNotice
          rows={
            conflict.rows ??
            compareFields(
              conflict.fields ?? [],
              conflict.typed ?? result?.reply.initialValue ?? {},
              conflict.saved ?? saved,
            )
          }
          by={conflict.by ?? result?.saved_by}
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
      <InputWarnings words={odd} />
      {isConfirmed ? <input type="hidden" name="save_anyway" value="on" /> : null}
      {submissionId === undefined ? null : (
        <input type="hidden" name="submission_id" value={result?.submission_id ?? submissionId} />
      )}
      {version === undefined || version === null ? null : <VersionField of={version} result={result} />}
      {props.children}
      {props.saving ? (
        <p data-syncing hidden role="status">
          Saving…
        </p>
      ) : null}
      {props.button === null && !props.other && !back ? null : (
        <div className="row">
          {props.button === null ? null : (
            <button
              type="submit"
              {...(props.intent ? { name: "intent", value: props.intent } : {})}
              className={props.plain ? "button" : `button ${props.danger ? "danger" : "primary"}`}
              disabled={props.disabled}
            >
              {saved ? (conflict?.mine ?? "Save my version") : props.button}
            </button>
          )}{" "}
          {odd.length ? <SaveAnywayButton /> : null} {props.other}{" "}
          {back ? (
            <a href={back.href} className={saved || back.button ? "button" : undefined}>
              {saved ? (conflict?.theirs ?? "Keep the saved version") : back.label}
            </a>
          ) : null}
        </div>
      )}
      {props.foot}
    </form>
  );
}
