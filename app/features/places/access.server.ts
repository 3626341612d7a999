import { and, eq, type SQL, sql } from "drizzle-orm";
import { company, companyDestination, companyLocation } from "#db/schema";
import { partnersOf } from "~/core/access/partners.server";
import { findable } from "~/core/access/public-face.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { missing } from "~/web/refusal";

/**
 * The companies whose places the acting company may see and send wood to: itself, mills, and its partners on jobs.
 * Nothing of it hangs on the row that is asked about, so that a query works it out once, from the company's own jobs.
 */
const companiesWithPlacesFor = (me: number): SQL =>
  sql`SELECT ${me} AS id UNION SELECT c.id FROM company c WHERE c.is_mill = 1
    UNION ${partnersOf(me)}`;

/**
 * The locations that the acting company may see and send wood to, as a condition on `company_location` joined with
 * `company` (decisions, section 7): its own, mills', and those of companies on jobs that both are on. None where the
 * person's crew may not read locations, so that whatever lists places asks for the flag.
 */
export const locationsVisibleTo = (actor: CompanyActor): SQL =>
  actor.permissions.company_location.read ? readableLocations(actor) : sql`0`;

const readableLocations = (actor: CompanyActor): SQL =>
  sql`(${companyLocation.is_deleted} = 0 AND ${findable(actor)}
    AND ${companyLocation.id} IN (SELECT l.id FROM (${companiesWithPlacesFor(actor.company.id)}) w
      CROSS JOIN company_location l ON l.company_id = w.id))`;

/** The acting company's own destinations, as a condition on `company_destination`; none without the flag to read them. */
export const destinationsVisibleTo = (actor: CompanyActor): SQL =>
  !actor.permissions.company_destination.read
    ? sql`0`
    : sql`(${companyDestination.is_deleted} = 0 AND ${companyDestination.company_id} = ${actor.company.id})`;

/** The company that an address names, where it is the acting one; what others have is not there to be changed. */
export function ownCompany(ctx: Ctx<CompanyActor>, companyId: number): number {
  if (companyId !== ctx.actor.company.id) throw missing("There's nothing here that you can see.");
  return companyId;
}

/** A company whose face the actor may see. */
export async function seenCompany(ctx: Ctx, companyId: number) {
  const [row] = await ctx.read
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(and(eq(company.id, companyId), findable(ctx.actor)));
  if (!row) throw missing("We couldn't find that company, or you don't have access to it.");
  return row;
}
