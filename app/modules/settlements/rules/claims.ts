import { computeAmount } from "~/lib/money/money";
import {
  type ApplicableRate,
  type Claim,
  type ClaimKey,
  type ClaimProblem,
  type HaulPrice,
  type JobPrices,
  MAX_CLAIM_CENTS,
  type PayableLoad,
  type ProductPrice,
  type StoredClaimAmount,
  type UnsplitClaim,
} from "./claim";
import { computeFuelClaim } from "./fuel-claims";
import { getRatesInForce, wasEverInForce } from "./in-force";
import { computeQuantity } from "./quantity";
import { SERVICE, SERVICE_OF_RATE_TYPE, type Service } from "./services";
import { splitCents } from "./shares";

export type { Claim, HaulPrice, JobPrices, PayableLoad, ProductPrice, StoredClaimAmount } from "./claim";

/**
 * Compute the amounts owed ("claims") for a completed load from the rates of its job: one claim per service, payer,
 * receiver and share, ordered by service. A cut, skid or haul rate pays only the company that did the work. A mill's
 * price applies only at that mill. The rate in force on the day applies. A claim has a problem instead of an amount if
 * rates contradict each other, don't fit the measurements, or the same pay is already on another company's statement.
 */
export function computeClaims(
  load: PayableLoad,
  prices: JobPrices,
  stated: readonly StoredClaimAmount[] = [],
): Claim[] {
  const fitting = [...productRatesFor(load, prices.products), ...haulRatesFor(load, prices.hauls)].filter(
    (r) => r.shares.length > 0 || r.paying_company_id !== r.receiving_company_id,
  );
  const claims = fitting.flatMap((rate) =>
    priced(
      load,
      rate,
      fitting.some((other) => isRival(rate, other)),
    ),
  );
  const all = [...claims, ...unpaidWork(load, prices, claims)];
  return all
    .map((claim) => withheld(claim, all, stated))
    .sort(
      (a, b) =>
        a.settlement_type_id - b.settlement_type_id ||
        a.paying_company_id - b.paying_company_id ||
        a.receiving_company_id - b.receiving_company_id ||
        a.share_no - b.share_no,
    );
}

/** Key that identifies a claim, used to look up the stored one. */
export const getClaimKey = (c: { [K in keyof ClaimKey]: number }): string =>
  [c.settlement_type_id, c.paying_company_id, c.receiving_company_id, c.share_no].join("-");

/**
 * Check whether two rates of one payer pay for the same service: neither payee is paid until one of the rates is
 * removed.
 */
const isRival = (a: ApplicableRate, b: ApplicableRate): boolean =>
  a !== b && a.service === b.service && a.paying_company_id === b.paying_company_id;

/** Product rates that apply; a price for the exact place takes precedence over a price for every place. */
function productRatesFor(load: PayableLoad, rates: readonly ProductPrice[]): ApplicableRate[] {
  const keyOf = (r: ProductPrice) =>
    [r.type, r.paying_company_id, r.receiving_company_id, r.paying_company_location_id].join("-");
  const ofProduct = rates.filter((r) => r.product === load.product);
  const fits = getRatesInForce(ofProduct, load.earned_on, keyOf).filter(
    (r) =>
      isWorker(load, SERVICE_OF_RATE_TYPE[r.type], r.receiving_company_id) &&
      (SERVICE_OF_RATE_TYPE[r.type] !== SERVICE.mill || r.paying_company_id === load.mill_company_id) &&
      (r.paying_company_location_id === null || r.paying_company_location_id === load.company_location_id),
  );
  const isThere = (r: ProductPrice) => r.paying_company_location_id !== null;
  const alike = (a: ProductPrice, b: ProductPrice) =>
    a.type === b.type &&
    a.paying_company_id === b.paying_company_id &&
    a.receiving_company_id === b.receiving_company_id;
  return fits
    .filter((r) => isThere(r) || !fits.some((other) => isThere(other) && alike(r, other)))
    .map((r) => ({
      ...r,
      service: SERVICE_OF_RATE_TYPE[r.type],
      table: "product",
      fuel: null,
      counts: { per: "unit", wood_unit_type_id: r.wood_unit_type_id },
    }));
}

/** Haul rates that apply: to the load's destination and hauler, in force on the day earned (docs/domain.md#haul-rates). */
function haulRatesFor(load: PayableLoad, rates: readonly HaulPrice[]): ApplicableRate[] {
  const keyOf = (r: HaulPrice) => [r.paying_company_id, r.receiving_company_id].join("-");
  const there = rates.filter((r) => r.job_destination_id === load.job_destination_id);
  return getRatesInForce(there, load.earned_on, keyOf)
    .filter((r) => r.receiving_company_id === load.hauler_company_id)
    .map((r) => ({ ...r, service: SERVICE.haul, table: "haul", counts: r }));
}

