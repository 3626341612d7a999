import { and, asc, eq, gt, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type jobHaulRate, type jobProductRate, tripTicket } from "#db/schema";
import type { VisibleJob } from "~/core/jobs/standing.server";
import { factsOf, haulPrice, productPrice } from "~/core/settling/facts.server";
import { type FuelByRule, fuelTerms } from "~/core/settling/fuel-terms.server";
import type { HaulPrice, Prices, ProductPrice } from "~/domain/settling/claims";
import { addMoved, loadsMovedWords, NOTHING_MOVES } from "~/domain/settling/moved";
import { trimmed } from "~/domain/text/input";
import { STATUS } from "~/domain/tickets/trip-ticket";
import type { Ctx } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import type { Shares } from "./rate-terms";

/** So many loads are worked out at a time; others are served in between. */
const CHUNK = 250;

/** How a form asks before loads that are there already change: it sends back what it was told. */
export const asking = {
  /** Refuse where loads change that are there already, unless `moves` is what that refusal says. */
  ask_first: z.boolean().optional(),
  moves: trimmed(500).optional(),
};
export type Asking = z.output<z.ZodObject<typeof asking>>;

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
  let sum = NOTHING_MOVES;
  let after = 0;
  for (;;) {
    const rows = await ctx.read
      .select({ id: tripTicket.id, load_number: tripTicket.load_number })
      .from(tripTicket)
      .where(
        and(
          eq(tripTicket.job_id, job.id),
          gt(tripTicket.load_number, after),
          eq(tripTicket.trip_ticket_status_id, STATUS.completed),
          sql`${tripTicket.is_deleted} = 0`,
          paidBy(change),
        ),
      )
      .orderBy(asc(tripTicket.load_number))
      .limit(CHUNK);
    const last = rows.at(-1);
    if (!last) return loadsMovedWords(sum);
    const facts = await factsOf(
      ctx.read,
      rows.map(({ id }) => id),
    );
    const prices = facts[0]?.prices;
    const rule = change.kind === "haul" ? (change.next?.fuel_rule_id ?? null) : null;
    const days = facts.map(({ load }) => load?.earned_on);
    const fuel = await fuelTerms(ctx.read, [rule], days);
    const next = prices && pricesAfter(prices, change, fuel.terms);
    for (const { load, claims } of facts)
      if (load && prices && next) sum = addMoved(sum, { load, claims }, prices, next);
    after = last.load_number;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Refuses a change of loads that are there already, until it was seen and confirmed (docs/settlements.md). */
export async function confirmed(
  ctx: Pick<Ctx, "read">,
  found: VisibleJob,
  { ask_first, moves }: Asking,
  change: RateChange,
): Promise<void> {
  if (!ask_first) return;
  const said = await whatMoves(ctx, found, change);
  if (said !== null && said !== moves) throw invalid({ moves: [said] });
}
