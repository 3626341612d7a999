import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { ASPEN, insertRow } from "#db/factories";
import { amountOwed, jobProduct, jobProductRate, type tripTicket } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { repriceJob, repriceTickets } from "~/modules/settlements/shared/reprice.server";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { addProductRate, updateProductRate } from "./change.server";
import { getRateRemoval, removeProductRate } from "./removal.server";

let db: Database;
let h: Harvest;
const now = () => new Date("2026-11-22T17:00:00.000Z");
beforeEach(async () => {
  db ??= await openTestDatabase();
  h = await makeHarvest(db);
  await insertRow(db, jobProduct, { job_id: h.ids.job, ...ASPEN });
});

const cut = (more: object = {}) => ({
  job_id: h.ids.job,
  job_product_rate_type_id: 1,
  receiving_company_id: h.ids.logger.id,
  paying_company_id: h.ids.manager.id,
  product: "5-746-0",
  wood_unit_type_id: 2,
  rate: "12.50",
  ask_first: true,
  ...more,
});
/** Create a load of ten tons, cut by the logger and dropped off on a day of November. */
const load = async (day: string, more: Partial<typeof tripTicket.$inferInsert> = {}) => {
  const id = await h.ticket({
    trip_ticket_status_id: STATUS.completed,
    cutter_company_id: h.ids.logger.id,
    hauler_company_id: h.ids.hauler.id,
    ...ASPEN,
    scaled_volume: 10_000,
    scaled_wood_unit_type_id: 2,
    dropped_off_at: `${day}T17:00:00.000Z`,
    ...more,
  });
  await repriceTickets({ db, now }, [id]);
  return id;
};
const change = (sql: string, id: number) => db.batch([{ sql, params: [id] }]);
const told = async (call: Promise<unknown>) => (await catchError(call)).refusal.facts.fields;
const rates = () =>
  db.read
    .select()
    .from(jobProductRate)
    .where(eq(jobProductRate.job_id, h.ids.job))
    .orderBy(jobProductRate.id);
/** Compute the amount owed for the job's loads by the saved rates. */
async function due(): Promise<number> {
  await repriceJob({ db, now }, h.ids.job);
  const rows = await db.read.select().from(amountOwed).where(eq(amountOwed.job_id, h.ids.job));
  return rows.reduce((sum, c) => sum + (c.due_cents ?? 0), 0);
}

test("a price from a past day is saved only after confirming the loads and dollars that it changes", async () => {
  const first = await h.manager.call(addProductRate, cut());
  await load("2026-11-02");
  await load("2026-11-03");
  await load("2026-11-05");
  const raised = cut({ rate: "13", effective_on: "2026-11-03" });
  const words = "2 loads since Nov 3, 2026 change from $250.00 to $260.00 (+$10.00).";
  expect(await told(h.manager.call(addProductRate, raised))).toEqual({ moves: [words] });
  expect(await told(h.manager.call(addProductRate, { ...raised, moves: "2 loads" }))).toEqual({
    moves: [words],
  });
  expect(await rates()).toHaveLength(1);
  expect(await due()).toBe(37_500);
  await h.manager.call(addProductRate, { ...raised, moves: words });
  expect(await due()).toBe(38_500);
  // A rate ended on a past day leaves later loads unpaid, so it also needs confirmation.
  const ended = { ...cut({ ended_on: "2026-11-01" }), rate_id: first.id, version: 2 };
  const fewer = "1 load since Nov 2, 2026 changes from $125.00 to $0.00 (-$125.00).";
  expect((await told(h.manager.call(updateProductRate, ended)))?.moves?.[0]).toContain(fewer);
  // An API caller that doesn't request confirmation isn't asked for it.
  await h.manager.call(updateProductRate, { ...ended, ask_first: false });
  expect(await due()).toBe(26_000);
});

test("asks for no confirmation if no pay changes: no loads, a future day, another product, an unchanged rate", async () => {
  const { id } = await h.manager.call(addProductRate, cut());
  const ticket = await load("2026-11-05");
  await h.manager.call(addProductRate, cut({ effective_on: "2026-12-01", rate: "14" }));
  await h.manager.call(updateProductRate, { ...cut(), rate_id: id, version: 2 });
  await change("UPDATE trip_ticket SET is_deleted = 1 WHERE id = ?", ticket);
  await h.manager.call(addProductRate, cut({ effective_on: "2026-11-01", rate: "15" }));
  expect(await rates()).toHaveLength(3);
});

test("the confirmation counts loads on statements, loads that would wait, and loads that aren't payable separately", async () => {
  await h.manager.call(addProductRate, cut());
  const ticket = await load("2026-11-05");
  const other = await load("2026-11-06");
  const voided = await load("2026-11-07");
  const of = "WHERE trip_ticket_id = ? AND settlement_type_id = 1";
  await change(`UPDATE amount_owed SET voided_at = '2026-11-22', void_reason = 'ours' ${of}`, voided);
  await change(`UPDATE amount_owed SET posted_lines = 1, posted_cents = 12500 ${of}`, other);
  const [words] = (await told(h.manager.call(addProductRate, cut({ effective_on: "2026-11-01", rate: "1" }))))
    ?.moves ?? [""];
  expect(words).toBe(
    "2 loads since Nov 5, 2026 change from $250.00 to $20.00 (-$230.00). 1 of them is on statements; the difference comes with the next one.",
  );
  expect(ticket).toBeGreaterThan(0);
  // If one payer has two receivers of stumpage for the same load, neither is paid.
  const stumpage = { job_product_rate_type_id: 3, ask_first: false };
  await h.manager.call(addProductRate, cut({ ...stumpage, receiving_company_id: h.ids.owner.id }));
  const second = cut({ job_product_rate_type_id: 3, receiving_company_id: h.ids.second.id });
  expect((await told(h.manager.call(addProductRate, second)))?.moves?.[0]).toContain(
    "(-$375.00). 3 of them can't be paid until what's missing is added.",
  );
});

test("the removal page of a rate shows what its loads would lose, and is hidden from users who may not remove it", async () => {
  const { id } = await h.manager.call(addProductRate, cut());
  await load("2026-11-05");
  const of = { job_id: h.ids.job, rate_id: id };
  const page = await h.manager.call(getRateRemoval, { ...of, kind: "product" });
  expect(page).toMatchObject({
    is_used: false,
    moves: "1 load since Nov 5, 2026 changes from $125.00 to $0.00 (-$125.00).",
  });
  const press = { ...of, version: page.version + 1, ask_first: true };
  expect(await told(h.manager.call(removeProductRate, press))).toEqual({ moves: [page.moves] });
  for (const who of [h.logger, h.hauler, h.mill]) {
    const { refusal } = await catchError(who.call(getRateRemoval, { ...of, kind: "product" }));
    expect([403, 404]).toContain(refusal.status);
  }
  await h.manager.call(removeProductRate, { ...press, moves: page.moves ?? "" });
  expect(await rates()).toHaveLength(0);
  expect(await due()).toBe(0);
});
