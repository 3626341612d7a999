import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { isSettledInApp } from "./access.server";
import { isOpenClaim } from "./open-work.server";

// The table name is written out, because a subquery would resolve a bare column to its own table.
const c = sql.raw("amount_owed");
const PAID = 2;

/** Select a value of a claim's lines that are on drafts. */
const onDrafts = (
  what: SQL,
): SQL => sql`CASE WHEN ${c}.posted_lines = 0 THEN 0 ELSE (SELECT ${what} FROM settlement_line l
  CROSS JOIN settlement_statement d ON d.id = l.settlement_statement_id
  WHERE l.amount_owed_id = ${c}.id AND d.posted_at IS NULL) END`;
const DRAFT_LINES = onDrafts(sql`count(*)`);
const DRAFT_CENTS = onDrafts(sql`coalesce(sum(l.amount_cents), 0)`);

/** Number of a claim's lines on posted statements, as shown to companies other than its payer. */
export const visiblePostedLines: SQL = sql`(${c}.posted_lines - ${DRAFT_LINES})`;
const visiblePostedCents: SQL = sql`(${c}.posted_cents - ${DRAFT_CENTS})`;

/**
 * Columns of an amount owed as one company may see it, in SQL on `amount_owed`. The payer sees its drafts, and open
 * means listed in "To pay". For other companies drafts don't exist, and open is as in "To receive" and on the job's
 * money page. An amount marked not payable, or earned before its payer began to settle in this app, is never open.
 */
export function visibleClaimColumns(me: number | Placeholder) {
  const isPayer = sql`${c}.paying_company_id = ${me}`;
  const lines = sql`(CASE WHEN ${isPayer} THEN ${c}.posted_lines ELSE ${visiblePostedLines} END)`;
  const posted = sql`(CASE WHEN ${isPayer} THEN ${c}.posted_cents ELSE ${visiblePostedCents} END)`;
  const open = sql`(${c}.voided_at IS NULL AND ${isSettledInApp} AND CASE WHEN ${isPayer} THEN ${isOpenClaim}
    ELSE ${c}.due_cents IS NOT NULL AND ${c}.due_cents <> ${visiblePostedCents} END)`;
  return {
    posted_lines: sql<number>`${lines}`,
    posted_cents: sql<number>`${posted}`,
    is_open: sql<number>`${open}`,
    open_cents: sql<number>`(CASE WHEN ${open} THEN ${c}.due_cents - ${posted} ELSE 0 END)`,
    paid_cents: sql<number>`(CASE WHEN ${c}.paid_lines = 0 THEN 0 WHEN ${c}.paid_lines = ${c}.posted_lines THEN ${c}.posted_cents
      ELSE (SELECT coalesce(sum(l.amount_cents), 0) FROM settlement_line l CROSS JOIN settlement_statement d
        ON d.id = l.settlement_statement_id WHERE l.amount_owed_id = ${c}.id AND d.status_type_id = ${PAID}) END)`,
    /** Payment status: 1 unpaid, 2 paid, 3 void. */
    status: sql<number>`(CASE WHEN ${c}.voided_at IS NOT NULL THEN 3 WHEN ${c}.paid_lines > 0 AND ${c}.paid_lines = ${lines} THEN 2 ELSE 1 END)`,
  };
}
