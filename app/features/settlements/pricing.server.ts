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

/** The jobs on which a payer may owe something that a statement takes: its own, those it is on, and those of what is open. */
const jobsOf = (payer: number) => sql`${job.id} IN (
  SELECT id FROM job WHERE request_user_company_id = ${payer}
  UNION SELECT job_id FROM job_company WHERE company_id = ${payer}
  UNION SELECT job_id FROM trip_ticket_settlement WHERE paying_company_id = ${payer}
     AND due_cents IS NOT NULL AND (posted_lines = 0 OR due_cents <> posted_cents)
  UNION SELECT job_id FROM trip_ticket_settlement WHERE paying_company_id = ${payer} AND problem IS NOT NULL)`;

/**
 * Before anything is posted: loads of this work that were priced before their job's rates changed are priced again, so
 * that none is paid by an old rate. Where there are many, the queue is at it, and making waits for it.
 */
export async function priceAgain(ctx: Ctx<CompanyActor>, work: OpenWork): Promise<void> {
  const stale = await ctx.read
    .selectDistinct({ id: c.trip_ticket_id })
    .from(job)
    .crossJoin(c)
    .where(
      and(
        jobsOf(work.payer.id),
        eq(c.job_id, job.id),
        // An epoch only grows, so what is stale comes first in the job's own index.
        sql`${c.rate_epoch} < ${job.rate_epoch}`,
        ofWork(ctx, work),
      ),
    )
    .limit(MOST_PRICED + 1);
  if (stale.length > MOST_PRICED)
    throw notNow("Rates changed, and the loads are being recalculated. Try again in a minute.");
  if (stale.length > 0) await ctx.apart(priceLoads, { ids: stale.map(({ id }) => id) });
}
