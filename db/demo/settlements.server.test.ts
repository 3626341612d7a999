import { expect, test } from "vitest";
import { verifyPay } from "../audit/pay";
import { openTestDatabase } from "../testing/test-database";
import { seedDemo } from "./seed";

const LINES = `SELECT s.id, s.number, s.receiving_company_id AS receiver, s.status_type_id AS status, s.total_cents, l.kind, l.amount_cents
  FROM settlement_statement s JOIN settlement_line l ON l.settlement_statement_id = s.id ORDER BY s.id, l.seq`;
/** Claims whose amount on statements or number of lines differs from the lines themselves. */
const DRIFTED = `SELECT c.id FROM amount_owed c LEFT JOIN settlement_line l ON l.amount_owed_id = c.id
  GROUP BY c.id HAVING c.posted_cents <> ifnull(sum(l.amount_cents), 0) OR c.posted_lines <> count(l.seq)`;

test("the demo has paid weeks, an unpaid statement, a correction, a dispute, and open loads", async () => {
  const db = await openTestDatabase();
  await seedDemo(db, new Date("2026-11-22T21:00:00Z"));
  const rows = async (sql: string) => (await db.client.execute(sql)).rows;
  const lines = await rows(LINES);
  expect(lines[0]).toMatchObject({ id: 1, number: 1001, receiver: 3, status: 2 });
  expect([...new Set(lines.map((l) => Number(l.status)))].sort()).toEqual([1, 2]);
  expect(lines.some((l) => l.kind === "reversal")).toBe(true);
  const advances = lines.filter((l) => l.kind === "advance" || l.kind === "recovery");
  expect(advances.map((l) => Number(l.amount_cents))).toEqual([50_000, -20_000, -30_000]);
  for (const id of new Set(lines.map((l) => l.id))) {
    const own = lines.filter((l) => l.id === id);
    expect(own.reduce((sum, l) => sum + Number(l.amount_cents), 0)).toBe(Number(own[0]?.total_cents));
  }
  expect(await rows(DRIFTED)).toEqual([]);
  expect(await rows("SELECT 1 FROM settlement_remark WHERE kind = 'disputed'")).toHaveLength(1);
  expect((await rows("SELECT 1 FROM amount_owed WHERE due_cents <> posted_cents")).length).toBeGreaterThan(0);
  // The second calculation, from loads and rates alone, gives the same cents.
  const { faults, claims, cents } = await verifyPay(db);
  expect(faults).toEqual([]);
  const [held] = await rows("SELECT count(*) AS n, sum(due_cents) AS cents FROM amount_owed");
  expect([claims, Number(cents)]).toEqual([Number(held?.n), Number(held?.cents)]);
});
