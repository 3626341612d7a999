import { expect, test } from "vitest";
import { makeUser } from "#db/factories";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { runDueTasks } from "~/lib/queue/testing/doing.server";
import { getDay } from "~/lib/time/time";
import { log } from "~/web/log.server";
import { recordPayment, reversePayment } from "../shared/payments.server";
import { makeStatementsTask } from "../shared/run.server";
import { createSettlementsTrial, getSettlementsTrial } from "../shared/start-trial.server";
import { findLedgerErrors } from "../testing/ledger.server";
import { createSettlementWeek, PERIOD_END, readPreviewedReceivers, settleWeek } from "../testing/week.server";
import { addAdjustment } from "./adjustments.server";
import { createStatements } from "./make.server";
import { answerRemark, disputeLine, getRemarks } from "./remarks.server";
import { getSettlementRun } from "./runs.server";
import { closePeriod } from "./settings.server";
import {
  deleteDraft,
  draftStatement,
  getSettlementStatement,
  listSettlementStatements,
} from "./statements.server";

const db = await openTestDatabase();
const today = getDay(new Date(), "America/Detroit");
const running = { db, now: () => new Date(), log };

test("a receiver can't see a draft, and a draft reserves its loads until deleted", async () => {
  const { manager, hauler, ids, load } = await createSettlementWeek(db);
  await load(ids.hauler.id, 10_000);
  const receiving_company_id = ids.hauler.id;
  const { id } = await manager.call(draftStatement, { period_end: PERIOD_END, receiving_company_id });
  const target = { settlement_statement_id: id };
  expect((await catchError(hauler.call(getSettlementStatement, target))).kind).toBe("missing");
  const listed = async (who: typeof manager) =>
    (await who.call(listSettlementStatements, {})).settlement_statements.map((s) => s.id);
  expect([await listed(manager), await listed(hauler)]).toEqual([[id], []]);
  expect(await readPreviewedReceivers(manager)).toEqual([]);
  await manager.call(deleteDraft, target);
  expect(await readPreviewedReceivers(manager)).toHaveLength(1);
});

test("the second user to settle a week gets a stale error, and a form sent twice makes one statement", async () => {
  const { manager, ids, load } = await createSettlementWeek(db);
  const colleague = await actAs(db, await makeUser(db, {}, [ids.manager.admins]), ids.manager.id);
  await load(ids.hauler.id, 10_000);
  const receivers = await readPreviewedReceivers(manager);
  const input = { period_end: PERIOD_END, receivers, by_tick: false, is_beside: false };
  const first = await manager.send(createStatements, input, "settle-one-week");
  expect(await manager.send(createStatements, input, "settle-one-week")).toEqual(first);
  expect((await catchError(colleague.call(createStatements, input))).kind).toBe("stale");
  expect(await findLedgerErrors(db, ids.manager.id)).toEqual([]);
});

test("a run makes each unchanged receiver's statement, and running it again changes nothing", async () => {
  const { manager, ids, load } = await createSettlementWeek(db);
  await load(ids.hauler.id, 10_000);
  const moved = await load(ids.logger.id, 20_000);
  const receivers = await readPreviewedReceivers(manager);
  const { settlement_run_id } = await manager.call(createStatements, {
    period_end: PERIOD_END,
    receivers,
    is_beside: true,
  });
  await db.batch([{ sql: "UPDATE amount_owed SET due_cents = 7 WHERE id = ?", params: [moved] }]);
  await runDueTasks(running, [makeStatementsTask]);
  const target = { settlement_run_id: settlement_run_id ?? 0 };
  const { receivers: made } = await manager.call(getSettlementRun, target);
  const of = (id: number) => made.find((r) => r.receiving_company_id === id);
  expect(of(ids.hauler.id)).toMatchObject({ number: 1001, failure: null });
  expect(of(ids.logger.id)?.failure).toMatch(/has changed/);
  await runDueTasks(running, [makeStatementsTask]);
  expect(await findLedgerErrors(db, ids.manager.id)).toEqual([]);
  expect(await readPreviewedReceivers(manager)).toHaveLength(1);
});

