import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { job, tripTicketSettlement } from "#db/schema";
import { claimSteps, MOST_PRICED } from "~/core/settling/claim-steps.server";
import { type OpenWork, ofWork } from "~/core/settling/open-work.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { notNow } from "~/web/refusal";

const c = tripTicketSettlement;

/** Price these loads again, in a commit of its own. */
const priceLoads = procedure({
  name: "priceLoads",
  may: "settlement.create",
  input: z.strictObject({ ids: z.array(z.number().int()).max(MOST_PRICED) }),
  async run(ctx, { ids }) {
    return ctx.commit(await claimSteps(ctx, ids), { count: ids.length });
  },
});

/**
 * Before anything is posted: loads of this work that were priced before their job's rates changed are priced again, so
 * that none is paid by an old rate. Where there are many, the queue is at it, and making waits for it.
 */
export async function priceAgain(ctx: Ctx<CompanyActor>, work: OpenWork): Promise<void> {
  const stale = await ctx.read
    .selectDistinct({ id: c.trip_ticket_id })
    .from(c)
    .innerJoin(job, eq(job.id, c.job_id))
    .where(and(ofWork(ctx, work), sql`${c.rate_epoch} <> ${job.rate_epoch}`))
    .limit(MOST_PRICED + 1);
  if (stale.length > MOST_PRICED)
    throw notNow("Rates changed, and the loads are being worked out again. Try it in a minute.");
  if (stale.length > 0) await ctx.apart(priceLoads, { ids: stale.map(({ id }) => id) });
}
