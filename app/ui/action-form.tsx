import type { ComponentProps, ReactNode } from "react";
import { type ComparedField, type ComparedRow, compareFields } from "~/ui/compare";
import { Conflict } from "~/ui/conflict";
import { ErrorSummary } from "~/ui/field";
import { OddNotice, SaveAnyway } from "~/ui/odd-notice";
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
  /** Response to a form that was sent and not carried out. */
  result?: FormReply;
  /** The id created with the page; omitted if a form is not recorded. */
  submissionId?: string;
  /** The version at which the values of an existing item were read. */
  version?: number | null;
  /** Fields whose errors are listed above the form. */
  fields?: { id: string; errors?: string[] }[];
  /** Errors of the form as a whole, if there is more than its own message. */
  formErrors?: string[];
  /** Fields to compare if another user saved first; `typed` if that differs from what was sent. */
  conflict?: {
    fields?: readonly ComparedField[];
    typed?: Record<string, unknown>;
    /** Current values, if they differ from the response. */
    saved?: Record<string, unknown>;
    /** The compared rows, if the page does the comparison. */
    rows?: ComparedRow[];
    by?: ComponentProps<typeof Conflict>["by"];
    href: string;
    what: string;
    /** Alternatives to "Save my version" and "Keep the saved version". */
    mine?: string;
    theirs?: string;
  };
  /** Text above the fields. */
  notice?: ReactNode;
  /** Label of its button; null if there is nothing to send. */
  button: ReactNode;
  /** Value that its button sends, if the form has more than one. */
  intent?: string;
  danger?: boolean;
  /** True for a button among others on its page. */
  plain?: boolean;
  disabled?: boolean;
  /** Another button, next to the first one. */
  other?: ReactNode;
  back?: { href: string; label: string; button?: true };
  /** Ask about unusual values (`save_anyway` of the response) and offer "Save anyway"; false if the page does so itself. */
  asksAnyway?: boolean;
  /** Content below its buttons. */
  foot?: ReactNode;
  loose?: boolean;
  upload?: boolean;
  /** Show that it is being saved, if that may take a while. */
  saving?: boolean;
  /** Save only when something was changed. */
  whenChanged?: boolean;
  children?: ReactNode;
};

/**
 * A form for an action: errors, or changes that another user saved since, above its fields; the ids that let it be sent
 * once and identify the version read; its button, and the link back. The fields keep the typed values.
 */
export function ActionForm(props: ActionFormProps) {
  const { result, submissionId, version, conflict, back } = props;
  const { className = props.loose ? "stack loose" : "stack" } = props;
  const odd = props.asksAnyway ? (result?.reply.error?.save_anyway ?? []) : [];
  // Earlier confirmations remain while the next question is answered.
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
        <Conflict
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
      <OddNotice words={odd} />
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
          {odd.length ? <SaveAnyway /> : null} {props.other}{" "}
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
