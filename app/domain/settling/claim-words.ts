import { dieselWords, percentWords } from "~/domain/fuel/surcharge";
import { formatThousandths, formatVolume, unitName } from "~/domain/measures/measures";
import { formatMoney } from "~/domain/money/money";
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
type Measured = Parameters<typeof measuredOf>[0];

/** "6.5% of $256.99": what is paid by the percent; the quantity is in thousandths of a dollar. */
export const shareWords = (rate: number, quantity: number): string =>
  `${percentWords(rate)} of ${formatMoney(quantity / 10)}`;

/** "27.412 tons at $12.50 per ton", "at $180.00 per load"; null where there is no rate. */
export function claimWords(claim: CountedClaim, load: Measured): string | null {
  const said = countedWords(claim, load);
  return said !== null && claim.fuel_mills ? `${said}, ${dieselWords(claim.fuel_mills)}` : said;
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
