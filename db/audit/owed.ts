import { listDieselPrices, surcharge } from "./owed-fuel";
import { divideEvenly, type Row } from "./rows";

/**
 * Pay of a load, computed a second time (docs/settlements.md#the-second-calculation). This code follows the written
 * rules only and imports nothing from `app/modules/settlements/rules`, so that a mistake there isn't repeated here.
 * Rows are as the database stores them; amounts are whole cents in BigInt.
 */

/** All data of a job that determines the pay for its loads. */
export type JobRates = {
  products: readonly Row[];
  hauls: readonly Row[];
  shares: readonly Row[];
  /** Diesel surcharges of the haul rates, and diesel prices. */
  rules: readonly Row[];
  prices: readonly Row[];
};

/** Amounts owed, by key "service-payer-receiver-share"; null if an amount can't be determined. */
export type OwedAmounts = Map<string, bigint | null>;

const COMPLETED = 3;
const CUT = 1;
const SKID = 2;
const HAUL = 3;
const STUMPAGE = 4;
const FUEL = 5;
const MILL = 10;
/** Service for each number of a product rate's type: 1 cut, 2 skid, 3 stumpage, 4 mill. */
const SERVICES = [0, CUT, SKID, STUMPAGE, MILL];
export const PRICED_SERVICES = [CUT, SKID, HAUL, STUMPAGE, FUEL, MILL];

const MBF = 1;
const TON = 2;
/** Units per fifth of an MBF: 1 MBF is 4.8 tons or 2 cords. In fifths, all of them are whole numbers. */
const FIFTHS_OF_MBF: Record<number, bigint> = { [MBF]: 5n, [TON]: 24n, 3: 10n };
const TOO_MUCH = 1_000_000_000n;

