import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow } from "#db/factories";
import { amountOwed, jobDestination, rateShare, tripTicket } from "#db/schema";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { updateJobDestination } from "~/modules/jobs/data/destination-change.server";
import { moveTicket } from "~/modules/trip-tickets/life-cycle/data/change-status.server";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { updateTicket } from "~/modules/trip-tickets/shared/update.server";
import { ConcurrentWriteError, commitSteps } from "~/web/commit.server";
import { buildAmountOwedSteps } from "./claim-steps.server";
import { repriceJob, repriceTickets } from "./reprice.server";

let db: Database;
let h: Harvest;
const now = () => new Date();
beforeEach(async () => {
  db ??= await openTestDatabase();
  h = await makeHarvest(db);
});

type Rates = Pick<Harvest, "cutRate" | "haulRate">;
const cutRate: Rates["cutRate"] = (values) => h.cutRate(values);
const haulRate: Rates["haulRate"] = (values) => h.haulRate({ minimum_cents: 26_000, ...values });
/** A load on the road, dated as in the worked example of docs/settlements.md: 23:40 in Michigan is the next day in UTC. */
const underWay = () =>
  h.ticket({
    trip_ticket_status_id: STATUS.inTransit,
    cutter_company_id: h.ids.logger.id,
    hauler_company_id: h.ids.hauler.id,
    picked_up_at: "2026-11-02T18:00:00.000Z",
  });
const done = (values: Partial<typeof tripTicket.$inferInsert> = {}) =>
  h.ticket({
    trip_ticket_status_id: STATUS.completed,
    cutter_company_id: h.ids.logger.id,
    hauler_company_id: h.ids.hauler.id,
    scaled_volume: 27_412,
    scaled_wood_unit_type_id: 2,
    dropped_off_at: "2026-11-03T04:40:00.000Z",
    ...values,
  });
const claims = (ticket: number) =>
  db.read.select().from(amountOwed).where(eq(amountOwed.trip_ticket_id, ticket));
const due = async (ticket: number) =>
  (await claims(ticket))
    .map((c) => [c.settlement_type_id, c.receiving_company_id, c.due_cents ?? c.problem])
    .sort();
const version = async (id: number) =>
  ((await db.read.select().from(tripTicket).where(eq(tripTicket.id, id)))[0]?.version ?? 0) + 1;

test("completing a load prices it, a later scale value updates the price, and reopening the load removes the amount owed", async () => {
  await cutRate();
  await haulRate();
  const { logger, hauler } = h.ids;
  const id = await underWay();
  await h.hauler.call(moveTicket, { id, verb: "dropoff", version: await version(id) });
  expect(await due(id)).toEqual([
    [1, logger.id, "no_volume"],
    [3, hauler.id, "no_volume"],
  ]);
  await h.mill.call(updateTicket, {
    id,
    version: await version(id),
    scaled_volume: "27.412",
    scaled_wood_unit_type_id: 2,
  });
  expect(await due(id)).toEqual([
    [1, logger.id, 34_265],
    [3, hauler.id, 26_000],
  ]);
  await h.manager.call(updateTicket, { id, version: await version(id), dropped_off_at: "2026-11-02T23:40" });
  expect((await claims(id)).map((c) => [c.earned_on, c.quantity, c.rate_table, c.status_type_id])).toEqual([
    ["2026-11-02", 27_412, "product", 1],
    ["2026-11-02", 27_412, "haul", 1],
  ]);
  await h.manager.call(moveTicket, { id, verb: "reopening", version: await version(id) });
  expect(await due(id)).toEqual([]);
});

