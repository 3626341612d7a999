import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow } from "#db/factories";
import { settlementSetting } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { actWithoutPermissions } from "#db/testing/limited";
import { openTestDatabase } from "#db/testing/test-database";
import { PERMISSIONS } from "~/lib/access/crew-permissions";
import { getDay } from "~/lib/time/time";
import { getJobHeader } from "~/modules/jobs/shared/overview.server";
import { draftStatement, listSettlementStatements } from "../../data/statements.server";
import { recordPayment } from "../../shared/payments.server";
import { getReceivables } from "../../statements/data/money.server";
import { createSettlementWeek, PERIOD_END, settleWeek } from "../../testing/week.server";
import { type JobMoneyFilter, MONEY_STATES, type MoneyState } from "../rules/money-states";
import { getJobMoney, listJobMoney } from "./job-money.server";
import { listUnpayableLoads } from "./needs-you.server";
import { markNotPayable } from "./payable.server";

let db: Database;
let w: Awaited<ReturnType<typeof createSettlementWeek>>;
type Person = typeof w.manager;

const select = async (text: string, ...params: number[]) => {
  const [set] = await db.batch([{ sql: text, params }]);
  return [...(set?.rows ?? [])].map((row) => ({ ...row }));
};

/** First day that the manager settles in the app; its earlier loads are settled elsewhere. */
const BEGAN = "2026-11-01";

/** Pay the newest statement of a receiver in full. */
async function payNewest(receiver: Person) {
  const [newest] = (await receiver.call(listSettlementStatements, {})).settlement_statements;
  await w.manager.call(recordPayment, {
    settlement_statement_id: newest?.id ?? 0,
    amount: ((newest?.total_cents ?? 0) / 100).toFixed(2),
    method: "check",
    paid_on: getDay(new Date(), "America/Detroit"),
  });
}

beforeAll(async () => {
  db = await openTestDatabase();
  w = await createSettlementWeek(db);
  const { ids, load } = w;
  const corrected = await load(ids.hauler.id, 34_265);
  await load(ids.hauler.id, 10_000);
  await settleWeek(w.manager);
  await payNewest(w.hauler);
  await load(ids.hauler.id, 22_000);
  await load(ids.logger.id, 20_001, { settlement_type_id: 1 });
  await load(ids.logger.id, 7_000, { settlement_type_id: 2 });
  await settleWeek(w.manager);
  await load(ids.hauler.id, 5_500);
  await db.batch([{ sql: "UPDATE amount_owed SET due_cents = 33625 WHERE id = ?", params: [corrected] }]);
  await load(ids.logger.id, 3_333, { settlement_type_id: 1 });
  await w.manager.call(draftStatement, { period_end: PERIOD_END, receiving_company_id: ids.logger.id });
  await load(ids.hauler.id, null, { problem: "no_rate" });
  await load(ids.logger.id, null, { problem: "no_volume" });
  await insertRow(db, settlementSetting, { company_id: ids.manager.id, starts_on: BEGAN });
  await load(ids.hauler.id, 12_300, { earned_on: "2026-10-31" });
  await load(ids.hauler.id, null, { earned_on: "2026-10-30" });
  const own = await load(ids.second.id, 9_000);
  await w.manager.call(markNotPayable, { trip_ticket_settlement_id: own, reason: "Our own truck" });
  // Amount that a mill is expected to pay. The job's requester sees it next to its own payments.
  await load(ids.owner.id, 80_000, { settlement_type_id: 10, paying_company_id: ids.mill.id });
});

/** Recalculate one company's sums of a job from the database rows, claim by claim. */
async function secondTime(me: number) {
  const claims = await select("SELECT * FROM amount_owed WHERE job_id = ?", w.ids.job);
  const lines = await select(
    "SELECT l.amount_owed_id AS claim, l.amount_cents AS cents, s.status_type_id AS status, s.posted_at FROM settlement_line l JOIN settlement_statement s ON s.id = l.settlement_statement_id",
  );
  const seen = claims.filter(
    (c) => me === w.ids.manager.id || [c.paying_company_id, c.receiving_company_id].includes(me),
  );
  return (state: MoneyState, moneyQuery: JobMoneyFilter) => {
    const sums = { lines: 0, cents: 0 };
    for (const c of seen) {
      if (moneyQuery.payer !== undefined && c.paying_company_id !== moneyQuery.payer) continue;
      if (moneyQuery.receiver !== undefined && c.receiving_company_id !== moneyQuery.receiver) continue;
      if (moneyQuery.service !== undefined && c.settlement_type_id !== moneyQuery.service) continue;
      const on = (status: number) =>
        lines.filter((l) => l.claim === c.id && l.posted_at !== null && l.status === status);
      const cents = (status: number) => on(status).reduce((sum, l) => sum + Number(l.cents), 0);
      const open = Number(c.due_cents) - cents(1) - cents(2);
      const here =
        Number(c.posted_lines) > 0 ||
        c.paying_company_id !== w.ids.manager.id ||
        String(c.earned_on) >= BEGAN;
      const match: Record<MoneyState, [boolean, number]> = {
        paid: [on(2).length > 0, cents(2)],
        stated: [on(1).length > 0, cents(1)],
        open: [c.due_cents !== null && c.voided_at === null && here && open !== 0, open],
        lacking: [c.problem !== null && c.voided_at === null && here, 0],
        not_payable: [c.voided_at !== null, Number(c.due_cents)],
        elsewhere: [c.voided_at === null && !here, Number(c.due_cents)],
      };
      const [isIn, amount] = match[state];
      if (!isIn) continue;
      sums.lines += 1;
      sums.cents += amount;
    }
    return sums;
  };
}

