import { sql } from "drizzle-orm";
import { job } from "#db/schema";
import { visibleJobsCondition } from "~/modules/jobs/shared/access.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { canSeeCuttingPlace } from "../rules/land";
import { getTicketRoles } from "../rules/trip-ticket";
import { readJobParties } from "./job-parties.server";
import { getTicketParties } from "./ticket-row.server";

/**
 * Return a visible job, and whether the acting company is its requester or land manager, which manage the job's
 * numbers.
 */
export async function requireJobForNumbers(ctx: Ctx<CompanyActor>, jobId: number) {
  const [row] = await ctx.read
    .select({ id: job.id, name: job.name, request_user_company_id: job.request_user_company_id })
    .from(job)
    .where(sql`${job.id} = ${jobId} AND ${visibleJobsCondition(ctx.actor)}`);
  if (!row) throw notFound("We couldn't find that job, or you don't have access to it.");
  const parties = await readJobParties(ctx.read, jobId);
  const roles = getTicketRoles(getTicketParties(row.request_user_company_id, parties), ctx.actor.company.id);
  return {
    ...row,
    office: roles.has("creator") || roles.has("land_manager"),
    land: canSeeCuttingPlace(roles),
  };
}
