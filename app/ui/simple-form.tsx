import { Fragment, type ReactNode } from "react";
import { MAX_MEGABYTES } from "~/lib/files/file-sizes";
import { ActionForm } from "~/ui/action-form";
import { choiceFormatter, formatDayValue } from "~/ui/compare";
import { FileField, type Option, SelectField, TextArea, TextField } from "~/ui/field";
import { getSentFields } from "~/ui/sent-fields";
import type { FormReply } from "~/web/form-action.server";

export type FormField = {
  name: string;
  label: string;
  kind?: "text" | "date" | "area" | "select" | "decimal" | "file";
  options?: Option[];
  /** First entry of a choice if nothing is selected. */
  empty?: string;
  none?: string;
  required?: boolean;
  hint?: ReactNode;
  maxLength?: number;
  unit?: string;
  step?: string;
  accept?: string;
  /** Maximum size of a file; a PDF's limit by default. */
  megabytes?: number;
  /** Help content above the field. */
  above?: ReactNode;
  /** True to put it on one line with the previous field, if there is space: the two belong together. */
  beside?: boolean;
};

/** Group fields into lines: each on its own, except those that belong next to the previous one. */
const linesOf = (fields: FormField[]): FormField[][] =>
  fields.reduce<FormField[][]>((lines, field) => {
    const last = lines.at(-1);
    if (field.beside && last) last.push(field);
    else lines.push([field]);
    return lines;
  }, []);

/**
 * A form of a job: its fields keep what was typed whatever the response, with the saved values next to it if another
 * user saved first, a button and the link back.
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
  /** Text above the fields. */
  notice?: ReactNode;
  children?: ReactNode;
}) {
  const { fields, values, result, submissionId, version, back } = props;
  const errors = result?.reply.error ?? {};
  const typed = getSentFields(result);
  const isShown = result !== undefined && result.reply.initialValue !== undefined;
  const standsIn = (name: string) =>
    isShown ? (typeof typed[name] === "string" ? String(typed[name]) : "") : (values[name] ?? "");
  const field = (name: string) => ({
    id: name,
    name,
    defaultValue: standsIn(name),
    errors: errors[name] ?? undefined,
  });
  const words = (f: FormField) =>
    f.options ? choiceFormatter(f.options) : f.kind === "date" ? formatDayValue : undefined;
  return (
    <ActionForm
      result={result}
      submissionId={submissionId}
      version={version}
      fields={fields.map((f) => field(f.name))}
      conflict={{
        fields: fields
          .filter((f) => f.name in (result?.conflict ?? {}))
          .map((f) => ({ name: f.name, label: f.label, words: words(f) })),
        href: props.here ?? back.href,
        what: props.what ?? "it",
      }}
      button={props.button}
      back={back}
      upload={props.upload}
      whenChanged={props.whenChanged}
      notice={props.notice}
      asksAnyway
    >
      {linesOf(fields).map((line) => {
        const shown = line.map((f) => (
          <Fragment key={f.name}>
            {f.above}
            <OneField of={f} field={field(f.name)} />
          </Fragment>
        ));
        return line.length === 1 ? (
          shown
        ) : (
          <div key={line[0]?.name} className={line.length === 3 ? "fields three" : "fields two"}>
            {shown}
          </div>
        );
      })}
      {props.children}
    </ActionForm>
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
    return <FileField {...common} accept={f.accept ?? ""} megabytes={f.megabytes ?? MAX_MEGABYTES.pdf} />;
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

/** Form of a confirmation page: the effect is described above it, and the button names it. */
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
    <ActionForm
      result={props.result}
      submissionId={props.submissionId}
      version={props.version}
      button={props.button}
      danger={props.danger !== false}
      back={props.back}
    >
      {props.children}
    </ActionForm>
  );
}
