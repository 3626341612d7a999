import { formatThousandths, getUnitName } from "~/lib/units/measures";
import { formatFuelPrice } from "./price";
import { FUEL_REGIONS, isFuelRegion } from "./regions";
import { formatPercent, parseFuelRule, type StoredFuelRule } from "./surcharge";

/** Options for the weekday from which a price applies. */
export const PRICE_START_WEEKDAYS = [
  { value: 1, label: "Monday, the day it's for" },
  { value: 2, label: "Tuesday, because it comes out late on Monday" },
  { value: 3, label: "Wednesday" },
  { value: 4, label: "Thursday" },
  { value: 5, label: "Friday" },
  { value: 6, label: "Saturday" },
  { value: 7, label: "Sunday" },
] as const;

const formatRegionName = (region: string): string => (isFuelRegion(region) ? FUEL_REGIONS[region] : region);

const cents = (mills: number) => `${(mills / 10).toFixed(1).replace(/\.0$/, "")} cents`;

/**
 * Format a surcharge rule as text: "1% of the haul for each 6 cents over $2.500", "the miles at 5 miles a gallon, over
 * $2.500".
 */
export function formatFuelRule(row: StoredFuelRule & { region: string }): string {
  const rule = parseFuelRule(row);
  const over = `over ${formatFuelPrice(row.base_mills)} a gallon in the ${formatRegionName(row.region)} region`;
  if (rule.method === "percent")
    return `${formatPercent(rule.step_points * 100)} of the haul for each ${cents(rule.step_mills)} ${over}`;
  if (rule.method === "mile")
    return `for each mile, at ${rule.mpg_tenths / 10} miles a gallon, what diesel costs ${over}`;
  return `for each ${getUnitName(rule.wood_unit_type_id)}, at ${formatThousandths(rule.gallon_thousandths)} gallons, what diesel costs ${over}`;
}
