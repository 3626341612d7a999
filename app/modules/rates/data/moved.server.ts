import { eq, or, type SQL } from "drizzle-orm";
import { type jobHaulRate, type jobProductRate, tripTicket } from "#db/schema";
import type { VisibleJob } from "~/modules/jobs/shared/authorize.server";
import type { HaulPrice, JobPrices, ProductPrice } from "~/modules/settlements/rules/claims";
import { formatPayImpactMessage } from "~/modules/settlements/rules/moved";
import { type FuelByRate, readFuelTerms } from "~/modules/settlements/shared/fuel-terms.server";
import {
  type PayChangeConfirmInput,
  requirePayChangeConfirmed,
  sumPayChanges,
} from "~/modules/settlements/shared/moved.server";
import { toHaulPrices, toProductPrices } from "~/modules/settlements/shared/prices.server";
import type { Ctx } from "~/web/procedure";
import type { Shares } from "../rules/rate-terms";

type ProductRow = typeof jobProductRate.$inferSelect & { shares: Shares };
type HaulRow = typeof jobHaulRate.$inferSelect & { shares: Shares };
/** Change to a job's rates, with the old rate, the new rate, or both. */
export type RateChange =
  | { kind: "product"; was: ProductRow | null; next: ProductRow | null }
  | { kind: "haul"; was: HaulRow | null; next: HaulRow | null };

/** Placeholder for a rate that isn't saved yet. */
export const UNSAVED_RATE = { id: 0, version: 1 } as const;

/** Return the prices of a job after one rate changes. */
export function applyRateChange(
  prices: JobPrices,
  { kind, was, next }: RateChange,
  fuel: FuelByRate = new Map(),
): JobPrices {
  const stays = (r: { id: number }) => r.id !== was?.id;
  const products: ProductPrice[] = prices.products.filter((r) => kind === "haul" || stays(r));
  const hauls: HaulPrice[] = prices.hauls.filter((r) => kind === "product" || stays(r));
  if (kind === "product" && next) products.push(...toProductPrices(next, next.shares));
  if (kind === "haul" && next) hauls.push(...toHaulPrices(next, next.shares, fuel));
  return { products, hauls };
}

/** SQL condition for loads that a price may pay: loads of the price's product, or loads to its destination. */
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

/** Describe how a change of a job's rates changes the pay of existing loads; null if no amount changes. */
export async function describePayChanges(
  ctx: Pick<Ctx, "read">,
  { job }: { job: { id: number } },
  change: RateChange,
): Promise<string | null> {
  const hauls = change.kind === "haul" && change.next ? [change.next] : [];
  const sum = await sumPayChanges(ctx.read, job.id, paidBy(change), async (loads) => {
    const days = loads.map(({ load }) => load.earned_on);
    const fuel = await readFuelTerms(ctx.read, hauls, days);
    const prices = loads[0] && applyRateChange(loads[0].prices, change, fuel.terms);
    return loads.map(({ load }) => (prices ? { load, prices } : null));
  });
  return formatPayImpactMessage(sum);
}

/** Refuse a change that affects existing loads until the user has seen and confirmed its effect (docs/settlements.md). */
export const requireConfirmedPayChange = (
  ctx: Pick<Ctx, "read">,
  job: VisibleJob,
  input: PayChangeConfirmInput,
  change: RateChange,
): Promise<void> => requirePayChangeConfirmed(input, () => describePayChanges(ctx, job, change));
