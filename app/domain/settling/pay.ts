import { amountOf, type Cents, type RateHundredths } from "~/domain/money/money";
import { type MeasuredLoad, type Per, type Quantity, type QuantityProblem, quantityOf } from "./quantity";
import { type ProductRateType, SERVICE, SERVICE_OF_RATE_TYPE, type Service } from "./services";

/** A completed load, as far as pay depends on it. */
export type PaidLoad = MeasuredLoad & {
  /** Type, species and group, as `productKey` writes them. */
  product: string;
  job_destination_id: number;
  /** The place that it was brought to, and the company whose place that is. */
  company_location_id: number | null;
  mill_company_id: number | null;
  /** Who cut, skidded, and hauled it; the contractor, where a crew worked on behalf of one. */
  cutter_company_id: number | null;
  skidder_company_id: number | null;
  hauler_company_id: number | null;
};

type Between = { id: number; paying_company_id: number; receiving_company_id: number; rate: RateHundredths };

/** A price for a product: at one place of the payer's, or wherever the wood goes. */
export type ProductPrice = Between & {
  type: ProductRateType;
  product: string;
  paying_company_location_id: number | null;
  wood_unit_type_id: number;
};

/** A price for hauling to a destination. */
export type HaulPrice = Between & { job_destination_id: number } & Per;

export type Problem = QuantityProblem | "two_rates" | "two_receivers" | "no_rate";

/** What one company owes another for one service on one load, or why that cannot be said. */
export type Pay = {
  service: Service;
  /** Null where no rate says who pays. */
  paying_company_id: number | null;
  receiving_company_id: number;
  /** The rate and how much it counts; null where none fits, or more than one. */
  by: { rate_id: number; rate: RateHundredths; per: Per } | null;
  quantity: Quantity | null;
  amount: Cents | null;
  problem: Problem | null;
};

type Fitting = Between & { service: Service; counts: Per };

/**
 * What a completed load pays, by the rates of its job: one entry for each service, payer and receiver, in the order of
 * the services. A cut, skid or haul rate pays only who did that work; a mill's price holds only at that mill. Where
 * rates contradict each other, or do not fit what was measured, the entry has a problem in place of an amount.
 */
export function payOf(
  load: PaidLoad,
  rates: { products: readonly ProductPrice[]; hauls: readonly HaulPrice[] },
): Pay[] {
  const fitting = [...productRatesFor(load, rates.products), ...haulRatesFor(load, rates.hauls)];
  const pays = pairsOf(fitting).map((same) => priced(load, same));
  return [...withoutRivals(pays), ...unpaidWork(load, rates, pays)].sort(
    (a, b) => a.service - b.service || a.receiving_company_id - b.receiving_company_id,
  );
}

/** The rates by service, payer and receiver. */
function pairsOf(fitting: readonly Fitting[]): Fitting[][] {
  const pairs = new Map<string, Fitting[]>();
  for (const r of fitting) {
    const pair = [r.service, r.paying_company_id, r.receiving_company_id].join();
    pairs.set(pair, [...(pairs.get(pair) ?? []), r]);
  }
  return [...pairs.values()];
}

/** The product rates that fit; a price at the very place goes before a price for every place. */
function productRatesFor(load: PaidLoad, rates: readonly ProductPrice[]): Fitting[] {
  const fits = rates.filter(
    (r) =>
      r.product === load.product &&
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
      counts: { per: "unit", wood_unit_type_id: r.wood_unit_type_id },
    }));
}

const haulRatesFor = (load: PaidLoad, rates: readonly HaulPrice[]): Fitting[] =>
  rates
    .filter(
      (r) =>
        r.job_destination_id === load.job_destination_id && r.receiving_company_id === load.hauler_company_id,
    )
    .map((r) => ({ ...r, service: SERVICE.haul, counts: r }));

/** Who did a service on the load; undefined for services that are not work. */
function workerOf(load: PaidLoad, service: Service): number | null | undefined {
  if (service === SERVICE.cut) return load.cutter_company_id;
  if (service === SERVICE.skid) return load.skidder_company_id;
  return service === SERVICE.haul ? load.hauler_company_id : undefined;
}

function isWorker(load: PaidLoad, service: Service, company: number): boolean {
  const worker = workerOf(load, service);
  return worker === undefined || worker === company;
}

/** The pay between two companies for one service, of the rates that fit: one, or a problem. */
function priced(load: PaidLoad, fitting: readonly Fitting[]): Pay {
  const [only, second] = fitting;
  if (!only) throw new Error("a pair without a rate");
  const { service, paying_company_id, receiving_company_id } = only;
  const between = { service, paying_company_id, receiving_company_id };
  if (second) return { ...between, ...unpaid("two_rates") };
  const by = { rate_id: only.id, rate: only.rate, per: only.counts };
  const quantity = quantityOf(load, only.counts);
  if ("problem" in quantity) return { ...between, ...unpaid(quantity.problem), by };
  return { ...between, by, quantity, amount: amountOf(only.rate, quantity.thousandths), problem: null };
}

const unpaid = (problem: Problem) => ({ by: null, quantity: null, amount: null, problem });

/** One payer pays one company for a service: of two receivers neither is paid until one of the rates is gone. */
const withoutRivals = (pays: readonly Pay[]): Pay[] =>
  pays.map((p) => {
    const isRivalled = pays.some(
      (other) =>
        other.service === p.service &&
        other.paying_company_id === p.paying_company_id &&
        other.receiving_company_id !== p.receiving_company_id,
    );
    return isRivalled ? { ...p, ...unpaid("two_receivers") } : p;
  });

/** Work by a company that the job pays others for, and has no price for. */
function unpaidWork(
  load: PaidLoad,
  { products, hauls }: { products: readonly ProductPrice[]; hauls: readonly HaulPrice[] },
  pays: readonly Pay[],
): Pay[] {
  const paid = new Set<Service>(products.map((r) => SERVICE_OF_RATE_TYPE[r.type]));
  if (hauls.length) paid.add(SERVICE.haul);
  return [SERVICE.cut, SERVICE.skid, SERVICE.haul].flatMap((service) => {
    const worker = workerOf(load, service);
    if (worker == null || !paid.has(service) || pays.some((p) => p.service === service)) return [];
    return { service, paying_company_id: null, receiving_company_id: worker, ...unpaid("no_rate") };
  });
}
