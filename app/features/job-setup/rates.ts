import { termsWords } from "~/core/rates/rates";
import { productKey } from "~/core/tickets/defaults";
import { DEFAULT_UNIT } from "~/domain/measures/measures";
import { parseMoney, parseRate, plainMoney } from "~/domain/money/money";
import { FROM_THE_START } from "~/domain/settling/rate-days";
import { productOfKey } from "~/domain/tickets/product-key";
import {
  type Draft,
  type DraftTerms,
  type HaulRate,
  type HaulRateOf,
  inRole,
  landOwnerOf,
  type ProductRate,
  type ProductRateOf,
  placeKey,
  placeOfKey,
  RATE_TYPE,
  sameProduct,
  USUAL_TERMS,
} from "./draft";
import { PER } from "./words";

/** Where a mill's destination is: the company that receives the wood there, and its place. */
export type Receiver = { destination: string; company_id: number; location_id: number | null };

type RateParties = Pick<
  ProductRate,
  "job_product_rate_type_id" | "receiving_company_id" | "paying_company_id" | "paying_company_location_id"
>;

/** A product rate in one form field: type, receiver, payer, the payer's place, product. */
export const productRateKey = (r: RateParties & Parameters<typeof productKey>[0]): string =>
  [
    r.job_product_rate_type_id,
    r.receiving_company_id,
    r.paying_company_id,
    r.paying_company_location_id ?? 0,
    productKey(r),
  ].join(".");
/** A haul rate in one: receiver, payer, destination. */
export const haulRateKey = (
  r: Pick<HaulRate, "receiving_company_id" | "paying_company_id"> & Parameters<typeof placeKey>[0],
) => [r.receiving_company_id, r.paying_company_id, placeKey(r)].join(".");

export function productRateOfKey(key: string): ProductRateOf | null {
  const [, type, receiver, payer, location, product] =
    /^([1-4])\.([1-9]\d{0,14})\.([1-9]\d{0,14})\.(\d{1,15})\.([\d-]{5,30})$/.exec(key) ?? [];
  const of = productOfKey(product ?? "");
  if (!type || !of) return null;
  return {
    job_product_rate_type_id: Number(type),
    receiving_company_id: Number(receiver),
    paying_company_id: Number(payer),
    paying_company_location_id: Number(location) || null,
    ...of,
  };
}

export function haulRateOfKey(key: string): HaulRateOf | null {
  const [, receiver, payer, place] = /^([1-9]\d{0,14})\.([1-9]\d{0,14})\.([dl]\d{1,15})$/.exec(key) ?? [];
  const at = placeOfKey(place ?? "");
  if (!receiver || !at) return null;
  return { receiving_company_id: Number(receiver), paying_company_id: Number(payer), ...at };
}

/** Everybody who may pay or be paid on the job: the requester, its companies, the mills that it delivers to. */
export const ratePartiesOf = (draft: Draft, receivers: readonly Receiver[]): Set<number> =>
  new Set([
    ...(draft.request_user_company_id ? [draft.request_user_company_id] : []),
    ...draft.companies.map((c) => c.company_id),
    ...receivers.map((r) => r.company_id),
  ]);

type AtPlace = Pick<ProductRate, "paying_company_location_id">;

/** The draft's destinations at the place that a rate names; none where it is for every place of the payer. */
const destinationsAt = (draft: Draft, receivers: readonly Receiver[], rate: AtPlace) =>
  draft.destinations.filter((d) =>
    receivers.some((r) => r.location_id === rate.paying_company_location_id && r.destination === placeKey(d)),
  );

/** The name of the yard that a rate is for, as the job calls it; null where it is for every place of the payer. */
export function yardName(draft: Draft, receivers: readonly Receiver[], rate: AtPlace): string | null {
  if (rate.paying_company_location_id === null) return null;
  return destinationsAt(draft, receivers, rate)
    .map((d) => d.name)
    .join(" / ");
}

/** The places that pay on the job, each once, under the job's names for it. */
export function yardsOf(draft: Draft, receivers: readonly Receiver[]) {
  const ids = new Map(receivers.map((r) => [r.location_id, r.company_id]));
  return [...ids].flatMap(([id, company_id]) =>
    id === null
      ? []
      : [{ id, company_id, name: yardName(draft, receivers, { paying_company_location_id: id }) ?? "" }],
  );
}

/** Whether the sort sheet sends the product of a rate to the yard that the rate names. */
export const isTaken = (
  draft: Draft,
  receivers: readonly Receiver[],
  rate: AtPlace & Parameters<typeof productKey>[0],
): boolean =>
  rate.paying_company_location_id === null ||
  destinationsAt(draft, receivers, rate).some((d) =>
    d.product_mixes.some((m) => m.is_accepted && sameProduct(m, rate)),
  );

/** A rate that nobody has set yet. */
type Usual<R extends { rate: number } & DraftTerms> = Omit<R, "rate" | keyof DraftTerms>;

/**
 * The rates that a job usually has, empty: the requester pays who cuts and skids and the land owner, for every product;
 * each yard of a mill pays the requester for what it takes. Who would pay themselves is left out.
 */
