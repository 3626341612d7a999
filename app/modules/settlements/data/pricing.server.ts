import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { amountOwed, job } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { unprocessable } from "~/web/refusal";
import { claimSteps, MAX_PRICED } from "../shared/claim-steps.server";
import { type OpenWork, openWorkCondition } from "../shared/open-work.server";

const c = amountOwed;

/** Price these loads again, in a commit of its own. */
const priceLoads = procedure({
  name: "priceLoads",
  may: "settlement.create",
  input: z.strictObject({ ids: z.array(z.number().int()).max(MAX_PRICED) }),
  async run(ctx, { ids }) {
    return ctx.commit(await claimSteps(ctx, ids), { count: ids.length });
  },
});

/** Jobs on which a payer may owe something that a statement takes: its own, those it is on, and those of what is open. */
const jobsOf = (payer: number) => sql`${job.id} IN (
  SELECT id FROM job WHERE request_user_company_id = ${payer}
  UNION SELECT job_id FROM job_company WHERE company_id = ${payer}
  UNION SELECT job_id FROM amount_owed WHERE paying_company_id = ${payer}
     AND due_cents IS NOT NULL AND (posted_lines = 0 OR due_cents <> posted_cents)
  UNION SELECT job_id FROM amount_owed WHERE paying_company_id = ${payer} AND problem IS NOT NULL)`;

/**
 * Before anything is posted, reprice loads of this work that were priced before their job's rates changed, so that none
 * is paid at an old rate. If there are many, the queue does it, and making statements waits for it.
 */
export async function repriceOpenWork(ctx: Ctx<CompanyActor>, work: OpenWork): Promise<void> {
  const stale = await ctx.read
    .selectDistinct({ id: c.trip_ticket_id })
    .from(job)
    .crossJoin(c)
    .where(
      and(
        jobsOf(work.payer.id),
        eq(c.job_id, job.id),
        // An epoch only grows, so stale rows come first in the job's index.
        sql`${c.rate_version} < ${job.rate_version}`,
        openWorkCondition(ctx, work),
      ),
    )
    .limit(MAX_PRICED + 1);
  if (stale.length > MAX_PRICED)
    throw unprocessable("Rates changed, and the loads are being recalculated. Try again in a minute.");
  if (stale.length > 0) await ctx.apart(priceLoads, { ids: stale.map(({ id }) => id) });
}
