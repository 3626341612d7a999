import { hasKey } from "~/lib/object/records";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { SelectField, TextField } from "~/ui/field";
import { ButtonLink, EmptyState, Notice, PageHead } from "~/ui/parts";
import type { FormReply } from "~/web/form-action.server";
import type { getRates } from "../data/rates.server";
import { createRateTables, type RateLine } from "../rules/rate-tables";
import { HAUL_BASIS_OPTIONS, RATE_TYPE_LABELS } from "../rules/words";
import { SETUP_UNIT_OPTIONS, StepUnavailable } from "./setup-parts";
import { useStepHrefs } from "./step-hrefs";

type Rates = Awaited<ReturnType<typeof getRates.run>>;
type Props = { page: Rates; result?: FormReply; submissionId: string };

/** Page of the rates of everyone on the job. An empty rate or a rate of zero is not set. */
export function RatesPage({ page, result, submissionId }: Props) {
  const { hrefOf } = useStepHrefs();
  if (page.first) return <StepUnavailable title="Rates" first={page.first} />;
  const reply = result?.reply;
  const added = reply?.initialValue && "paying_company_id" in reply.initialValue;
  const errors = added ? {} : (reply?.error ?? {});
  const typed = added ? {} : (reply?.initialValue ?? {});
  const groups = createRateTables(page);
  return (
    <div className="stack loose">
      <PageHead
        title="Rates"
        lede="In dollars, up to four decimals; a load can have a minimum. Only the payer, the payee and the requesting company see each rate."
        actions={<ButtonLink href={hrefOf("/jobs/create/copy?what=rates")}>Copy rates from a job</ButtonLink>}
      />
      <ActionForm
        loose
        data-keep-draft={result?.conflict ? undefined : "step"}
        result={result}
        submissionId={submissionId}
        version={page.version - 1}
        fields={wrongRows(
          errors,
          groups.flatMap(({ rows }) => rows),
        )}
        notice={
          result?.conflict ? (
            <Notice tone="warn">
              <p>
                Rates were saved in another tab. What you typed is below. Send it again to replace the saved
                rates. <a href={hrefOf("/jobs/create/rates")}>See the saved rates</a>
              </p>
            </Notice>
          ) : null
        }
        button="Next"
        intent="save-rates"
        back={{ href: hrefOf("/jobs/create/sort-sheet?section=product_mix"), label: "Back", button: true }}
        foot={<p className="soft small" role="status" data-said hidden />}
      >
        {groups.length ? (
          groups.map((group) => (
            <fieldset key={group.title} className="stack card rates">
              <legend>
                <h2>{group.title}</h2>
              </legend>
              <div className="tablewrap">
                <table className="cards">
                  <caption className="sr">{group.title}</caption>
                  <thead>
                    <tr>
                      <th scope="col">For</th>
                      <th scope="col">{group.items}</th>
                      <th scope="col">Rate</th>
                      <th scope="col">At least</th>
                    </tr>
                  </thead>
                  <tbody>
                    {group.rows.map((row) => (
                      <RateRow key={row.name} row={row} typed={typed} errors={errors} items={group.items} />
                    ))}
                  </tbody>
                </table>
              </div>
            </fieldset>
          ))
        ) : (
          <EmptyState title="No one to pay yet">
            <p className="soft">Add contractors, products and destinations first.</p>
          </EmptyState>
        )}
      </ActionForm>
      {page.products.length ? <OtherRate page={page} result={added ? result : undefined} /> : null}
    </div>
  );
}

const rateId = (name: string) => `${name.replace(/\W+/g, "-")}rate`;
/** Id of the adjacent field for the minimum pay per load. */
const leastId = (id: string) => `${id}-least`;
/** Return errors for the summary above the form, each naming its row. */
const wrongRows = (errors: Record<string, string[] | null>, rows: readonly RateLine[]) =>
  Object.entries(errors)
    .filter(([name]) => name !== "")
    .map(([name, messages]) => {
      const of = name.replace(/\.\w+$/, "");
      const line = rows.find((row) => row.name === of)?.line;
      return {
        id: name.endsWith(".minimum") ? leastId(rateId(of)) : rateId(of),
        errors: messages?.map((message) => (line ? `${line}: ${message}` : message)),
      };
    });

type Typed = Record<string, unknown>;
/** Return the text typed in a row, from conform's nested value. */
function typedIn(typed: Typed, name: string, field: string): string | undefined {
  const [, list = "", index = ""] = /^(\w+)\[(\d+)\]$/.exec(name) ?? [];
  const rows = typed[list];
  const row: unknown = Array.isArray(rows) ? rows[Number(index)] : null;
  const value = typeof row === "object" && row !== null && hasKey(row, field) ? row[field] : null;
  return typeof value === "string" ? value : undefined;
}

