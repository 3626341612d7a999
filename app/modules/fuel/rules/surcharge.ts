import type { Cents, RateHundredths } from "~/lib/money/money";
import { shiftDay } from "~/lib/time/date-range";
import { divideHalfEven, type Thousandths } from "~/lib/units/measures";
import { type DollarThousandths, formatFuelPrice, isMonday } from "./price";

/** Method of computing the surcharge: percent of the haul, per mile, or per unit of wood. */
type FuelMethod =
  | { method: "percent"; step_mills: DollarThousandths; step_points: number }
  | { method: "mile"; mpg_tenths: number }
  | { method: "unit"; gallon_thousandths: number; wood_unit_type_id: number };

/** Rule for paying for diesel above a base price (docs/settlements.md#fuel). */
export type FuelRule = FuelMethod & { id: number; base_mills: DollarThousandths; from_weekday: number };

/** Surcharge rule with the diesel prices of the weeks that may apply, by Monday. */
export type FuelTerms = FuelRule & { weeks: ReadonlyMap<string, DollarThousandths> };

/** Surcharge rule as stored; fields that its method doesn't use are null. */
export type StoredFuelRule = {
  id: number;
  base_mills: DollarThousandths;
  from_weekday: number;
  method: FuelMethod["method"];
  step_mills: number | null;
  step_points: number | null;
  mpg_tenths: number | null;
  gallon_thousandths: number | null;
  wood_unit_type_id: number | null;
};

/** Convert a stored rule to the type used to compute surcharges. */
export function parseFuelRule(row: StoredFuelRule): FuelRule {
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
 * Return the Monday whose price applies on a day. Monday's price is published late that day, so with the usual start
 * weekday, Tuesday, a load on Monday is still paid by the previous week's price.
 */
export function getFuelWeek(day: string, fromWeekday: number): string {
  const shifted = shiftDay(day, 1 - fromWeekday);
  for (let back = 0; back < 7; back++)
    if (isMonday(shiftDay(shifted, -back))) return shiftDay(shifted, -back);
  return shifted;
}

/** Surcharge rate and resulting amount; the rate is in 1/100 cent, or in 1/10,000 percent. */
export type Surcharge = { rate: RateHundredths; cents: Cents };

/**
 * Return the surcharge of a rule at a diesel price. `counted` is in thousandths of a dollar of haul pay, of a mile, or
 * of a unit of wood. The amount is rounded once, half to even; nothing is paid at or below the base price.
 */
export function computeSurcharge(rule: FuelRule, price: DollarThousandths, counted: Thousandths): Surcharge {
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

/** Format a rate in 1/10,000 percent as "6.5%". */
export const formatPercent = (rate: number): string => `${(rate / 10_000).toFixed(4).replace(/\.?0+$/, "")}%`;

/** Format a price as "diesel at $4.150 a gallon", shown next to a surcharge. */
export const formatDieselPrice = (mills: DollarThousandths): string =>
  `diesel at ${formatFuelPrice(mills)} a gallon`;
