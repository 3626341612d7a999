import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import "~/styles/exchange.css";
import { formatCount } from "~/lib/text/text";
import { DATE_ORDERS } from "~/lib/time/read-when";
import { toUnitChoices, WEIGHT_UNITS } from "~/lib/units/units";
import { ActionForm } from "~/ui/action-form";
import { FileField, SelectField, TextArea } from "~/ui/field";
import { FirstRows } from "~/ui/first-rows";
import { ButtonLink, DetailBox, EmptyState } from "~/ui/parts";
import { LastListLink } from "~/ui/seen-link";
import { getSentTexts } from "~/ui/sent-fields";
import type { FormReply } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import type { getStatement } from "../data/statement-page.server";
import type { listStatements } from "../data/statements.server";
import { STATEMENT_FIELD_KEYS, STATEMENT_FIELDS, VOLUME_COLUMN_UNITS } from "../rules/statement";
import { getTableHint, SheetField, TABLE_FILE_TYPES } from "../shared/sheet-field";

type Page = Awaited<ReturnType<typeof listStatements.run>>;
type Statement = Awaited<ReturnType<typeof getStatement.run>>;

/** Form to add a statement: select its mill, then paste the statement or upload a file. */
export function AddStatement({
  page,
  result,
  submissionId,
}: {
  page: Page;
  result?: FormReply;
  submissionId: string;
}) {
  const errors = result?.reply.error ?? {};
  const before = getSentTexts(result);
  if (page.mills.length === 0)
    return (
      <EmptyState title="No mill to reconcile with">
        <p className="soft">Mills come from the destinations of your jobs.</p>
        <ButtonLink href={paths.jobs}>See your jobs</ButtonLink>
      </EmptyState>
    );
  const [only, ...others] = page.mills;
  const field = (name: string) => ({
    id: name,
    name,
    defaultValue:
      before[name] ?? (name === "mill_company_id" && others.length === 0 ? String(only?.id) : undefined),
    errors: errors[name] ?? undefined,
  });
  return (
    <ActionForm
      className="stack narrow card"
      upload
      saving
      submissionId={submissionId}
      formErrors={errors[""] ?? undefined}
      fields={["mill_company_id", "text", "file", "sheet"].map(field)}
      button="Upload statement"
      other={<LastListLink to={paths.tickets}>Trip tickets</LastListLink>}
    >
      <SelectField
        field={field("mill_company_id")}
        label="Mill"
        empty="Choose the mill"
        options={page.mills.map((mill) => ({ value: mill.id, label: mill.name }))}
        required
      />
      <TextArea
        field={field("text")}
        label="Statement, pasted"
        hint="From an email or a spreadsheet, with its heading row. Letterheads and totals are left out. For more than about 3,000 lines, send a file."
        rows={6}
      />
      <FileField
        field={field("file")}
        label="Or choose a file"
        hint={getTableHint("5,000 lines")}
        accept={TABLE_FILE_TYPES}
        megabytes={MAX_UPLOAD_MEGABYTES.table}
        required={false}
      />
      <SheetField result={result} />
    </ActionForm>
  );
}

/** List of saved statements, newest first; each can be continued. */
export function StatementList({ statements }: { statements: Page["statements"] }) {
  if (statements.length === 0) return null;
  return (
    <DetailBox title="Statements">
      <ul className="rows">
        {statements.map((s) => (
          <li key={s.id}>
            <a href={paths.statement(s.id)}>
              {s.mill}, {s.created.text}
            </a>{" "}
            <span className="soft small">
              {s.published ? "Published by the mill, " : null}
              {formatCount(s.lines, "line")}, {s.accepted} accepted
            </span>
          </li>
        ))}
      </ul>
    </DetailBox>
  );
}

/** Form to map columns to fields. The mapping is remembered for the mill, so that its next statement needs no input. */
export function MappingForm({
  statement,
  result,
  submissionId,
}: {
  statement: Statement;
  result?: FormReply;
  submissionId: string;
}) {
  const errors = result?.reply.error ?? {};
  const before = result && getSentTexts(result);
  const options = statement.headings.map((heading) => ({ value: heading, label: heading }));
  // Don't suggest the date order of the mill's last statement, because choosing an order counts as the user's answer.
  const suggested = statement.mapped ? statement.mapping : { ...statement.mapping, dates: undefined };
  const field = (name: keyof typeof statement.mapping) => ({
    id: name,
    name,
    defaultValue: before ? before[name] : suggested[name],
    errors: errors[name] ?? undefined,
  });
  return (
    <ActionForm
      action={paths.statementColumns(statement.id)}
      loose
      submissionId={submissionId}
      formErrors={errors[""] ?? undefined}
      fields={[...STATEMENT_FIELD_KEYS, "dates" as const].map(field)}
      button="Match loads"
      back={{ href: paths.reconcile, label: "Statements" }}
      foot={<FirstRows title="The first lines" headings={statement.headings} rows={statement.first} />}
    >
      <div className="mapping">
        {STATEMENT_FIELD_KEYS.map((key) => (
          <SelectField
            key={key}
            field={field(key)}
            label={STATEMENT_FIELDS[key]}
            empty="Not on the statement"
            options={options}
          />
        ))}
        {(["gross", "tare", "net", "deduction"] as const).map((key) => (
          <SelectField
            key={key}
            field={field(`${key}_unit`)}
            label={`${STATEMENT_FIELDS[key]} is in`}
            empty="Choose a unit"
            options={toUnitChoices(WEIGHT_UNITS)}
          />
        ))}
        <SelectField
          field={field("volume_unit")}
          label="Volume is in"
          hint="Unless a column or a cell names the unit"
          empty="Choose a unit"
          options={toUnitChoices(VOLUME_COLUMN_UNITS)}
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
