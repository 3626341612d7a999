import type { Row, Rows } from "./rows";

/** Lines of all statements that aren't void, including drafts. */
const LIVE = `SELECT l.*, s.status_type_id, s.posted_at, s.paying_company_id, s.receiving_company_id
  FROM settlement_line l JOIN settlement_statement s ON s.id = l.settlement_statement_id AND s.status_type_id <> 3`;

/** Rules for lines, payments and adjustments (docs/settlements.md), each as a query that finds violations. */
const FAULTS: readonly [string, string][] = [
  [
    "1: a statement is not the sum of its lines",
    `SELECT s.id FROM settlement_statement s LEFT JOIN settlement_line l ON l.settlement_statement_id = s.id
      WHERE s.posted_at IS NOT NULL GROUP BY s.id
     HAVING s.total_cents <> ifnull(sum(l.amount_cents), 0) OR s.total_cents < 0 OR s.line_count <> count(l.seq)
         OR max(l.seq) <> count(l.seq) OR s.gross_cents + s.adjustments_cents <> s.total_cents`,
  ],
  [
    "2: what of a claim stands on statements is not what its lines say",
    `SELECT c.id FROM amount_owed c LEFT JOIN (SELECT amount_owed_id AS claim, sum(amount_cents) AS cents,
         count(*) AS n, sum(status_type_id = 2) AS paid FROM (${LIVE}) WHERE amount_owed_id IS NOT NULL GROUP BY 1) l ON l.claim = c.id
      WHERE c.posted_cents <> ifnull(l.cents, 0) OR c.posted_lines <> ifnull(l.n, 0) OR c.paid_lines <> ifnull(l.paid, 0)`,
  ],
  [
    "4: what is paid of a statement is not what its payments say",
    `SELECT s.id FROM settlement_statement s LEFT JOIN settlement_payment p ON p.settlement_statement_id = s.id GROUP BY s.id
     HAVING s.paid_cents <> ifnull(sum(p.amount_cents), 0) OR s.paid_cents NOT BETWEEN 0 AND max(s.total_cents, 0)
         OR (s.status_type_id = 3 AND s.paid_cents <> 0)
         OR (s.posted_at IS NOT NULL AND s.status_type_id <> 3 AND (s.status_type_id = 2) <> (s.paid_cents = s.total_cents))`,
  ],
  [
    "what is paid of an invoice is not what its payments say",
    `SELECT i.id FROM invoice i LEFT JOIN invoice_payment p ON p.invoice_id = i.id GROUP BY i.id
     HAVING i.paid_cents <> ifnull(sum(p.amount_cents), 0)`,
  ],
  [
    "6: more was recovered than advanced, or released than held back",
    `SELECT paying_company_id || ' to ' || receiving_company_id AS id FROM settlement_adjustment
      WHERE used_by_statement_id IS NOT NULL AND kind IN ('advance', 'recovery', 'holdback', 'release')
      GROUP BY paying_company_id, receiving_company_id, kind IN ('advance', 'recovery')
     HAVING sum(CASE WHEN kind IN ('advance', 'holdback') THEN amount_cents ELSE -amount_cents END) < 0`,
  ],
  [
    "7: what was carried on is neither taken nor waiting",
    `SELECT pair AS id FROM (
       SELECT paying_company_id || ' to ' || receiving_company_id AS pair, amount_cents AS cents FROM (${LIVE}) WHERE kind IN ('carried', 'balance')
       UNION ALL SELECT paying_company_id || ' to ' || receiving_company_id, -amount_cents FROM settlement_adjustment
        WHERE kind = 'balance' AND used_by_statement_id IS NULL AND cancelled_at IS NULL)
      GROUP BY 1 HAVING sum(cents) <> 0`,
  ],
  [
    "8: an adjustment does not stand once, whole, where it says that it stands",
    `SELECT a.id FROM settlement_adjustment a LEFT JOIN (${LIVE}) l ON l.settlement_adjustment_id = a.id GROUP BY a.id
     HAVING count(l.seq) <> (a.used_by_statement_id IS NOT NULL) OR (count(l.seq) = 1 AND (abs(max(l.amount_cents)) <> a.amount_cents
         OR max(l.settlement_statement_id) <> a.used_by_statement_id))`,
  ],
  [
    "9: a load is paid for the same work by one payer to two",
    `SELECT trip_ticket_id AS id FROM amount_owed WHERE share_no = 0 AND posted_cents <> 0
      GROUP BY trip_ticket_id, settlement_type_id, paying_company_id HAVING count(*) > 1`,
  ],
  [
    "10: a reversal takes back a line of a statement that is void",
    `SELECT l.settlement_statement_id AS id FROM (${LIVE}) l JOIN settlement_statement r ON r.id = l.reverses_statement_id WHERE r.status_type_id = 3`,
  ],
  [
    "a number is given twice, or left out",
    `SELECT paying_company_id AS id FROM settlement_statement WHERE number IS NOT NULL GROUP BY 1
     HAVING min(number) <> 1001 OR max(number) - min(number) + 1 <> count(DISTINCT number)`,
  ],
];

/** Maximum number of faults to list per rule. */
const NAMED = 20;

/** Check the lines, payments and adjustments of all statements in a database, and return the violated rules. */
export async function verifyBooks(rows: Rows): Promise<{ statements: number; faults: string[] }> {
  const faults: string[] = [];
  for (const [what, sql] of FAULTS) {
    const results: Row[] = await rows(`${sql} LIMIT ${NAMED}`);
    faults.push(...results.map(({ id }) => `${what} (${id})`));
  }
  const [count] = await rows("SELECT count(*) AS n FROM settlement_statement");
  return { statements: Number(count?.n ?? 0), faults };
}
