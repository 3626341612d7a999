import { JOB_UNIT_OPTIONS } from "~/lib/units/job-units";
import type { FormField } from "~/ui/simple-form";

type Hands = { value: number; label: string }[];

/**
 * Form fields of an inventory entry on a landing: volume, unit, cutter and skidder. `anyUnit` labels the option without
 * a unit, which means the product's unit.
 */
export const createInventoryFields = (
  form: { cutters: Hands; skidders: Hands },
  anyUnit?: string,
): FormField[] => [
  { name: "estimated_volume_remaining", label: "Volume", kind: "decimal", step: "0.001", required: true },
  {
    name: "wood_unit_type_id",
    label: "Unit",
    kind: "select",
    options: JOB_UNIT_OPTIONS,
    empty: anyUnit,
    required: anyUnit === undefined,
  },
  { name: "cutter_company_id", label: "Cutter", kind: "select", options: form.cutters, empty: "Not set" },
  {
    name: "skidder_company_id",
    label: "Skidder/forwarder",
    kind: "select",
    options: form.skidders,
    empty: "Not set",
  },
];
