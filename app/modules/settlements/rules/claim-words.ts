import { type Cents, computeAmount, formatMoney } from "~/lib/money/money";
import { formatThousandths, formatVolume, getUnitName } from "~/lib/units/measures";
import { formatDieselPrice, formatPercent } from "~/modules/fuel/rules/surcharge";
import { listMeasuredQuantities } from "./quantity";
import { formatRateWithUnit } from "./rate-words";

/** Fields of a claim or statement line needed for its description. */
export type ClaimQuantityAndRate = {
  quantity: number | null;
  quantity_from: string | null;
  wood_unit_type_id: number | null;
  per: "unit" | "load" | "mile" | "percent" | null;
  rate: number | null;
  /** Diesel price, if the claim is a fuel surcharge. */
  fuel_mills?: number | null;
};
/** Measurements of a load needed for the descriptions. */
type Measured = Parameters<typeof listMeasuredQuantities>[0];

/** Rate terms that explain a claim whose amount isn't quantity times rate. */
export type ClaimTerms = {
  /** Minimum pay for a load. */
  minimum_cents: Cents | null;
  /** For a split rate, the payee's parts and the total parts. */
  parts: number | null;
  all_parts: number | null;
};

/** Format pay by percent: "6.5% of $256.99"; the quantity is in thousandths of a dollar. */
export const formatPercentPay = (rate: number, quantity: number): string =>
  `${formatPercent(rate)} of ${formatMoney(quantity / 10)}`;

/**
 * Format the computation of a claim: "27.412 tons at $12.50 per ton, at least $400.00 for each load"; null without a
 * rate.
 */
export function formatClaim(claim: ClaimQuantityAndRate & ClaimTerms, load: Measured): string | null {
  const message = countedWords(claim, load);
  if (message === null) return null;
  return [
    message,
    ...(claim.fuel_mills ? [formatDieselPrice(claim.fuel_mills)] : []),
    ...whyWords(claim),
  ].join(", ");
}

/** Explain why an amount isn't quantity times rate: "at least $260.00 for each load", "2 of 5 parts of $342.65". */
function whyWords({
  rate,
  quantity,
  per,
  minimum_cents,
  parts,
  all_parts,
}: ClaimQuantityAndRate & ClaimTerms): string[] {
  const counted =
    rate === null || quantity === null || per === "percent" ? null : computeAmount(rate, quantity);
  const least = minimum_cents ?? 0;
  const lines = counted !== null && counted < least ? [`at least ${formatMoney(least)} for each load`] : [];
  if (parts === null || all_parts === null) return lines;
  const whole = counted === null ? "" : ` of ${formatMoney(Math.max(counted, least))}`;
  return [...lines, `${parts} of ${all_parts} parts${whole}`];
}

/**
 * Describe what a printed line with quantity and rate doesn't show: the source of the quantity, and why the amount
 * isn't quantity times rate; null if there is nothing to explain.
 */
export function formatClaimLine(claim: ClaimQuantityAndRate & ClaimTerms, load: Measured): string | null {
  const source = sourceWords(claim, load);
  const message = [...(source ? [source] : []), ...whyWords(claim)].join("; ");
  return message ? message.charAt(0).toUpperCase() + message.slice(1) : null;
}

function countedWords(claim: ClaimQuantityAndRate, load: Measured): string | null {
  const { per, rate, quantity, wood_unit_type_id: unit } = claim;
  if (rate === null || per === null) return null;
  if (per === "percent") return quantity === null ? null : formatPercentPay(rate, quantity);
  const price = formatRateWithUnit(rate, per, unit);
  if (quantity === null || per === "load") return price;
  const much = per === "mile" ? `${formatThousandths(quantity)} miles` : formatVolume(quantity, unit);
  const beside = sourceWords(claim, load);
  return `${much}${beside ? ` (${beside})` : ""} at ${price}`;
}

/** Source of a quantity that doesn't come from the scale: "by weight", "estimated", "27 tons, 4.8 tons an MBF". */
function sourceWords(
  { quantity_from, wood_unit_type_id }: ClaimQuantityAndRate,
  load: Measured,
): string | null {
  if (quantity_from === "weight") return "by weight";
  if (quantity_from === "estimated") return "estimated";
  if (quantity_from !== "converted") return null;
  const [source] = listMeasuredQuantities(load, { quantity_basis: "estimated" });
  if (!source || wood_unit_type_id === null) return "converted";
  return `${formatVolume(source.thousandths, source.unit)}, ${factorWords(source.unit, wood_unit_type_id)}`;
}

/** Conversion factors as the trade uses them: MBF × 4.8 = tons, MBF × 2 = cords, cords × 2.4 = tons. */
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
  return `1 ${getUnitName(big)} = ${formatVolume(Number(FACTORS[`${from}-${to}`] ?? 1) * 1000, small)}`;
}
