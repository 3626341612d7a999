import { unitName, unitPlural } from "~/domain/measures/measures";
import type { Problem } from "~/domain/settling/pay";
import type { Per } from "~/domain/settling/quantity";

/** Why a load has no amount yet, for who pays and who is paid: what is missing, and so what to do. */
export function problemWords(problem: Problem, per: Per | null): string {
  const unit = per?.per === "unit" ? per.wood_unit_type_id : null;
  switch (problem) {
    case "no_volume":
      return "Not scaled yet.";
    case "wrong_unit":
      return `Not measured in ${unitPlural(unit ?? 0)}. The rate is per ${unitName(unit ?? 0)}.`;
    case "zero_volume":
      return "The volume is zero.";
    case "no_miles":
      return "The destination has no miles.";
    case "miles_estimated":
      return "The miles are an estimate. Confirm them.";
    case "two_rates":
      return "Two rates fit this load. Keep one.";
    case "two_receivers":
      return "Two companies have a rate for this. Keep one.";
    case "no_rate":
      return "No rate for this company.";
  }
}
