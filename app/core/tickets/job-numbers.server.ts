import { sql } from "drizzle-orm";
import { job } from "#db/schema";
import { jobsVisibleTo } from "~/core/jobs/access.server";
import { rolesOnTicket } from "~/domain/tickets/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { missing } from "~/web/refusal";
import { readJobParties } from "./job-parties.server";
import { seesLand } from "./land";
import { partiesOf } from "./ticket-row.server";

/** A job as the acting company may see it, and whether it keeps the job's numbers: requester or land manager. */
export async function jobForNumbers(ctx: Ctx<CompanyActor>, jobId: number) {
  const [row] = await ctx.read
    .select({ id: job.id, name: job.name, request_user_company_id: job.request_user_company_id })
    .from(job)
    .where(sql`${job.id} = ${jobId} AND ${jobsVisibleTo(ctx.actor)}`);
  if (!row) throw missing("We couldn't find that job, or you don't have access to it.");
  const parties = await readJobParties(ctx.read, jobId);
  const roles = rolesOnTicket(partiesOf(row.request_user_company_id, parties), ctx.actor.company.id);
  return { ...row, office: roles.has("creator") || roles.has("land_manager"), land: seesLand(roles) };
}
