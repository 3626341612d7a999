import { and, eq, type SQL } from "drizzle-orm";
import { company, usState } from "#db/schema";
import { roleNames, rolesOf } from "~/domain/access/company-roles";
import type { Ctx } from "~/web/procedure";
import { findable } from "./public-face.server";

/** The public faces of companies (decisions, section 2): name, logo, city, state, roles. */
export async function companyFaces(ctx: Ctx, which: SQL | undefined, most: number) {
  const rows = await ctx.read
    .select({ company, stusps: usState.stusps })
    .from(company)
    .leftJoin(usState, eq(usState.id, company.us_state_id))
    .where(and(findable(ctx.actor), which))
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
