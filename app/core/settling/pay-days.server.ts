import { type SQL, sql } from "drizzle-orm";
import { settlementStatement } from "#db/schema";
import { isOverdue, type PayDays, sumPayDays } from "~/domain/settling/pay-days";
import { dayOf } from "~/domain/time/time";
import type { Reading } from "~/web/procedure";
import { type Side, unpaidStatements } from "./receivable.server";

const s = settlementStatement;

/** What is left of the statements that the acting company receives, or pays, by their pay dates. */
export async function readPayDays(ctx: Reading, side: Side): Promise<PayDays> {
  const dues = await ctx.read
    .select({ pay_on: sql<string>`pay_on`, cents: sql<number>`cents` })
    .from(unpaidStatements(ctx.actor.company.id, side));
  return sumPayDays(dues, dayOf(ctx.now, ctx.actor.zone));
}

type Statement = Pick<
  typeof settlementStatement.$inferSelect,
  "posted_at" | "status_type_id" | "pay_on" | "total_cents" | "paid_cents"
>;
/** Whether a statement has something left to pay after its pay date; one that comes to nothing never is overdue. */
export const isStatementOverdue = (row: Statement, today: string): boolean =>
  row.posted_at !== null &&
  row.status_type_id === 1 &&
  row.total_cents !== row.paid_cents &&
  isOverdue(row.pay_on, today);

/** The same as a condition on `settlement_statement`. */
export const statementIsOverdue = (today: string): SQL =>
  sql`${s.posted_at} IS NOT NULL AND ${s.status_type_id} = 1 AND ${s.total_cents} <> ${s.paid_cents} AND ${s.pay_on} < ${today}`;
