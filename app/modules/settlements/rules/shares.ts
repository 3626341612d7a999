import type { Cents } from "~/lib/money/money";

export type Share = { company_id: number; parts: number };

/**
 * Split an amount by parts so that the pieces add up to the whole (largest remainder method); if remainders are equal,
 * the lower company id gets the cent. Pieces are sorted by company id.
 */
export function splitCents(amount: Cents, shares: readonly Share[]): { company_id: number; cents: Cents }[] {
  const whole = BigInt(shares.reduce((sum, { parts }) => sum + parts, 0));
  const pieces = [...shares]
    .sort((a, b) => a.company_id - b.company_id)
    .map(({ company_id, parts }) => {
      const product = BigInt(amount) * BigInt(parts);
      return { company_id, cents: Number(product / whole), rest: Number(product % whole) };
    });
  let left = amount - pieces.reduce((sum, { cents }) => sum + cents, 0);
  for (const piece of [...pieces].sort((a, b) => b.rest - a.rest || a.company_id - b.company_id)) {
    if (left <= 0) break;
    piece.cents += 1;
    left -= 1;
  }
  return pieces.map(({ company_id, cents }) => ({ company_id, cents }));
}
