import { formatPlainMoney, parseMoney, parseRate } from "~/lib/money/money";
import { formatRateTerms } from "~/modules/rates/rules/rates";
import { findAcceptedUnit } from "~/modules/rates/rules/taken-unit";
import { EARLIEST_DAY } from "~/modules/settlements/rules/rate-days";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import { parseProductKey } from "~/modules/trip-tickets/rules/product-key";
import {
  DEFAULT_RATE_TERMS,
  type Draft,
  type DraftTerms,
  findLandOwner,
  formatPlaceKey,
  type HaulRate,
  type HaulRateKey,
  isSameProduct,
  listCompaniesInRole,
  PRODUCT_RATE_TYPE,
  type ProductRate,
  type ProductRateKey,
  parsePlaceKey,
} from "./draft";
import { DRAFT_HAUL_BASES } from "./words";

/** Company that receives the wood at a mill's destination, and the company's location there. */
export type Receiver = { destination: string; company_id: number; location_id: number | null };

type RateParties = Pick<
  ProductRate,
  "job_product_rate_type_id" | "receiving_company_id" | "paying_company_id" | "paying_company_location_id"
>;

/** Key of a product rate in one form field: type, receiver, payer, the payer's place, product. */
export const formatProductRateKey = (r: RateParties & Parameters<typeof formatProductKey>[0]): string =>
  [
    r.job_product_rate_type_id,
    r.receiving_company_id,
    r.paying_company_id,
    r.paying_company_location_id ?? 0,
    formatProductKey(r),
  ].join(".");
/** Key of a haul rate in one form field: receiver, payer, destination. */
export const formatHaulRateKey = (
  r: Pick<HaulRate, "receiving_company_id" | "paying_company_id"> & Parameters<typeof formatPlaceKey>[0],
) => [r.receiving_company_id, r.paying_company_id, formatPlaceKey(r)].join(".");

export function parseProductRateKey(key: string): ProductRateKey | null {
  const [, type, receiver, payer, location, product] =
    /^([1-4])\.([1-9]\d{0,14})\.([1-9]\d{0,14})\.(\d{1,15})\.([\d-]{5,30})$/.exec(key) ?? [];
  const of = parseProductKey(product ?? "");
  if (!type || !of) return null;
  return {
    job_product_rate_type_id: Number(type),
    receiving_company_id: Number(receiver),
    paying_company_id: Number(payer),
    paying_company_location_id: Number(location) || null,
    ...of,
  };
}

export function parseHaulRateKey(key: string): HaulRateKey | null {
  const [, receiver, payer, place] = /^([1-9]\d{0,14})\.([1-9]\d{0,14})\.([dl]\d{1,15})$/.exec(key) ?? [];
  const placeKey = parsePlaceKey(place ?? "");
  if (!receiver || !placeKey) return null;
  return { receiving_company_id: Number(receiver), paying_company_id: Number(payer), ...placeKey };
}

/**
 * Return all companies that may pay or be paid on the job: the requester, the job's companies, and the mills it
 * delivers to.
 */
export const getRateParties = (draft: Draft, receivers: readonly Receiver[]): Set<number> =>
  new Set([
    ...(draft.request_user_company_id ? [draft.request_user_company_id] : []),
    ...draft.companies.map((c) => c.company_id),
    ...receivers.map((r) => r.company_id),
  ]);

type AtPlace = Pick<ProductRate, "paying_company_location_id">;

/**
 * Return the draft's destinations at the place that a rate names; empty if the rate applies at every place of the
 * payer.
 */
const destinationsAt = (draft: Draft, receivers: readonly Receiver[], rate: AtPlace) =>
  draft.destinations.filter((d) =>
    receivers.some(
      (r) => r.location_id === rate.paying_company_location_id && r.destination === formatPlaceKey(d),
    ),
  );

/** Return the job's name for the yard that a rate is for, or null if the rate applies at every place of the payer. */
export function getYardName(draft: Draft, receivers: readonly Receiver[], rate: AtPlace): string | null {
  if (rate.paying_company_location_id === null) return null;
  return destinationsAt(draft, receivers, rate)
    .map((d) => d.name)
    .join(" / ");
}

/** Places that pay on the job, each once, under the job's names for them. */
export function listReceivingYards(draft: Draft, receivers: readonly Receiver[]) {
  const ids = new Map(receivers.map((r) => [r.location_id, r.company_id]));
  return [...ids].flatMap(([id, company_id]) =>
    id === null
      ? []
      : [{ id, company_id, name: getYardName(draft, receivers, { paying_company_location_id: id }) ?? "" }],
  );
}

/** True if the sort sheet sends the product of a rate to the yard that the rate names. */
export const isRateYardValid = (
  draft: Draft,
  receivers: readonly Receiver[],
  rate: AtPlace & Parameters<typeof formatProductKey>[0],
): boolean =>
  rate.paying_company_location_id === null ||
  destinationsAt(draft, receivers, rate).some((d) =>
    d.product_mixes.some((m) => m.is_accepted && isSameProduct(m, rate)),
  );

/** Usual rate that isn't set yet. */
type Usual<R extends { rate: number } & DraftTerms> = Omit<R, "rate" | keyof DraftTerms>;

/**
 * List a job's usual product rates without amounts. The requester pays the cutters, skidders and land owner for every
 * product, and each mill yard pays the requester for the products it accepts. Rates with the same payer and payee are
 * left out.
 */
