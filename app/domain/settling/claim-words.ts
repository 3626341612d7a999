import { dieselWords, percentWords } from "~/domain/fuel/surcharge";
import { formatThousandths, formatVolume, unitName } from "~/domain/measures/measures";
import { amountOf, type Cents, formatMoney } from "~/domain/money/money";
import { measuredOf } from "~/domain/settling/quantity";
import { rateWords } from "./rate-words";

/** A claim, or a line of a statement, as far as its words go. */
export type CountedClaim = {
  quantity: number | null;
  quantity_from: string | null;
  wood_unit_type_id: number | null;
  per: "unit" | "load" | "mile" | "percent" | null;
  rate: number | null;
  /** What diesel cost, where it is the surcharge for it. */
  fuel_mills?: number | null;
};
/** What was measured of a load, as far as words say it. */
type Measured = Parameters<typeof measuredOf>[0];

/** What of its rate explains a claim whose amount isn't quantity times rate. */
export type ClaimTerms = {
  /** What a load pays at least. */
  minimum_cents: Cents | null;
  /** Of a split rate the parts of who is paid, and all of them. */
  parts: number | null;
  all_parts: number | null;
};

/** "6.5% of $256.99": what is paid by the percent; the quantity is in thousandths of a dollar. */
export const shareWords = (rate: number, quantity: number): string =>
  `${percentWords(rate)} of ${formatMoney(quantity / 10)}`;

/** "27.412 tons at $12.50 per ton, at least $400.00 for each load"; null without a rate. */
export function claimWords(claim: CountedClaim & ClaimTerms, load: Measured): string | null {
  const said = countedWords(claim, load);
  if (said === null) return null;
  return [said, ...(claim.fuel_mills ? [dieselWords(claim.fuel_mills)] : []), ...whyWords(claim)].join(", ");
}

/** Why an amount isn't quantity times rate: "at least $260.00 for each load", "2 of 5 parts of $342.65". */
function whyWords({
  rate,
  quantity,
  per,
  minimum_cents,
  parts,
  all_parts,
}: CountedClaim & ClaimTerms): string[] {
  const counted = rate === null || quantity === null || per === "percent" ? null : amountOf(rate, quantity);
  const least = minimum_cents ?? 0;
  const said = counted !== null && counted < least ? [`at least ${formatMoney(least)} for each load`] : [];
  if (parts === null || all_parts === null) return said;
  const whole = counted === null ? "" : ` of ${formatMoney(Math.max(counted, least))}`;
  return [...said, `${parts} of ${all_parts} parts${whole}`];
}

/** What a line on paper says beside quantity and rate: where the quantity comes from, and why the amount is another. */
export function lineWords(claim: CountedClaim & ClaimTerms, load: Measured): string | null {
  const source = sourceWords(claim, load);
  const said = [...(source ? [source] : []), ...whyWords(claim)].join("; ");
  return said ? said.charAt(0).toUpperCase() + said.slice(1) : null;
}

function countedWords(claim: CountedClaim, load: Measured): string | null {
  const { per, rate, quantity, wood_unit_type_id: unit } = claim;
  if (rate === null || per === null) return null;
  if (per === "percent") return quantity === null ? null : shareWords(rate, quantity);
  const price = rateWords(rate, per, unit);
  if (quantity === null || per === "load") return price;
  const much = per === "mile" ? `${formatThousandths(quantity)} miles` : formatVolume(quantity, unit);
  const beside = sourceWords(claim, load);
  return `${much}${beside ? ` (${beside})` : ""} at ${price}`;
}

/** Where a quantity comes from, if not from the scale: "by weight", "estimated", "27 tons, 4.8 tons an MBF". */
function sourceWords({ quantity_from, wood_unit_type_id }: CountedClaim, load: Measured): string | null {
  if (quantity_from === "weight") return "by weight";
  if (quantity_from === "estimated") return "estimated";
  if (quantity_from !== "converted") return null;
  const [source] = measuredOf(load, { quantity_basis: "estimated" });
  if (!source || wood_unit_type_id === null) return "converted";
  return `${formatVolume(source.thousandths, source.unit)}, ${factorWords(source.unit, wood_unit_type_id)}`;
}

/** What one of a unit is in another, as the trade says it: MBF × 4.8 = tons, MBF × 2 = cords, cords × 2.4 = tons. */
const FACTORS: Record<string, string> = {
  "1-2": "4.8",
  "2-1": "4.8",
  "1-3": "2",
  "3-1": "2",
  "3-2": "2.4",
  "2-3": "2.4",
};
const BIGGER: Record<number, number> = { 1: 0, 3: 1, 2: 2 };

function factorWords(from: number, to: number): string {
  const [big, small] = (BIGGER[from] ?? 0) < (BIGGER[to] ?? 0) ? [from, to] : [to, from];
  return `1 ${unitName(big)} = ${formatVolume(Number(FACTORS[`${from}-${to}`] ?? 1) * 1000, small)}`;
}
