import { and, eq, sql } from "drizzle-orm";
import { company } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { invalid } from "~/web/refusal";

/**
 * Refuse a name that another company recorded by the acting one already has, ignoring case; `but` is the company that
 * may retain it.
 */
export async function requireNewName(
  ctx: Ctx<CompanyActor>,
  name: string,
  why: string,
  but = 0,
): Promise<void> {
  const [same] = await ctx.read
    .select({ id: company.id })
    .from(company)
    .where(
      and(
        eq(company.creator_company_id, ctx.actor.company.id),
        eq(company.is_deleted, false),
        sql`${company.id} <> ${but} AND lower(${company.name}) = lower(${name})`,
      ),
    );
  if (same) throw invalid({ name: [why] });
}
