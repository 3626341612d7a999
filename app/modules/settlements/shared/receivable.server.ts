import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { amountOwed, settlementStatement } from "#db/schema";
import { isSettledInApp } from "./access.server";

const c = amountOwed;
const s = settlementStatement;

/**
 * Amounts owed to a company for loads on no posted statement: payer, load, day, cents, and whether the amount is
 * missing. A draft is hidden from its payee, so loads on a draft still count as waiting.
 */
export const receivableQuery = (me: number | Placeholder): SQL => sql`(
  SELECT ${c.paying_company_id} AS payer, ${c.trip_ticket_id} AS load, ${c.earned_on} AS earned_on,
      ${c.due_cents} - ${c.posted_cents} AS cents, ${c.problem} IS NOT NULL AS lacks
    FROM ${c} WHERE ${c.receiving_company_id} = ${me} AND (${c.due_cents} IS NULL OR ${c.due_cents} <> ${c.posted_cents})
     AND ${c.voided_at} IS NULL AND ${isSettledInApp}
  UNION ALL SELECT ${c.paying_company_id}, ${c.trip_ticket_id}, ${c.earned_on}, l.amount_cents, 0
    FROM ${s} CROSS JOIN settlement_line l ON l.settlement_statement_id = ${s.id}
    CROSS JOIN ${c} ON ${c.id} = l.amount_owed_id
   WHERE ${s.receiving_company_id} = ${me} AND ${s.posted_at} IS NULL)`;

/** Statements to select: those that a company receives, or those that it pays. */
export type StatementSide = "receives" | "pays";

/**
 * Select a company's posted statements that are not fully paid, one row each: the other company, its name, the pay date
 * and the unpaid cents.
 */
export function unpaidStatementsQuery(me: number | Placeholder, side: StatementSide): SQL {
  const other = side === "receives" ? s.paying_company_id : s.receiving_company_id;
  const from =
    side === "receives"
      ? sql`${s} INDEXED BY settlement_statement_unpaid WHERE ${s.receiving_company_id} = ${me}`
      : sql`${s} INDEXED BY settlement_statement_owed WHERE ${s.paying_company_id} = ${me}`;
  return sql`(SELECT ${other} AS other, (SELECT name FROM company WHERE id = ${other}) AS name, ${s.pay_on} AS pay_on,
      ${s.total_cents} - ${s.paid_cents} AS cents
    FROM ${from} AND ${s.posted_at} IS NOT NULL AND ${s.status_type_id} = 1)`;
}
