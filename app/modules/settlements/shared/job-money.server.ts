import { eq, sql } from "drizzle-orm";
import { amountOwed } from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import type { VisibleJob } from "~/modules/jobs/shared/authorize.server";
import type { ReadCtx } from "~/web/procedure";
import { visibleSettlementsQuery } from "./access.server";

/**
 * Check whether a user may see what a job pays: a user who may read settlements, of the company that requested the job,
 * or of one that pays or is paid on it. Other companies on the job don't learn whether anything is paid.
 */
export async function canSeeJobMoney(ctx: ReadCtx, { job, standing }: VisibleJob): Promise<boolean> {
  if (!hasPermission(ctx.actor.permissions, "settlement.read")) return false;
  if (standing.requester) return true;
  const [row] = await ctx.read
    .select({ id: amountOwed.id })
    .from(amountOwed)
    .where(sql`${eq(amountOwed.job_id, job.id)} AND ${visibleSettlementsQuery(ctx.actor)}`)
    .limit(1);
  return row !== undefined;
}