const days = new Map<string, Intl.DateTimeFormat>();
/** Return the day of an instant in a time zone. */
function getLocalDay(instant: string, zone: string): string {
  const format =
    days.get(zone) ??
    new Intl.DateTimeFormat("sv-SE", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" });
  days.set(zone, format);
  return format.format(new Date(instant));
}

/** Return the day on which the pay for a load was earned. */
export const getEarnedDay = (t: Row): string =>
  getLocalDay(String(t.dropped_off_at ?? t.scaled_at ?? t.received_at ?? t.created_at), String(t.time_zone));

const product = (r: Row) =>
  JSON.stringify([r.product_type_id, r.wood_species_id ?? 0, r.wood_species_type_id ?? 0]);

/** Return for each key the latest rate that began on or before the day, if it has not ended by then. */
function holding(rates: readonly Row[], day: string, key: (r: Row) => string): Row[] {
  const held = rates.filter((r) => r.ended_on === null || String(r.ended_on) >= String(r.effective_on));
  const begun = held.filter((r) => String(r.effective_on) <= day);
  return begun
    .filter((r) => !begun.some((o) => key(o) === key(r) && String(o.effective_on) > String(r.effective_on)))
    .filter((r) => r.ended_on === null || String(r.ended_on) >= day);
}

type Fitting = { rate: Row; service: number; table: "product" | "haul"; per: string };

function fittingRates(t: Row, { products, hauls }: JobRates, mill: number | null, day: string): Fitting[] {
  const workers: Record<number, unknown> = { [CUT]: t.cutter, [SKID]: t.skidder };
  const key = (r: Row) =>
    `${r.job_product_rate_type_id} ${r.paying_company_id} ${r.receiving_company_id} ${r.paying_company_location_id}`;
  const wood = holding(
    products.filter((r) => product(r) === product(t)),
    day,
    key,
  )
    .map((rate) => ({ rate, service: SERVICES[Number(rate.job_product_rate_type_id)] ?? 0 }))
    .filter(({ rate, service }) => !(service in workers) || workers[service] === rate.receiving_company_id)
    .filter(({ rate, service }) => service !== MILL || rate.paying_company_id === mill)
    .filter(({ rate: { paying_company_location_id: at } }) => at === null || at === t.place);
  // A rate for the exact place takes precedence over a rate for all places.
  const general = wood.filter(({ rate }) => rate.paying_company_location_id === null);
  const there = wood.filter(({ rate }) => rate.paying_company_location_id !== null);
  const same = (a: Row, b: Row) =>
    a.job_product_rate_type_id === b.job_product_rate_type_id &&
    a.paying_company_id === b.paying_company_id &&
    a.receiving_company_id === b.receiving_company_id;
  const stored = [...there, ...general.filter((g) => !there.some((h) => same(g.rate, h.rate)))];
  const roads = holding(
    hauls.filter((r) => r.job_destination_id === t.job_destination_id),
    day,
    (r) => `${r.paying_company_id} ${r.receiving_company_id}`,
  ).filter((r) => r.receiving_company_id === t.hauler);
  return [
    ...stored.map((item): Fitting => ({ ...item, table: "product", per: "unit" })),
    ...roads.map((rate): Fitting => ({ rate, service: HAUL, table: "haul", per: String(rate.per) })),
  ];
}

/** Return the quantity that a rate pays for, in thousandths of its unit; null if it can't be determined. */
function quantity(t: Row, rate: Row, per: string, miles: Miles): bigint | null {
  if (per === "load") return 1000n;
  if (per === "mile") return miles.guessed || !miles.thousandths ? null : BigInt(miles.thousandths);
  const unit = Number(rate.wood_unit_type_id);
  const results: { n: bigint; unit: number; weighed: boolean }[] = [];
  if (t.scaled_volume !== null && t.scaled_wood_unit_type_id !== null)
    results.push({
      n: BigInt(Number(t.scaled_volume)),
      unit: Number(t.scaled_wood_unit_type_id),
      weighed: false,
    });
  if (t.net_pounds !== null) {
    const pounds = Math.max(0, Number(t.net_pounds) - Number(t.deduction_pounds ?? 0));
    results.push({ n: divideEvenly(BigInt(pounds) * 1000n, 2000n), unit: TON, weighed: true });
  }
  if (
    rate.quantity_basis === "estimated" &&
    t.estimated_volume !== null &&
    t.estimated_wood_unit_type_id !== null
  )
    results.push({
      n: BigInt(Number(t.estimated_volume)),
      unit: Number(t.estimated_wood_unit_type_id),
      weighed: false,
    });
  const own = results.find((item) => item.unit === unit);
  const first = results[0];
  const used = own ?? first;
  if (!used) return null;
  if (!own && (!rate.may_convert || t.refuses_conversion)) return null;
  const n = own ? own.n : converted(used.n, used.unit, unit);
  if (n === null || n <= 0n) return null;
  return rate.log_rule !== null && !used.weighed && rate.log_rule !== t.log_rule ? null : n;
}

function converted(n: bigint, from: number, to: number): bigint | null {
  const [a, b] = [FIFTHS_OF_MBF[from], FIFTHS_OF_MBF[to]];
  return a && b ? divideEvenly(n * b, a) : null;
}

/** Split cents by shares into whole cents. The remaining cents go to the largest fractions; ties go to the lowest ids. */
function splitCents(cents: bigint, shares: readonly Row[]): { company: number; cents: bigint }[] {
  const parts = shares
    .map((s) => ({ company: Number(s.company_id), parts: BigInt(Number(s.parts)) }))
    .sort((a, b) => a.company - b.company);
  const all = parts.reduce((sum, p) => sum + p.parts, 0n);
  const inputs = parts.map((p) => ({ company: p.company, cents: (cents * p.parts) / all }));
  let left = cents - inputs.reduce((sum, g) => sum + g.cents, 0n);
  const waiting = new Set(parts.keys());
  while (left > 0n) {
    let best = -1;
    for (const i of waiting) {
      const rest = (n: number) => (cents * (parts[n]?.parts ?? 0n)) % all;
      if (best < 0 || rest(i) > rest(best)) best = i;
    }
    const lucky = inputs[best];
    if (!lucky) break;
    lucky.cents += 1n;
    waiting.delete(best);
    left -= 1n;
  }
  return inputs;
}

type Miles = { thousandths: number | null; guessed: boolean };

/** Check whether a job has ever had a rate for a service. */
function everPays({ products, hauls }: JobRates, service: number): boolean {
  const of = service === HAUL ? hauls : products.filter((r) => r.job_product_rate_type_id === service);
  return of.some((r) => r.ended_on === null || String(r.ended_on) >= String(r.effective_on));
}

/**
 * Return the amounts owed for a load by its job's rates. `stored` are the load's claims (amounts owed) in the database,
 * whose miles, mill and statement amounts are used unchanged.
 */
export function computeOwed(t: Row, rates: JobRates, stored: readonly Row[]): OwedAmounts {
  const owed: OwedAmounts = new Map();
  if (t.trip_ticket_status_id !== COMPLETED || t.is_deleted) return owed;
  const matches = stored.filter((c) => c.job_destination_id === t.job_destination_id);
  const frozen = matches.find((c) => c.miles !== null)?.miles;
  const miles: Miles =
    frozen !== undefined
      ? { thousandths: Number(frozen), guessed: false }
      : {
          thousandths: t.mileage === null ? null : Math.round(Number(t.mileage) * 1000),
          guessed: Boolean(t.mileage_is_estimate),
        };
  const mill =
    Number(matches.find((c) => c.mill_company_id !== null)?.mill_company_id ?? t.mill ?? 0) || null;
  const sharesOf = (f: Fitting) =>
    rates.shares.filter((s) => s.rate_table === f.table && s.rate_id === f.rate.id);
  const fitting = fittingRates(t, rates, mill, getEarnedDay(t)).filter(
    (f) => sharesOf(f).length > 0 || f.rate.paying_company_id !== f.rate.receiving_company_id,
  );
  for (const f of fitting) {
    const payer = f.rate.paying_company_id;
    const alone =
      fitting.filter((o) => o.service === f.service && o.rate.paying_company_id === payer).length === 1;
    const n = quantity(t, f.rate, f.per, miles);
    const worth = n === null ? null : divideEvenly(BigInt(Number(f.rate.rate)) * n, 100_000n);
    const least = BigInt(Number(f.rate.minimum_cents ?? 0));
    const whole = worth === null || !alone ? null : worth < least ? least : worth;
    const due = whole !== null && whole > TOO_MUCH ? null : whole;
    const shares = sharesOf(f);
    const give = (service: number, cents: bigint | null) => {
      if (shares.length === 0) owed.set(`${service}-${payer}-${f.rate.receiving_company_id}-0`, cents);
      else
        for (const [i, part] of splitCents(cents ?? 0n, shares).entries())
          if (part.company !== payer)
            owed.set(`${service}-${payer}-${part.company}-${i + 1}`, cents === null ? null : part.cents);
    };
    give(f.service, due);
    const rule = f.service === HAUL && rates.rules.find((r) => r.id === f.rate.fuel_rule_id);
    if (!rule) continue;
    const on = {
      haul: due,
      miles: quantity(t, f.rate, "mile", miles),
      wood: (unit: number) => quantity(t, { ...f.rate, wood_unit_type_id: unit }, "unit", miles),
    };
    const extra = surcharge(rule, listDieselPrices(rule, f.rate, rates.prices), getEarnedDay(t), on);
    if (extra !== "nothing") give(FUEL, !alone || extra === null || extra > TOO_MUCH ? null : extra);
  }
  const who: [number, unknown][] = [
    [CUT, t.cutter],
    [SKID, t.skidder],
    [HAUL, t.hauler],
  ];
  const requester = t.request_user_company_id;
  for (const [service, worker] of who)
    if (worker !== null && worker !== requester && everPays(rates, service))
      if (![...owed.keys()].some((key) => key.startsWith(`${service}-`)))
        owed.set(`${service}-${requester}-${worker}-0`, null);
  return withhold(owed, stored);
}

export const formatClaimName = (c: Row): string =>
  `${c.settlement_type_id}-${c.paying_company_id}-${c.receiving_company_id}-${c.share_no}`;

/** Set a claim to nothing due while the same payer has a statement that pays another company for the same work. */
function withhold(owed: OwedAmounts, stored: readonly Row[]): OwedAmounts {
  const stands = stored.filter((c) => c.posted_cents !== 0 || c.drafted !== 0);
  const cache: OwedAmounts = new Map();
  for (const [key, cents] of owed) {
    const [service, payer] = key.split("-").map(Number);
    const elsewhere = stands.some(
      (c) =>
        c.settlement_type_id === service && c.paying_company_id === payer && !owed.has(formatClaimName(c)),
    );
    cache.set(key, elsewhere && !stands.some((c) => formatClaimName(c) === key) ? null : cents);
  }
  return cache;
}
