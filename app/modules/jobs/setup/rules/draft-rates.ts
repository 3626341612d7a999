import { formatProductKey } from "~/modules/trip-tickets/rules/product-key";
import { type Draft, formatPlaceKey, type HaulRate, isSameProduct, type ProductRate } from "./draft";
import { isSplitValid } from "./rates";

export type MixChoice = { destination: string; product: string; is_accepted: boolean; unit: number };

/** Set accepted products and units from a sort sheet form; entries that the form doesn't include stay unchanged. */
export function setMixes(draft: Draft, choices: readonly MixChoice[]): Draft {
  const chosen = new Map(choices.map((c) => [`${c.destination} ${c.product}`, c]));
  return {
    ...draft,
    destinations: draft.destinations.map((d) => ({
      ...d,
      product_mixes: d.product_mixes.map((m) => {
        const choice = chosen.get(`${formatPlaceKey(d)} ${formatProductKey(m)}`);
        return choice ? { ...m, is_accepted: choice.is_accepted, wood_unit_type_id: choice.unit } : m;
      }),
    })),
  };
}

type Unset<R extends { rate: number }> = Omit<R, "rate"> & { rate: number | null };
const set = <R extends { rate: number | null }>(rates: readonly R[]) =>
  rates.filter((r): r is R & { rate: number } => r.rate !== null && r.rate > 0);

/** Set all rates from a form; a rate of zero means unset, as an empty one does. */
export const setRates = (
  draft: Draft,
  product_rates: readonly Unset<ProductRate>[],
  haul_rates: readonly Unset<HaulRate>[],
): Draft => ({ ...draft, product_rates: set(product_rates), haul_rates: set(haul_rates) });

/**
 * Replace products, destinations and mixes with another job's, without that job's rates. Existing rates that still fit
 * stay.
 */
export function copySortSheet(draft: Draft, from: Pick<Draft, "products" | "destinations">): Draft {
  const places = new Set(from.destinations.map(formatPlaceKey));
  return {
    ...draft,
    products: from.products,
    destinations: from.destinations,
    product_rates: draft.product_rates.filter((r) => from.products.some((p) => isSameProduct(p, r))),
    haul_rates: draft.haul_rates.filter((r) => places.has(formatPlaceKey(r))),
  };
}

/**
 * Copy another job's rates if this job has their product, destination and parties, including every company that shares
 * in a split.
 */
export function copyRates(
  draft: Draft,
  from: Pick<Draft, "product_rates" | "haul_rates">,
  parties: ReadonlySet<number>,
): Draft {
  const known = (r: ProductRate | HaulRate) =>
    parties.has(r.receiving_company_id) && parties.has(r.paying_company_id) && isSplitValid(parties, r);
  const places = new Set(draft.destinations.map(formatPlaceKey));
  return {
    ...draft,
    product_rates: from.product_rates.filter(
      (r) => known(r) && draft.products.some((p) => isSameProduct(p, r)),
    ),
    haul_rates: from.haul_rates.filter((r) => known(r) && places.has(formatPlaceKey(r))),
  };
}
