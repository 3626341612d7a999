import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { verifyPay } from "#db/audit/pay";
import type { Database } from "#db/client.server";
import { catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { runTaskNow } from "~/lib/queue/testing/doing.server";
import { allowAnyRows, ConcurrentWriteError, commitSteps } from "~/web/commit.server";
import { log } from "~/web/log.server";
import { markNotPayable, markPayable } from "../amounts-owed/data/payable.server";
import { SERVICE } from "../rules/services";
import { makeStatementsTask } from "../shared/run.server";
import { findLedgerErrors } from "../testing/ledger.server";
import { createSettledHarvest, findDoublePaid, type Loads } from "../testing/loads.server";
import { readPreviewedReceivers, settleWeek } from "../testing/week.server";
import { createStatements } from "./make.server";
import { deleteDraft, draftStatement, postStatement } from "./statements.server";
import { voidStatement } from "./void.server";

/**
 * Tests a load that moves to another hauler after its haul was stated: the new hauler is paid only after the first
 * hauler's pay is reversed.
 */
let db: Database;
let w: Loads;
let first: number;
let second: number;
let load: number;
const post = async (receiver: number, lower = false) =>
  (await settleWeek(w.manager, [receiver], w.today, lower)).id ?? 0;
const voids = (settlement_statement_id: number) =>
  w.manager.call(voidStatement, { settlement_statement_id, reason: "Wrong" });
const draft = (receiving_company_id: number) =>
  w.manager.call(draftStatement, { period_end: w.today, receiving_company_id, takes_lower: true });

beforeEach(async () => {
  db ??= await openTestDatabase();
  w = await createSettledHarvest(db);
  first = w.ids.hauler.id;
  second = w.ids.second.id;
  load = await w.load(first, 30_000);
});
/** Cents for 30 tons at $9.375 and at $10.10. */
const FIRST = 28_125;
const SECOND = 30_300;

test("the second hauler's pay waits while the first hauler is paid on a statement, and is due after the reversal", async () => {
  await post(first);
  await w.change(load, { hauler_company_id: second });
  expect(await w.haulOf(load)).toEqual({ first: [0, FIRST], second: ["paid_to_other", 0] });
  await post(first, true);
  await w.queue();
  expect(await w.haulOf(load)).toEqual({ first: [0, 0], second: [SECOND, 0] });
  await post(second);
  expect(await w.haulOf(load)).toEqual({ first: [0, 0], second: [SECOND, SECOND] });
  expect(await findDoublePaid(w)).toEqual([]);
  expect(await findLedgerErrors(db, w.ids.manager.id)).toEqual([]);
});

test("the next statement reprices a moved load by itself if the queue hasn't done so yet", async () => {
  await post(first);
  await w.change(load, { hauler_company_id: second });
  await post(first, true);
  expect(await w.haulOf(load)).toMatchObject({ second: ["paid_to_other", 0] });
  await w.manager
    .call(draftStatement, { period_end: w.today, receiving_company_id: second })
    .catch(() => null);
  expect(await w.haulOf(load)).toMatchObject({ second: [SECOND, expect.any(Number)] });
});

test("a statement run reprices before posting and refuses a changed amount, with both figures in the message", async () => {
  const run = async () => {
    const { settlement_run_id } = await w.manager.call(createStatements, {
      period_end: w.today,
      receivers: await readPreviewedReceivers(w.manager, w.today, [second]),
      is_beside: true,
    });
    const id = settlement_run_id ?? 0;
    await runTaskNow(makeStatementsTask, { db, now: () => new Date(), log }, { run: id, key: null });
    return w.rows("SELECT failure FROM settlement_run_receiver WHERE settlement_run_id = ?", id);
  };
  await post(first);
  await w.change(load, { hauler_company_id: second });
  await w.load(second, 20_000);
  await post(first, true);
  expect(await run()).toEqual([{ failure: expect.stringMatching(/has changed: .+ on \d+ lines now/) }]);
  expect(await w.haulOf(load)).toMatchObject({ second: [SECOND, 0] });
  expect(await run()).toEqual([{ failure: null }]);
  expect(await w.haulOf(load)).toMatchObject({ second: [SECOND, SECOND] });
});

test("the second hauler's pay is due after the first hauler's statement is voided, or its draft deleted", async () => {
  const statement = await post(first);
  await w.change(load, { hauler_company_id: second });
  await voids(statement);
  await w.queue();
  expect(await w.haulOf(load)).toMatchObject({ second: [SECOND, 0] });
  const other = await w.load(first, 30_000);
  const { id } = await draft(first);
  await w.change(other, { hauler_company_id: second });
  expect(await w.haulOf(other)).toEqual({ first: [0, FIRST], second: ["paid_to_other", 0] });
  await w.manager.call(deleteDraft, { settlement_statement_id: id });
  await w.queue();
  expect(await w.haulOf(other)).toEqual({ second: [SECOND, 0] });
});

test("a reversal that is only on a draft doesn't count; after the draft is deleted, nobody is paid twice", async () => {
  await post(first);
  await w.change(load, { hauler_company_id: second });
  const { id } = await draft(first);
  await w.change(load, {});
  expect(await w.haulOf(load)).toEqual({ first: [0, 0], second: ["paid_to_other", 0] });
  await w.manager.call(deleteDraft, { settlement_statement_id: id });
  await w.queue();
  expect(await w.haulOf(load)).toEqual({ first: [0, FIRST], second: ["paid_to_other", 0] });
  const again = await draft(first);
  await w.load(first, 90_000);
  await w.manager.call(postStatement, {
    settlement_statement_id: again.id,
    expected_cents: 0,
    expected_lines: 2,
  });
  await w.queue();
  expect(await w.haulOf(load)).toEqual({ first: [0, 0], second: [SECOND, 0] });
  expect((await verifyPay(db)).faults).toEqual([]);
});

test("a reversal can't be voided while the second hauler is paid for the load", async () => {
  await post(first);
  await w.change(load, { hauler_company_id: second });
  const back = await post(first, true);
  await w.queue();
  const paid = await post(second);
  const words = (await catchError(voids(back))).message;
  expect(words).toMatch(/^Statement \d+ pays .+ for its loads: void that first\.$/);
  // The database itself also refuses the void, for example if the other hauler is paid during the void: a trigger
  // checks the rule when the void is written.
  const byHand = sql`UPDATE settlement_statement SET status_type_id = 3, void_reason = 'x' WHERE id = ${back}`;
  const refused = await commitSteps(db, [allowAnyRows(byHand)], {}, null).catch((error: unknown) => error);
  expect(refused instanceof ConcurrentWriteError && refused.message).toContain(
    "another company was paid since",
  );
  await voids(paid);
  const waits = await draft(second);
  expect((await catchError(voids(back))).message).toMatch(
    /^A draft pays .+ for its loads: delete that first\.$/,
  );
  await w.manager.call(deleteDraft, { settlement_statement_id: waits.id });
  // After the reversing statement is voided, the first hauler is paid on a statement again, and the second hauler
  // waits.
  await voids(back);
  await w.queue();
  expect(await w.haulOf(load)).toEqual({ first: [0, FIRST], second: ["paid_to_other", 0] });
  expect((await verifyPay(db)).faults).toEqual([]);
});

test("a reversal can't be voided while the load is marked not payable", async () => {
  await post(first);
  await w.change(load, { is_deleted: true });
  const back = await post(first, true);
  const [claim] = await w.rows(
    "SELECT id FROM amount_owed WHERE trip_ticket_id = ? AND settlement_type_id = 3",
    load,
  );
  const target = { trip_ticket_settlement_id: Number(claim?.id) };
  await w.manager.call(markNotPayable, { ...target, reason: "Own truck" });
  expect((await catchError(voids(back))).message).toMatch(
    /^Ticket #\d+ is marked as not payable. Take that back first.$/,
  );
  await w.manager.call(markPayable, target);
  await voids(back);
  expect(await w.haulOf(load)).toEqual({ first: [0, FIRST] });
  expect(await findLedgerErrors(db, w.ids.manager.id)).toEqual([]);
});

test("a correction of one share also reprices a share that waits for a reversal", async () => {
  const { logger } = w.ids;
  await w.follow(100_000, 25, [logger.id, first]);
  await post(logger.id);
  await post(first);
  await w.follow(120_000, 20, [logger.id, second]);
  await w.queue();
  const waits = () =>
    w.rows(
      `SELECT c.problem, c.rate_version = j.rate_version AS is_priced FROM amount_owed c JOIN job j ON j.id = c.job_id
        WHERE c.trip_ticket_id = ? AND c.receiving_company_id = ? AND c.settlement_type_id = ${SERVICE.cut}`,
      load,
      second,
    );
  expect(await waits()).toMatchObject([{ problem: "paid_to_other", is_priced: 1 }]);
  // The logger's amount has changed, so its line is reversed and stated again.
  await post(logger.id);
  await w.queue();
  expect(await waits()).toMatchObject([{ problem: "paid_to_other", is_priced: 1 }]);
  expect((await verifyPay(db)).faults).toEqual([]);
});
