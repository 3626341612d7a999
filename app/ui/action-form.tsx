import type { ComponentProps, ReactNode } from "react";
import { type ComparedField, type ComparedRow, compared } from "~/ui/compare";
import { Conflict } from "~/ui/conflict";
import { ErrorSummary } from "~/ui/field";
import { OddNotice, SaveAnyway } from "~/ui/odd-notice";
import { VersionField } from "~/ui/version-field";
import type { FormReply } from "~/web/respond.server";

export type ActionFormProps = {
  /** Where it goes, where that is not the page itself. */
  action?: string;
  /** How it stands on its page, where that is not just one thing below the other; null where nothing is said of it. */
  className?: string | null;
  /** What scripts know it by, and what it is called. */
  [attribute: `data-${string}`]: string | boolean | undefined;
  "aria-label"?: string;
  role?: "status";
  id?: string;
  /** The heading of a form that is a part of its page. */
  head?: ReactNode;
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
    fields?: readonly ComparedField[];
    typed?: Record<string, unknown>;
    /** What is there now, where that is not just what was answered. */
    saved?: Record<string, unknown>;
    /** The lines themselves, where the page compares. */
    rows?: ComparedRow[];
    by?: ComponentProps<typeof Conflict>["by"];
    href: string;
    what: string;
    /** Other words than "Save my version" and "Keep the saved version". */
    mine?: string;
    theirs?: string;
  };
  /** What is said above the fields. */
  notice?: ReactNode;
  /** What its button says; null where there is nothing to send. */
  button: ReactNode;
  /** What its button sends, where the form has more than one. */
  intent?: string;
  danger?: boolean;
  /** One button among others of its page. */
  plain?: boolean;
  disabled?: boolean;
  /** Another button, beside the first one. */
  other?: ReactNode;
  back?: { href: string; label: string; button?: true };
  /** Ask about what looks odd (`save_anyway` of the answer) and offer "Save anyway"; false where the page does so itself. */
  asksAnyway?: boolean;
  /** What is below its buttons. */
  foot?: ReactNode;
  loose?: boolean;
  upload?: boolean;
  /** Says that it is being saved, where that may take a while. */
  saving?: boolean;
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
  const { className = props.loose ? "stack loose" : "stack" } = props;
  const odd = props.asksAnyway ? (result?.reply.error?.save_anyway ?? []) : [];
  // What was confirmed stays confirmed while the next question is answered.
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
            compared(
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
