import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { jsonListSql } from "#db/json-list";
import { company, jobHaulRate, jobProductRate } from "#db/schema";
import { buildAdminMailSteps } from "~/lib/mail/admins.server";
import type { VisibleJob } from "~/modules/jobs/shared/authorize.server";
import { NOTIFICATION } from "~/modules/notifications/rules/notices";
import { buildNotificationSteps } from "~/modules/notifications/shared/notify.server";
import { hasMembersCondition } from "~/modules/settlements/shared/payer.server";
import { buildRepriceJobSteps } from "~/modules/settlements/shared/reprice.server";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";

const RATE_REQUESTS_PATH = "/settlements/rate-requests";

/**
 * Return the companies that must agree before a rate written by the acting company makes them pay. Excludes the acting
 * company, and companies without people, for which the acting company settles.
 */
export async function findPayersToAsk(
  ctx: Ctx<CompanyActor>,
  payers: readonly number[],
): Promise<ReadonlySet<number>> {
  const others = [...new Set(payers)].filter((id) => id !== ctx.actor.company.id);
  if (others.length === 0) return new Set();
  const rows = await ctx.read
    .select({ id: company.id })
    .from(company)
    .where(sql`${company.id} IN ${jsonListSql(others)} AND ${hasMembersCondition(sql`${company.id}`)}`);
  return new Set(rows.map(({ id }) => id));
}

/** Return `consent_requested_at` of a rate that the acting company writes: the instant, or null if no consent is needed. */
export async function getPayerAskedAt(ctx: Ctx<CompanyActor>, payer: number): Promise<string | null> {
  return (await findPayersToAsk(ctx, [payer])).has(payer) ? ctx.now.toISOString() : null;
}

/** Return the steps that ask companies to agree to pay a rate; `name` is the job's name. */
export async function buildNotifyPayersSteps(
  ctx: Ctx<CompanyActor>,
  name: string,
  payers: Iterable<number>,
): Promise<Step[]> {
  const steps: Step[] = [];
  const title = `${ctx.actor.company.name} asks you to pay a rate on ${name}`;
  const message = "Accept it or decline it. You owe nothing by it until you accept.";
  for (const payer of payers) {
    steps.push(
      ...buildNotificationSteps(ctx, {
        type: NOTIFICATION.settlement,
        title,
        message,
        path: RATE_REQUESTS_PATH,
        to: { company: payer },
      }),
    );
    steps.push(
      ...(await buildAdminMailSteps(ctx, payer, NOTIFICATION.settlement, {
        subject: title,
        text: message,
        path: RATE_REQUESTS_PATH,
        topic: `rate-request:${name}:${payer}`,
      })),
    );
  }
  return steps;
}

/** Condition that selects the rates that a company was asked to pay and hasn't answered, on one job or on all jobs. */
export const unansweredRatesCondition = (
  table: typeof jobProductRate | typeof jobHaulRate,
  payer: number,
  jobId?: number,
): SQL | undefined =>
  and(
    eq(table.paying_company_id, payer),
    isNotNull(table.consent_requested_at),
    jobId === undefined ? undefined : eq(table.job_id, jobId),
  );

/**
 * Return the steps that ask a company to agree to rates that other companies wrote for it to pay while it had no users.
 * A rate already on a statement stays in force, because its amounts were settled.
 */
export async function buildNewPayerConsentSteps(
  ctx: Pick<Ctx, "read" | "write" | "now">,
  companyId: number,
): Promise<Step[]> {
  const timestamp = ctx.now.toISOString();
  const open = (table: typeof jobProductRate | typeof jobHaulRate) =>
    and(
      eq(table.paying_company_id, companyId),
      isNull(table.consent_requested_at),
      sql`NOT EXISTS (SELECT 1 FROM job j WHERE j.id = ${table.job_id} AND j.request_user_company_id = ${companyId})`,
      sql`NOT EXISTS (SELECT 1 FROM settlement_line l
        WHERE l.rate_table = ${table === jobProductRate ? "product" : "haul"} AND l.rate_id = ${table.id})`,
    );
  const steps: Step[] = [];
  const jobs = new Set<number>();
  for (const table of [jobProductRate, jobHaulRate]) {
    const rows = await ctx.read.selectDistinct({ id: table.job_id }).from(table).where(open(table));
    for (const { id } of rows) jobs.add(id);
    steps.push(
      allowAnyRows(
        ctx.write
          .update(table)
          .set({ consent_requested_at: timestamp, version: sql`version + 1` })
          .where(open(table)),
      ),
    );
  }
  const fueled = sql`paying_company_id = ${companyId} AND fuel_rule_id IS NOT NULL`;
  const hauls = await ctx.read.selectDistinct({ id: jobHaulRate.job_id }).from(jobHaulRate).where(fueled);
  for (const { id } of hauls) jobs.add(id);
  return [
    ...steps,
    retainFuelPricesStep(ctx, companyId),
    allowAnyRows(
      sql`UPDATE job SET rate_version = rate_version + 1 WHERE id IN (SELECT job_id FROM job_haul_rate WHERE ${fueled})`,
    ),
    ...[...jobs].flatMap((id) => buildRepriceJobSteps(id)),
  ];
}

/**
 * Return the step that copies diesel prices to a company that just got its first user: prices typed for it by others,
 * for weeks used on its statements. Without these prices, the loads would be repriced by the public price.
 */
const retainFuelPricesStep = (ctx: Pick<Ctx, "now">, companyId: number): Step =>
  allowAnyRows(sql`INSERT OR IGNORE INTO fuel_price (company_id, region, week_on, price_mills, source, revision, created_at)
    SELECT c.paying_company_id, p.region, p.week_on, p.price_mills, 'typed', 1, ${ctx.now.toISOString()}
    FROM amount_owed c JOIN fuel_rule r ON r.id = c.rate_id AND r.company_id <> c.paying_company_id
    JOIN fuel_price p ON p.company_id = r.company_id AND p.region = r.region AND p.price_mills = c.fuel_mills
      AND p.week_on = date(c.earned_on, (-5 - r.from_weekday) || ' days', 'weekday 1')
    WHERE c.paying_company_id = ${companyId} AND c.rate_table = 'fuel' AND c.posted_lines > 0
    ORDER BY p.id DESC`);

/** Return the steps by which a company that accepts a job also agrees to the job's rates that it pays. */
export const buildAcceptPayerRatesSteps = (ctx: Ctx<CompanyActor>, { job }: VisibleJob): Step[] => [
  ...[jobProductRate, jobHaulRate].map((table) =>
    allowAnyRows(
      ctx.write
        .update(table)
        .set({ consent_requested_at: null, version: sql`version + 1` })
        .where(unansweredRatesCondition(table, ctx.actor.company.id, job.id)),
    ),
  ),
  ...buildRepriceJobSteps(job.id),
];
