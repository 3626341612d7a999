import { formatRate } from "~/lib/money/money";
import { getUnitName } from "~/lib/units/measures";

/** Format a rate with its unit: "$12.50 per ton", "$180.00 per load". */
export function formatRateWithUnit(rate: number, per: "unit" | "load" | "mile", unit: number | null): string {
  return `${formatRate(rate)} per ${per === "unit" ? getUnitName(unit ?? 0) : per}`;
}
