import { and, eq } from "drizzle-orm";
import { isInLiveCrew } from "#db/live-crew.server";
import { crew, crewMember } from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { getUserRights } from "~/lib/access/rights";
import { addCrewFlags } from "~/web/actor.server";
import type { Ctx } from "~/web/procedure";

/**
 * Return a person's rights at the acting company in plain words, for readers who may see the company's people; null for
 * everybody else, and for people of other companies. Crews are named only if there are several and the reader may see
 * them.
 */
export async function readRightsAtCompany(ctx: Ctx, userId: number) {
  const { company, permissions } = ctx.actor;
  if (!company || !hasPermission(permissions, "crew_member.read")) return null;
  const rows = await ctx.read
    .select({ id: crew.id, name: crew.name, is_primary: crew.is_primary })
    .from(crewMember)
    .innerJoin(crew, isInLiveCrew)
    .where(and(eq(crewMember.user_id, userId), eq(crew.company_id, company.id)))
    .orderBy(crew.id);
  if (rows.length === 0) return null;
  const { can, cannot } = getUserRights(await addCrewFlags(ctx.read, rows));
  const names = hasPermission(permissions, "crew.read") ? rows.map((c) => c.name) : [];
  return {
    company: company.name,
    is_admin: rows.some((c) => c.is_primary),
    crews: names,
    can: can.map(({ from, ...right }) => ({
      ...right,
      from: names.length > 1 ? from.map((c) => c.name) : [],
    })),
    cannot,
  };
}

export type RightsAtCompany = NonNullable<Awaited<ReturnType<typeof readRightsAtCompany>>>;