function RateRow({
  row,
  typed,
  errors,
  items,
}: {
  row: RateLine;
  typed: Typed;
  errors: Record<string, string[] | null>;
  items: string;
}) {
  const id = rateId(row.name);
  const wrong = errors[`${row.name}.rate`] ?? errors[`${row.name}.${row.choice.field}`];
  const wrongLeast = errors[`${row.name}.minimum`];
  const options = row.choice.field === "per" ? HAUL_BASIS_OPTIONS : PER_UNIT;
  return (
    <tr>
      <th scope="row">
        {row.what} <span className="soft small block">{row.who}</span>
        {row.terms ? <span className="soft small block">{row.terms}</span> : null}
      </th>
      <td data-label={items}>
        <label htmlFor={id}>{row.label}</label>
        <input type="hidden" name={`${row.name}.key`} value={row.key} />
      </td>
      <td data-label="Rate">
        <span className="rate">
          <span aria-hidden="true">$</span>
          <input
            className="input"
            type="text"
            inputMode="decimal"
            autoComplete="off"
            id={id}
            name={`${row.name}.rate`}
            defaultValue={typedIn(typed, row.name, "rate") ?? row.rate}
            maxLength={16}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? `${id}-error` : undefined}
          />
          <select
            className="input"
            name={`${row.name}.${row.choice.field}`}
            defaultValue={typedIn(typed, row.name, row.choice.field) ?? row.choice.value}
            aria-label={row.choice.label}
          >
            {row.choice.value === "" ? <option value="">Choose what is paid for</option> : null}
            {options.map((o) => (
              <option key={o.value} value={o.value}>
                {o.label}
              </option>
            ))}
          </select>
        </span>{" "}
        {wrong ? (
          <span className="error" id={`${id}-error`}>
            {wrong.join(" ")}
          </span>
        ) : null}
      </td>
      <td data-label="At least">
        <span className="rate least">
          <span aria-hidden="true">$</span>
          <input
            className="input"
            type="text"
            inputMode="decimal"
            autoComplete="off"
            id={leastId(id)}
            name={`${row.name}.minimum`}
            defaultValue={typedIn(typed, row.name, "minimum") ?? row.minimum}
            maxLength={16}
            aria-label={`Minimum per load, ${row.who}, ${row.what}`}
            aria-invalid={wrongLeast ? true : undefined}
            aria-describedby={wrongLeast ? `${leastId(id)}-error` : undefined}
          />
          <span className="soft small" aria-hidden="true">
            a load
          </span>
        </span>{" "}
        {wrongLeast ? (
          <span className="error" id={`${leastId(id)}-error`}>
            {wrongLeast.join(" ")}
          </span>
        ) : null}
      </td>
    </tr>
  );
}
const PER_UNIT = SETUP_UNIT_OPTIONS.map((o) => ({ value: String(o.value), label: `per ${o.label}` }));

/** Form for a rate between unusual parties, like a land manager who pays a cutter, or an owner who is paid by the mill. */
function OtherRate({ page, result }: { page: Rates; result?: FormReply }) {
  const field = createFieldStateGetter(result?.reply);
  const NAMES = [
    "job_product_rate_type_id",
    "paying_company_id",
    "paying_company_location_id",
    "receiving_company_id",
    "product",
    "rate",
    "minimum",
  ];
  const parties = page.parties.map((p) => ({ value: p.id, label: p.name }));
  return (
    <details className="menu card" open={Boolean(result)}>
      <summary>Add another rate</summary>
      <ActionForm
        result={result}
        version={page.version - 1}
        fields={NAMES.map((name) => field(name, `other-${name}`))}
        button="Add rate"
        intent="add-rate"
        plain
      >
        <SelectField
          field={field("job_product_rate_type_id", "other-job_product_rate_type_id")}
          label="For"
          options={Object.entries(RATE_TYPE_LABELS).map(([value, label]) => ({ value, label }))}
          empty="Choose"
        />
        <SelectField
          field={field("paying_company_id", "other-paying_company_id")}
          label="Who pays"
          options={parties}
          empty="Choose"
        />
        {page.places.length ? (
          <SelectField
            field={field("paying_company_location_id", "other-paying_company_location_id")}
            label="Destination"
            hint="Where a mill pays this price. Choose every place if it is the same everywhere."
            options={[
              { value: 0, label: "Every location of the payer" },
              ...page.places.map((p) => ({ value: p.id, label: p.name })),
            ]}
          />
        ) : null}
        <SelectField
          field={field("receiving_company_id", "other-receiving_company_id")}
          label="Who is paid"
          options={parties}
          empty="Choose"
        />
        <SelectField
          field={field("product", "other-product")}
          label="Product"
          options={page.products.map((p) => ({ value: p.key, label: p.name }))}
          empty="Choose a product"
        />
        <SelectField
          field={field("wood_unit_type_id", "other-unit")}
          label="Unit"
          empty="The product's unit"
          required={false}
          options={SETUP_UNIT_OPTIONS}
        />
        <TextField
          field={field("rate", "other-rate")}
          label="Rate in dollars"
          hint="Like 4.25"
          short
          attributes={{ inputMode: "decimal", maxLength: 16 }}
        />
        <TextField
          field={field("minimum", "other-minimum")}
          label="Minimum per load, in dollars"
          hint="Like 260.00"
          required={false}
          short
          attributes={{ inputMode: "decimal", maxLength: 16 }}
        />
      </ActionForm>
    </details>
  );
}
