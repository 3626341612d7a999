import { logRuleWords } from "~/domain/measures/log-rules";
import { formatMoney } from "~/domain/money/money";
import { FROM_THE_START } from "~/domain/settling/rate-days";
import { formatDay } from "~/domain/time/time";

export { rateWords } from "~/domain/settling/rate-words";

/** Types of a product rate (spec 1, section 9). */
export const RATE_TYPES = [
  { id: 1, label: "Cut" },
  { id: 2, label: "Skid" },
  { id: 3, label: "Stumpage" },
  { id: 4, label: "Mill" },
] as const;
export const rateTypeName = (id: number): string => RATE_TYPES.find((t) => t.id === id)?.label ?? "Rate";

export const HAUL_PER = ["unit", "load", "mile"] as const;

export const QUANTITY_BASES = ["scaled", "estimated"] as const;

/** What an agreement says of a rate beside its price; `FROM_THE_START` says no day. */
export type RateTerms = {
  effective_on: string;
  ended_on: string | null;
  quantity_basis: (typeof QUANTITY_BASES)[number];
  may_convert: boolean;
  minimum_cents: number | null;
  log_rule: string | null;
  /** Set while the payer has not agreed. */
  payer_asked_at?: string | null;
};
/** The same with the surcharge for diesel that comes with it, in words. */
export type SaidTerms = RateTerms & { fuel?: string | null };

/** "from Nov 3, 2026, at least $260.00 a load": empty where a rate just has its price. */
export function termsWords(terms: SaidTerms): string[] {
  const { effective_on, ended_on } = terms;
  const rule = logRuleWords(terms.log_rule);
  return [
    effective_on === FROM_THE_START ? null : `from ${formatDay(effective_on)}`,
    ended_on === null ? null : ended_on < effective_on ? "never in force" : `through ${formatDay(ended_on)}`,
    terms.minimum_cents === null ? null : `at least ${formatMoney(terms.minimum_cents)} a load`,
    terms.quantity_basis === "estimated" ? "by the estimate if not scaled" : null,
    terms.may_convert ? "other units converted" : null,
    rule && `by ${rule}`,
    terms.payer_asked_at ? "waiting for the payer to agree" : null,
    terms.fuel ? `with fuel surcharge: ${terms.fuel}` : null,
  ].filter((said) => said !== null);
}

/** "$12.50 per ton from Nov 3, 2026, at least $260.00 a load". */
export function fullWords(price: string, terms: SaidTerms): string {
  const [first, ...more] = termsWords(terms);
  if (first === undefined) return price;
  const isDay = first.startsWith("from ");
  return [isDay ? `${price} ${first}` : `${price}, ${first}`, ...more].join(", ");
}

/** "Pulpwood, aspen, to Grayling wood yard": what a rate is for, with the yard where it is for one alone. */
export const withYard = (product: string, yard: string | null): string =>
  yard ? `${product}, to ${yard}` : product;

/** A rate as a person would type it back, in dollars. */
export const plainRate = (rate: number): string =>
  (rate / 10_000)
    .toFixed(4)
    .replace(/(\.\d\d\d?)0+$/, "$1")
    .replace(/(\.\d\d)0$/, "$1");
