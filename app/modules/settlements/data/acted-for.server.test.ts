import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertRow, makeClaim, makeCompany, makeTicket, makeUser } from "#db/factories";
import { companyFeatureAccess, jobProductRate } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { listNotifications } from "~/modules/notifications/shared/inbox.server";
import { createSettlementWeek, PERIOD_END } from "../testing/week.server";
import { addAdjustment, cancelAdjustment, listAdjustments } from "./adjustments.server";
import { getItemForm } from "./item-forms.server";
import { createStatements } from "./make.server";
import { listToPay } from "./overview.server";
import { previewStatements } from "./preview.server";
import { disputeLine } from "./remarks.server";
import { addSettlementRule, deleteSettlementRule, listBalances, listSettlementRules } from "./rules.server";
import { getSettlementStatement } from "./statements.server";

const db = await openTestDatabase();

/**
 * Create a yard without users, with a rate on the jobs of two requesters. Each requester settles the yard's payments
 * for its own job.
 */
async function makeYard() {
  const week = await createSettlementWeek(db);
  const { ids } = week;
  const yard = await makeCompany(db, { name: "Yard without people", is_mill: true });
  const rate = (job_id: number, receiving_company_id: number) =>
    insertRow(db, jobProductRate, {
      job_id,
      job_product_rate_type_id: 4,
      receiving_company_id,
      paying_company_id: yard.id,
      product_type_id: 5,
      wood_unit_type_id: 2,
      rate: 400_000,
    });
  await rate(ids.job, ids.manager.id);
  await rate(ids.rivalJob, ids.rival.id);
  await insertRow(db, companyFeatureAccess, {
    company_id: ids.rival.id,
    feature_id: 3,
    is_active: true,
    created_at: "2026-01-01T00:00:00.000Z",
  });
  // Mark the claim as priced at the current rates, so that it isn't repriced.
  const yardTo = (receiver: number, cents: number) =>
    week.load(receiver, cents, {
      settlement_type_id: 10,
      paying_company_id: yard.id,
      rate_version: sql`(SELECT rate_version FROM job WHERE id = ${ids.job})`,
    });
  return { ...week, yard, yardTo };
}
const ITEM = { words: "Road work", due_on: "2026-11-01" };

test("the job's requester enters, lists and puts on statements the items of a payer without users", async () => {
  const { manager, owner, ids, yard, yardTo } = await makeYard();
  const form = await manager.call(getItemForm, {});
  expect(form.payers.map((p) => p.value)).toEqual([String(ids.manager.id), String(yard.id)]);
  expect(form.receivers.map((r) => r.value)).toContain(String(ids.manager.id));
  const pair = { paying_company_id: yard.id, receiving_company_id: ids.owner.id };
  const { id } = await manager.call(addAdjustment, { ...pair, ...ITEM, kind: "addition", amount: "12.50" });
  const dropped = await manager.call(addAdjustment, { ...pair, ...ITEM, kind: "addition", amount: "1" });
  await manager.call(cancelAdjustment, { settlement_adjustment_id: Number(dropped.id) });
  await manager.call(addAdjustment, { ...pair, ...ITEM, kind: "holdback", amount: "30" });
  await manager.call(addSettlementRule, {
    ...pair,
    kind: "deduction",
    percent: "5",
    words: "Insurance",
    starts_on: "2026-01-01",
  });
  const { settlement_adjustments } = await manager.call(listAdjustments, {});
  expect(settlement_adjustments.find((a) => a.id === Number(id))).toMatchObject({
    paying_company: { id: yard.id },
    receiving_company: { id: ids.owner.id },
    may_cancel: true,
  });
  expect((await manager.call(listSettlementRules, {})).settlement_rules).toMatchObject([
    { paying_company: { id: yard.id }, basis_points: 500 },
  ]);
  // No load is open yet, but the added amount justifies a statement, so "To pay" lists the company as waiting.
  expect((await manager.call(listToPay, {})).for_others).toEqual([
    { id: yard.id, name: "Yard without people", loads: 0, cents: 0, waiting: 2 },
  ]);
  await yardTo(ids.owner.id, 80_000);
  const query = { paying_company_id: yard.id, period_end: PERIOD_END };
  const [seen] = (await manager.call(previewStatements, query)).receivers;
  // $800.00 plus the addition of $12.50, less the holdback of $30.00 and 5 % of the loads.
  expect(seen).toMatchObject({ total_cents: 80_000 + 1250 - 3000 - 4000, line_count: 4 });
  const statements = await manager.call(createStatements, {
    ...query,
    receivers: [
      {
        receiving_company_id: ids.owner.id,
        expected_cents: seen?.total_cents ?? 0,
        expected_lines: seen?.line_count ?? 0,
      },
    ],
  });
  const target = { settlement_statement_id: statements.id ?? 0 };
  expect(await owner.call(getSettlementStatement, target)).toMatchObject({ total_cents: 74_250 });
  expect((await manager.call(listBalances, {})).settlement_balances).toEqual([
    {
      paying_company: { id: yard.id, name: "Yard without people" },
      receiving_company: expect.objectContaining({ id: ids.owner.id }),
      advance_cents: 0,
      holdback_cents: 3000,
    },
  ]);
  // A release can't exceed the amount held back.
  const release = { ...pair, ...ITEM, kind: "release" as const };
  expect(
    (await catchError(manager.call(addAdjustment, { ...release, amount: "30.01" }))).refusal.facts.fields,
  ).toEqual({ amount: ["That is more than the $30.00 held back."] });
  await manager.call(addAdjustment, { ...release, amount: "30" });
});

