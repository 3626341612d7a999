import { Fragment, type ReactNode } from "react";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { ActionForm } from "~/ui/action-form";
import { createChoiceFormatter, formatDayValue } from "~/ui/compare";
import { FileField, type Option, SelectField, TextArea, TextField } from "~/ui/field";
import { createMergedValues, ShownValues } from "~/ui/shown-values";
import type { FormReply } from "~/web/form-action.server";

export type FormField = {
  name: string;
  label: string;
  kind?: "text" | "date" | "area" | "select" | "decimal" | "file";
  options?: Option[];
  /** First entry of a select, for no selection. */
  empty?: string;
  none?: string;
  required?: boolean;
  hint?: ReactNode;
  maxLength?: number;
  unit?: string;
  step?: string;
  accept?: string;
  /** Maximum size of a file; by default the limit for PDFs. */
  megabytes?: number;
  /** Help shown above the field. */
  above?: ReactNode;
  /** True to put the field on the same line as the previous field, if there is space. */
  beside?: boolean;
};

/** Group fields into lines: one field per line, except those that go next to the previous field. */
const linesOf = (fields: FormField[]): FormField[][] =>
  fields.reduce<FormField[][]>((lines, field) => {
    const last = lines.at(-1);
    if (field.beside && last) last.push(field);
    else lines.push([field]);
    return lines;
  }, []);

/**
 * A form with a submit button and a link back. Fields always keep the typed values; if another user saved first, the
 * saved values are shown next to them.
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
  /** True to submit only if something was changed. */
  whenChanged?: boolean;
  upload?: boolean;
  /** Notice above the fields. */
  notice?: ReactNode;
  children?: ReactNode;
}) {
  const { fields, values, result, submissionId, version, back } = props;
  const errors = result?.reply.error ?? {};
  const getValue = createMergedValues(result, values);
  const field = (name: string) => ({
    id: name,
    name,
    defaultValue: getValue(name),
    errors: errors[name] ?? undefined,
  });
  const words = (f: FormField) =>
    f.options ? createChoiceFormatter(f.options) : f.kind === "date" ? formatDayValue : undefined;
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
        typed: Object.fromEntries(fields.map(({ name }) => [name, getValue(name)])),
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
      {version === undefined || version === null ? null : <ShownValues of={values} result={result} />}
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
    return (
      <FileField {...common} accept={f.accept ?? ""} megabytes={f.megabytes ?? MAX_UPLOAD_MEGABYTES.pdf} />
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

/**
 * Form of a confirmation page. The text above the form describes the effect of the action, and the button's label names
 * the action.
 */
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
