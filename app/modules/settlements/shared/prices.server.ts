import type { jobHaulRate, jobProductRate, rateShare } from "#db/schema";
import { formatProductKey } from "~/modules/trip-tickets/rules/product-key";
import type { HaulPrice, JobPrices, ProductPrice } from "../rules/claims";
import type { RateUnit } from "../rules/quantity";
import { isProductRateType } from "../rules/services";
import type { Share } from "../rules/shares";
import { type FuelByRate, getFuelKey } from "./fuel-terms.server";

type ProductRow = typeof jobProductRate.$inferSelect;
type HaulRow = typeof jobHaulRate.$inferSelect;

/** Sort rates by age, because wide rows are read unordered; if two rates apply, the older one is reported. */
const byAge = <T extends { id: number }>(rates: T[]): T[] => rates.sort((a, b) => a.id - b.id);

/** Return a function that returns a job's rates with their shares. */
export function createJobPriceLookup(
  products: readonly ProductRow[],
  hauls: readonly HaulRow[],
  shares: readonly (typeof rateShare.$inferSelect)[],
  fuel: FuelByRate,
): (job: number) => JobPrices {
  const split = groupRows(shares, (s) => `${s.rate_table} ${s.rate_id}`);
  const sharesOf = (table: string, id: number): Share[] => split.get(`${table} ${id}`) ?? [];
  const productsOf = groupRows(byAge([...products]), (r) => r.job_id);
  const haulsOf = groupRows(byAge([...hauls]), (r) => r.job_id);
  const map = new Map<number, JobPrices>();
  return (job) => {
    const prices = map.get(job) ?? {
      products: (productsOf.get(job) ?? []).flatMap((r) => toProductPrices(r, sharesOf("product", r.id))),
      hauls: (haulsOf.get(job) ?? []).flatMap((r) => toHaulPrices(r, sharesOf("haul", r.id), fuel)),
    };
    map.set(job, prices);
    return prices;
  };
}

/**
 * Return product prices used to compute pay from a product rate; empty if the rate's type pays nothing or its payer
 * hasn't agreed.
 */
export function toProductPrices(r: ProductRow, shares: readonly Share[]): ProductPrice[] {
  const type = r.job_product_rate_type_id;
  return isProductRateType(type) && r.consent_requested_at === null
    ? [{ ...r, type, shares, product: formatProductKey(r) }]
    : [];
}

/** Return haul prices used to compute pay from a haul rate, with the fuel surcharge; empty until the payer agrees. */
export function toHaulPrices(r: HaulRow, shares: readonly Share[], fuel: FuelByRate): HaulPrice[] {
  const counts = countsOf(r);
  return counts && r.consent_requested_at === null
    ? [{ ...r, ...counts, shares, fuel: fuel.get(getFuelKey(r)) ?? null }]
    : [];
}

function countsOf({ per, wood_unit_type_id }: Pick<HaulRow, "per" | "wood_unit_type_id">): RateUnit | null {
  if (per !== "unit") return { per };
  return wood_unit_type_id === null ? null : { per, wood_unit_type_id };
}

export function groupRows<T, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
