import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DatabaseError } from "#db/errors.server";
import { insertRow } from "#db/factories";
import { fuelPrice, fuelRule } from "#db/schema";
import { openTestDatabase } from "#db/testing/test-database";
import { getDay } from "~/lib/time/time";
import { recordPayment } from "../shared/payments.server";
import { createSettlementWeek, settleWeek } from "../testing/week.server";
import { addAdjustment } from "./adjustments.server";
import { disputeLine } from "./remarks.server";
import { closePeriod } from "./settings.server";
import { draftStatement } from "./statements.server";
import { voidStatement } from "./void.server";

/**
 * Tests the rules that the database itself enforces: each rule of `db/derived-settlements.sql` is violated by an SQL
 * statement that no procedure would send, and the last test checks that all rules were covered.
 */
const db = await openTestDatabase();
const SQL = readFileSync(new URL("../../../../db/derived-settlements.sql", import.meta.url), "utf8");
const today = getDay(new Date(), "America/Detroit");
const AT = "2026-11-09T12:00:00.000Z";
const met = new Set<string>();

const batch = (sql: string) => db.batch([{ sql, params: [] }]);
/** Expect the SQL statement to be rejected by exactly this rule. */
async function refused(rule: string, sql: string) {
  const error = await batch(sql).then(
    () => null,
    (error: unknown) => error,
  );
  const message = error instanceof DatabaseError ? `${error.fault}: ${error.detail}` : String(error);
  expect({ sql, said: message }).toMatchObject({ said: expect.stringContaining(rule) });
  expect(message).toMatch(/^check: /);
  met.add(rule);
}
const statement = async (id: number, status = 1) => {
  const [set] = await batch(`SELECT status_type_id FROM settlement_statement WHERE id = ${id}`);
  expect(set?.rows[0]?.status_type_id).toBe(status);
  return id;
};
const LINE = "INSERT INTO settlement_line (settlement_statement_id, seq, kind, amount_owed_id, amount_cents)";
const PAYMENT = `INSERT INTO settlement_payment (settlement_statement_id, amount_cents, method, paid_on, reverses_id, reason,
  creator_company_id, created_at)`;
const voided = (id: number) =>
  `UPDATE settlement_statement SET status_type_id = 3, void_reason = 'By hand' WHERE id = ${id}`;
type Week = Awaited<ReturnType<typeof createSettlementWeek>>;

/** Create and post a statement of the hauler's open items; return its id. */
const posted = async ({ manager, ids }: Week, lower = false) =>
  (await settleWeek(manager, [ids.hauler.id], today, lower)).id ?? 0;
const due = (claim: number, cents: number) =>
  batch(`UPDATE amount_owed SET due_cents = ${cents}, version = version + 1 WHERE id = ${claim}`);
const adds = ({ manager, ids }: Week, kind: "advance" | "recovery" | "deduction", amount: string) =>
  manager.call(addAdjustment, {
    receiving_company_id: ids.hauler.id,
    kind,
    amount,
    words: "Agreed",
    due_on: "2026-11-01",
  });

test("a posted statement's lines, totals, claims and history can't be changed or deleted", async () => {
  const week = await createSettlementWeek(db);
  const { hauler, ids, load } = week;
  const claim = await load(ids.hauler.id, 10_000);
  const spare = await load(ids.hauler.id, null);
  const id = await posted(week);
  await hauler.call(disputeLine, { settlement_statement_id: id, seq: 1, text: "It was 28 tons" });
  await refused("a line comes onto a draft only", `${LINE} VALUES (${id}, 2, 'load', ${spare}, 5)`);
  for (const sql of ["UPDATE settlement_line SET amount_cents = 1", "DELETE FROM settlement_line"])
    await refused("a line of a statement stays", `${sql} WHERE settlement_statement_id = ${id}`);
  for (const sql of [
    `UPDATE settlement_statement SET total_cents = 1 WHERE id = ${id}`,
    `UPDATE settlement_statement SET hash = 'x' WHERE id = ${id}`,
    `DELETE FROM settlement_statement WHERE id = ${id}`,
  ])
    await refused("a posted statement stays", sql);
  await refused("a claim on a statement stays", `DELETE FROM amount_owed WHERE id = ${claim}`);
  await refused(
    "a claim stays between the same two",
    `UPDATE amount_owed SET receiving_company_id = ${ids.logger.id} WHERE id = ${claim}`,
  );
  for (const table of ["settlement_event", "settlement_remark"])
    for (const sql of [`UPDATE ${table} SET created_at = '${AT}'`, `DELETE FROM ${table}`])
      await refused(
        table === "settlement_event" ? "what happened to a statement stays" : "a remark stays",
        sql,
      );
  await statement(id);
});

