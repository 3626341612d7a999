import { UNITS } from "~/domain/measures/job-units";
import type { Option } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { Removal } from "~/ui/removal";
import { type FormField, SimpleForm } from "~/ui/simple-form";
import { paths } from "~/web/paths";
import type { FormReply } from "~/web/respond.server";

type Form = {
  kind: "product" | "haul";
  job: string;
  version: number | null;
  may_delete: boolean;
  companies: Option[];
  types: Option[];
  products: Option[];
  destinations: Option[];
  yards: Option[];
  values: Record<string, string>;
};

const PER: Option[] = [
  { value: "unit", label: "Each unit" },
  { value: "load", label: "Each load" },
  { value: "mile", label: "Each mile" },
];

const yardField = (yards: Option[]): FormField => ({
  name: "paying_company_location_id",
  label: "Destination",
  kind: "select",
  options: [{ value: 0, label: "Every place of who pays" }, ...yards],
  required: true,
  hint: "Where a mill pays this price. Choose every place if it is the same everywhere.",
});

/** A rate's page, new or saved: of a product, or of hauling to a destination. */
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
            options: UNITS,
            required: true,
            hint: form.kind === "haul" ? "Where each unit is paid" : undefined,
          },
          {
            name: "rate",
            label: "Rate in dollars",
            kind: "decimal",
            required: true,
            hint: "Like 12.50; up to four decimals",
          },
        ]}
        values={form.values}
        version={form.version}
        result={result}
        submissionId={submissionId}
        button={rate === undefined ? "Add rate" : "Save"}
        back={back}
        here={here}
        what="the rate"
      />
      {rate !== undefined && form.may_delete && form.version !== null ? (
        <Removal
          action={`${here}/removal`}
          version={form.version}
          submissionId={submissionId}
          button="Remove this rate"
          what="It no longer pays anything. The history keeps a record."
        />
      ) : null}
    </div>
  );
}
