import { divideHalfEven, type Thousandths } from "~/domain/measures/measures";
import type { Cents, RateHundredths } from "~/domain/money/money";
import { plusDays } from "~/domain/time/date-range";
import { formatFuelPrice, isMonday, type Mills } from "./price";

/** Of what it is paid: percent of the haul, for each mile, or for each unit of wood. */
type FuelMethod =
  | { method: "percent"; step_mills: Mills; step_points: number }
  | { method: "mile"; mpg_tenths: number }
  | { method: "unit"; gallon_thousandths: number; wood_unit_type_id: number };

/** How diesel that costs more than a base price is paid for (docs/settlements.md, "Fuel"). */
export type FuelRule = FuelMethod & { id: number; base_mills: Mills; from_weekday: number };

/** A rule with what diesel cost in the weeks that may count, by their Monday. */
export type FuelTerms = FuelRule & { weeks: ReadonlyMap<string, Mills> };

/** A rule as it is stored: what its method doesn't need is null. */
export type StoredFuelRule = {
  id: number;
  base_mills: Mills;
  from_weekday: number;
  method: FuelMethod["method"];
  step_mills: number | null;
  step_points: number | null;
  mpg_tenths: number | null;
  gallon_thousandths: number | null;
  wood_unit_type_id: number | null;
};

/** A stored rule as money is worked out by it. */
export function fuelRuleOf(row: StoredFuelRule): FuelRule {
  const { id, base_mills, from_weekday } = row;
  const common = { id, base_mills, from_weekday };
  if (row.method === "mile") return { ...common, method: "mile", mpg_tenths: row.mpg_tenths ?? 1 };
  if (row.method === "unit")
    return {
      ...common,
      method: "unit",
      gallon_thousandths: row.gallon_thousandths ?? 0,
      wood_unit_type_id: row.wood_unit_type_id ?? 0,
    };
  return { ...common, method: "percent", step_mills: row.step_mills ?? 1, step_points: row.step_points ?? 0 };
}

/**
 * The Monday whose price counts on a day. Monday's price comes out late on that day, so by the usual weekday, Tuesday, a load
 * of a Monday is still paid by the week before.
 */
export function fuelWeekOf(day: string, fromWeekday: number): string {
  const shifted = plusDays(day, 1 - fromWeekday);
  for (let back = 0; back < 7; back++)
    if (isMonday(plusDays(shifted, -back))) return plusDays(shifted, -back);
  return shifted;
}

/** What a surcharge is worked out from, and what it comes to: the rate is in 1/100 cent, or in 1/10,000 percent. */
export type Surcharge = { rate: RateHundredths; cents: Cents };

/**
 * What a rule pays at a price, for so much of what it counts: thousandths of a dollar of the haul, of a mile, or of a unit.
 * Rounded once, half to even; nothing at the base price or below it.
 */
export function surchargeOf(rule: FuelRule, price: Mills, counted: Thousandths): Surcharge {
  const over = Math.max(0, price - rule.base_mills);
  const big = (n: number) => BigInt(n);
  if (rule.method === "percent") {
    const points = Math.floor(over / rule.step_mills) * rule.step_points;
    return { rate: points * 100, cents: divideHalfEven(big(counted) * big(points), 100_000n) };
  }
  if (rule.method === "mile")
    return {
      rate: divideHalfEven(big(over) * 100n, big(rule.mpg_tenths)),
      cents: divideHalfEven(big(counted) * big(over), 1000n * big(rule.mpg_tenths)),
    };
  return {
    rate: divideHalfEven(big(over) * big(rule.gallon_thousandths), 100n),
    cents: divideHalfEven(big(counted) * big(rule.gallon_thousandths) * big(over), 10_000_000n),
  };
}

/** "6.5%": a rate of percent, in 1/10,000 percent. */
export const percentWords = (rate: number): string => `${(rate / 10_000).toFixed(4).replace(/\.?0+$/, "")}%`;

/** "diesel at $4.150 a gallon": beside what a surcharge comes to. */
export const dieselWords = (mills: Mills): string => `diesel at ${formatFuelPrice(mills)} a gallon`;
