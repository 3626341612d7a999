import { and, eq, type SQL, sql } from "drizzle-orm";
import { company, companyDestination, companyLocation } from "#db/schema";
import { buildPartnersQuery } from "~/lib/access/partners.server";
import { buildSearchableCondition } from "~/modules/companies/shared/public-face.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { notFound } from "~/web/refusal";

/**
 * Select the companies whose places the acting company may see and send wood to: itself, mills, and its partners on
 * jobs. Independent of the outer query's row, so that a query computes this list once, from the company's own jobs.
 */
const companiesWithPlacesFor = (me: number): SQL =>
  sql`SELECT ${me} AS id UNION SELECT c.id FROM company c WHERE c.is_mill = 1
    UNION ${buildPartnersQuery(me)}`;

/**
 * SQL condition on `company_location` joined with `company`: locations that the acting company may see and send wood
 * to. These are its own, mills', and those of companies on jobs that both companies are on. False if the person may not
 * read locations, so that every list of places checks this permission (docs/domain.md#places).
 */
export const visibleLocationsCondition = (actor: CompanyActor): SQL =>
  actor.permissions.company_location.read ? readableLocations(actor) : sql`0`;

const readableLocations = (actor: CompanyActor): SQL =>
  sql`(${companyLocation.is_deleted} = 0 AND ${buildSearchableCondition(actor)}
    AND ${companyLocation.id} IN (SELECT l.id FROM (${companiesWithPlacesFor(actor.company.id)}) w
      CROSS JOIN company_location l ON l.company_id = w.id))`;

/**
 * SQL condition on `company_destination` for the acting company's own destinations; false without permission to read
 * destinations.
 */
export const visibleDestinationsCondition = (actor: CompanyActor): SQL =>
  !actor.permissions.company_destination.read
    ? sql`0`
    : sql`(${companyDestination.is_deleted} = 0 AND ${companyDestination.company_id} = ${actor.company.id})`;

/** Return the company in the URL if it is the acting company; any other gets a 404. */
export function requireOwnCompanyId(ctx: Ctx<CompanyActor>, companyId: number): number {
  if (companyId !== ctx.actor.company.id) throw notFound("There's nothing here that you can see.");
  return companyId;
}

/** Read a company that the actor may see. */
export async function requireVisibleCompany(ctx: Ctx, companyId: number) {
  const [row] = await ctx.read
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(and(eq(company.id, companyId), buildSearchableCondition(ctx.actor)));
  if (!row) throw notFound("We couldn't find that company, or you don't have access to it.");
  return row;
}
