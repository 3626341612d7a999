import { and, eq, type SQL, sql } from "drizzle-orm";
import { company, companyDestination, companyLocation } from "#db/schema";
import { findable } from "~/features/companies/public-face.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { missing } from "~/web/refusal";

/**
 * The locations that the acting company may see and send wood to, as a condition on `company_location` joined with
 * `company` (decisions, section 7): its own, mills', and those of companies on jobs that both are on.
 */
export const locationsVisibleTo = (actor: CompanyActor): SQL => {
  const me = actor.company.id;
  const on = (company: SQL) =>
    sql`SELECT j.id FROM job j WHERE j.is_deleted = 0 AND (j.request_user_company_id = ${company} OR EXISTS (SELECT 1 FROM job_company v WHERE v.job_id = j.id AND v.company_id = ${company} AND v.declined_at IS NULL AND v.removed_at IS NULL))`;
  return sql`(${companyLocation.is_deleted} = 0 AND ${findable(actor)} AND (${companyLocation.company_id} = ${me} OR ${company.is_mill} = 1
    OR EXISTS (${on(sql`${me}`)} INTERSECT ${on(sql`${companyLocation.company_id}`)})))`;
};

/** The acting company's own destinations, as a condition on `company_destination`. */
export const destinationsVisibleTo = (actor: CompanyActor): SQL =>
  sql`(${companyDestination.is_deleted} = 0 AND ${companyDestination.company_id} = ${actor.company.id})`;

/** The company that an address names, where it is the acting one; what others have is not there to be changed. */
export function ownCompany(ctx: Ctx<CompanyActor>, companyId: number): number {
  if (companyId !== ctx.actor.company.id) throw missing("There is nothing here that is yours to see.");
  return companyId;
}

/** A company whose face the actor may see. */
export async function seenCompany(ctx: Ctx, companyId: number) {
  const [row] = await ctx.read
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(and(eq(company.id, companyId), findable(ctx.actor)));
  if (!row) throw missing("There is no such company, or it is not yours to see.");
  return row;
}
