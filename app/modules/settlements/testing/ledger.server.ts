import type { Row, Value } from "@libsql/client";
import type { Database } from "#db/client.server";
import { groupBy, readQueriesTogether } from "#db/testing/reading";

/**
 * Find errors in a payer's balances by recomputing everything from lines, payments and adjustments, without any stored
 * totals. Empty if there are no errors.
 */
export async function findLedgerErrors(db: Database, payer: number): Promise<string[]> {
  const of = "settlement_statement_id IN (SELECT id FROM settlement_statement WHERE paying_company_id = ?)";
  const [statements = [], lines = [], payments = [], claims = [], items = []] = await readQueriesTogether(
    db,
    [payer],
    [
      `SELECT id, number, receiving_company_id, status_type_id, posted_at, total_cents, line_count, paid_cents
         FROM settlement_statement WHERE paying_company_id = ? ORDER BY id`,
      `SELECT settlement_statement_id, seq, kind, amount_cents, amount_owed_id, reverses_statement_id,
          settlement_adjustment_id
         FROM settlement_line WHERE ${of} ORDER BY settlement_statement_id, seq`,
      `SELECT settlement_statement_id, amount_cents FROM settlement_payment WHERE ${of}`,
      `SELECT id, posted_cents, posted_lines, paid_lines, voided_at, status_type_id
         FROM amount_owed WHERE paying_company_id = ?`,
      `SELECT id, kind, amount_cents, receiving_company_id, used_by_statement_id, cancelled_at
         FROM settlement_adjustment WHERE paying_company_id = ?`,
    ],
  );
  const faults: string[] = [];
  const check = (holds: boolean, what: string) => {
    if (!holds) faults.push(what);
  };
  const sum = (rows: readonly Row[]) => rows.reduce((all, row) => all + Number(row.amount_cents), 0);
  const status = new Map<Value | undefined, Value | undefined>(
    statements.map((s) => [s.id, s.status_type_id]),
  );
  const live = lines.filter((line) => status.get(line.settlement_statement_id) !== 3);

  const linesOf = groupBy(lines, "settlement_statement_id");
  const paymentsOf = groupBy(payments, "settlement_statement_id");
  for (const s of statements) {
    const own = linesOf(s.id);
    const paid = sum(paymentsOf(s.id));
    if (s.posted_at !== null) {
      check(s.total_cents === sum(own) && sum(own) >= 0, `1: total of ${s.number}`);
      check(s.line_count === own.length, `1: lines of ${s.number}`);
      check(
        own.every((line, i) => line.seq === i + 1),
        `1: places on ${s.number}`,
      );
    }
    check(s.paid_cents === paid && paid >= 0 && paid <= Number(s.total_cents), `4: paid of ${s.number}`);
    if (s.status_type_id === 3) check(paid === 0, `4: ${s.number} is void and paid`);
    else if (s.posted_at !== null)
      check((s.status_type_id === 2) === (paid === s.total_cents), `4: status of ${s.number}`);
  }
  // A draft may be posted after statements that were started later.
  const numbers = statements
    .flatMap((s) => (s.number === null ? [] : [Number(s.number)]))
    .sort((one, other) => one - other);
  check(
    numbers.every((number, i) => number === 1001 + i),
    "numbers follow each other",
  );

  const linesOfClaim = groupBy(live, "amount_owed_id");
  for (const c of claims) {
    const own = linesOfClaim(c.id);
    const paid = own.filter((line) => status.get(line.settlement_statement_id) === 2);
    check(c.posted_cents === sum(own) && c.posted_lines === own.length, `2: posted of claim ${c.id}`);
    check(c.paid_lines === paid.length, `8: paid lines of claim ${c.id}`);
    const expected = c.voided_at !== null ? 3 : own.length > 0 && paid.length === own.length ? 2 : 1;
    check(c.status_type_id === expected, `8: status of claim ${c.id}`);
    const loads = own.filter(({ kind }) => kind !== "reversal");
    check(
      sum(own) === 0 || sum(own) === Number(loads.at(-1)?.amount_cents),
      `9: claim ${c.id} stands with what its last line says`,
    );
  }
  for (const line of live.filter(({ kind }) => kind === "reversal"))
    check(status.get(line.reverses_statement_id) !== 3, "10: a reversal of a void statement");

  const receivers = new Map<Value | undefined, Value | undefined>(
    statements.map((s) => [s.id, s.receiving_company_id]),
  );
  for (const receiver of new Set(items.map((item) => item.receiving_company_id))) {
    const own = items.filter((item) => item.receiving_company_id === receiver);
    const stands = (kind: string) =>
      sum(own.filter((item) => item.kind === kind && item.used_by_statement_id !== null));
    check(stands("advance") >= stands("recovery"), `6: advances of ${receiver}`);
    check(stands("holdback") >= stands("release"), `6: holdbacks of ${receiver}`);
    const to = live.filter((line) => receivers.get(line.settlement_statement_id) === receiver);
    const carried = sum(to.filter(({ kind }) => kind === "carried"));
    const taken = -sum(to.filter(({ kind }) => kind === "balance"));
    const waits = sum(
      own.filter((i) => i.kind === "balance" && i.used_by_statement_id === null && i.cancelled_at === null),
    );
    check(carried === taken + waits, `7: carried on to ${receiver}`);
  }
  const linesOfItem = groupBy(live, "settlement_adjustment_id");
  for (const item of items) {
    const own = linesOfItem(item.id);
    check(own.length === (item.used_by_statement_id === null ? 0 : 1), `an item stands once (${item.id})`);
    check(
      own.every((line) => Math.abs(Number(line.amount_cents)) === item.amount_cents),
      "an item stands whole",
    );
  }
  return faults;
}