test("a statement starts as a draft, and is posted only as the sum of its payer's and receiver's lines", async () => {
  const week = await createSettlementWeek(db);
  const { manager, ids, load } = week;
  await load(ids.hauler.id, 10_000);
  const other = await load(ids.logger.id, 5_000);
  const { id } = await manager.call(draftStatement, {
    period_end: today,
    receiving_company_id: ids.hauler.id,
  });
  await refused(
    "a statement starts as a draft",
    `INSERT INTO settlement_statement (number, paying_company_id, receiving_company_id, prepared_by_company_id, period_start, period_end,
      pay_on, posted_at, creator_company_id, created_at) VALUES (9, ${ids.manager.id}, ${ids.hauler.id}, ${ids.manager.id},
      '2026-11-02', '2026-11-08', '2026-11-13', '${AT}', ${ids.manager.id}, '${AT}')`,
  );
  await refused("a line of another payer or receiver", `${LINE} VALUES (${id}, 2, 'load', ${other}, 5000)`);
  const posts = (gross: number, total: number, lines: number) =>
    `UPDATE settlement_statement SET number = 77, posted_at = '${AT}', gross_cents = ${gross},
      adjustments_cents = ${total - gross}, total_cents = ${total}, line_count = ${lines} WHERE id = ${id}`;
  for (const wrong of [
    posts(10_001, 10_001, 1),
    posts(10_000, 10_001, 1),
    posts(9_999, 10_000, 1),
    posts(10_000, 10_000, 2),
  ])
    await refused("a statement is the sum of its lines", wrong);
  await refused("a draft is deleted, not voided", voided(id));
  // Try to recover more than was advanced.
  await batch(`INSERT INTO settlement_adjustment (paying_company_id, receiving_company_id, kind, amount_cents, note, due_on,
    creator_company_id, created_at) VALUES (${ids.manager.id}, ${ids.hauler.id}, 'recovery', 100, 'x', '2026-11-01',
    ${ids.manager.id}, '${AT}')`);
  await batch(`INSERT INTO settlement_line (settlement_statement_id, seq, kind, settlement_adjustment_id, amount_cents)
    SELECT ${id}, 2, 'recovery', max(id), -100 FROM settlement_adjustment WHERE paying_company_id = ${ids.manager.id}`);
  await refused("no more is recovered than was advanced", posts(10_000, 9_900, 2));
  await statement(id);
});

test("payments can't exceed the unpaid amount or change; paid and void statements stay so", async () => {
  const week = await createSettlementWeek(db);
  const { manager, ids, load } = week;
  await load(ids.hauler.id, 10_000);
  const id = await posted(week);
  const { id: payment } = await manager.call(recordPayment, {
    settlement_statement_id: id,
    amount: "40.00",
    method: "check",
    paid_on: today,
  });
  const pays = (cents: number, reverses: number | null = null) =>
    `${PAYMENT} VALUES (${id}, ${cents}, 'check', '${today}', ${reverses}, ${reverses === null ? "NULL" : "'x'"},
      ${ids.manager.id}, '${AT}')`;
  await refused("a payment fits what is left", pays(6_001));
  await refused("a payment fits what is left", pays(-4_001));
  await refused("a payment is above zero", pays(-1));
  await refused("a reversal takes back its payment", pays(-3_999, payment));
  for (const sql of ["UPDATE settlement_payment SET amount_cents = 1", "DELETE FROM settlement_payment"])
    await refused("a payment stays", `${sql} WHERE id = ${payment}`);
  await refused("a statement with payments is not voided", voided(id));
  await load(ids.hauler.id, 2_000);
  const other = await posted(week);
  await manager.call(voidStatement, { settlement_statement_id: other, reason: "Wrong" });
  await refused(
    "a void statement stays void",
    `UPDATE settlement_statement SET status_type_id = 1, void_reason = NULL WHERE id = ${other}`,
  );
  await refused("a statement with payments is not voided", voided(other));
  await refused("a payment fits what is left", pays(1).replace(`VALUES (${id}`, `VALUES (${other}`));
  await statement(id);
  await statement(other, 3);
});

