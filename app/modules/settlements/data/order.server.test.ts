import { expect, test } from "vitest";
import { openTestDatabase } from "#db/testing/test-database";
import { getDay } from "~/lib/time/time";
import { recordPayment, reversePayment } from "../shared/payments.server";
import { findLedgerErrors } from "../testing/ledger.server";
import { createSettlementWeek, PERIOD_END, settleWeek } from "../testing/week.server";
import { addAdjustment } from "./adjustments.server";
import { listSettlementStatements } from "./statements.server";
import { voidStatement } from "./void.server";

const db = await openTestDatabase();
const today = getDay(new Date(), "America/Detroit");
const RECEIVERS = ["hauler", "logger", "second"] as const;
type Receiver = (typeof RECEIVERS)[number];

/**
 * Return the actions for one payer and receiver, in order: settle, correct, hold back, pay in parts, bounce a payment,
 * void.
 */
async function actsOf(w: Awaited<ReturnType<typeof createSettlementWeek>>, receiver: Receiver) {
  const id = w.ids[receiver].id;
  const loads: number[] = [];
  const setDue = (claim: number, cents: number) =>
    db.batch([{ sql: "UPDATE amount_owed SET due_cents = ? WHERE id = ?", params: [cents, claim] }]);
  const newest = async () => (await w[receiver].call(listSettlementStatements, {})).settlement_statements[0];
  const pay = async (amount: string) =>
    w.manager.call(recordPayment, {
      settlement_statement_id: (await newest())?.id ?? 0,
      amount,
      method: "check",
      paid_on: today,
    });
  const start = 10_000 + 777 * RECEIVERS.indexOf(receiver);
  const item = (kind: "holdback" | "deduction", amount: string) =>
    w.manager.call(addAdjustment, {
      receiving_company_id: id,
      kind,
      amount,
      words: "Agreed",
      due_on: PERIOD_END,
    });
  return [
    async () => loads.push(await w.load(id, start)),
    () => item("holdback", "12.34"),
    () => settleWeek(w.manager, [id]),
    () => pay("10.00"),
    () => setDue(loads[0] ?? 0, start + 33),
    async () => loads.push(await w.load(id, start * 2)),
    () => settleWeek(w.manager, [id]),
    async () => {
      const { id: payment } = await pay("50.00");
      await w.manager.call(reversePayment, { settlement_payment_id: payment, reason: "Bounced" });
    },
    async () =>
      w.manager.call(voidStatement, {
        settlement_statement_id: (await newest())?.id ?? 0,
        reason: "Wrong week",
      }),
    () => item("deduction", "1.05"),
    () => settleWeek(w.manager, [id]),
    () => pay("7.77"),
  ];
}

/**
 * Return the balances between the payer and each receiver, without ids and numbers, because ids and numbers depend on
 * the order of actions.
 */
async function balances(w: Awaited<ReturnType<typeof createSettlementWeek>>) {
  const read = async (text: string) => {
    const [set] = await db.batch([{ sql: text, params: [w.ids.manager.id] }]);
    return (set?.rows ?? []).map((row) => ({ ...row }));
  };
  const claims = await read(
    "SELECT receiving_company_id AS id, due_cents, posted_cents, posted_lines, paid_lines FROM amount_owed WHERE paying_company_id = ? ORDER BY due_cents",
  );
  const statements = await read(
    "SELECT receiving_company_id AS id, status_type_id, gross_cents, adjustments_cents, total_cents, paid_cents, line_count FROM settlement_statement WHERE paying_company_id = ? ORDER BY status_type_id, total_cents",
  );
  const items = await read(
    "SELECT receiving_company_id AS id, kind, amount_cents, used_by_statement_id IS NOT NULL AS used FROM settlement_adjustment WHERE paying_company_id = ? ORDER BY kind, amount_cents",
  );
  // Sort like RECEIVERS, because company ids can differ from week to week.
  const named = (rows: Record<string, unknown>[]) =>
    rows
      .map(({ id, ...row }) => ({ receiver: RECEIVERS.findIndex((r) => w.ids[r].id === id), ...row }))
      .sort((item, other) => item.receiver - other.receiver)
      .map(({ receiver, ...row }) => ({ receiver: RECEIVERS[receiver], ...row }));
  return { claims: named(claims), statements: named(statements), items: named(items) };
}

/**
 * Orders in which the receivers' actions are mixed: one receiver after the other, alternating, from the end, and
 * random. Each receiver's own actions stay in order.
 */
const ORDERS: Record<string, (waiting: readonly number[]) => number> = {
  "one receiver after the other": (waiting) => waiting.findIndex((n) => n > 0),
  "the last receiver first": (waiting) => waiting.findLastIndex((n) => n > 0),
  "in turn": (waiting) => waiting.indexOf(Math.max(...waiting)),
  "as the dice fall": (waiting) => {
    const open = waiting.flatMap((n, i) => (n > 0 ? [i] : []));
    return open[Math.floor(Math.random() * open.length)] ?? 0;
  },
};

test("actions for different receivers lead to the same balances in any order", async () => {
  const seen: Record<string, unknown> = {};
  for (const [name, next] of Object.entries(ORDERS)) {
    const w = await createSettlementWeek(db);
    const waiting = await Promise.all(RECEIVERS.map((receiver) => actsOf(w, receiver)));
    while (waiting.some((acts) => acts.length > 0))
      await waiting[next(waiting.map((acts) => acts.length))]?.shift()?.();
    expect(await findLedgerErrors(db, w.ids.manager.id)).toEqual([]);
    seen[name] = await balances(w);
  }
  const [first, ...others] = Object.values(seen);
  expect(JSON.stringify(first)).toContain('"used":1');
  for (const other of others) expect(other).toEqual(first);
});
