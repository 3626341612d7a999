import { and, eq, type SQL, sql } from "drizzle-orm";
import { company, usState } from "#db/schema";
import type { Ctx } from "~/web/procedure";
import { roleNames, rolesOf } from "./company-roles";

/** What anybody who is signed in may know of a company. One without people of its own is known to who noted it down. */
const known = (ctx: Ctx) =>
  and(
    eq(company.is_deleted, false),
    sql`(${company.creator_company_id} IS NULL OR ${company.creator_company_id} = ${ctx.actor.company?.id ?? 0}
      OR EXISTS (SELECT 1 FROM crew_member AS m JOIN crew AS c ON c.id = m.crew_id WHERE c.company_id = ${company.id}))`,
  );

/** The public faces of companies (decisions, section 2): name, logo, city, state, roles. */
export async function companyFaces(ctx: Ctx, which: SQL | undefined, most: number) {
  const rows = await ctx.read
    .select({ company, stusps: usState.stusps })
    .from(company)
    .leftJoin(usState, eq(usState.id, company.us_state_id))
    .where(and(known(ctx), which))
    .orderBy(company.name, company.id)
    .limit(most);
  return rows.map(({ company: c, stusps }) => ({
    id: c.id,
    name: c.name,
    logo_url: c.logo_url,
    city: c.city,
    state: stusps,
    roles: rolesOf(c),
    role_names: roleNames(rolesOf(c)),
  }));
}
