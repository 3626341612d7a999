import { JOB_UNIT_OPTIONS } from "~/lib/units/job-units";
import { type FormField, SimpleForm } from "~/ui/simple-form";
import type { FormReply } from "~/web/form-action.server";
import { FUEL_REGION_CODES, FUEL_REGIONS, type FuelRegion } from "../rules/regions";
import { PRICE_START_WEEKDAYS } from "../rules/rule-words";

const METHODS = [
  { method: "percent", label: "Percent of the haul" },
  { method: "mile", label: "Each mile" },
  { method: "unit", label: "Each ton, MBF or cord" },
] as const;
type Method = (typeof METHODS)[number]["method"];
export const isFuelMethod = (name: string): name is Method => METHODS.some(({ method }) => method === name);

/** Fields each method needs in addition to the base price. */
const FIELDS: Record<Method, FormField[]> = {
  percent: [
    { name: "percent", label: "Add to the haul", kind: "decimal", unit: "%", hint: "Like 1", required: true },
    {
      name: "step",
      label: "For each whole step of",
      kind: "decimal",
      unit: "$",
      hint: "Like 0.06: six cents above the base",
      required: true,
    },
  ],
  mile: [
    {
      name: "mpg",
      label: "Truck's miles per gallon",
      kind: "decimal",
      hint: "Like 5.0. The miles come from the job's destination.",
      required: true,
    },
  ],
  unit: [
    {
      name: "gallons",
      label: "Gallons it takes to haul one",
      kind: "decimal",
      hint: "Like 0.35",
      required: true,
    },
    { name: "wood_unit_type_id", label: "One", kind: "select", options: JOB_UNIT_OPTIONS, required: true },
  ],
};

/** Form for a new surcharge, with links to choose its method first. */
export function RuleForm(props: {
  region: FuelRegion;
  method: Method;
  result?: FormReply;
  submissionId: string;
}) {
  const { region, method, result, submissionId } = props;
  return (
    <>
      <nav className="seg" aria-label="What it is paid for">
        {METHODS.map((m) => (
          <a
            key={m.method}
            href={`/settlements/fuel/surcharges/new?method=${m.method}`}
            aria-current={m.method === method ? "page" : undefined}
          >
            {m.label}{" "}
          </a>
        ))}
      </nav>
      <SimpleForm
        result={result}
        submissionId={submissionId}
        values={{ region, from_weekday: "2", wood_unit_type_id: "2" }}
        button="Add the surcharge"
        back={{ href: "/settlements/fuel", label: "Back to fuel" }}
        fields={[
          { name: "name", label: "Name", hint: "Like Diesel by the mile", required: true, maxLength: 60 },
          {
            name: "base",
            label: "Base price per gallon",
            kind: "decimal",
            unit: "$",
            hint: "Like 2.50. At this price and below nothing is paid.",
            required: true,
          },
          ...FIELDS[method],
          {
            name: "region",
            label: "Region of the price",
            kind: "select",
            options: FUEL_REGION_CODES.map((code) => ({ value: code, label: FUEL_REGIONS[code] })),
            required: true,
          },
          {
            name: "from_weekday",
            label: "A week's price applies from",
            kind: "select",
            options: [...PRICE_START_WEEKDAYS],
            required: true,
          },
        ]}
      >
        <input type="hidden" name="method" value={method} />
      </SimpleForm>
    </>
  );
}
