import { type SQL, sql } from "drizzle-orm";
import { settlementStatement } from "#db/schema";
import { getDay } from "~/lib/time/time";
import type { ReadCtx } from "~/web/procedure";
import { isOverdue, type PayDaySummary, sumPayDays } from "../rules/pay-days";
import { type StatementSide, unpaidStatementsQuery } from "./receivable.server";

const s = settlementStatement;

/** Return the unpaid amounts of statements that the acting company receives or pays, by pay date. */
export async function readPayDays(ctx: ReadCtx, side: StatementSide): Promise<PayDaySummary> {
  const dues = await ctx.read
    .select({ pay_on: sql<string>`pay_on`, cents: sql<number>`cents` })
    .from(unpaidStatementsQuery(ctx.actor.company.id, side));
  return sumPayDays(dues, getDay(ctx.now, ctx.actor.zone));
}

type Statement = Pick<
  typeof settlementStatement.$inferSelect,
  "posted_at" | "status_type_id" | "pay_on" | "total_cents" | "paid_cents"
>;
/** Check whether a statement has an unpaid amount after its pay date; a statement that totals zero is never overdue. */
export const isStatementOverdue = (row: Statement, today: string): boolean =>
  row.posted_at !== null &&
  row.status_type_id === 1 &&
  row.total_cents !== row.paid_cents &&
  isOverdue(row.pay_on, today);

/** Condition on `settlement_statement` equal to `isStatementOverdue`. */
export const isStatementOverdueSql = (today: string): SQL =>
  sql`${s.posted_at} IS NOT NULL AND ${s.status_type_id} = 1 AND ${s.total_cents} <> ${s.paid_cents} AND ${s.pay_on} < ${today}`;
