import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { amountOwed, job } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { unprocessable } from "~/web/refusal";
import { buildAmountOwedSteps, MAX_TICKETS_PRICED } from "../shared/claim-steps.server";
import { type OpenWork, openWorkCondition } from "../shared/open-work.server";

const c = amountOwed;

/** Reprice these loads in a separate commit. */
const priceLoads = procedure({
  name: "priceLoads",
  may: "settlement.create",
  input: z.strictObject({ ids: z.array(z.number().int()).max(MAX_TICKETS_PRICED) }),
  async run(ctx, { ids }) {
    return ctx.commit(await buildAmountOwedSteps(ctx, ids), { count: ids.length });
  },
});

/** Jobs whose amounts may be on the payer's statements: its own jobs, jobs it takes part in, and jobs with open claims. */
const jobsOf = (payer: number) => sql`${job.id} IN (
  SELECT id FROM job WHERE request_user_company_id = ${payer}
  UNION SELECT job_id FROM job_company WHERE company_id = ${payer}
  UNION SELECT job_id FROM amount_owed WHERE paying_company_id = ${payer}
     AND due_cents IS NOT NULL AND (posted_lines = 0 OR due_cents <> posted_cents)
  UNION SELECT job_id FROM amount_owed WHERE paying_company_id = ${payer} AND problem IS NOT NULL)`;

/**
 * Before posting, reprice this work's loads that were priced before their job's rates changed, so that no load is paid
 * at an old rate. If there are many, the queue reprices them, and making statements has to wait.
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
        // A rate version only grows, so amounts priced at old rates come first in the job's index.
        sql`${c.rate_version} < ${job.rate_version}`,
        openWorkCondition(ctx, work),
      ),
    )
    .limit(MAX_TICKETS_PRICED + 1);
  if (stale.length > MAX_TICKETS_PRICED)
    throw unprocessable("Rates changed, and the loads are being recalculated. Try again in a minute.");
  if (stale.length > 0) await ctx.apart(priceLoads, { ids: stale.map(({ id }) => id) });
}