test("every total of a job's money matches a recalculation and the list of amounts behind the total", async () => {
  const looks: [Person, number][] = [
    [w.manager, w.ids.manager.id],
    [w.hauler, w.ids.hauler.id],
    [w.logger, w.ids.logger.id],
    [w.mill, w.ids.mill.id],
    [w.owner, w.ids.owner.id],
  ];
  let numbers = 0;
  for (const [who, me] of looks) {
    const again = await secondTime(me);
    const money = await who.call(getJobMoney, { job_id: w.ids.job });
    expect(money.payers.length).toBeGreaterThan(0);
    const cells = money.payers.flatMap((payer) => [
      { asked: { payer: payer.id }, sums: payer.sums },
      ...payer.by_payee.map(({ id, sums }) => ({ asked: { payer: payer.id, receiver: id }, sums })),
      ...payer.by_service.map(({ id, sums }) => ({ asked: { payer: payer.id, service: id }, sums })),
    ]);
    for (const { asked, sums } of cells)
      for (const state of MONEY_STATES) {
        const moneySum = sums[state];
        expect(moneySum, `${state} ${JSON.stringify(asked)}`).toEqual(again(state, asked));
        const list = await who.call(listJobMoney, { job_id: w.ids.job, state, ...asked });
        expect({ lines: list.total, cents: list.cents }).toEqual(moneySum);
        expect(list.rows).toHaveLength(moneySum.lines);
        expect(list.rows.reduce((sum, row) => sum + (row.cents ?? 0), 0)).toBe(moneySum.cents);
        numbers += moneySum.lines > 0 ? 1 : 0;
      }
  }
  expect(numbers).toBeGreaterThan(30);
});

test("splits a job's money into paid, on statements, open, without amount, not payable, settled elsewhere, and expected", async () => {
  const { payers, problems } = await w.manager.call(getJobMoney, { job_id: w.ids.job });
  expect(payers.map(({ name }) => name.replace(/ ?Company \d+/, ""))).toEqual([" pays", "Expected from"]);
  expect(payers[0]?.sums).toEqual({
    paid: { lines: 2, cents: 44_265 },
    stated: { lines: 3, cents: 49_001 },
    // Cents: 55.00 of a new load, 33.33 on a draft, and -6.40 of the corrected scale.
    open: { lines: 3, cents: 5_500 + 3_333 - 640 },
    lacking: { lines: 2, cents: 0 },
    not_payable: { lines: 1, cents: 9_000 },
    elsewhere: { lines: 2, cents: 12_300 },
  });
  expect(problems).toEqual([
    {
      problem: "no_rate",
      lines: 1,
      title: "No rate for the company that did the work",
      step: { label: "Add a rate", href: `/jobs/${w.ids.job}/rates` },
    },
    { problem: "no_volume", lines: 1, title: "Waiting for the scale", step: null },
  ]);
  for (const { problem, lines } of problems) {
    const needs = await w.manager.call(listUnpayableLoads, { problem, job_id: w.ids.job });
    expect([needs.total, needs.groups[0]?.loads.length]).toEqual([lines, lines]);
    expect((await w.manager.call(listUnpayableLoads, { problem, job_id: w.ids.rivalJob })).total).toBe(0);
  }
  // The payee's To receive page shows the same open amount.
  const receives = await w.hauler.call(getReceivables, {});
  expect(receives).toMatchObject({ open_cents: 5_500 - 640, open: [{ problems: 1 }] });
  const hauler = await w.hauler.call(getJobMoney, { job_id: w.ids.job });
  expect(hauler.payers.map(({ id }) => id)).toEqual([w.ids.manager.id]);
  expect(hauler.problems).toMatchObject([{ problem: "no_rate", step: null }]);
});

test("shows a job's money only to payer, payee and requester, and only to users who may read settlements", async () => {
  const job_id = w.ids.job;
  const blind = await actWithoutPermissions(db, w.ids.manager.id, "settlement.read");
  const tabs = async (who: Person) =>
    (await who.call(getJobHeader, { id: job_id })).tabs.map(({ label }) => label);
  for (const who of [w.manager, w.hauler, w.logger, w.mill, w.owner])
    expect(await tabs(who)).toContain("Money");
  expect(await tabs(blind)).not.toContain("Money");
  expect((await catchError(blind.call(getJobMoney, { job_id }))).kind).toBe("forbidden");
  await db.batch([
    { sql: "DELETE FROM amount_owed WHERE receiving_company_id = ?", params: [w.ids.second.id] },
  ]);
  expect(await tabs(w.second)).not.toContain("Money");
  for (const who of [w.second, w.rival]) {
    expect((await catchError(who.call(getJobMoney, { job_id }))).kind).toBe("missing");
    expect((await catchError(who.call(listJobMoney, { job_id, state: "paid" }))).kind).toBe("missing");
  }
  const only = await actWithoutPermissions(
    db,
    w.ids.hauler.id,
    ...PERMISSIONS.filter((permission) => permission !== "settlement.read"),
  );
  expect(await tabs(only)).toEqual(["Money"]);
});
