import { divideEvenly, type Row } from "./rows";

/**
 * Diesel prices that may apply to a haul: the general prices, and the prices that its payer entered. If the payer has
 * no users, the prices that the rule's company entered.
 */
export function listDieselPrices(rule: Row, haul: Row, prices: readonly Row[]): Row[] {
  const typist = haul.payer_has_people ? haul.paying_company_id : rule.company_id;
  return prices.filter((p) => p.company_id === null || p.company_id === typist);
}

/**
 * Diesel price on a day by a rule: a company's own price takes precedence over the general price; of several revisions,
 * the last one applies.
 */
function dieselOn(rule: Row, prices: readonly Row[], day: string): bigint | null {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - (Number(rule.from_weekday) - 1));
  while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() - 1);
  const monday = date.toISOString().slice(0, 10);
  const matches = prices.filter((p) => p.region === rule.region && p.week_on === monday);
  const own = matches.filter((p) => p.company_id !== null);
  const counts = own.length ? own : matches.filter((p) => p.company_id === null);
  const last = counts.reduce<Row | null>(
    (a, b) => (a && Number(a.revision) > Number(b.revision) ? a : b),
    null,
  );
  return last && BigInt(Number(last.price_mills));
}

type Carried = { haul: bigint | null; miles: bigint | null; wood: (unit: number) => bigint | null };

/** Whole cents of a surcharge; null if it can't be determined, "nothing" if diesel cost no more than the base. */
export function surcharge(
  rule: Row,
  prices: readonly Row[],
  day: string,
  on: Carried,
): bigint | null | "nothing" {
  const whole = (name: string) => BigInt(Number(rule[name]));
  const price = dieselOn(rule, prices, day);
  const over = price === null ? null : price - whole("base_mills");
  if (over !== null && over <= 0n) return "nothing";
  const counted =
    rule.method === "percent"
      ? on.haul
      : rule.method === "mile"
        ? on.miles
        : on.wood(Number(rule.wood_unit_type_id));
  if (over === null || counted === null) return null;
  const cents =
    rule.method === "percent"
      ? divideEvenly(counted * (over / whole("step_mills")) * whole("step_points"), 10_000n)
      : rule.method === "mile"
        ? divideEvenly(counted * over, 1_000n * whole("mpg_tenths"))
        : divideEvenly(counted * whole("gallon_thousandths") * over, 10_000_000n);
  return cents === 0n ? "nothing" : cents;
}
