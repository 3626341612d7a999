import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { verifyPay } from "#db/audit/pay";
import type { Database } from "#db/client.server";
import { catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { runTaskNow } from "~/lib/queue/testing/doing.server";
import { anyRows, commitSteps, RaceError } from "~/web/commit.server";
import { log } from "~/web/log.server";
import { setNotPayable, setPayable } from "../amounts-owed/data/payable.server";
import { SERVICE } from "../rules/services";
import { makeStatementsTask } from "../shared/run.server";
import { findFaults } from "../testing/ledger.server";
import { createLoads, findDoublePaid, type Loads } from "../testing/loads.server";
import { readSeen, settleWeek } from "../testing/week.server";
import { createStatements } from "./make.server";
import { deleteDraft, draftStatement, postStatement } from "./statements.server";
import { voidStatement } from "./void.server";

/**
 * Tests a load that moves to another hauler after its haul was stated: the new hauler waits until that was taken back,
 * and no longer.
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
  w = await createLoads(db);
  first = w.ids.hauler.id;
  second = w.ids.second.id;
  load = await w.load(first, 30_000);
});
/** 30 tons at $9.375 and at $10.10. */
const FIRST = 28_125;
const SECOND = 30_300;

test("it waits while the first one's money is on paper, and is due once that was taken back", async () => {
  await post(first);
  await w.change(load, { hauler_company_id: second });
  expect(await w.haulOf(load)).toEqual({ first: [0, FIRST], second: ["paid_to_other", 0] });
  await post(first, true);
  await w.queue();
  expect(await w.haulOf(load)).toEqual({ first: [0, 0], second: [SECOND, 0] });
  await post(second);
  expect(await w.haulOf(load)).toEqual({ first: [0, 0], second: [SECOND, SECOND] });
  expect(await findDoublePaid(w)).toEqual([]);
  expect(await findFaults(db, w.ids.manager.id)).toEqual([]);
});

test("before the queue has looked at it, the next statement prices it again by itself", async () => {
  await post(first);
  await w.change(load, { hauler_company_id: second });
  await post(first, true);
  expect(await w.haulOf(load)).toMatchObject({ second: ["paid_to_other", 0] });
  await w.manager
    .call(draftStatement, { period_end: w.today, receiving_company_id: second })
    .catch(() => null);
  expect(await w.haulOf(load)).toMatchObject({ second: [SECOND, expect.any(Number)] });
});

test("a run looks once more before it posts: what came to be due since is refused with both figures, not left out", async () => {
  const run = async () => {
    const { settlement_run_id } = await w.manager.call(createStatements, {
      period_end: w.today,
      receivers: await readSeen(w.manager, w.today, [second]),
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

test("it is due once the first one's statement is void, or its draft was thrown away", async () => {
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

test("what only a draft takes back isn't taken back: thrown away, nobody was paid twice", async () => {
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

test("what took it back is not voided while the other one is paid for it, in words and by the database", async () => {
  await post(first);
  await w.change(load, { hauler_company_id: second });
  const back = await post(first, true);
  await w.queue();
  const paid = await post(second);
  const words = (await catchError(voids(back))).message;
  expect(words).toMatch(/^Statement \d+ pays .+ for its loads: void that first\.$/);
  // The same without the message, as when the other one is paid while this is voided: it is read again, and then
  // refused.
  const byHand = sql`UPDATE settlement_statement SET status_type_id = 3, void_reason = 'x' WHERE id = ${back}`;
  const refused = await commitSteps(db, [anyRows(byHand)], {}, null).catch((error: unknown) => error);
  expect(refused instanceof RaceError && refused.message).toContain("another company was paid since");
  await voids(paid);
  const waits = await draft(second);
  expect((await catchError(voids(back))).message).toMatch(
    /^A draft pays .+ for its loads: delete that first\.$/,
  );
  await w.manager.call(deleteDraft, { settlement_statement_id: waits.id });
  // Once the statement that took it back is voided, the first hauler's money is on a statement again, and the other one
  // waits.
  await voids(back);
  await w.queue();
  expect(await w.haulOf(load)).toEqual({ first: [0, FIRST], second: ["paid_to_other", 0] });
  expect((await verifyPay(db)).faults).toEqual([]);
});

test("what took a load back isn't voided while the load is marked as not payable", async () => {
  await post(first);
  await w.change(load, { is_deleted: true });
  const back = await post(first, true);
  const [claim] = await w.rows(
    "SELECT id FROM amount_owed WHERE trip_ticket_id = ? AND settlement_type_id = 3",
    load,
  );
  const target = { trip_ticket_settlement_id: Number(claim?.id) };
  await w.manager.call(setNotPayable, { ...target, reason: "Own truck" });
  expect((await catchError(voids(back))).message).toMatch(
    /^Ticket #\d+ is marked as not payable. Take that back first.$/,
  );
  await w.manager.call(setPayable, target);
  await voids(back);
  expect(await w.haulOf(load)).toEqual({ first: [0, FIRST] });
  expect(await findFaults(db, w.ids.manager.id)).toEqual([]);
});

test("a correction of one share has the share priced again that waits for what another was paid", async () => {
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
  // The amount owed to the logger has changed: it is taken back, and stated again.
  await post(logger.id);
  await w.queue();
  expect(await waits()).toMatchObject([{ problem: "paid_to_other", is_priced: 1 }]);
  expect((await verifyPay(db)).faults).toEqual([]);
});
