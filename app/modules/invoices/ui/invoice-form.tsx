import { formatMoney } from "~/lib/money/money";
import { hasKey } from "~/lib/object/records";
import { formatCount } from "~/lib/text/text";
import { ActionForm } from "~/ui/action-form";
import { type Option, PhoneField, SelectField, TextArea, TextField } from "~/ui/field";
import { getSentFields } from "~/ui/sent-fields";
import type { FormReply } from "~/web/form-action.server";

type Line = { description: string; quantity: string; unit: string; price: string; certification_id: string };
type Values = Record<
  "customer_name" | "customer_email" | "customer_phone" | "customer_address" | "due_on" | "tax" | "memo",
  string
>;
type Statement = { number: number | null; payer: string; total_cents: number; line_count: number };
const SHOWN = 3;
const ROWS = 12;

/** Return the value typed in a row of the invoice lines; undefined if the form was not sent. */
function typedIn(result: FormReply | undefined, index: number, name: string): string | undefined {
  const sent = getSentFields(result);
  if (!result || Object.keys(sent).length === 0) return undefined;
  const row: unknown = Array.isArray(sent.lines) ? sent.lines[index] : null;
  const value = typeof row === "object" && row !== null && hasKey(row, name) ? row[name] : null;
  return typeof value === "string" ? value : "";
}

/**
 * Form of a draft invoice: customer, due date, and lines. An invoice for a statement takes its lines from the
 * statement.
 */
export function InvoiceForm(props: {
  values: Values;
  lines: readonly Line[];
  claims: Option[];
  statement: Statement | null;
  result?: FormReply;
  submissionId: string;
  version?: number;
  button: string;
  back: { href: string; label: string };
}) {
  const { values, statement, result } = props;
  const errors = result?.reply.error ?? {};
  const sent = getSentFields(result);
  const isSent = Object.keys(sent).length > 0;
  const field = (name: keyof Values) => ({
    id: name,
    name,
    defaultValue: isSent ? String(sent[name] ?? "") : values[name],
    errors: errors[name] ?? undefined,
  });
  const lineErrors = Object.entries(errors)
    .filter(([name]) => name.startsWith("lines"))
    .map(([name, said]) => ({ id: idOfLine(name), errors: said ?? undefined }));
  const fields = [
    "customer_name",
    "customer_email",
    "customer_phone",
    "customer_address",
    "due_on",
    "tax",
    "memo",
  ] as const;
  return (
    <ActionForm
      result={result}
      submissionId={props.submissionId}
      version={props.version}
      fields={[...fields.map((name) => field(name)), ...lineErrors]}
      conflict={{ href: props.back.href, what: "the draft", fields: [] }}
      button={props.button}
      back={props.back}
      loose
    >
      <fieldset className="stack invform">
        <legend>Customer</legend>
        <TextField
          field={field("customer_name")}
          label="Name"
          required
          attributes={{ maxLength: 120, autoComplete: "off" }}
        />
        <div className="fields two">
          <TextField
            field={field("customer_email")}
            label="Email"
            type="email"
            required={false}
            attributes={{ maxLength: 254, autoComplete: "off" }}
          />
          <PhoneField field={field("customer_phone")} label="Phone" required={false} />
        </div>
        <TextField
          field={field("customer_address")}
          label="Address"
          required={false}
          attributes={{ maxLength: 300, autoComplete: "off" }}
        />
      </fieldset>
      <TextField
        field={field("due_on")}
        label="Due"
        type="date"
        short
        required={false}
        hint="If empty, it's due the day it's issued"
      />
      {statement ? (
        <p>
          The {formatCount(statement.line_count, "line")} of statement {statement.number} from{" "}
          {statement.payer}, as they stand: <strong>{formatMoney(statement.total_cents)}</strong>.
        </p>
      ) : (
        <>
          <Lines {...props} errors={errors} />
          <TextField
            field={field("tax")}
            label="Tax"
            unit="%"
            short
            required={false}
            attributes={{ inputMode: "decimal", maxLength: 12, autoComplete: "off" }}
          />
        </>
      )}
      <TextArea field={field("memo")} label="Note to the customer" required={false} maxLength={1000} />
    </ActionForm>
  );
}

const idOfLine = (name: string) => {
  const [, at = "0", part = "description"] = /^lines\[(\d+)\]\.(\w+)$/.exec(name) ?? [];
  return `line-${at}-${part}`;
};

function Lines(props: {
  lines: readonly Line[];
  claims: Option[];
  result?: FormReply;
  errors: Record<string, string[] | null>;
}) {
  const { lines, claims, result, errors } = props;
  const rows = Array.from({ length: Math.max(ROWS, lines.length + 2) }, (_, i) => i);
  const field = (index: number, name: keyof Line) => ({
    id: `line-${index}-${name}`,
    name: `lines[${index}].${name}`,
    defaultValue: typedIn(result, index, name) ?? lines[index]?.[name] ?? "",
    errors: errors[`lines[${index}].${name}`] ?? undefined,
  });
  const isUsed = (index: number) =>
    (["description", "quantity", "price"] as const).some(
      (name) => field(index, name).defaultValue || field(index, name).errors?.length,
    );
  const row = (index: number) => (
    <fieldset key={index} className="invrow">
      <legend className="sr">Line {index + 1}</legend>
      <TextField
        field={field(index, "description")}
        label={`Line ${index + 1}: description`}
        required={index === 0 ? undefined : false}
        attributes={{ maxLength: 300, autoComplete: "off" }}
      />
      <TextField
        field={field(index, "quantity")}
        label="Quantity"
        required={false}
        attributes={{ inputMode: "decimal", maxLength: 20, autoComplete: "off" }}
      />
      <TextField
        field={field(index, "unit")}
        label="Unit"
        required={false}
        attributes={{ maxLength: 20, autoComplete: "off" }}
      />
      <TextField
        field={field(index, "price")}
        label="Price each"
        unit="$"
        required={index === 0 ? undefined : false}
        attributes={{ inputMode: "decimal", maxLength: 20, autoComplete: "off" }}
      />
      {claims.length ? (
        <SelectField
          field={field(index, "certification_id")}
          label="Certification"
          options={claims}
          empty="None"
          required={false}
        />
      ) : null}
    </fieldset>
  );
  const later = rows.slice(SHOWN);
  return (
    <fieldset className="stack invform">
      <legend>Lines</legend>
      <p className="soft small">
        The amount is quantity times price. An empty quantity counts as one. For a discount, type a price
        below zero, like -25.
      </p>
      {rows.slice(0, SHOWN).map(row)}
      <details className="menu" open={later.some(isUsed) || undefined}>
        <summary>More lines</summary>
        {later.map(row)}
      </details>
    </fieldset>
  );
}
