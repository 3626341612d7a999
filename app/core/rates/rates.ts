import { unitName } from "~/domain/measures/measures";
import { formatRate } from "~/domain/money/money";

/** Types of a product rate (spec 1, section 9). */
export const RATE_TYPES = [
  { id: 1, label: "Cut" },
  { id: 2, label: "Skid" },
  { id: 3, label: "Stumpage" },
  { id: 4, label: "Mill" },
] as const;
export const rateTypeName = (id: number): string => RATE_TYPES.find((t) => t.id === id)?.label ?? "Rate";

export const HAUL_PER = ["unit", "load", "mile"] as const;
export type HaulPer = (typeof HAUL_PER)[number];

/** "$12.50 per ton", "$180.00 per load". */
export function rateWords(rate: number, per: HaulPer, unit: number | null): string {
  return `${formatRate(rate)} per ${per === "unit" ? unitName(unit ?? 0) : per}`;
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
