import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { settlementStatement, tripTicketSettlement } from "#db/schema";
import { isSettledHere } from "./access.server";

const c = tripTicketSettlement;
const s = settlementStatement;

/**
 * What a company is to be paid for loads that are on no statement yet: payer, load, day, cents, and whether it has no amount yet.
 * A draft is nothing yet to who is paid by it, so what it holds waits as before.
 */
export const receivable = (me: number | Placeholder): SQL => sql`(
  SELECT ${c.paying_company_id} AS payer, ${c.trip_ticket_id} AS load, ${c.earned_on} AS earned_on,
      ${c.due_cents} - ${c.posted_cents} AS cents, ${c.problem} IS NOT NULL AS lacks
    FROM ${c} WHERE ${c.receiving_company_id} = ${me} AND (${c.due_cents} IS NULL OR ${c.due_cents} <> ${c.posted_cents})
     AND ${c.voided_at} IS NULL AND ${isSettledHere}
  UNION ALL SELECT ${c.paying_company_id}, ${c.trip_ticket_id}, ${c.earned_on}, l.amount_cents, 0
    FROM ${s} CROSS JOIN settlement_line l ON l.settlement_statement_id = ${s.id}
    CROSS JOIN ${c} ON ${c.id} = l.trip_ticket_settlement_id
   WHERE ${s.receiving_company_id} = ${me} AND ${s.posted_at} IS NULL)`;

/** What is left to pay of a company's statements: cents, and the first of their pay dates. */
export const unpaidStatements = (me: number | Placeholder): SQL => sql`(
  SELECT coalesce(sum(${s.total_cents} - ${s.paid_cents}), 0) AS cents, min(${s.pay_on}) AS pay_on
    FROM ${s} INDEXED BY settlement_statement_unpaid
   WHERE ${s.receiving_company_id} = ${me} AND ${s.posted_at} IS NOT NULL AND ${s.status_type_id} = 1)`;

/** The same, with the last of the pay dates, and how much is to be paid on the first. */
export const unpaidWhen = (me: number): SQL => {
  const open = sql`FROM ${s} INDEXED BY settlement_statement_unpaid
   WHERE ${s.receiving_company_id} = ${me} AND ${s.posted_at} IS NOT NULL AND ${s.status_type_id} = 1`;
  const left = sql`${s.total_cents} - ${s.paid_cents}`;
  return sql`(SELECT coalesce(sum(${left}), 0) AS cents, min(${s.pay_on}) AS pay_on, max(${s.pay_on}) AS last_on,
    coalesce(sum(CASE WHEN ${s.pay_on} = (SELECT min(${s.pay_on}) ${open}) THEN ${left} END), 0) AS next_cents ${open})`;
};
