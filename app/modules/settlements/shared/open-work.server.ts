import { and, asc, eq, inArray, type Placeholder, type SQL, sql } from "drizzle-orm";
import {
  amountOwed,
  fuelRule,
  job,
  jobDestination,
  productType,
  settlementAdjustment,
  settlementRule,
  tripTicket,
  woodSpecies,
  woodSpeciesType,
} from "#db/schema";
import { formatProduct } from "~/modules/trip-tickets/rules/trip-ticket";
import type { ReadCtx } from "~/web/procedure";
import type { OpenClaim, ReceiverBalances, RecurringRule, StatementItem } from "../rules/plan";
import { SERVICE } from "../rules/services";
import { isSettledInApp } from "./access.server";
import { CLAIM_TERMS } from "./claim-terms.server";
import { type Payer, settledByCondition } from "./payer.server";

const c = amountOwed;

/**
 * Selection of amounts to settle: a payer's amounts through a day, from the day the payer began to settle in this app;
 * optionally of one job.
 */
export type OpenWork = { payer: Payer; through: string; starts_on: string; job_id?: number };

/** Condition for a claim that is on no draft and whose amount due differs from the amount on statements. */
export const isOpenClaim: SQL = sql`${c.due_cents} IS NOT NULL AND (${c.posted_lines} = 0 OR ${c.due_cents} <> ${c.posted_cents})
  AND ${c.due_cents} <> ${c.posted_cents} AND ${c.voided_at} IS NULL
  AND NOT (${c.posted_lines} > 0 AND EXISTS (SELECT 1 FROM settlement_line d JOIN settlement_statement ds ON ds.id = d.settlement_statement_id
    WHERE d.amount_owed_id = ${c.id} AND ds.posted_at IS NULL))`;

/** True if a claim's amount due is less than the amount on statements. */
const isLoweredClaim: SQL = sql`${c.due_cents} < ${c.posted_cents}`;

/** Condition for all amounts owed in this selection, open or not. */
export const openWorkCondition = (ctx: ReadCtx, work: OpenWork): SQL | undefined =>
  and(
    eq(c.paying_company_id, work.payer.id),
    sql`${c.earned_on} <= ${work.through}`,
    sql`(${c.earned_on} >= ${work.starts_on} OR ${c.posted_lines} > 0)`,
    work.job_id === undefined ? undefined : eq(c.job_id, work.job_id),
    settledByCondition(ctx, work.payer),
  );

/**
 * Return the open sums by receiver: the amount that a statement includes by default, and the amount that lowers earlier
 * statements.
 */
export async function readOpenSums(ctx: ReadCtx, work: OpenWork) {
  return ctx.read
    .select({
      receiving_company_id: c.receiving_company_id,
      is_lower: sql<number>`(${isLoweredClaim})`,
      claims: sql<number>`count(*)`,
      /** Count a load that pays for several services once. */
      loads: sql<number>`count(DISTINCT ${c.trip_ticket_id})`,
      lines: sql<number>`sum((${c.posted_cents} <> 0) + (${c.due_cents} <> 0))`,
      cents: sql<number>`sum(${c.due_cents} - ${c.posted_cents})`,
      oldest: sql<string>`min(${c.earned_on})`,
      corrections: sql<number>`sum(${c.posted_cents} <> 0)`,
    })
    .from(c)
    .where(and(openWorkCondition(ctx, work), isOpenClaim))
    .groupBy(c.receiving_company_id, sql`2`);
}

/**
 * Query for the amount that a company has open to pay through a day, in one row. Equals the sum of `readOpenSums`, but
 * is usable in a prepared query and excludes amounts that the company settles for payers without users.
 */
export const openToPayQuery = (me: Placeholder, through: Placeholder): SQL => sql`(
  SELECT count(*) AS claims, coalesce(sum(${c.due_cents} - ${c.posted_cents}), 0) AS cents FROM ${c}
   WHERE ${c.paying_company_id} = ${me} AND ${c.earned_on} <= ${through} AND ${isSettledInApp} AND ${isOpenClaim})`;

