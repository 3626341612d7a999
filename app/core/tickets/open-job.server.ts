import { and, eq } from "drizzle-orm";
import { company, job } from "#db/schema";
import { jobsVisibleTo } from "~/core/jobs/access.server";
import { isActive } from "~/domain/jobs/job-status";
import { statusOfNew } from "~/domain/tickets/lifecycle";
import { rolesOnTicket } from "~/domain/tickets/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { forbidden, missing, notNow } from "~/web/refusal";
import { readJobParties } from "./job-parties.server";
import { partiesOf } from "./ticket-row.server";

/** A job on which the acting company may create tickets now, with its parties; else refused. */
export async function openJob(ctx: Ctx<CompanyActor>, jobId: number) {
  const [row] = await ctx.read
    .select({
      id: job.id,
      name: job.name,
      job_status_id: job.job_status_id,
      is_sample: job.is_sample,
      request_user_company_id: job.request_user_company_id,
      load: company.default_load_amount,
    })
    .from(job)
    .innerJoin(company, eq(company.id, job.request_user_company_id))
    .where(and(eq(job.id, jobId), jobsVisibleTo(ctx.actor)));
  if (!row) throw missing("We couldn't find that job, or you don't have access to it.");
  if (row.is_sample) throw notNow("This is the sample job. Create loads on a job of your own.");
  const parties = await readJobParties(ctx.read, row.id);
  const roles = rolesOnTicket(partiesOf(row.request_user_company_id, parties), ctx.actor.company.id);
  if (statusOfNew(roles, true) === null) throw forbidden("Your company can't create tickets on this job.");
  if (!isActive(row)) throw notNow("This job is inactive. It can't take new tickets or claims.");
  return { ...row, parties, roles };
}
