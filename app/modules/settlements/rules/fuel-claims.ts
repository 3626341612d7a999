import type { Cents } from "~/lib/money/money";
import { computeSurcharge, type FuelTerms, getFuelWeek } from "~/modules/fuel/rules/surcharge";
import {
  type ApplicableRate,
  type ClaimProblem,
  MAX_CLAIM_CENTS,
  type PayableLoad,
  type UnsplitClaim,
} from "./claim";
import { computeQuantity, type QuantitySource } from "./quantity";
import { SERVICE } from "./services";

/**
 * Compute the fuel surcharge on a haul by the diesel price of the week that applies to the day the load was earned;
 * another week's price is never used. Null if diesel doesn't cost more than the base.
 */
export function computeFuelClaim(
  load: PayableLoad,
  rate: ApplicableRate,
  fuel: FuelTerms,
  haul: { due: Cents | null; problem: ClaimProblem | null },
): UnsplitClaim | null {
  const price = fuel.weeks.get(getFuelWeek(load.earned_on, fuel.from_weekday)) ?? null;
  if (price !== null && price <= fuel.base_mills) return null;
  const counted = fuelQuantity(load, rate, fuel, haul);
  const measured = "problem" in counted ? null : counted;
  const comes = measured && price !== null ? computeSurcharge(fuel, price, measured.thousandths) : null;
  if (comes?.cents === 0) return null;
  const lacks: ClaimProblem | null =
    haul.problem === "two_receivers" ? haul.problem : "problem" in counted ? counted.problem : null;
  const problem =
    lacks ?? (price === null ? "no_fuel_price" : (comes?.cents ?? 0) > MAX_CLAIM_CENTS ? "too_much" : null);
  return {
    settlement_type_id: SERVICE.fuel,
    rate_table: "fuel",
    rate_id: fuel.id,
    rate: comes?.rate ?? null,
    per: fuel.method,
    wood_unit_type_id: fuel.method === "unit" ? fuel.wood_unit_type_id : null,
    quantity: measured?.thousandths ?? null,
    quantity_from: measured?.from ?? null,
    fuel_mills: price,
    problem,
    due_cents: problem === null ? (comes?.cents ?? null) : null,
  };
}

/**
 * Return the quantity that a surcharge applies to: the haul's pay, the miles, or the wood as measured by the haul's
 * rate.
 */
function fuelQuantity(
  load: PayableLoad,
  rate: ApplicableRate,
  fuel: FuelTerms,
  haul: { due: Cents | null; problem: ClaimProblem | null },
): { thousandths: number; from: QuantitySource | null } | { problem: ClaimProblem } {
  if (fuel.method === "mile") return computeQuantity(load, { per: "mile" }, rate);
  if (fuel.method === "unit")
    return computeQuantity(load, { per: "unit", wood_unit_type_id: fuel.wood_unit_type_id }, rate);
  return haul.due === null
    ? { problem: haul.problem ?? "no_volume" }
    : { thousandths: haul.due * 10, from: null };
}
