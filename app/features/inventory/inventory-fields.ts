import { UNITS } from "~/domain/measures/job-units";
import type { FormField } from "~/ui/simple-form";

type Hands = { value: number; label: string }[];

/**
 * What is asked of an entry on a landing, new or edited: how much, and who cut and skidded it. `anyUnit` names the choice of
 * no unit, where the procedure takes the product's.
 */
export const inventoryFields = (form: { cutters: Hands; skidders: Hands }, anyUnit?: string): FormField[] => [
  { name: "estimated_volume_remaining", label: "Volume", kind: "decimal", step: "0.001", required: true },
  {
    name: "wood_unit_type_id",
    label: "Unit",
    kind: "select",
    options: UNITS,
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
