import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm";
import { amountOwed, company, settlementSetting } from "#db/schema";
import { FEATURE, hasFeature, NEEDS_SETTLEMENTS_MESSAGE } from "~/lib/access/company-features";
import { readCompanyFeatures } from "~/lib/access/features.server";
import type { Ctx, ReadCtx } from "~/web/procedure";
import { forbidden, notFound } from "~/web/refusal";

/** Refuse any write to settlements if the feature is not active (docs/domain.md#company-features). */
export async function requireSettlements(ctx: ReadCtx): Promise<void> {
  if (!hasFeature(await readCompanyFeatures(ctx), FEATURE.settlements, ctx.now))
    throw forbidden(NEEDS_SETTLEMENTS_MESSAGE);
}

/** Check whether a company has users; for a company without users, the job's requester acts. */
export const hasMembersCondition = (id: SQL | number): SQL =>
  sql`EXISTS (SELECT 1 FROM crew f JOIN crew_member m ON m.crew_id = f.id WHERE f.company_id = ${id} AND f.is_deleted = 0)`;

/**
 * Payer of claims. `acted_for` is true if the payer has no users and the acting company settles for it, on the acting
 * company's own jobs only.
 */
export type Payer = { id: number; name: string; acted_for: boolean };

/** True if a company pays on a job that the acting company requested, by a rate or a claim. */
const paysOnJobsOf = (me: number, id: SQL): SQL =>
  sql`(EXISTS (SELECT 1 FROM job j CROSS JOIN job_haul_rate r
      WHERE j.request_user_company_id = ${me} AND r.job_id = j.id AND r.paying_company_id = ${id})
    OR EXISTS (SELECT 1 FROM job j CROSS JOIN job_product_rate r
      WHERE j.request_user_company_id = ${me} AND r.job_id = j.id AND r.paying_company_id = ${id})
    OR EXISTS (SELECT 1 FROM job j CROSS JOIN amount_owed c
      WHERE j.request_user_company_id = ${me} AND c.job_id = j.id AND c.paying_company_id = ${id}))`;

/**
 * Return the payer that the acting company settles for: itself, or a company without users that pays on a job that the
 * acting company requested. Any other payer is 404.
 */
export async function readPayer(ctx: ReadCtx, id?: number): Promise<Payer> {
  const me = ctx.actor.company;
  if (id === undefined || id === me.id) return { id: me.id, name: me.name, acted_for: false };
  const [row] = await ctx.read
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(
      and(
        eq(company.id, id),
        sql`NOT ${hasMembersCondition(sql`${company.id}`)}`,
        paysOnJobsOf(me.id, sql`${company.id}`),
      ),
    );
  if (!row) throw notFound();
  return { ...row, acted_for: true };
}

/** Return the companies without users that pay rates on the acting company's jobs; the acting company settles for them. */
export async function readPayersActedFor(ctx: ReadCtx): Promise<Payer[]> {
  const me = ctx.actor.company.id;
  const of = (table: SQL) => sql`SELECT r.paying_company_id FROM job j CROSS JOIN ${table} r
    WHERE j.request_user_company_id = ${me} AND r.job_id = j.id`;
  const rows = await ctx.read
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(
      and(
        sql`${company.id} IN (SELECT paying_company_id FROM (${of(sql`job_haul_rate`)} UNION ALL ${of(sql`job_product_rate`)}))`,
        ne(company.id, me),
        eq(company.is_deleted, false),
        sql`NOT ${hasMembersCondition(sql`${company.id}`)}`,
      ),
    )
    .orderBy(asc(company.name), asc(company.id));
  return rows.map((row) => ({ ...row, acted_for: true }));
}

/**
 * Condition for the claims of a payer that the acting company settles: all claims, or for another payer only those of
 * the acting company's jobs.
 */
export const settledByCondition = (ctx: ReadCtx, payer: Payer): SQL =>
  payer.acted_for
    ? sql`${amountOwed.job_id} IN (SELECT id FROM job WHERE request_user_company_id = ${ctx.actor.company.id})`
    : sql`1`;

export type PayerSetting = Pick<
  typeof settlementSetting.$inferSelect,
  "period" | "period_anchor" | "pay_lag_days" | "starts_on" | "accounts" | "version"
>;
const UNSET: PayerSetting = {
  period: "weekly",
  period_anchor: null,
  pay_lag_days: 5,
  starts_on: "0001-01-01",
  accounts: {},
  version: 0,
};

/** Return a company's settlement settings; by default weekly, paid five days after the period, from the first load. */
export async function readPayerSetting(ctx: Pick<Ctx, "read">, companyId: number): Promise<PayerSetting> {
  const [row] = await ctx.read
    .select()
    .from(settlementSetting)
    .where(eq(settlementSetting.company_id, companyId));
  return row ?? UNSET;
}