/** Company that did a service on the load; undefined for services that aren't work. */
function workerOf(load: PayableLoad, service: Service): number | null | undefined {
  if (service === SERVICE.cut) return load.cutter_company_id;
  if (service === SERVICE.skid) return load.skidder_company_id;
  return service === SERVICE.haul ? load.hauler_company_id : undefined;
}

function isWorker(load: PayableLoad, service: Service, company: number): boolean {
  const worker = workerOf(load, service);
  return worker === undefined || worker === company;
}

/** Compute the claims for an applicable rate and its diesel surcharge. The whole amount is rounded once, then split. */
function priced(load: PayableLoad, rate: ApplicableRate, isRivalled: boolean): Claim[] {
  const quantity = computeQuantity(load, rate.counts, rate);
  const measured = "problem" in quantity ? null : quantity;
  const worth = measured && Math.max(rate.minimum_cents ?? 0, computeAmount(rate.rate, measured.thousandths));
  const problem: ClaimProblem | null = isRivalled
    ? "two_receivers"
    : "problem" in quantity
      ? quantity.problem
      : (worth ?? 0) > MAX_CLAIM_CENTS
        ? "too_much"
        : null;
  const due = problem === null ? worth : null;
  const whole: UnsplitClaim = {
    settlement_type_id: rate.service,
    rate_table: rate.table,
    rate_id: rate.id,
    rate: rate.rate,
    per: rate.counts.per,
    wood_unit_type_id: rate.counts.per === "unit" ? rate.counts.wood_unit_type_id : null,
    quantity: measured?.thousandths ?? null,
    quantity_from: measured?.from ?? null,
    fuel_mills: null,
    problem,
    due_cents: due,
  };
  const fuel = rate.fuel && computeFuelClaim(load, rate, rate.fuel, { due, problem });
  return [...shared(rate, whole), ...(fuel ? shared(rate, fuel) : [])];
}

/** Return one claim for the payee, or one for each share. */
function shared(rate: ApplicableRate, whole: UnsplitClaim): Claim[] {
  const { due_cents: due } = whole;
  const common = { ...whole, paying_company_id: rate.paying_company_id };
  if (rate.shares.length === 0)
    return [{ ...common, receiving_company_id: rate.receiving_company_id, share_no: 0 }];
  return splitCents(due ?? 0, rate.shares)
    .map(({ company_id, cents }, index) => ({
      ...common,
      receiving_company_id: company_id,
      share_no: index + 1,
      due_cents: due === null ? null : cents,
    }))
    .filter((claim) => claim.receiving_company_id !== claim.paying_company_id);
}

/**
 * Prevent double payment: a claim waits while the same payer's money for the same service is on a statement to a
 * company that no longer earned it.
 */
function withheld(claim: Claim, all: readonly Claim[], stated: readonly StoredClaimAmount[]): Claim {
  if (claim.due_cents === null) return claim;
  const key = getClaimKey(claim);
  const isStated = stated.some((s) => getClaimKey(s) === key && s.posted_cents !== 0);
  const elsewhere = stated.some(
    (s) =>
      (s.posted_cents !== 0 || s.on_draft) &&
      s.settlement_type_id === claim.settlement_type_id &&
      s.paying_company_id === claim.paying_company_id &&
      !all.some((other) => getClaimKey(other) === getClaimKey(s)),
  );
  return elsewhere && !isStated ? { ...claim, due_cents: null, problem: "paid_to_other" } : claim;
}

/**
 * Return claims with a problem for work that the job pays other companies for, but has no rate for this company: the
 * requester needs to add one.
 */
function unpaidWork(load: PayableLoad, { products, hauls }: JobPrices, claims: readonly Claim[]): Claim[] {
  const paid = new Set<Service>(products.filter(wasEverInForce).map((r) => SERVICE_OF_RATE_TYPE[r.type]));
  if (hauls.some(wasEverInForce)) paid.add(SERVICE.haul);
  return [SERVICE.cut, SERVICE.skid, SERVICE.haul].flatMap((service) => {
    const worker = workerOf(load, service);
    if (worker == null || worker === load.request_user_company_id) return [];
    if (!paid.has(service) || claims.some((c) => c.settlement_type_id === service)) return [];
    return {
      settlement_type_id: service,
      paying_company_id: load.request_user_company_id,
      receiving_company_id: worker,
      share_no: 0,
      rate_table: null,
      rate_id: null,
      rate: null,
      per: null,
      wood_unit_type_id: null,
      quantity: null,
      quantity_from: null,
      fuel_mills: null,
      due_cents: null,
      problem: "no_rate",
    };
  });
}
