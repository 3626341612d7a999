import { type FuelTerms, fuelWeekOf, surchargeOf } from "~/domain/fuel/surcharge";
import type { Cents } from "~/domain/money/money";
import { type Fitting, MOST, type PaidLoad, type Problem, type Whole } from "./claim";
import { type QuantitySource, quantityOf } from "./quantity";
import { SERVICE } from "./services";

/**
 * The surcharge on a haul: by the price of the week that counts on the day it was earned, never by another's. Null where
 * nothing is paid, because diesel doesn't cost more than the base.
 */
export function fuelOf(
  load: PaidLoad,
  rate: Fitting,
  fuel: FuelTerms,
  haul: { due: Cents | null; problem: Problem | null },
): Whole | null {
  const price = fuel.weeks.get(fuelWeekOf(load.earned_on, fuel.from_weekday)) ?? null;
  if (price !== null && price <= fuel.base_mills) return null;
  const counted = fuelQuantity(load, rate, fuel, haul);
  const measured = "problem" in counted ? null : counted;
  const comes = measured && price !== null ? surchargeOf(fuel, price, measured.thousandths) : null;
  if (comes?.cents === 0) return null;
  const lacks: Problem | null =
    haul.problem === "two_receivers" ? haul.problem : "problem" in counted ? counted.problem : null;
  const problem =
    lacks ?? (price === null ? "no_fuel_price" : (comes?.cents ?? 0) > MOST ? "too_much" : null);
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

/** What a surcharge counts: what the haul pays, its miles, or its wood as the haul's rate measures it. */
function fuelQuantity(
  load: PaidLoad,
  rate: Fitting,
  fuel: FuelTerms,
  haul: { due: Cents | null; problem: Problem | null },
): { thousandths: number; from: QuantitySource | null } | { problem: Problem } {
  if (fuel.method === "mile") return quantityOf(load, { per: "mile" }, rate);
  if (fuel.method === "unit")
    return quantityOf(load, { per: "unit", wood_unit_type_id: fuel.wood_unit_type_id }, rate);
  return haul.due === null
    ? { problem: haul.problem ?? "no_volume" }
    : { thousandths: haul.due * 10, from: null };
}
