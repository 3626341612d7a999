import { JOB_UNIT_OPTIONS } from "~/lib/units/job-units";
import { LOG_RULES } from "~/lib/units/log-rules";
import type { Option } from "~/ui/field";
import { LoadChangesField, SAVE_AND_CHANGE_LABEL } from "~/ui/moves-field";
import { PageHead } from "~/ui/parts";
import { type FormField, SimpleForm } from "~/ui/simple-form";
import type { FormReply } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { SplitFields } from "./split-fields";

type Form = {
  kind: "product" | "haul";
  job: string;
  version: number | null;
  /** True if the rate has paid loads: an edit then creates a new rate that follows from a given day. */
  is_used: boolean;
  shares: { company_id: number; parts: number }[];
  may_delete: boolean;
  companies: Option[];
  types: Option[];
  products: Option[];
  destinations: Option[];
  yards: Option[];
  /** The company's fuel surcharges, based on the price of diesel. */
  surcharges: Option[];
  values: Record<string, string>;
};

const PER: Option[] = [
  { value: "unit", label: "Each unit" },
  { value: "load", label: "Each load" },
  { value: "mile", label: "Each mile" },
];

const BASES: Option[] = [
  { value: "scaled", label: "What was scaled" },
  { value: "estimated", label: "The estimate, if not scaled" },
];
const CONVERTS: Option[] = [
  { value: "", label: "No" },
  { value: "on", label: "Yes" },
];

/** Fields for the period in which a rate applies and for its calculation. */
const termFields = (isNew: boolean, isUsed: boolean): FormField[] => [
  {
    name: "effective_on",
    label: "From which day?",
    kind: "date",
    required: false,
    hint: isUsed
      ? "This rate has paid loads, and they keep it. The new price is paid from this day."
      : "By day of delivery. Leave it empty to start with the first load.",
  },
  ...(isNew
    ? []
    : [
        {
          name: "ended_on",
          label: "Last day",
          kind: "date" as const,
          required: false,
          hint: "Leave it empty to run until another rate follows.",
        },
      ]),
  {
    name: "minimum",
    label: "Minimum per load, in dollars",
    kind: "decimal",
    required: false,
    hint: "Like 260.00",
  },
  { name: "quantity_basis", label: "What is paid", kind: "select", options: BASES, required: true },
  {
    name: "may_convert",
    label: "Convert other units",
    kind: "select",
    options: CONVERTS,
    required: false,
    hint: "Only if both companies agree to it.",
  },
  {
    name: "log_rule",
    label: "Log rule",
    kind: "select",
    options: [{ value: "", label: "Any" }, ...LOG_RULES],
    required: false,
    hint: "For MBF only.",
  },
];

const yardField = (yards: Option[]): FormField => ({
  name: "paying_company_location_id",
  label: "Destination",
  kind: "select",
  options: [{ value: 0, label: "Every location of the payer" }, ...yards],
  required: true,
  hint: "Where a mill pays this price. Choose every place if it is the same everywhere.",
});

const surchargeField = (surcharges: Option[]): FormField => ({
  name: "fuel_rule_id",
  label: "Fuel surcharge",
  kind: "select",
  options: [{ value: 0, label: "None" }, ...surcharges],
  required: false,
  hint: surcharges.length
    ? "Paid on top of the haul, based on the price of diesel the week of the load."
    : "Add one under Settlements, Fuel, and you can choose it here.",
});

/** Page for a new or saved rate: for a product, or for hauling to a destination. */
export function RatePage(props: {
  form: Form;
  job: number;
  rate?: number;
  result?: FormReply;
  submissionId: string;
}) {
  const { form, job, rate, result, submissionId } = props;
  const company = (name: string, label: string): FormField => ({
    name,
    label,
    kind: "select",
    options: form.companies,
    empty: "Choose a company",
    required: true,
  });
  const what: FormField[] =
    form.kind === "product"
      ? [
          {
            name: "job_product_rate_type_id",
            label: "Type",
            kind: "select",
            options: form.types,
            empty: "Choose a type",
            required: true,
          },
          {
            name: "product",
            label: "Product",
            kind: "select",
            options: form.products,
            empty: "Choose a product",
            none: "No product matches your search",
            required: true,
          },
        ]
      : [
          {
            name: "job_destination_id",
            label: "Destination",
            kind: "select",
            options: form.destinations,
            empty: "Choose a destination",
            required: true,
          },
          { name: "per", label: "Paid for", kind: "select", options: PER, required: true },
        ];
  const back = { href: paths.job(job, "rates"), label: "Back to rates" };
  const moves = result?.reply.error?.moves?.join(" ") ?? null;
  const save = rate === undefined ? "Add rate" : "Save";
  const here = rate === undefined ? back.href : paths.job(job, `${form.kind}-rates/${rate}`);
  return (
    <div className="narrow">
      <PageHead
        title={`${rate === undefined ? "Add" : "Edit"} ${form.kind === "product" ? "product" : "haul"} rate`}
        lede="Only the payer, the payee and your company can see it."
      />
      <SimpleForm
        fields={[
          ...what,
          company("paying_company_id", "Who pays"),
          ...(form.kind === "product" && form.yards.length ? [yardField(form.yards)] : []),
          company("receiving_company_id", "Who is paid"),
          {
            name: "wood_unit_type_id",
            label: "Unit",
            kind: "select",
            options: JOB_UNIT_OPTIONS,
            // A new rate uses the unit of its product or destination; a saved rate keeps its unit.
            empty: form.values.wood_unit_type_id === "" ? "The product's unit" : undefined,
            required: false,
            hint: form.kind === "haul" ? "Where each unit is paid" : undefined,
          },
          {
            name: "rate",
            label: "Rate in dollars",
            kind: "decimal",
            required: true,
            hint: "Like 12.50; up to four decimals",
          },
          ...(form.kind === "haul" ? [surchargeField(form.surcharges)] : []),
          ...termFields(rate === undefined, form.is_used),
        ]}
        values={form.values}
        version={form.version}
        result={result}
        submissionId={submissionId}
        button={moves === null ? save : SAVE_AND_CHANGE_LABEL}
        notice={<LoadChangesField moves={moves} button={SAVE_AND_CHANGE_LABEL} />}
        back={back}
        here={here}
        what="the rate"
      >
        <SplitFields companies={form.companies} shares={form.shares} result={result} />
      </SimpleForm>
      {rate !== undefined && form.may_delete ? (
        <p className="after-form">
          <a href={`${here}/removal`}>{form.is_used ? "End this rate today" : "Remove this rate"}</a>
        </p>
      ) : null}
    </div>
  );
}
