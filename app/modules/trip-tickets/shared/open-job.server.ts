import { and, eq } from "drizzle-orm";
import { company, job } from "#db/schema";
import { isActiveJob } from "~/modules/jobs/rules/job-status";
import { visibleJobsCondition } from "~/modules/jobs/shared/access.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { forbidden, notFound, unprocessable } from "~/web/refusal";
import { getNewTicketStatus } from "../rules/lifecycle";
import { getTicketRoles } from "../rules/trip-ticket";
import { readJobParties } from "./job-parties.server";
import { getTicketParties } from "./ticket-row.server";

/** Return a job on which the acting company may create tickets now, with its parties; else throw. */
export async function requireOpenJob(ctx: Ctx<CompanyActor>, jobId: number) {
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
    .where(and(eq(job.id, jobId), visibleJobsCondition(ctx.actor)));
  if (!row) throw notFound("We couldn't find that job, or you don't have access to it.");
  if (row.is_sample) throw unprocessable("This is the sample job. Create loads on a job of your own.");
  const parties = await readJobParties(ctx.read, row.id);
  const roles = getTicketRoles(getTicketParties(row.request_user_company_id, parties), ctx.actor.company.id);
  if (getNewTicketStatus(roles, true) === null)
    throw forbidden("Your company can't create tickets on this job.");
  if (!isActiveJob(row)) throw unprocessable("This job is inactive. It can't take new tickets or claims.");
  return { ...row, parties, roles };
}
