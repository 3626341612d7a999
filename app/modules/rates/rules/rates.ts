import { formatMoney } from "~/lib/money/money";
import { formatDay } from "~/lib/time/time";
import { getLogRuleLabel } from "~/lib/units/log-rules";
import { EARLIEST_DAY } from "~/modules/settlements/rules/rate-days";

export { formatRateWithUnit } from "~/modules/settlements/rules/rate-words";

/** Types of a product rate (docs/domain.md#product-rates). */
export const RATE_TYPES = [
  { id: 1, label: "Cut" },
  { id: 2, label: "Skid" },
  { id: 3, label: "Stumpage" },
  { id: 4, label: "Mill" },
] as const;
export const getRateTypeName = (id: number): string => RATE_TYPES.find((t) => t.id === id)?.label ?? "Rate";

export const HAUL_RATE_BASES = ["unit", "load", "mile"] as const;

export const QUANTITY_BASES = ["scaled", "estimated"] as const;

/** Terms of a rate other than its price; `EARLIEST_DAY` means no start day. */
export type RateTerms = {
  effective_on: string;
  ended_on: string | null;
  quantity_basis: (typeof QUANTITY_BASES)[number];
  may_convert: boolean;
  minimum_cents: number | null;
  log_rule: string | null;
  /** Time when the payer was asked; null once the payer has agreed. */
  consent_requested_at?: string | null;
};
/** Rate terms with the diesel surcharge as text. */
export type DisplayTerms = RateTerms & { fuel?: string | null };

/** Format terms as "from Nov 3, 2026, at least $260.00 a load"; empty if a rate has only its price. */
export function formatRateTerms(terms: DisplayTerms): string[] {
  const { effective_on, ended_on } = terms;
  const rule = getLogRuleLabel(terms.log_rule);
  return [
    effective_on === EARLIEST_DAY ? null : `from ${formatDay(effective_on)}`,
    ended_on === null ? null : ended_on < effective_on ? "never in force" : `through ${formatDay(ended_on)}`,
    terms.minimum_cents === null ? null : `at least ${formatMoney(terms.minimum_cents)} a load`,
    terms.quantity_basis === "estimated" ? "by the estimate if not scaled" : null,
    terms.may_convert ? "other units converted" : null,
    rule && `by ${rule}`,
    terms.consent_requested_at ? "waiting for the payer to agree" : null,
    terms.fuel ? `with fuel surcharge: ${terms.fuel}` : null,
  ].filter((message) => message !== null);
}

/** Format a price with its terms: "$12.50 per ton from Nov 3, 2026, at least $260.00 a load". */
export function formatPriceWithTerms(price: string, terms: DisplayTerms): string {
  const [first, ...more] = formatRateTerms(terms);
  if (first === undefined) return price;
  const isDay = first.startsWith("from ");
  return [isDay ? `${price} ${first}` : `${price}, ${first}`, ...more].join(", ");
}

/** Append the yard to a product if the rate is for one yard only: "Pulpwood, aspen, to Grayling wood yard". */
export const appendYardName = (product: string, yard: string | null): string =>
  yard ? `${product}, to ${yard}` : product;

/** Format a rate in dollars as a person would type it. */
export const formatRateForInput = (rate: number): string =>
  (rate / 10_000)
    .toFixed(4)
    .replace(/(\.\d\d\d?)0+$/, "$1")
    .replace(/(\.\d\d)0$/, "$1");