test("a statement that later statements depend on can't be voided, and an adjustment is used once", async () => {
  const week = await createSettlementWeek(db);
  const { ids, load } = week;
  // Correct a load to zero, then put it on a statement again.
  const claim = await load(ids.hauler.id, 10_000);
  const first = await posted(week);
  await due(claim, 0);
  await load(ids.hauler.id, 50_000);
  const back = await posted(week, true);
  await due(claim, 7_000);
  await posted(week);
  await refused("a later statement corrects it", voided(first));
  await refused("a later statement holds what it took back", voided(back));
  // Reverse a load for one company and pay it to another.
  const moved = await load(ids.hauler.id, 6_000);
  await posted(week);
  await due(moved, 0);
  await load(ids.hauler.id, 20_000);
  const away = await posted(week, true);
  const [of] = await batch(`SELECT trip_ticket_id AS id FROM amount_owed WHERE id = ${moved}`);
  await load(ids.second.id, 6_000, { trip_ticket_id: Number(of?.rows[0]?.id) });
  await settleWeek(week.manager, [ids.second.id], today);
  await refused("another company was paid since for what it took back", voided(away));
  // Add an advance, then recover it.
  await adds(week, "advance", "20.00");
  await load(ids.hauler.id, 10_000);
  const advanced = await posted(week);
  await adds(week, "recovery", "20.00");
  await load(ids.hauler.id, 10_000);
  await posted(week);
  await refused("a later statement counts on its advance or holdback", voided(advanced));
  // A negative total is carried forward, and the next statement deducts it.
  await adds(week, "deduction", "300.00");
  await load(ids.hauler.id, 10_000);
  const below = await posted(week);
  await statement(below, 2);
  await load(ids.hauler.id, 90_000);
  await posted(week);
  await refused("its balance was carried on", voided(below));
  await load(ids.hauler.id, 10_000);
  const { id: draft } = await week.manager.call(draftStatement, {
    period_end: today,
    receiving_company_id: ids.hauler.id,
  });
  await refused(
    "an adjustment is used once",
    `INSERT INTO settlement_line (settlement_statement_id, seq, kind, settlement_adjustment_id, amount_cents)
      SELECT ${draft}, 50, kind, id, -amount_cents FROM settlement_adjustment
       WHERE kind = 'deduction' AND paying_company_id = ${ids.manager.id}`,
  );
});

test("rates that have paid loads, closings, fuel prices and fuel rules can't be changed or deleted", async () => {
  const week = await createSettlementWeek(db);
  const { manager, ids, load } = week;
  const rates = { product: await week.cutRate(), haul: await week.haulRate() };
  for (const [rate_table, rate_id] of Object.entries(rates))
    await load(ids.hauler.id, 1_000, {
      rate_table,
      rate_id,
      rate_version: 2,
    });
  await batch(`UPDATE amount_owed SET rate_version = (SELECT rate_version FROM job WHERE id = ${ids.job})
    WHERE job_id = ${ids.job}`);
  await posted(week);
  for (const [table, id] of Object.entries(rates))
    for (const sql of [`UPDATE job_${table}_rate SET rate = 1`, `DELETE FROM job_${table}_rate`])
      await refused("a rate that has paid a load stays", `${sql} WHERE id = ${id}`);
  await batch(`UPDATE job_product_rate SET ended_on = '2026-12-31' WHERE id = ${rates.product}`);
  await manager.call(closePeriod, { closed_through: "2026-10-10", reason: "Done" });
  const price = await insertRow(db, fuelPrice, {
    company_id: ids.manager.id,
    region: "R20",
    week_on: "2026-11-02",
    price_mills: 4_100,
    source: "typed",
    created_at: AT,
  });
  const rule = await insertRow(db, fuelRule, {
    company_id: ids.manager.id,
    name: "Diesel",
    region: "R20",
    base_mills: 2_500,
    method: "mile",
    mpg_tenths: 50,
    created_at: AT,
  });
  for (const [words, table, change, where] of [
    ["a closing stays", "period_close", "reason = 'x'", `company_id = ${ids.manager.id}`],
    ["a fuel price stays", "fuel_price", "price_mills = 4200", `id = ${price}`],
    ["a fuel rule stays", "fuel_rule", "base_mills = 2600", `id = ${rule}`],
  ] as const) {
    await refused(words, `UPDATE ${table} SET ${change} WHERE ${where}`);
    await refused(words, `DELETE FROM ${table} WHERE ${where}`);
  }
});

test("every rule in the SQL file was violated by a test above", () => {
  const rules = new Set(
    [...SQL.matchAll(/'CHECK constraint failed: ([^',]+)/g)].map(([, rule = ""]) => rule),
  );
  expect(rules.size).toBeGreaterThan(25);
  expect([...rules].filter((rule) => ![...met].some((words) => words.startsWith(rule))).sort()).toEqual([]);
});
