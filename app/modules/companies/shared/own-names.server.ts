import { and, eq, sql } from "drizzle-orm";
import { company } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { invalid } from "~/web/refusal";

/**
 * Refuse a company name that the acting company has already recorded, ignoring case; `but` is the ID of a company that
 * may keep the name.
 */
export async function requireUniqueCompanyName(
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