test("closed books reject statements, payments and reversals", async () => {
  const { manager, ids, load } = await createSettlementWeek(db);
  await load(ids.hauler.id, 10_000);
  const { id } = await settleWeek(manager);
  const pay = { settlement_statement_id: id ?? 0, amount: "10", method: "check" as const, paid_on: today };
  const paid = await manager.call(recordPayment, pay);
  await manager.call(closePeriod, { closed_through: today, reason: "Done" });
  await load(ids.hauler.id, 5_000);
  expect((await catchError(settleWeek(manager))).message).toMatch(/books are closed/);
  expect((await catchError(manager.call(recordPayment, pay))).message).toMatch(/books are closed/);
  const back = { settlement_payment_id: paid.id, reason: "Bounced" };
  expect((await catchError(manager.call(reversePayment, back))).message).toMatch(/books are closed/);
});

test("carries a negative total forward and deducts it from the next statement", async () => {
  const { manager, ids, load } = await createSettlementWeek(db);
  await load(ids.hauler.id, 10_000);
  const item = { receiving_company_id: ids.hauler.id, words: "Tires", due_on: "2026-11-01" };
  await manager.call(addAdjustment, { ...item, kind: "deduction", amount: "150.00" });
  const first = await settleWeek(manager);
  const target = { settlement_statement_id: first.id ?? 0 };
  expect(await manager.call(getSettlementStatement, target)).toMatchObject({
    total_cents: 0,
    status: "paid",
  });
  await load(ids.hauler.id, 20_000);
  const next = await settleWeek(manager);
  const later = { settlement_statement_id: next.id ?? 0 };
  expect(await manager.call(getSettlementStatement, later)).toMatchObject({ total_cents: 15_000 });
  expect(await findLedgerErrors(db, ids.manager.id)).toEqual([]);
});

test("the payee disputes a line and only the payer can answer; a rival gets 404", async () => {
  const { manager, hauler, rival, ids, load } = await createSettlementWeek(db);
  await load(ids.hauler.id, 10_000);
  const { id } = await settleWeek(manager);
  const target = { settlement_statement_id: id ?? 0, seq: 1 };
  await hauler.call(disputeLine, { ...target, text: "It was 28 tons" });
  expect((await catchError(hauler.call(answerRemark, { ...target, text: "Yes" }))).kind).toBe("forbidden");
  await manager.call(answerRemark, { ...target, text: "Mended", is_resolved: true });
  const { remarks } = await hauler.call(getRemarks, target);
  expect(remarks.map(({ kind }) => kind)).toEqual(["disputed", "resolved"]);
  expect((await catchError(rival.call(getRemarks, target))).kind).toBe("missing");
});

test("requires a subscription to make statements, starts the trial once, and lets a receiver read its statement", async () => {
  const { manager, hauler, logger, ids, load } = await createSettlementWeek(db);
  expect((await catchError(settleWeek(logger))).message).toBe(
    "Making statements needs a settlements subscription.",
  );
  await load(ids.hauler.id, 10_000);
  await settleWeek(manager);
  expect(await hauler.call(getSettlementsTrial, {})).toMatchObject({ is_viewable: true, is_active: false });
  const own = { request_user_company_id: ids.hauler.id };
  expect(await hauler.call(getSettlementsTrial, own)).toMatchObject({ is_active: false });
  expect((await catchError(manager.call(getSettlementsTrial, own))).kind).toBe("missing");
  expect(await hauler.call(createSettlementsTrial, { starts: true })).toMatchObject({ is_active: true });
  await db.batch([
    {
      sql: "UPDATE company_feature_access SET expires_at = '2026-01-01T00:00:00.000Z' WHERE company_id = ? AND feature_id = 3",
      params: [ids.hauler.id],
    },
  ]);
  expect((await catchError(hauler.call(createSettlementsTrial, { starts: true }))).message).toMatch(
    /trial ended on/,
  );
  expect((await catchError(settleWeek(hauler))).kind).toBe("forbidden");
});
