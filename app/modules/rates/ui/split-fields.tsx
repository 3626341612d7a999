import { hasKey } from "~/lib/object/records";
import { type Option, SelectField, TextField } from "~/ui/field";
import { getSentFields } from "~/ui/sent-fields";
import type { FormReply } from "~/web/form-action.server";

const ROWS = 4;

/** Return the typed value of a list row from conform's nested value; undefined if the form was not submitted. */
function typed(result: FormReply | undefined, index: number, name: string): string | undefined {
  const sent = getSentFields(result);
  if (!result || Object.keys(sent).length === 0) return undefined;
  const row: unknown = Array.isArray(sent.shares) ? sent.shares[index] : null;
  const value = typeof row === "object" && row !== null && hasKey(row, name) ? row[name] : null;
  return typeof value === "string" ? value : "";
}

/** Fields that split a rate's pay between several receivers: each with a company and its part of the whole. */
export function SplitFields(props: {
  companies: Option[];
  shares: readonly { company_id: number; parts: number }[];
  result?: FormReply;
}) {
  const { companies, shares, result } = props;
  const errors = result?.reply.error ?? {};
  const rows = Array.from({ length: Math.max(ROWS, shares.length + 1) }, (_, i) => i);
  const field = (index: number, name: "company_id" | "parts") => ({
    id: `share-${index}-${name}`,
    name: `shares[${index}].${name}`,
    defaultValue: typed(result, index, name) ?? String(shares[index]?.[name] ?? ""),
    errors: errors[`shares[${index}].${name}`] ?? undefined,
  });
  const isOpen =
    shares.length > 0 ||
    rows.some((i) => field(i, "company_id").defaultValue || field(i, "company_id").errors?.length);
  return (
    <details className="menu" open={isOpen || undefined}>
      <summary>Split between several companies</summary>
      <fieldset className="stack">
        <legend>Split between</legend>
        <p className="soft small">
          Shares, like 2 and 1 for two thirds and one third. Include the company that's paid.
        </p>
        {rows.map((i) => (
          <div key={i} className="fields two">
            <SelectField
              field={field(i, "company_id")}
              label={`Company ${i + 1}`}
              options={companies}
              empty="None"
              required={false}
            />
            <TextField
              field={field(i, "parts")}
              label={`Share of company ${i + 1}`}
              required={false}
              short
              attributes={{ inputMode: "numeric", maxLength: 7, autoComplete: "off" }}
            />
          </div>
        ))}
      </fieldset>
    </details>
  );
}
