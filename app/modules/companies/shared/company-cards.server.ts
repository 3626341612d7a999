import { and, eq, type SQL } from "drizzle-orm";
import { company, usState } from "#db/schema";
import { listRoleNames, pickRoles } from "~/lib/access/company-roles";
import type { Ctx } from "~/web/procedure";
import { buildSearchableCondition } from "./public-face.server";

/** Public profiles of companies (docs/domain.md#company-profile): name, logo, city, state, roles. */
export async function readCompanyCards(ctx: Ctx, which: SQL | undefined, most: number) {
  const rows = await ctx.read
    .select({ company, stusps: usState.stusps })
    .from(company)
    .leftJoin(usState, eq(usState.id, company.us_state_id))
    .where(and(buildSearchableCondition(ctx.actor), which))
    .orderBy(company.name, company.id)
    .limit(most);
  return rows.map(({ company: c, stusps }) => ({
    id: c.id,
    name: c.name,
    logo_url: c.logo_url,
    city: c.city,
    state: stusps,
    roles: pickRoles(c),
    role_names: listRoleNames(pickRoles(c)),
  }));
}
