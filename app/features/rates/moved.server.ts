import { eq, or, type SQL } from "drizzle-orm";
import { type jobHaulRate, type jobProductRate, tripTicket } from "#db/schema";
import type { VisibleJob } from "~/core/jobs/standing.server";
import { type FuelByRule, fuelTerms } from "~/core/settling/fuel-terms.server";
import { type Asking, requireConfirmed, sumMoves } from "~/core/settling/moved.server";
import { haulPrice, productPrice } from "~/core/settling/prices.server";
import type { HaulPrice, Prices, ProductPrice } from "~/domain/settling/claims";
import { loadsMovedWords } from "~/domain/settling/moved";
import type { Ctx } from "~/web/procedure";
import type { Shares } from "./rate-terms";

type ProductRow = typeof jobProductRate.$inferSelect & { shares: Shares };
type HaulRow = typeof jobHaulRate.$inferSelect & { shares: Shares };
/** What becomes of the rates of a job: one as it was, one as it is to be, or both. */
export type RateChange =
  | { kind: "product"; was: ProductRow | null; next: ProductRow | null }
  | { kind: "haul"; was: HaulRow | null; next: HaulRow | null };

/** A rate that is not there yet. */
export const unsaved = { id: 0, version: 1 } as const;

/** The prices of a job after a change of one. */
export function pricesAfter(
  prices: Prices,
  { kind, was, next }: RateChange,
  fuel: FuelByRule = new Map(),
): Prices {
  const stays = (r: { id: number }) => r.id !== was?.id;
  const products: ProductPrice[] = prices.products.filter((r) => kind === "haul" || stays(r));
  const hauls: HaulPrice[] = prices.hauls.filter((r) => kind === "product" || stays(r));
  if (kind === "product" && next) products.push(...productPrice(next, next.shares));
  if (kind === "haul" && next) hauls.push(...haulPrice(next, next.shares, fuel));
  return { products, hauls };
}

/** The loads that a price may pay: of its product, or to its destination. */
function paidBy({ kind, was, next }: RateChange): SQL | undefined {
  return or(
    ...[was, next].map((row) => {
      if (row === null) return undefined;
      return kind === "product" && "product_type_id" in row
        ? eq(tripTicket.product_type_id, row.product_type_id)
        : "job_destination_id" in row
          ? eq(tripTicket.job_destination_id, row.job_destination_id)
          : undefined;
    }),
  );
}

/** What a change of a job's rates would do to loads that are there already, in words; null where nothing moves. */
export async function whatMoves(
  ctx: Pick<Ctx, "read">,
  { job }: { job: { id: number } },
  change: RateChange,
): Promise<string | null> {
  const rule = change.kind === "haul" ? (change.next?.fuel_rule_id ?? null) : null;
  const sum = await sumMoves(ctx.read, job.id, paidBy(change), async (loads) => {
    const days = loads.map(({ load }) => load.earned_on);
    const fuel = await fuelTerms(ctx.read, [rule], days);
    const prices = loads[0] && pricesAfter(loads[0].prices, change, fuel.terms);
    return loads.map(({ load }) => (prices ? { load, prices } : null));
  });
  return loadsMovedWords(sum);
}

/** Refuses a change of loads that are there already, until it was seen and confirmed (docs/settlements.md). */
export const confirmed = (
  ctx: Pick<Ctx, "read">,
  found: VisibleJob,
  input: Asking,
  change: RateChange,
): Promise<void> => requireConfirmed(input, () => whatMoves(ctx, found, change));
