import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import "~/styles/exchange.css";
import { formatCount } from "~/lib/text/text";
import { DATE_ORDERS } from "~/lib/time/read-when";
import { toUnitChoices, WEIGHT_UNITS } from "~/lib/units/units";
import { getTableHint, SheetField, TABLE_FILE_TYPES } from "~/modules/reconcile/shared/sheet-field";
import { ActionForm } from "~/ui/action-form";
import { FileField, SelectField, TextArea } from "~/ui/field";
import { FirstRows } from "~/ui/first-rows";
import { DetailBox } from "~/ui/parts";
import { LastListLink } from "~/ui/seen-link";
import { getSentTexts } from "~/ui/sent-fields";
import type { FormReply } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import type { getImport } from "../data/import-page.server";
import type { listImports } from "../data/imports.server";
import { LOAD_FIELD_KEYS, LOAD_FIELDS, LOAD_VOLUME_UNITS } from "../rules/columns";

type Page = Awaited<ReturnType<typeof listImports.run>>;
type Import = Awaited<ReturnType<typeof getImport.run>>;

/** Form that adds an import: its job, and rows of delivered loads, pasted or as a file. */
export function AddImport(props: { page: Page; job: string; result?: FormReply; submissionId: string }) {
  const errors = props.result?.reply.error ?? {};
  const before = getSentTexts(props.result);
  const field = (name: string) => ({
    id: name,
    name,
    defaultValue: before[name] ?? (name === "job_id" ? props.job : undefined),
    errors: errors[name] ?? undefined,
  });
  return (
    <ActionForm
      className="stack narrow card"
      upload
      saving
      submissionId={props.submissionId}
      formErrors={errors[""] ?? undefined}
      fields={["job_id", "text", "file", "sheet"].map(field)}
      button="Read the rows"
      other={<LastListLink to={paths.tickets}>Trip tickets</LastListLink>}
    >
      <SelectField
        field={field("job_id")}
        label="Job"
        hint="If the rows are for several jobs, a column has to name the job."
        empty="A column names it"
        options={props.page.jobs}
        none="No job matches your search"
        required={false}
      />
      <TextArea
        field={field("text")}
        label="Rows, pasted"
        hint="Copy them from your spreadsheet, including the heading row. Totals and empty rows are left out."
        rows={8}
      />
      <FileField
        field={field("file")}
        label="Or choose a file"
        hint={getTableHint("1,500 rows")}
        accept={TABLE_FILE_TYPES}
        megabytes={MAX_UPLOAD_MEGABYTES.table}
        required={false}
      />
      <SheetField result={props.result} />
    </ActionForm>
  );
}

/** List earlier imports, newest first; each can be continued. */
export function ImportList({ imports }: { imports: Page["imports"] }) {
  if (imports.length === 0) return null;
  return (
    <DetailBox title="Earlier imports">
      <ul className="rows">
        {imports.map((i) => (
          <li key={i.id}>
            <a href={paths.import(i.id)}>{i.file_name ?? `Rows pasted ${i.created}`}</a>{" "}
            <span className="soft small">
              {formatCount(i.loads, "load")} came in
              {i.open ? `, ${i.open.toLocaleString("en-US")} waiting` : ""}
            </span>
          </li>
        ))}
      </ul>
    </DetailBox>
  );
}

/** Form for the meaning of each column. The answers are remembered for the company's next imports. */
export function ColumnsForm(props: { page: Import; result?: FormReply; submissionId: string }) {
  const { page } = props;
  const errors = props.result?.reply.error ?? {};
  const before = props.result && getSentTexts(props.result);
  const options = page.headings.map((heading) => ({ value: heading, label: heading }));
  const { dates = "", ...others } = page.columns;
  // A chosen order of day and month is an answer for one file, so the previous file's order isn't suggested.
  const suggested: Record<string, string> = page.mapped ? { ...others, dates } : others;
  const field = (name: string) => ({
    id: name,
    name,
    defaultValue: before ? before[name] : suggested[name],
    errors: errors[name] ?? undefined,
  });
  return (
    <ActionForm
      loose
      submissionId={props.submissionId}
      formErrors={errors[""] ?? undefined}
      fields={[...LOAD_FIELD_KEYS, "dates"].map(field)}
      button="Check the rows"
      back={{ href: paths.imports(), label: "Imports" }}
      foot={<FirstRows title="The first rows" headings={page.headings} rows={page.first} />}
    >
      <div className="mapping">
        {LOAD_FIELD_KEYS.filter((key) => key !== "job" || page.job === null).map((key) => (
          <SelectField
            key={key}
            field={field(key)}
            label={LOAD_FIELDS[key]}
            empty="Not in the rows"
            options={options}
          />
        ))}
        <SelectField
          field={field("weights")}
          label="Weights are in"
          hint="Unless a heading or a cell names the unit"
          empty="Choose a unit"
          options={toUnitChoices(WEIGHT_UNITS)}
        />
        <SelectField
          field={field("volume_unit")}
          label="Volume is in"
          hint="Unless a column or a cell names the unit"
          empty="Choose a unit"
          options={toUnitChoices(LOAD_VOLUME_UNITS)}
        />
        <SelectField
          field={field("dates")}
          label="Dates are written"
          hint="Asked only where the dates don't show it by themselves."
          empty="As the dates show"
          options={Object.entries(DATE_ORDERS).map(([value, label]) => ({ value, label }))}
        />
      </div>
    </ActionForm>
  );
}
