import { and, eq } from "drizzle-orm";
import { inLiveCrew } from "#db/live-crew.server";
import { crew, crewMember } from "#db/schema";
import { may } from "~/domain/access/crew-permissions";
import { personRights } from "~/domain/access/rights";
import { withFlags } from "~/web/actor.server";
import type { Ctx } from "~/web/procedure";

/**
 * What somebody can do at the acting company, in the words of work, for who may see its people; null for everybody else,
 * and for a person of other companies. It says by which crew only to who may see crews, and only where there are several.
 */
export async function rightsAtCompany(ctx: Ctx, userId: number) {
  const { company, permissions } = ctx.actor;
  if (!company || !may(permissions, "crew_member.read")) return null;
  const rows = await ctx.read
    .select({ id: crew.id, name: crew.name, is_primary: crew.is_primary })
    .from(crewMember)
    .innerJoin(crew, inLiveCrew)
    .where(and(eq(crewMember.user_id, userId), eq(crew.company_id, company.id)))
    .orderBy(crew.id);
  if (rows.length === 0) return null;
  const { can, cannot } = personRights(await withFlags(ctx.read, rows));
  const names = may(permissions, "crew.read") ? rows.map((c) => c.name) : [];
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

export type RightsAtCompany = NonNullable<Awaited<ReturnType<typeof rightsAtCompany>>>;