test("an amount on a statement becomes 0 when it is no longer due; a voided amount stays void", async () => {
  await cutRate();
  await haulRate();
  const id = await done();
  await repriceTickets({ db, now }, [id]);
  const [cut, haul] = await claims(id);
  await db.client.batch([
    `UPDATE amount_owed SET posted_cents = 34265, posted_lines = 1 WHERE id = ${cut?.id}`,
    `UPDATE amount_owed SET voided_at = '2026-11-05', void_reason = 'Own truck' WHERE id = ${haul?.id}`,
  ]);
  await h.manager.call(moveTicket, { id, verb: "reopening", version: await version(id) });
  expect((await claims(id)).map((c) => [c.due_cents, c.voided_at])).toEqual([
    [0, null],
    [0, "2026-11-05"],
  ]);
});

test("confirming estimated miles prices the load and is logged in the job's history; saving the same miles isn't", async () => {
  await haulRate({ per: "mile", wood_unit_type_id: null, rate: 32_500, minimum_cents: null });
  const condition = eq(jobDestination.id, h.ids.destination);
  await db.client.execute(
    `UPDATE job_destination SET mileage = 40, mileage_is_estimate = 1 WHERE id = ${h.ids.destination}`,
  );
  const id = await done();
  await repriceJob({ db, now }, h.ids.job);
  expect(await due(id)).toEqual([[3, h.ids.hauler.id, "miles_estimated"]]);
  const save = async (is_mileage_confirmed?: boolean) => {
    const [row] = await db.read.select().from(jobDestination).where(condition);
    await h.manager.call(updateJobDestination, {
      job_id: h.ids.job,
      job_destination_id: h.ids.destination,
      mileage: 40,
      is_mileage_confirmed,
      product_mixes: [],
      version: (row?.version ?? 0) + 1,
    });
    await repriceJob({ db, now }, h.ids.job);
    return (await db.read.select().from(jobDestination).where(condition))[0]?.version;
  };
  const untouched = await save();
  expect(await due(id)).toEqual([[3, h.ids.hauler.id, "miles_estimated"]]);
  const version = await save(true);
  expect(version).toBe((untouched ?? 0) + 1);
  expect(await due(id)).toEqual([[3, h.ids.hauler.id, 13_000]]);
  const { rows } = await db.client.execute(
    `SELECT details FROM audit_entry WHERE job_id = ${h.ids.job} AND details LIKE '%40 (estimate)%'`,
  );
  expect(rows).toHaveLength(1);
  // Saving confirmed miles again changes nothing.
  expect(await save(true)).toBe(version);
});

test("a load keeps the miles and mill of its first pricing; estimated miles wait to be confirmed", async () => {
  await haulRate({ per: "mile", wood_unit_type_id: null, rate: 32_500, minimum_cents: null });
  await db.client.execute(
    `UPDATE job_destination SET mileage_is_estimate = 1 WHERE id = ${h.ids.destination}`,
  );
  const id = await done();
  await repriceJob({ db, now }, h.ids.job);
  expect(await due(id)).toEqual([[3, h.ids.hauler.id, "miles_estimated"]]);
  const miles = async (mileage: number) => {
    const [row] = await db.read.select().from(jobDestination).where(eq(jobDestination.id, h.ids.destination));
    await h.manager.call(updateJobDestination, {
      job_id: h.ids.job,
      job_destination_id: h.ids.destination,
      mileage,
      product_mixes: [],
      version: (row?.version ?? 0) + 1,
    });
    const { rows } = await db.client.execute(
      `SELECT count(*) AS n FROM background_job WHERE unique_key = 'job ${h.ids.job}'`,
    );
    expect(Number(rows[0]?.n)).toBe(1);
    await repriceJob({ db, now }, h.ids.job);
  };
  await miles(41.3);
  expect(await due(id)).toEqual([[3, h.ids.hauler.id, 13_422]]);
  await miles(90);
  expect(await due(id)).toEqual([[3, h.ids.hauler.id, 13_422]]);
  const later = await done();
  await repriceTickets({ db, now }, [later]);
  expect(await due(later)).toEqual([[3, h.ids.hauler.id, 29_250]]);
});