/** Return the number of open loads by receiver. A load counts once, even with several services and corrections. */
export async function readOpenLoadCounts(ctx: ReadCtx, work: OpenWork): Promise<Map<number, number>> {
  const rows = await ctx.read
    .select({ id: c.receiving_company_id, n: sql<number>`count(DISTINCT ${c.trip_ticket_id})` })
    .from(c)
    .where(and(openWorkCondition(ctx, work), isOpenClaim))
    .groupBy(c.receiving_company_id);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Return the number of loads by receiver with a claim that has no amount. */
export async function readProblemCounts(ctx: ReadCtx, work: OpenWork): Promise<Map<number, number>> {
  const rows = await ctx.read
    .select({ id: c.receiving_company_id, n: sql<number>`count(DISTINCT ${c.trip_ticket_id})` })
    .from(c)
    .where(and(openWorkCondition(ctx, work), sql`${c.problem} IS NOT NULL`, sql`${c.voided_at} IS NULL`))
    .groupBy(c.receiving_company_id);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Select a value from the newest statement that a claim is on. */
const stated = (what: string) => sql<
  number | null
>`CASE WHEN ${c.posted_lines} > 0 THEN (SELECT max(${sql.raw(what)})
  FROM settlement_line l JOIN settlement_statement s ON s.id = l.settlement_statement_id
 WHERE l.amount_owed_id = ${c.id} AND l.kind IN ('load', 'fuel') AND s.status_type_id <> 3) END`;

/**
 * Columns that a statement line needs. No other columns are selected, because the driver takes longer to return values
 * than SQLite to read them.
 */
const OF_CLAIM = {
  id: c.id,
  version: c.version,
  rate_version: c.rate_version,
  settlement_type_id: c.settlement_type_id,
  job_id: c.job_id,
  trip_ticket_id: c.trip_ticket_id,
  earned_on: c.earned_on,
  rate_table: c.rate_table,
  rate_id: c.rate_id,
  quantity: c.quantity,
  quantity_from: c.quantity_from,
  wood_unit_type_id: c.wood_unit_type_id,
  per: c.per,
  rate: c.rate,
  fuel_mills: c.fuel_mills,
  due_cents: c.due_cents,
  posted_cents: c.posted_cents,
};

/** Print order. */
const IN_ORDER = [asc(c.job_id), asc(c.settlement_type_id), asc(c.earned_on), asc(c.id)];

/** Return the open claims of one receiver with everything that a statement line stores, in print order. */
export async function readOpenClaims(
  ctx: ReadCtx,
  work: OpenWork,
  receiver: number,
  { lower, most }: { lower: boolean; most: number },
) {
  // Select the IDs first, so that details are read only for these claims, not for all open claims.
  const ids = ctx.read
    .select({ id: c.id })
    .from(c)
    .where(
      and(
        openWorkCondition(ctx, work),
        eq(c.receiving_company_id, receiver),
        isOpenClaim,
        lower ? undefined : sql`NOT ${isLoweredClaim}`,
      ),
    )
    .orderBy(...IN_ORDER)
    .limit(most);
  const rows = await ctx.read
    .select({
      claim: OF_CLAIM,
      ticket_number: tripTicket.trip_ticket_number,
      load_number: tripTicket.load_number,
      scale_ticket_number: tripTicket.scale_ticket_number,
      job_name: job.name,
      rate_version: job.rate_version,
      fuel_base: fuelRule.base_mills,
      terms: CLAIM_TERMS,
      measured: {
        scaled_volume: tripTicket.scaled_volume,
        scaled_wood_unit_type_id: tripTicket.scaled_wood_unit_type_id,
        net_pounds: tripTicket.net_pounds,
        deduction_pounds: tripTicket.deduction_pounds,
        estimated_volume: tripTicket.estimated_volume,
        estimated_wood_unit_type_id: tripTicket.estimated_wood_unit_type_id,
      },
      destination: jobDestination.name,
      product_type: productType.name,
      wood_species: woodSpecies.name,
      wood_species_type: woodSpeciesType.name,
      stated_number: stated("s.number"),
      stated_on: stated("s.id"),
    })
    .from(c)
    .innerJoin(tripTicket, eq(tripTicket.id, c.trip_ticket_id))
    .innerJoin(job, eq(job.id, c.job_id))
    .innerJoin(productType, eq(productType.id, tripTicket.product_type_id))
    .leftJoin(jobDestination, eq(jobDestination.id, tripTicket.job_destination_id))
    .leftJoin(fuelRule, sql`${c.rate_table} = 'fuel' AND ${fuelRule.id} = ${c.rate_id}`)
    .leftJoin(woodSpecies, eq(woodSpecies.id, tripTicket.wood_species_id))
    .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, tripTicket.wood_species_type_id))
    .where(inArray(c.id, ids))
    .orderBy(...IN_ORDER);
  return rows.map((r) => ({ ...r, product: formatProduct(r), open: openOf(r.claim, r.stated_on) }));
}
export type OpenRow = Awaited<ReturnType<typeof readOpenClaims>>[number];

