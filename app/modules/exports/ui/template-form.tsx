import "~/styles/exchange.css";
import { DATE_FORMAT_KEYS, DATE_FORMATS } from "~/lib/time/date-forms";
import { ActionForm } from "~/ui/action-form";
import { SelectField, TextField } from "~/ui/field";
import type { FormReply } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import type { getTemplate } from "../data/templates.server";
import { EXPORT_COLUMN_KEYS, EXPORT_COLUMNS, SEPARATORS } from "../rules/columns";
import { TemplatePreview } from "./export-form";

type Template = Awaited<ReturnType<typeof getTemplate.run>>;

const FACTS = EXPORT_COLUMN_KEYS.map((key) => ({ value: key, label: EXPORT_COLUMNS[key] }));
const NAMES = { ",": "comma", "\t": "tab", ";": "semicolon" } as const;
const DATES = DATE_FORMAT_KEYS.flatMap((value) => (value ? [{ value, label: DATE_FORMATS[value] }] : []));
const MORE = 3;
type Part = "at" | "value" | "key" | "always" | "dates";

/**
 * Form for a company's export columns for one receiving system: ticket fields, headings and order, with a few empty
 * lines for more columns.
 */
export function TemplateForm({
  template,
  result,
  submissionId,
}: {
  template: Template;
  result?: FormReply;
  submissionId: string;
}) {
  const errors = result?.reply.error ?? {};
  const before = result?.reply.initialValue as
    | { columns?: (Partial<Record<Part, string>> | undefined)[]; separator?: string }
    | undefined;
  const saved = [...template.columns, ...Array.from({ length: MORE }, () => ({ key: "", value: "" }))];
  const lines = saved.map((column, index) => {
    const typed = before?.columns?.[index];
    return before ? (typed ?? {}) : { ...column, at: String((index + 1) * 10) };
  });
  return (
    <div className="stack loose">
      <ActionForm
        loose
        result={result}
        submissionId={submissionId}
        version={template.version}
        button="Save columns"
        disabled={!template.may_edit}
        back={{ href: paths.export(), label: "Export trip tickets" }}
      >
        <SelectField
          field={{
            id: "separator",
            name: "separator",
            defaultValue: before?.separator ?? NAMES[template.separator],
          }}
          label="Between columns"
          options={Object.entries(SEPARATORS).map(([mark, label]) => ({
            value: NAMES[mark as keyof typeof NAMES],
            label,
          }))}
        />
        <ol className="template">
          {lines.map((line, index) => {
            const name = (part: string) => `columns[${index}].${part}`;
            const field = (part: Part) => ({
              id: `column-${index}-${part}`,
              name: name(part),
              defaultValue: line[part],
              errors: errors[name(part)] ?? undefined,
            });
            return (
              <li key={name("key")}>
                <TextField
                  field={field("at")}
                  label="Place"
                  short
                  attributes={{ inputMode: "numeric", autoComplete: "off" }}
                />
                <TextField field={field("value")} label="Heading" attributes={{ maxLength: 60 }} />
                <SelectField field={field("key")} label="Fact" empty="Nothing" options={FACTS} />
                <TextField
                  field={field("always")}
                  label="Or always"
                  attributes={{ maxLength: 60, autoComplete: "off" }}
                />
                <SelectField
                  field={field("dates")}
                  label="Dates as"
                  empty={DATE_FORMATS[""]}
                  options={DATES}
                />
              </li>
            );
          })}
        </ol>
        <p className="soft">
          Columns without a heading are left out. If a column always says the same thing, like a yard's
          number, type that instead of choosing a field.
        </p>
      </ActionForm>
      {template.version > 0 && template.may_edit ? (
        <ActionForm
          action={paths.exportTemplateReset(template.type)}
          submissionId={`${submissionId}-r`}
          version={template.version}
          button="Reset to default"
          plain
        />
      ) : null}
      <section className="stack">
        <h2>Preview</h2>
        <TemplatePreview
          headings={template.columns.map((c) => c.value)}
          rows={template.preview}
          separator={template.separator}
        />
      </section>
    </div>
  );
}
