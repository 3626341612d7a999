import { type SQL, sql } from "drizzle-orm";
import { job } from "#db/schema";
import type { CompanyActor } from "~/web/actor";

/**
 * The jobs that the acting company may see, as a condition on `job` (decisions, section 2): its own, those it is
 * on and has not declined, and those whose wood it receives.
 */
export const jobsVisibleTo = (actor: CompanyActor): SQL => {
  const me = actor.company.id;
  return sql`(${job.is_deleted} = 0 AND (${job.request_user_company_id} = ${me}
    OR EXISTS (SELECT 1 FROM job_company v WHERE v.job_id = ${job.id} AND v.company_id = ${me} AND v.declined_at IS NULL AND v.removed_at IS NULL)
    OR EXISTS (SELECT 1 FROM job_destination d JOIN job_destination_mill m ON m.job_destination_id = d.id WHERE d.job_id = ${job.id} AND d.removed_at IS NULL AND m.mill_company_id = ${me})))`;
};