test("repricing a job after a rate change updates its claims once, even if repeated", async () => {
  await cutRate();
  const ids = [await done(), await done({ cutter_company_id: null })];
  await repriceJob({ db, now }, h.ids.job);
  const [before] = await claims(ids[0] ?? 0);
  await cutRate({ rate: 127_500, effective_on: "2026-11-01" });
  await repriceJob({ db, now }, h.ids.job);
  const [after] = await claims(ids[0] ?? 0);
  expect([before?.due_cents, after?.due_cents]).toEqual([34_265, 34_950]);
  expect(after?.rate_version).toBeGreaterThan(before?.rate_version ?? 0);
  await repriceJob({ db, now }, h.ids.job);
  expect((await claims(ids[0] ?? 0))[0]).toEqual(after);
});

test("an amount repriced without change keeps its version, so a statement in progress stays valid", async () => {
  await cutRate();
  const id = await done();
  await repriceTickets({ db, now }, [id]);
  await haulRate({ receiving_company_id: h.ids.second.id });
  await repriceTickets({ db, now }, [id]);
  const [cut] = await claims(id);
  expect([cut?.version, cut?.rate_version]).toEqual([1, 2]);
});

test("undoes a pricing commit if rates, the load or a claim changed since they were read", async () => {
  await cutRate();
  const id = await done();
  await repriceTickets({ db, now }, [id]);
  const tries = [
    () => cutRate({ effective_on: "2026-11-01" }),
    () =>
      db.client.execute(`UPDATE trip_ticket SET scaled_volume = 1, version = version + 1 WHERE id = ${id}`),
    () => db.client.execute(`UPDATE amount_owed SET version = version + 1 WHERE trip_ticket_id = ${id}`),
  ];
  for (const moves of tries) {
    const steps = await buildAmountOwedSteps({ read: db.read, now: now() }, [id]);
    await moves();
    await expect(commitSteps(db, steps, {}, null)).rejects.toBeInstanceOf(ConcurrentWriteError);
  }
});

test("pays the contractor for a crew that hauled on the contractor's behalf", async () => {
  await haulRate();
  const id = await done({
    hauler_company_id: h.ids.second.id,
    hauler_on_behalf_of_company_id: h.ids.hauler.id,
  });
  await repriceTickets({ db, now }, [id]);
  expect(await due(id)).toEqual([[3, h.ids.hauler.id, 26_000]]);
});

test("splits a rate among its receivers in parts that sum to the rate's amount", async () => {
  const rate = await cutRate({ job_product_rate_type_id: 3, receiving_company_id: h.ids.owner.id });
  for (const company of [h.ids.owner.id, h.ids.second.id])
    await insertRow(db, rateShare, { rate_table: "product", rate_id: rate, company_id: company, parts: 1 });
  const id = await done();
  await repriceTickets({ db, now }, [id]);
  const stumpage = (await claims(id)).filter((c) => c.settlement_type_id === 4);
  expect(stumpage.map((c) => [c.share_no, c.due_cents]).sort()).toEqual([
    [1, 17_133],
    [2, 17_132],
  ]);
});

test("pays nothing for a converted quantity where state law forbids it", async () => {
  await cutRate({ may_convert: true });
  const id = await done({ scaled_volume: 10_000, scaled_wood_unit_type_id: 3 });
  await repriceTickets({ db, now }, [id]);
  expect(await due(id)).toContainEqual([1, h.ids.logger.id, 30_000]);
  await db.client.execute(`UPDATE job SET us_state_id = 13 WHERE id = ${h.ids.job}`);
  await repriceTickets({ db, now }, [id]);
  expect(await due(id)).toContainEqual([1, h.ids.logger.id, "conversion_refused"]);
});

test("repricing lets other requests run in between, even when database reads return immediately", async () => {
  await cutRate();
  let turns = 0;
  const turn = () => {
    turns += 1;
    if (turns < 50) setImmediate(turn);
  };
  setImmediate(turn);
  await repriceJob({ db, now }, h.ids.job);
  expect(turns).toBeGreaterThan(0);
});
