import { getUnitName, getUnitPlural } from "~/lib/units/measures";

/** Explain to payer and payee why a load has no amount yet; the message names the missing data, and so how to fix it. */
export function getPayProblemMessage(problem: string, unit: number | null): string {
  switch (problem) {
    case "no_volume":
      return "Not scaled yet.";
    case "wrong_unit":
      return `Not measured in ${getUnitPlural(unit ?? 0)}. The rate is per ${getUnitName(unit ?? 0)}.`;
    case "conversion_refused":
      return `Not measured in ${getUnitPlural(unit ?? 0)}. State law doesn't allow pay by a converted quantity.`;
    case "zero_volume":
      return "The volume is zero.";
    case "log_rule":
      return "Scaled by a different log rule than the rate uses.";
    case "no_miles":
      return "The destination has no miles.";
    case "miles_estimated":
      return "The miles are an estimate. Confirm them.";
    case "two_receivers":
      return "Two companies have a rate for this. Keep one.";
    case "no_rate":
      return "No rate for this company.";
    case "no_fuel_price":
      return "The price of diesel in its week isn't known yet.";
    case "paid_to_other":
      return "It's on another company's statement. It waits until that's taken back.";
    case "too_much":
      return "Comes to more than $10,000,000. Check the rate and the volume.";
    default:
      return "Can't be calculated.";
  }
}
