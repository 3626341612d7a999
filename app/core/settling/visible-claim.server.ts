import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { isSettledHere } from "./access.server";
import { isOpen } from "./open-work.server";

// The table's name is written out: a query within a select of one table would take a bare column for its own.
const c = sql.raw("trip_ticket_settlement");
const PAID = 2;

/** What of a claim stands on drafts. */
const onDrafts = (
  what: SQL,
): SQL => sql`CASE WHEN ${c}.posted_lines = 0 THEN 0 ELSE (SELECT ${what} FROM settlement_line l
  CROSS JOIN settlement_statement d ON d.id = l.settlement_statement_id
  WHERE l.trip_ticket_settlement_id = ${c}.id AND d.posted_at IS NULL) END`;
const DRAFT_LINES = onDrafts(sql`count(*)`);
const DRAFT_CENTS = onDrafts(sql`coalesce(sum(l.amount_cents), 0)`);

/** Lines of a claim on posted statements: a draft is nothing yet to anybody but its payer. */
export const postedLines: SQL = sql`(${c}.posted_lines - ${DRAFT_LINES})`;
const postedCents: SQL = sql`(${c}.posted_cents - ${DRAFT_CENTS})`;

/**
 * The amounts of a claim as one company may be told them, in SQL on `trip_ticket_settlement`. The payer is told of its drafts and has
 * open what "To pay" lists; for everybody else a draft is nothing, and open is what "To receive" and the job's money page say. What is
 * marked not payable, or was earned before its payer began to settle here, is never open.
 */
export function claimAsSeenBy(me: number | Placeholder) {
  const isPayer = sql`${c}.paying_company_id = ${me}`;
  const lines = sql`(CASE WHEN ${isPayer} THEN ${c}.posted_lines ELSE ${postedLines} END)`;
  const posted = sql`(CASE WHEN ${isPayer} THEN ${c}.posted_cents ELSE ${postedCents} END)`;
  const open = sql`(${c}.voided_at IS NULL AND ${isSettledHere} AND CASE WHEN ${isPayer} THEN ${isOpen}
    ELSE ${c}.due_cents IS NOT NULL AND ${c}.due_cents <> ${postedCents} END)`;
  return {
    posted_lines: sql<number>`${lines}`,
    posted_cents: sql<number>`${posted}`,
    is_open: sql<number>`${open}`,
    open_cents: sql<number>`(CASE WHEN ${open} THEN ${c}.due_cents - ${posted} ELSE 0 END)`,
    paid_cents: sql<number>`(CASE WHEN ${c}.paid_lines = 0 THEN 0 WHEN ${c}.paid_lines = ${c}.posted_lines THEN ${c}.posted_cents
      ELSE (SELECT coalesce(sum(l.amount_cents), 0) FROM settlement_line l CROSS JOIN settlement_statement d
        ON d.id = l.settlement_statement_id WHERE l.trip_ticket_settlement_id = ${c}.id AND d.status_type_id = ${PAID}) END)`,
    /** Unpaid 1, paid 2, void 3. */
    status: sql<number>`(CASE WHEN ${c}.voided_at IS NOT NULL THEN 3 WHEN ${c}.paid_lines > 0 AND ${c}.paid_lines = ${lines} THEN 2 ELSE 1 END)`,
  };
}
