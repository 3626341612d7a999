import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertRow, makeCompany } from "#db/factories";
import { jobProductRate } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { getDay } from "~/lib/time/time";
import { recordPayment, reversePayment } from "../shared/payments.server";
import { createSettlementWeek, PERIOD_END, readPreviewedReceivers, settleWeek } from "../testing/week.server";
import { createStatements } from "./make.server";
import { listToPay } from "./overview.server";
import { previewStatements } from "./preview.server";
import { getSettlementStatement, listSettlementStatements } from "./statements.server";
import { voidStatement } from "./void.server";

const db = await openTestDatabase();
const setClaim = (id: number, due: number) =>
  db.batch([{ sql: "UPDATE amount_owed SET due_cents = ? WHERE id = ?", params: [due, id] }]);
const claim = async (id: number) => {
  const [set] = await db.batch([
    {
      sql: "SELECT due_cents, posted_cents, posted_lines, paid_lines, status_type_id AS status FROM amount_owed WHERE id = ?",
      params: [id],
    },
  ]);
  return { ...set?.rows[0] };
};

test("settles a week, records partial payments and a bounced payment, and corrects a load on the next statement", async () => {
  const { manager, hauler, logger, ids, load } = await createSettlementWeek(db);
  const first = await load(ids.hauler.id, 34_265);
  await load(ids.hauler.id, 10_000);
  await load(ids.logger.id, 20_000);
  await load(ids.logger.id, null);
  const created = await settleWeek(manager);
  expect(created).toMatchObject({ count: 2, first_number: 1001, last_number: 1002, settlement_run_id: null });
  const { settlement_statements } = await hauler.call(listSettlementStatements, {});
  expect(settlement_statements).toMatchObject([
    { total_cents: 44_265, line_count: 2, status: "unpaid", paid_cents: 0, pay_on: "2026-11-13" },
  ]);
  const id = settlement_statements[0]?.id ?? 0;
  const pay = (amount: string, more = {}) =>
    manager.call(recordPayment, {
      settlement_statement_id: id,
      amount,
      method: "check",
      paid_on: getDay(new Date(), "America/Detroit"),
      ...more,
    });
  await pay("30.00");
  expect(await catchError(pay("412.66"))).toMatchObject({
    refusal: { facts: { fields: { amount: ["That is more than the $412.65 left."] } } },
  });
  const rest = await pay("412.65");
  expect(await claim(first)).toMatchObject({ status: 2, paid_lines: 1 });
  await manager.call(reversePayment, { settlement_payment_id: rest.id, reason: "Bounced" });
  expect(await claim(first)).toMatchObject({ status: 1, paid_lines: 0 });
  await pay("412.65");
  await setClaim(first, 34_298);
  await settleWeek(manager, [ids.hauler.id]);
  const next = (await hauler.call(listSettlementStatements, {})).settlement_statements[0];
  expect(next).toMatchObject({ number: 1003, total_cents: 33, line_count: 2 });
  expect(
    await catchError(manager.call(voidStatement, { settlement_statement_id: id, reason: "x" })),
  ).toMatchObject({ message: "Reverse its payments first." });
  await manager.call(voidStatement, { settlement_statement_id: next?.id ?? 0, reason: "Wrong week" });
  expect(await claim(first)).toMatchObject({
    posted_cents: 34_265,
    posted_lines: 1,
    paid_lines: 1,
    status: 2,
  });
  expect((await logger.call(listSettlementStatements, {})).settlement_statements).toHaveLength(1);
});

test("refuses amounts that changed since the page was read, naming both amounts", async () => {
  const { manager, ids, load } = await createSettlementWeek(db);
  const one = await load(ids.hauler.id, 10_000);
  const receivers = await readPreviewedReceivers(manager);
  await setClaim(one, 12_000);
  const { kind, message } = await catchError(
    manager.call(createStatements, { period_end: PERIOD_END, receivers }),
  );
  expect(kind).toBe("stale");
  expect(message).toMatch(/\$120\.00 on 1 line now, \$100\.00 on 1 line when you looked/);
  const [made] = await db.batch([
    {
      sql: "SELECT count(*) AS n FROM settlement_statement WHERE paying_company_id = ?",
      params: [ids.manager.id],
    },
  ]);
  expect(Number(made?.rows[0]?.n)).toBe(0);
});

test("a receiver can read but not void its statement, and a rival gets 404", async () => {
  const { manager, hauler, rival, ids, load } = await createSettlementWeek(db);
  await load(ids.hauler.id, 10_000);
  const { id } = await settleWeek(manager);
  const settlement_statement_id = id ?? 0;
  expect(await hauler.call(getSettlementStatement, { settlement_statement_id })).toMatchObject({
    number: 1001,
  });
  for (const who of [rival])
    expect((await catchError(who.call(getSettlementStatement, { settlement_statement_id }))).kind).toBe(
      "missing",
    );
  expect((await catchError(hauler.call(voidStatement, { settlement_statement_id, reason: "no" }))).kind).toBe(
    "forbidden",
  );
});

test("only the job's requester settles for a payer without users, and only for its own jobs", async () => {
  const { manager, hauler, rival, ids, load } = await createSettlementWeek(db);
  const yard = await makeCompany(db, { is_mill: true });
  for (const paying_company_id of [yard.id, ids.mill.id])
    await insertRow(db, jobProductRate, {
      job_id: ids.job,
      job_product_rate_type_id: 4,
      receiving_company_id: ids.owner.id,
      paying_company_id,
      product_type_id: 5,
      wood_unit_type_id: 2,
      rate: 400_000,
    });
  // Mark the claims as priced at the current rates, so that they aren't repriced.
  const now = {
    settlement_type_id: 10,
    rate_version: sql`(SELECT rate_version FROM job WHERE id = ${ids.job})`,
  };
  await load(ids.owner.id, 80_000, { ...now, paying_company_id: yard.id });
  await load(ids.owner.id, 7_000, { ...now, paying_company_id: ids.mill.id });
  // The mill has users, so it settles its own statements.
  const { for_others } = await manager.call(listToPay, {});
  expect(for_others).toMatchObject([{ id: yard.id, loads: 1, cents: 80_000 }]);
  for (const who of [hauler, rival]) expect((await who.call(listToPay, {})).for_others).toEqual([]);
  const query = { paying_company_id: yard.id, period_end: PERIOD_END };
  const preview = await manager.call(previewStatements, { ...query, job_id: ids.job });
  expect(preview).toMatchObject({ payer: { acted_for: true }, receivers: [{ total_cents: 80_000 }] });
  expect(
    (await catchError(manager.call(previewStatements, { ...query, paying_company_id: ids.mill.id }))).kind,
  ).toBe("missing");
  const receivers = [{ receiving_company_id: ids.owner.id, expected_cents: 80_000, expected_lines: 1 }];
  const { id } = await manager.call(createStatements, { ...query, receivers });
  expect(await manager.call(getSettlementStatement, { settlement_statement_id: id ?? 0 })).toMatchObject({
    total_cents: 80_000,
  });
  expect((await manager.call(listToPay, {})).for_others).toEqual([]);
});
