import { Fragment, type ReactNode } from "react";
import { choiceWords, compared, dayWords } from "~/ui/compare";
import { Conflict } from "~/ui/conflict";
import { ErrorSummary, type Option, SelectField, TextArea, TextField } from "~/ui/field";
import { VersionField } from "~/ui/version-field";
import type { FormReply } from "~/web/respond.server";

export type FormField = {
  name: string;
  label: string;
  kind?: "text" | "date" | "area" | "select" | "decimal" | "file";
  options?: Option[];
  /** What a choice says first, where nothing is chosen. */
  empty?: string;
  none?: string;
  required?: boolean;
  hint?: ReactNode;
  maxLength?: number;
  unit?: string;
  step?: string;
  accept?: string;
  /** What helps to fill it, before it. */
  above?: ReactNode;
};

/**
 * A form of a job: its fields with what was typed in them whatever the answer was, what is saved now beside it where
 * somebody saved first, a button and the way back.
 */
export function SimpleForm(props: {
  fields: FormField[];
  values: Record<string, string>;
  result?: FormReply;
  submissionId: string;
  version?: number | null;
  button: string;
  back: { href: string; label: string };
  what?: string;
  here?: string;
  /** Save only when something was changed. */
  whenChanged?: boolean;
  upload?: boolean;
  children?: ReactNode;
}) {
  const { fields, values, result, submissionId, version, back } = props;
  const errors = result?.reply.error ?? {};
  const typed = (result?.reply.initialValue ?? {}) as Record<string, unknown>;
  const isShown = result !== undefined && result.reply.initialValue !== undefined;
  const standsIn = (name: string) =>
    isShown ? (typeof typed[name] === "string" ? String(typed[name]) : "") : (values[name] ?? "");
  const field = (name: string) => ({
    id: name,
    name,
    defaultValue: standsIn(name),
    errors: errors[name] ?? undefined,
  });
  const saved = result?.conflict;
  const words = (f: FormField) =>
    f.options ? choiceWords(f.options) : f.kind === "date" ? dayWords : undefined;
  return (
    <form
      method="post"
      className="stack"
      encType={props.upload ? "multipart/form-data" : undefined}
      data-save-when-changed={props.whenChanged ? "" : undefined}
    >
      {saved ? (
        <Conflict
          rows={compared(
            fields
              .filter((f) => f.name in saved)
              .map((f) => ({ name: f.name, label: f.label, words: words(f) })),
            typed,
            saved,
          )}
          by={result?.saved_by}
          href={props.here ?? back.href}
          what={props.what ?? "it"}
        />
      ) : (
        <ErrorSummary formErrors={errors[""] ?? undefined} fields={fields.map((f) => field(f.name))} />
      )}
      <input type="hidden" name="submission_id" value={result?.submission_id ?? submissionId} />
      {version === undefined || version === null ? null : <VersionField of={version} result={result} />}
      {fields.map((f) => (
        <Fragment key={f.name}>
          {f.above}
          <OneField of={f} field={field(f.name)} />
        </Fragment>
      ))}
      {props.children}
      <div className="row">
        <button type="submit" className="button primary">
          {saved ? "Save my version" : props.button}
        </button>{" "}
        <a href={back.href}>{saved ? "Keep the saved version" : back.label}</a>
      </div>
    </form>
  );
}

function OneField({
  of: f,
  field,
}: {
  of: FormField;
  field: { id: string; name: string; defaultValue: string; errors?: string[] };
}) {
  const common = { field, label: f.label, hint: f.hint, required: f.required ?? false };
  if (f.kind === "select")
    return <SelectField {...common} options={f.options ?? []} empty={f.empty} none={f.none} />;
  if (f.kind === "area") return <TextArea {...common} maxLength={f.maxLength} />;
  if (f.kind === "file")
    return (
      <div className="field">
        <label htmlFor={f.name}>
          {f.label} <span className="soft small">(optional)</span>
        </label>{" "}
        <span className="hint" id={`${f.name}-hint`}>
          {f.hint}
        </span>
        <input
          className="input"
          type="file"
          id={f.name}
          name={f.name}
          accept={f.accept}
          aria-invalid={field.errors?.length ? true : undefined}
          aria-describedby={`${f.name}-hint`}
        />
        {field.errors?.length ? <span className="error">{field.errors.join(" ")}</span> : null}
      </div>
    );
  return (
    <TextField
      {...common}
      type={f.kind === "date" ? "date" : f.step ? "number" : "text"}
      unit={f.unit}
      short={f.kind === "decimal" || f.kind === "date"}
      attributes={{
        maxLength: f.kind === "date" || f.step ? undefined : (f.maxLength ?? 120),
        step: f.step,
        autoComplete: "off",
        inputMode: f.kind === "decimal" ? "decimal" : undefined,
      }}
    />
  );
}

/** A confirm page's form: what will happen is described above it, and the button says it in words. */
export function ConfirmForm(props: {
  result?: FormReply;
  submissionId: string;
  version?: number;
  button: string;
  back: { href: string; label: string };
  danger?: boolean;
  children?: ReactNode;
}) {
  return (
    <form method="post" className="stack">
      <ErrorSummary formErrors={props.result?.reply.error?.[""] ?? undefined} />
      {props.version === undefined ? null : <VersionField of={props.version} result={props.result} />}
      <input type="hidden" name="submission_id" value={props.result?.submission_id ?? props.submissionId} />
      {props.children}
      <div className="row">
        <button type="submit" className={`button ${props.danger === false ? "primary" : "danger"}`}>
          {props.button}
        </button>{" "}
        <a href={props.back.href}>{props.back.label}</a>
      </div>
    </form>
  );
}
