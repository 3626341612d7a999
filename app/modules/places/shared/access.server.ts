import { and, eq, type SQL, sql } from "drizzle-orm";
import { company, companyDestination, companyLocation } from "#db/schema";
import { partnersQuery } from "~/lib/access/partners.server";
import { isSearchable } from "~/modules/companies/shared/public-face.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { notFound } from "~/web/refusal";

/**
 * Companies whose places the acting company may see and send wood to: itself, mills, and its partners on jobs.
 * Independent of the queried row, so that a query computes it once, from the company's own jobs.
 */
const companiesWithPlacesFor = (me: number): SQL =>
  sql`SELECT ${me} AS id UNION SELECT c.id FROM company c WHERE c.is_mill = 1
    UNION ${partnersQuery(me)}`;

/**
 * The locations that the acting company may see and send wood to, as a condition on `company_location` joined with
 * `company` (docs/domain.md#places): its own, mills', and those of companies on jobs that both are on. None where the
 * person's crew may not read locations, so that whatever lists places asks for the flag.
 */
export const visibleLocationsQuery = (actor: CompanyActor): SQL =>
  actor.permissions.company_location.read ? readableLocations(actor) : sql`0`;

const readableLocations = (actor: CompanyActor): SQL =>
  sql`(${companyLocation.is_deleted} = 0 AND ${isSearchable(actor)}
    AND ${companyLocation.id} IN (SELECT l.id FROM (${companiesWithPlacesFor(actor.company.id)}) w
      CROSS JOIN company_location l ON l.company_id = w.id))`;

/** Condition on `company_destination` for the acting company's own destinations; none without the flag to read them. */
export const visibleDestinationsQuery = (actor: CompanyActor): SQL =>
  !actor.permissions.company_destination.read
    ? sql`0`
    : sql`(${companyDestination.is_deleted} = 0 AND ${companyDestination.company_id} = ${actor.company.id})`;

/** Return the company in the URL if it is the acting one; any other gets a 404. */
export function requireOwnCompanyId(ctx: Ctx<CompanyActor>, companyId: number): number {
  if (companyId !== ctx.actor.company.id) throw notFound("There's nothing here that you can see.");
  return companyId;
}

/** Read a company that the actor may see. */
export async function requireVisibleCompany(ctx: Ctx, companyId: number) {
  const [row] = await ctx.read
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(and(eq(company.id, companyId), isSearchable(ctx.actor)));
  if (!row) throw notFound("We couldn't find that company, or you don't have access to it.");
  return row;
}