const openOf = (
  claim: Pick<typeof c.$inferSelect, "id" | "settlement_type_id" | "due_cents" | "posted_cents">,
  stated_on: number | null,
): OpenClaim => ({
  id: claim.id,
  due_cents: claim.due_cents ?? 0,
  posted_cents: claim.posted_cents,
  stated_on,
  is_fuel: claim.settlement_type_id === SERVICE.fuel,
});

const a = settlementAdjustment;

/** Return the adjustments between the payer and its receivers that are not on a statement yet, with their receiver. */
export async function readWaitingItems(
  ctx: ReadCtx,
  work: OpenWork,
): Promise<(StatementItem & { receiver: number })[]> {
  return ctx.read
    .select({
      id: a.id,
      kind: a.kind,
      amount_cents: a.amount_cents,
      words: a.note,
      receiver: a.receiving_company_id,
      version: a.version,
    })
    .from(a)
    .where(
      and(
        eq(a.paying_company_id, work.payer.id),
        sql`${a.used_by_statement_id} IS NULL AND ${a.cancelled_at} IS NULL`,
        sql`${a.due_on} <= ${work.through}`,
        work.payer.acted_for ? eq(a.creator_company_id, ctx.actor.company.id) : undefined,
      ),
    )
    .orderBy(asc(a.id));
}

/** Return a payer's deduction rules in force in a period, with the amount that each has deducted. */
export async function readDeductionRules(
  ctx: ReadCtx,
  work: OpenWork,
  from: string,
): Promise<(RecurringRule & { receiver: number })[]> {
  const r = settlementRule;
  const rows = await ctx.read
    .select({
      id: r.id,
      receiver: r.receiving_company_id,
      kind: r.kind,
      fixed_cents: r.fixed_cents,
      basis_points: r.basis_points,
      cap_cents: r.cap_cents,
      words: r.label,
      taken_cents: sql<number>`(SELECT coalesce(sum(u.amount_cents), 0) FROM settlement_adjustment u
        WHERE u.paying_company_id = settlement_rule.paying_company_id AND u.receiving_company_id = settlement_rule.receiving_company_id
          AND u.settlement_rule_id = settlement_rule.id AND u.used_by_statement_id IS NOT NULL)`,
      in_period: sql<number>`EXISTS (SELECT 1 FROM settlement_adjustment u
        JOIN settlement_statement s ON s.id = u.used_by_statement_id
        WHERE u.paying_company_id = settlement_rule.paying_company_id AND u.receiving_company_id = settlement_rule.receiving_company_id
          AND u.settlement_rule_id = settlement_rule.id AND s.period_end >= ${from})`,
    })
    .from(r)
    .where(
      and(
        eq(r.paying_company_id, work.payer.id),
        eq(r.is_deleted, false),
        sql`${r.starts_on} <= ${work.through} AND (${r.ends_on} IS NULL OR ${r.ends_on} >= ${from})`,
        work.payer.acted_for ? eq(r.creator_company_id, ctx.actor.company.id) : undefined,
      ),
    )
    .orderBy(asc(r.id));
  return rows.map(({ in_period, ...rule }) => ({ ...rule, is_taken_in_period: Boolean(in_period) }));
}

/**
 * Return each receiver's unrecovered advances and withheld amounts on posted statements. For a payer without people,
 * only the acting company's statements count, because others may settle for this payer too.
 */
export async function readPayerBalances(ctx: ReadCtx, payer: Payer): Promise<Map<number, ReceiverBalances>> {
  const sum = (plus: string, minus: string) =>
    sql<number>`coalesce(sum(CASE ${a.kind} WHEN ${plus} THEN ${a.amount_cents} WHEN ${minus} THEN -${a.amount_cents} ELSE 0 END), 0)`;
  const rows = await ctx.read
    .select({
      receiver: a.receiving_company_id,
      advance: sum("advance", "recovery"),
      holdback: sum("holdback", "release"),
    })
    .from(a)
    .where(
      and(
        eq(a.paying_company_id, payer.id),
        sql`EXISTS (SELECT 1 FROM settlement_statement s
          WHERE s.id = ${a.used_by_statement_id} AND s.posted_at IS NOT NULL AND s.status_type_id <> 3
            AND ${payer.acted_for ? sql`s.prepared_by_company_id = ${ctx.actor.company.id}` : sql`1`})`,
      ),
    )
    .groupBy(a.receiving_company_id);
  return new Map(rows.map(({ receiver, ...balances }) => [receiver, balances]));
}
export const NO_BALANCES: ReceiverBalances = { advance: 0, holdback: 0 };
