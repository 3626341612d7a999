import { and, eq, sql } from "drizzle-orm";
import { jsonListSql } from "#db/json-list";
import { prepareQuery } from "#db/prepared.server";
import { company, companyFeatureAccess, user } from "#db/schema";
import { FEATURE, hasFeature } from "~/lib/access/company-features";
import type { CompanyActor } from "~/web/actor";
import { createActor } from "~/web/actor.server";
import type { Ctx } from "~/web/procedure";
import { forbidden, notFound } from "~/web/refusal";
import { SUBSCRIPTION_NEEDED } from "../rules/premium";

const findWithSetup = prepareQuery((read) =>
  read
    .select({
      id: company.id,
      name: company.name,
      is_land_manager: company.is_land_manager,
      feature_id: companyFeatureAccess.feature_id,
      is_active: companyFeatureAccess.is_active,
      expires_at: companyFeatureAccess.expires_at,
    })
    .from(companyFeatureAccess)
    .innerJoin(company, eq(company.id, companyFeatureAccess.company_id))
    .where(
      and(
        sql`${companyFeatureAccess.company_id} IN ${jsonListSql(sql.placeholder("ids"))}`,
        eq(companyFeatureAccess.feature_id, FEATURE.jobCreation),
        eq(company.is_deleted, false),
      ),
    )
    .orderBy(company.name, company.id),
);

/** The caller's companies that can request jobs: those with the job creation feature, by name. */
export async function readRequesters(ctx: Ctx<CompanyActor>) {
  const mine = ctx.actor.companies.map((c) => c.id);
  const rows = await findWithSetup(ctx.read, { ids: JSON.stringify([...mine, ctx.actor.company.id]) });
  return rows
    .filter((row) => hasFeature([row], FEATURE.jobCreation, ctx.now))
    .map(({ id, name, is_land_manager }) => ({ id, name, is_land_manager }));
}

/** Requires a company with the job creation feature: 403 otherwise, shown as the Contact Sales page. */
export async function requireJobSetup(ctx: Ctx<CompanyActor>) {
  const requesters = await readRequesters(ctx);
  if (!requesters.some((c) => c.id === ctx.actor.company.id)) throw forbidden(SUBSCRIPTION_NEEDED);
  return requesters;
}

/**
 * Return the context in which the caller acts for the company that requests the job, with the caller's permissions in
 * that company. Respond with 404 if it isn't one of the caller's companies, and with 403 without the feature or the
 * permission.
 */
export async function actAsRequester(ctx: Ctx<CompanyActor>, companyId: number): Promise<Ctx<CompanyActor>> {
  const own = ctx.actor.company.id === companyId || ctx.actor.companies.some((c) => c.id === companyId);
  if (!own) throw notFound("You don't belong to this company.");
  if (!(await readRequesters(ctx)).some((c) => c.id === companyId)) throw forbidden(SUBSCRIPTION_NEEDED);
  if (ctx.actor.company.id === companyId) return ctx;
  const [row] = await ctx.read
    .select()
    .from(user)
    .where(eq(user.id, ctx.actor.user?.id ?? 0));
  if (!row) throw notFound();
  const actor = await createActor(ctx.read, row, companyId, ctx.actor.zone);
  if (!actor.company) throw notFound("You don't belong to this company.");
  if (!actor.permissions.job.create)
    throw forbidden("Your crew at that company doesn't have permission to create jobs.");
  return { ...ctx, actor: { ...actor, company: actor.company } };
}