test("two requesters that settle for the same payer don't see each other's items, rules, balances or receivers", async () => {
  const { manager, rival, ids, yard, yardTo } = await makeYard();
  const pair = { paying_company_id: yard.id, receiving_company_id: ids.hauler.id };
  // A requester doesn't see the payer's amounts owed on another requester's job.
  await yardTo(ids.hauler.id, 10_000);
  const item = await manager.call(addAdjustment, { ...pair, ...ITEM, kind: "holdback", amount: "30" });
  const rule = await manager.call(addSettlementRule, {
    ...pair,
    kind: "addition",
    amount: "5",
    words: "Road",
    starts_on: "2026-01-01",
  });
  expect((await rival.call(getItemForm, {})).payers.map((p) => p.value)).toContain(String(yard.id));
  expect((await rival.call(getItemForm, {})).receivers.map((r) => r.value)).not.toContain(
    String(ids.hauler.id),
  );
  expect((await rival.call(listAdjustments, {})).settlement_adjustments).toEqual([]);
  expect((await rival.call(listSettlementRules, {})).settlement_rules).toEqual([]);
  expect((await rival.call(listToPay, {})).for_others).toEqual([]);
  for (const asked of [
    () => rival.call(addAdjustment, { ...pair, ...ITEM, kind: "addition", amount: "1" }),
    () => rival.call(cancelAdjustment, { settlement_adjustment_id: Number(item.id) }),
    () => rival.call(deleteSettlementRule, { settlement_rule_id: Number(rule.id) }),
  ])
    expect((await catchError(asked())).kind).toBe("missing");

  // The hauler works for both requesters: an amount held back by one requester can't be released by, or shown to, the
  // other requester.
  const rivalTicket = await makeTicket(db, {
    id: ids.rivalJob,
    requester: ids.rival.id,
    destination: ids.rivalDestination,
  });
  await db.batch([
    {
      sql: "INSERT INTO job_company (job_id, company_id, is_hauler, invited_at, accepted_at) VALUES (?, ?, 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')",
      params: [ids.rivalJob, ids.hauler.id],
    },
  ]);
  await makeClaim(
    db,
    { id: rivalTicket, job: ids.rivalJob },
    {
      paying_company_id: yard.id,
      receiving_company_id: ids.hauler.id,
      settlement_type_id: 10,
      due_cents: 50_000,
      earned_on: "2026-11-03",
    },
  );
  const query = { paying_company_id: yard.id, period_end: PERIOD_END };
  expect((await rival.call(previewStatements, query)).receivers).toMatchObject([
    { total_cents: 50_000, line_count: 1 },
  ]);
  const release = { ...pair, ...ITEM, kind: "release" as const, amount: "1" };
  expect((await catchError(rival.call(addAdjustment, release))).refusal.facts.fields).toEqual({
    amount: ["That is more than the $0.00 held back."],
  });
  expect((await rival.call(listBalances, {})).settlement_balances).toEqual([]);
});

test("To pay lists a company with only a pending addition, but not with only a deduction", async () => {
  const { manager, ids } = await createSettlementWeek(db);
  await manager.call(addAdjustment, {
    ...ITEM,
    receiving_company_id: ids.hauler.id,
    kind: "addition",
    amount: "12.50",
  });
  await manager.call(addAdjustment, {
    ...ITEM,
    receiving_company_id: ids.logger.id,
    kind: "deduction",
    amount: "12.50",
  });
  expect((await manager.call(listToPay, {})).receivers).toMatchObject([
    { id: ids.hauler.id, loads: 0, cents: 0, waiting: 1 },
  ]);
});

test("a dispute notifies the payer that has users by now, and the company that made the statement for the payer", async () => {
  const { manager, owner, ids, yard, yardTo } = await makeYard();
  await yardTo(ids.owner.id, 80_000);
  const query = { paying_company_id: yard.id, period_end: PERIOD_END };
  const [seen] = (await manager.call(previewStatements, query)).receivers;
  const statements = await manager.call(createStatements, {
    ...query,
    receivers: [
      {
        receiving_company_id: ids.owner.id,
        expected_cents: seen?.total_cents ?? 0,
        expected_lines: seen?.line_count ?? 0,
      },
    ],
  });
  const joined = await actAs(db, await makeUser(db, {}, [yard.admins]), yard.id);
  await owner.call(disputeLine, {
    settlement_statement_id: statements.id ?? 0,
    seq: 1,
    text: "It was 28 tons",
  });
  for (const who of [manager, joined]) {
    const { notifications } = await who.call(listNotifications, {});
    expect(notifications.map(({ message }) => message)).toContain("It was 28 tons");
  }
});
