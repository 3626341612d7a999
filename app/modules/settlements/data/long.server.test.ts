import { expect, test } from "vitest";
import { openTestDatabase } from "#db/testing/test-database";
import { getDay } from "~/lib/time/time";
import { AppError } from "~/web/refusal";
import { recordPayment, reversePayment } from "../shared/payments.server";
import { createSettlementWeek, readPreviewedReceivers } from "../testing/week.server";
import { createStatements } from "./make.server";
import { voidStatement } from "./void.server";

/**
 * A database file is accessed without a turn of the event loop, so one commit for thousands of claims would block all
 * other requests.
 */
const db = await openTestDatabase();
const isFile = process.env.TEST_TRANSPORT !== "sqld";
const today = getDay(new Date(), "America/Detroit");

/** Check whether an action finishes without a turn of the event loop, and so blocks other requests. */
async function inOnePiece(act: () => Promise<unknown>): Promise<boolean> {
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  await act();
  return !turned;
}

/**
 * Check whether other requests are served during an action. The database file is locked, and a timer releases the lock.
 * If the action blocks the event loop, the timer can't run and the action fails with a "busy" error.
 */
async function servesOthers(act: () => Promise<unknown>): Promise<boolean> {
  if (!isFile) {
    await act();
    return true;
  }
  const held = await db.client.transaction("write");
  setImmediate(() => held.rollback());
  return act().then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.kind === "unavailable") return false;
      throw error;
    },
  );
}

/**
 * Create, pay, reverse and void a statement with this many loads; return whether other requests were served at each
 * stage.
 */
async function lifeOf(loads: number, how: typeof inOnePiece) {
  const { manager, ids, load } = await createSettlementWeek(db);
  for (let i = 0; i < loads; i++) await load(ids.hauler.id, 1000);
  const receivers = await readPreviewedReceivers(manager, today, [ids.hauler.id], false);
  const turns: Record<string, boolean> = {};
  let created: { id: number | null } = { id: null };
  turns.made = await how(async () => {
    created = await manager.call(createStatements, { period_end: today, receivers });
  });
  const settlement_statement_id = created.id ?? 0;
  let paid = { id: 0 };
  turns.paid = await how(async () => {
    paid = await manager.call(recordPayment, {
      settlement_statement_id,
      amount: loads * 10,
      method: "check",
      paid_on: today,
    });
  });
  const paidLines = async () =>
    (
      await db.batch([
        {
          sql: "SELECT sum(paid_lines) AS n FROM amount_owed WHERE paying_company_id = ?",
          params: [ids.manager.id],
        },
      ])
    )[0]?.rows[0]?.n;
  const lines = await paidLines();
  turns.reversed = await how(() =>
    manager.call(reversePayment, { settlement_payment_id: paid.id, reason: "Bounced" }),
  );
  turns.voided = await how(() => manager.call(voidStatement, { settlement_statement_id, reason: "Wrong" }));
  return { turns, lines, left: await paidLines() };
}

test("serves other requests while a long statement is made, paid, reversed and voided", async () => {
  expect(await lifeOf(60, servesOthers)).toEqual({
    turns: { made: true, paid: true, reversed: true, voided: true },
    lines: 60,
    left: 0,
  });
});

test.runIf(isFile)("makes, pays, reverses and voids a short statement without pausing", async () => {
  expect(await lifeOf(3, inOnePiece)).toEqual({
    turns: { made: true, paid: true, reversed: true, voided: true },
    lines: 3,
    left: 0,
  });
});