export function listUsualProductRates(draft: Draft, receivers: readonly Receiver[]): Usual<ProductRate>[] {
  const me = draft.request_user_company_id;
  if (me === null) return [];
  const owner = findLandOwner(draft);
  const pays = (job_product_rate_type_id: number, to: readonly { company_id: number }[]) =>
    to.map(({ company_id }) => ({
      job_product_rate_type_id,
      receiving_company_id: company_id,
      paying_company_id: me,
      paying_company_location_id: null,
    }));
  const mills = new Map(receivers.map((r) => [`${r.company_id} ${r.location_id}`, r]));
  const parties: RateParties[] = [
    ...pays(PRODUCT_RATE_TYPE.cut, listCompaniesInRole(draft, "cutter")),
    ...pays(PRODUCT_RATE_TYPE.skid, listCompaniesInRole(draft, "skidder")),
    ...pays(PRODUCT_RATE_TYPE.stumpage, owner ? [owner] : []),
    ...[...mills.values()].map((r) => ({
      job_product_rate_type_id: PRODUCT_RATE_TYPE.mill,
      receiving_company_id: me,
      paying_company_id: r.company_id,
      paying_company_location_id: r.location_id,
    })),
  ];
  return parties
    .filter((p) => p.receiving_company_id !== p.paying_company_id)
    .flatMap((p) => draft.products.map((product) => ({ ...p, ...product })))
    .filter((r) => isRateYardValid(draft, receivers, r));
}

/**
 * List a job's usual haul rates without amounts: the requester pays each hauler for each destination, by the unit in
 * which the destination accepts wood.
 */
export function listUsualHaulRates(draft: Draft): Usual<HaulRate>[] {
  const me = draft.request_user_company_id;
  if (me === null) return [];
  return listCompaniesInRole(draft, "hauler")
    .filter((h) => h.company_id !== me)
    .flatMap((h) =>
      draft.destinations.map(({ company_destination_id, company_location_id, product_mixes }) => ({
        receiving_company_id: h.company_id,
        paying_company_id: me,
        company_destination_id,
        company_location_id,
        per: "unit" as const,
        wood_unit_type_id: findAcceptedUnit(product_mixes),
      })),
    );
}

/** Replace usual rates by the set rates with the same key; other set rates follow. */
export function mergeRates<R extends { rate: number } & DraftTerms>(
  usual: readonly Usual<R>[],
  set: readonly R[],
  keyOf: (rate: Usual<R>) => string,
): (Usual<R> & DraftTerms & { rate: number | null })[] {
  const byKey = new Map(set.map((r) => [keyOf(r), r]));
  const rows: (Usual<R> & DraftTerms & { rate: number | null })[] = usual.map((r) => {
    const there = byKey.get(keyOf(r));
    byKey.delete(keyOf(r));
    return there ?? { ...r, ...DEFAULT_RATE_TERMS, rate: null };
  });
  return [...rows, ...byKey.values()];
}

/**
 * Terms of a rate other than its price, such as "at least $260.00 a load, other units converted"; empty if they are the
 * usual ones.
 */
export const formatDraftTerms = (terms: DraftTerms, nameOf: (companyId: number) => string): string => {
  const whole = terms.shares.reduce((sum, s) => sum + s.parts, 0);
  const split = terms.shares.map((s) => `${nameOf(s.company_id)} ${s.parts}/${whole}`).join(" and ");
  return [
    ...formatRateTerms({ ...terms, effective_on: EARLIEST_DAY, ended_on: null }),
    terms.fuel_rule_id ? "with its fuel surcharge" : null,
    split && `split: ${split}`,
  ]
    .filter(Boolean)
    .join(", ");
};

/**
 * Format the option value for the basis of haul pay; empty if the basis is an unknown unit, so that a user must choose
 * it.
 */
export function formatHaulBasis({
  per,
  wood_unit_type_id: unit,
}: Pick<HaulRate, "per" | "wood_unit_type_id">) {
  if (per !== "unit") return per;
  return unit === null ? "" : `unit-${unit}`;
}
export function parseHaulBasis(value: string): Pick<HaulRate, "per" | "wood_unit_type_id"> | null {
  const [, unit] = /^unit-([123])$/.exec(value) ?? [];
  if (unit) return { per: "unit", wood_unit_type_id: Number(unit) };
  const per = DRAFT_HAUL_BASES.find((p) => p === value && p !== "unit");
  return per ? { per, wood_unit_type_id: null } : null;
}

/** True if a split is complete: two or more companies of the job, each once, and the payee among them. */
export const isSplitValid = (
  parties: ReadonlySet<number>,
  rate: { receiving_company_id: number; paying_company_id: number } & Pick<DraftTerms, "shares">,
): boolean => {
  const ids = rate.shares.map((s) => s.company_id);
  return (
    ids.length === 0 ||
    (ids.length > 1 &&
      new Set(ids).size === ids.length &&
      ids.includes(rate.receiving_company_id) &&
      ids.every((id) => parties.has(id) && id !== rate.paying_company_id))
  );
};

/** Parse a typed rate; null if it is empty or zero (unset). */
export const parseTypedRate = (typed: string | number | undefined): number | null =>
  typed === undefined || typed === "" ? null : parseRate(typed) || null;

/** Parse a typed minimum pay per load: null if it is empty or zero, undefined if it is too large. */
export function parseTypedMinimum(typed: string | number | undefined): number | null | undefined {
  const cents = typed === undefined || typed === "" ? null : parseMoney(typed) || null;
  return cents !== null && cents > MAX_MINIMUM ? undefined : cents;
}
/** $10,000,000. */
const MAX_MINIMUM = 1_000_000_000;

/** Format a minimum as a person would type it: "260.00". */
export const formatTypedMinimum = (cents: number | null): string =>
  cents === null ? "" : formatPlainMoney(cents);

/** Format a rate as a person would type it: "4.25". */
export const formatTypedRate = (rate: number | null): string => {
  if (rate === null) return "";
  const text = (rate / 10_000).toFixed(4);
  return text.replace(/0{1,2}$/, "");
};