export function usualProductRates(draft: Draft, receivers: readonly Receiver[]): Usual<ProductRate>[] {
  const me = draft.request_user_company_id;
  if (me === null) return [];
  const owner = landOwnerOf(draft);
  const pays = (job_product_rate_type_id: number, to: readonly { company_id: number }[]) =>
    to.map(({ company_id }) => ({
      job_product_rate_type_id,
      receiving_company_id: company_id,
      paying_company_id: me,
      paying_company_location_id: null,
    }));
  const mills = new Map(receivers.map((r) => [`${r.company_id} ${r.location_id}`, r]));
  const parties: RateParties[] = [
    ...pays(RATE_TYPE.cut, inRole(draft, "cutter")),
    ...pays(RATE_TYPE.skid, inRole(draft, "skidder")),
    ...pays(RATE_TYPE.stumpage, owner ? [owner] : []),
    ...[...mills.values()].map((r) => ({
      job_product_rate_type_id: RATE_TYPE.mill,
      receiving_company_id: me,
      paying_company_id: r.company_id,
      paying_company_location_id: r.location_id,
    })),
  ];
  return parties
    .filter((p) => p.receiving_company_id !== p.paying_company_id)
    .flatMap((p) => draft.products.map((product) => ({ ...p, ...product })))
    .filter((r) => isTaken(draft, receivers, r));
}

/** The unit in which a destination takes all its wood; tons where it takes wood in several units, or none yet. */
function unitTaken(mixes: Draft["destinations"][number]["product_mixes"]): number {
  const [unit = DEFAULT_UNIT, ...others] = new Set(
    mixes.filter((m) => m.is_accepted).map((m) => m.wood_unit_type_id),
  );
  return others.length ? DEFAULT_UNIT : unit;
}

/** The same for hauling: the requester pays each hauler for each destination, by the unit of what it takes. */
export function usualHaulRates(draft: Draft): Usual<HaulRate>[] {
  const me = draft.request_user_company_id;
  if (me === null) return [];
  return inRole(draft, "hauler")
    .filter((h) => h.company_id !== me)
    .flatMap((h) =>
      draft.destinations.map(({ company_destination_id, company_location_id, product_mixes }) => ({
        receiving_company_id: h.company_id,
        paying_company_id: me,
        company_destination_id,
        company_location_id,
        per: "unit" as const,
        wood_unit_type_id: unitTaken(product_mixes),
      })),
    );
}

/** The usual rates with what is set among them; others that are set follow. */
export function merged<R extends { rate: number } & DraftTerms>(
  usual: readonly Usual<R>[],
  set: readonly R[],
  keyOf: (rate: Usual<R>) => string,
): (Usual<R> & DraftTerms & { rate: number | null })[] {
  const byKey = new Map(set.map((r) => [keyOf(r), r]));
  const rows: (Usual<R> & DraftTerms & { rate: number | null })[] = usual.map((r) => {
    const there = byKey.get(keyOf(r));
    byKey.delete(keyOf(r));
    return there ?? { ...r, ...USUAL_TERMS, rate: null };
  });
  return [...rows, ...byKey.values()];
}

/** "at least $260.00 a load, other units converted": what is agreed of a rate beside its price, nothing where that is usual. */
export const draftTermsWords = (terms: DraftTerms, nameOf: (companyId: number) => string): string => {
  const whole = terms.shares.reduce((sum, s) => sum + s.parts, 0);
  const split = terms.shares.map((s) => `${nameOf(s.company_id)} ${s.parts}/${whole}`).join(" and ");
  return [
    ...termsWords({ ...terms, effective_on: FROM_THE_START, ended_on: null }),
    terms.fuel_rule_id ? "with its fuel surcharge" : null,
    split && `split: ${split}`,
  ]
    .filter(Boolean)
    .join(", ");
};

export const perValue = (r: Pick<HaulRate, "per" | "wood_unit_type_id">) =>
  r.per === "unit" ? `unit-${r.wood_unit_type_id}` : r.per;
export function perOf(value: string): Pick<HaulRate, "per" | "wood_unit_type_id"> | null {
  const [, unit] = /^unit-([123])$/.exec(value) ?? [];
  if (unit) return { per: "unit", wood_unit_type_id: Number(unit) };
  const per = PER.find((p) => p === value && p !== "unit");
  return per ? { per, wood_unit_type_id: null } : null;
}

/** Whether a split is whole: two companies of the job or more, each once, and who is paid among them. */
export const splitFits = (
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

/** Reads a rate as typed, or null where it is empty or zero: unset. */
export const typedRate = (typed: string | number | undefined): number | null =>
  typed === undefined || typed === "" ? null : parseRate(typed) || null;

/** What a load pays at least, as typed, or null where it is empty or zero; undefined where it is too much. */
export function typedMinimum(typed: string | number | undefined): number | null | undefined {
  const cents = typed === undefined || typed === "" ? null : parseMoney(typed) || null;
  return cents !== null && cents > MOST_MINIMUM ? undefined : cents;
}
/** $10,000,000. */
const MOST_MINIMUM = 1_000_000_000;

/** A minimum as a person would type it back: "260.00". */
export const minimumAsTyped = (cents: number | null): string => (cents === null ? "" : plainMoney(cents));

/** A rate as a person would type it back: "4.25". */
export const rateAsTyped = (rate: number | null): string => {
  if (rate === null) return "";
  const text = (rate / 10_000).toFixed(4);
  return text.replace(/0{1,2}$/, "");
};
