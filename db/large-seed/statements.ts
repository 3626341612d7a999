import type BetterSqlite from "better-sqlite3";
import {
  getInitialStatementHash,
  hashStatement,
  type LineValues,
  STATEMENT_LINE_COLUMNS,
} from "~/modules/settlements/data/lines.server";
import { hashEvent } from "~/modules/settlements/shared/events.server";

const DAY = 86_400_000;
/** Number of most recent days whose loads are not on statements yet. */
const OPEN_DAYS = 7;
/** Statements from this many most recent days are not paid yet. */
const UNPAID_DAYS = 60;

type Claim = LineValues & {
  payer: number;
  receiver: number;
  earned_on: string;
  quarter: string;
};

/** Select the loads older than a week in the order of their statements: by payer, receiver and quarter. */
const OLDER = `SELECT c.paying_company_id AS payer, c.receiving_company_id AS receiver,
    substr(c.earned_on, 1, 4) || '-' || ((substr(c.earned_on, 6, 2) - 1) / 3) AS quarter, 'load' AS kind, c.due_cents AS amount_cents,
    NULL AS words, c.id AS amount_owed_id, c.settlement_type_id, NULL AS reverses_statement_id, c.rate_table, c.rate_id,
    c.quantity, c.wood_unit_type_id, c.per, c.rate, c.job_id, c.trip_ticket_id, c.earned_on, t.trip_ticket_number AS ticket_number,
    t.load_number, t.scale_ticket_number, j.name AS job_name, 'Pulpwood' AS product, d.name AS destination
  FROM amount_owed c JOIN trip_ticket t ON t.id = c.trip_ticket_id JOIN job j ON j.id = c.job_id
  JOIN job_destination d ON d.id = c.job_destination_id
 WHERE c.problem IS NULL AND c.earned_on < ? AND c.paying_company_id > ? AND c.paying_company_id <= ?
   AND c.trip_ticket_id > ?
 ORDER BY payer, quarter, receiver, c.job_id, c.settlement_type_id, c.earned_on, c.id`;

/**
 * Put all loads older than a week on statements, one for each payer, receiver and quarter. All but the newest are paid.
 * Triggers are off.
 */
export function createBulkStatements(db: BetterSqlite.Database, now: Date, after = 0): void {
  const before = new Date(now.getTime() - OPEN_DAYS * DAY).toISOString().slice(0, 10);
  const payers = db
    .prepare<[number], { id: number }>(
      "SELECT DISTINCT paying_company_id AS id FROM amount_owed WHERE trip_ticket_id > ? ORDER BY 1",
    )
    .all(after);
  const older = db.prepare<[string, number, number, number], Claim>(OLDER);
  const writer = writerOf(db, now);
  for (const { id } of payers)
    db.transaction(() => {
      let page: Claim[] = [];
      const claims = older.all(before, id - 1, id, after);
      for (const claim of claims) {
        const [first] = page;
        if (first && (first.receiver !== claim.receiver || first.quarter !== claim.quarter)) {
          writer.statement(page);
          page = [];
        }
        page.push(claim);
      }
      if (page.length > 0) writer.statement(page);
      writer.endOf(id);
    })();
  db.exec(`UPDATE amount_owed SET posted_cents = due_cents, posted_lines = 1, version = 2,
      paid_lines = (SELECT s.status_type_id = 2 FROM settlement_line l JOIN settlement_statement s ON s.id = l.settlement_statement_id
        WHERE l.amount_owed_id = amount_owed.id)
     WHERE trip_ticket_id > ${Math.trunc(after)} AND id IN (SELECT amount_owed_id FROM settlement_line)`);
}

/** Return a function that writes consecutive statements, with their numbers, chains, payments and first history entries. */
function writerOf(db: BetterSqlite.Database, now: Date) {
  const insert = (table: string, columns: readonly string[]) =>
    db.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`);
  const addStatement = insert("settlement_statement", [
    ...[
      "number",
      "paying_company_id",
      "receiving_company_id",
      "prepared_by_company_id",
      "period_start",
      "period_end",
    ],
    ...["pay_on", "status_type_id", "posted_at", "gross_cents", "total_cents", "line_count", "paid_cents"],
    ...["hash", "prev_hash", "creator_company_id", "created_at"],
  ]);
  const addLine = insert("settlement_line", ["settlement_statement_id", "seq", ...STATEMENT_LINE_COLUMNS]);
  const addPayment = insert("settlement_payment", [
    ...["settlement_statement_id", "amount_cents", "method", "paid_on", "creator_company_id", "created_at"],
  ]);
  const addEvent = insert("settlement_event", [
    ...[
      "settlement_statement_id",
      "seq",
      "activity",
      "details",
      "creator_company_id",
      "created_at",
      "prev_hash",
      "hash",
    ],
  ]);
  const addSeries = insert("number_series", ["kind", "owner_id", "last"]);
  const chains = new Map<string, string>();
  let number = 1000;
  const unpaidFrom = new Date(now.getTime() - UNPAID_DAYS * DAY).toISOString().slice(0, 10);
  return {
    statement(page: readonly Claim[]) {
      const [first] = page;
      const last = page.at(-1);
      if (!first || !last) return;
      number += 1;
      const { payer, receiver } = first;
      const days = page.map((c) => c.earned_on).sort();
      const [from, through] = [days[0] ?? "", days.at(-1) ?? ""];
      const posted_at = `${through}T23:00:00.000Z`;
      const total = page.reduce((sum, c) => sum + c.amount_cents, 0);
      const isPaid = through < unpaidFrom;
      const prev = chains.get(`${payer} ${receiver}`) ?? getInitialStatementHash(payer, receiver);
      const head = {
        number,
        paying_company_id: payer,
        receiving_company_id: receiver,
        period_start: from,
        period_end: through,
        pay_on: through,
        posted_at,
        total_cents: total,
      };
      const hash = hashStatement(
        prev,
        head,
        page.map((c, i) => ({ ...c, seq: i + 1 })),
      );
      chains.set(`${payer} ${receiver}`, hash);
      const { lastInsertRowid: id } = addStatement.run(
        ...[number, payer, receiver, payer, from, through, through, isPaid ? 2 : 1, posted_at, total, total],
        ...[page.length, isPaid ? total : 0, hash, prev, payer, posted_at],
      );
      for (const [i, claim] of page.entries())
        addLine.run(id, i + 1, ...STATEMENT_LINE_COLUMNS.map((name) => claim[name]));
      if (isPaid) addPayment.run(id, total, "ach", through, payer, posted_at);
      const entry = {
        seq: 1,
        activity: "posted",
        details: { number, total_cents: total, line_count: page.length },
        creator_user_id: null,
        creator_label: null,
        creator_company_id: payer,
        created_at: posted_at,
      };
      const details = JSON.stringify(entry.details);
      addEvent.run(id, 1, "posted", details, payer, posted_at, hash, hashEvent(hash, entry));
    },
    endOf(payer: number) {
      if (number > 1000) addSeries.run("settlement", payer, number);
      number = 1000;
    },
  };
}
