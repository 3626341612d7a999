import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { verifyPay } from "#db/audit/pay";
import type { Database } from "#db/client.server";
import { ASPEN, insertRow } from "#db/factories";
import { amountOwed, backgroundJob, job, jobDestination, jobProduct, statePaymentRule } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { runTaskNow } from "~/lib/queue/testing/doing.server";
import { addProductRate } from "~/modules/rates/data/change.server";
import { findUnpricedTask, repriceJob, repriceTickets } from "~/modules/settlements/shared/reprice.server";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { log } from "~/web/log.server";
import { updateJobDestination } from "./destination-change.server";
import { updateJobLocation } from "./location.server";

let db: Database;
let h: Harvest;
const now = () => new Date("2026-11-22T17:00:00.000Z");
beforeEach(async () => {
  db ??= await openTestDatabase();
  h = await makeHarvest(db);
  await insertRow(db, jobProduct, { job_id: h.ids.job, ...ASPEN });
});

/** Create a load of ten tons of aspen delivered to the mill at this time. */
const load = (time: string) =>
  h.ticket({
    trip_ticket_status_id: STATUS.completed,
    cutter_company_id: h.ids.logger.id,
    hauler_company_id: h.ids.hauler.id,
    ...ASPEN,
    scaled_volume: 10_000,
    scaled_wood_unit_type_id: 2,
    dropped_off_at: time,
  });
const WISCONSIN = { us_state_id: 55, us_county_id: 55001, plss_meridian_code: "46" };
const GEORGIA = { us_state_id: 13, us_county_id: 13001 };
const land = { township: "T17N", range: "R6E", section: "4", save_anyway: true };
const move = (where: object, more: object = {}) => ({
  id: h.ids.job,
  version: 2,
  ...land,
  ...GEORGIA,
  ...where,
  ...more,
});
const messageOf = async (call: Promise<unknown>) => (await catchError(call)).refusal.facts.fields?.moves?.[0];
/** Check whether the job's loads are queued for repricing. */
const isWaiting = async () => {
  const isOurs = eq(backgroundJob.unique_key, `job ${h.ids.job}`);
  return (await db.read.select({ id: backgroundJob.id }).from(backgroundJob).where(isOurs)).length > 0;
};
/** Return the differences between stored pay and the audit's own calculation, for this job's loads. */
async function faults(): Promise<string[]> {
  const rows = await db.read
    .select({ id: amountOwed.trip_ticket_id })
    .from(amountOwed)
    .where(eq(amountOwed.job_id, h.ids.job));
  const mine = new Set(rows.map(({ id }) => `load ${id}:`));
  return (await verifyPay(db)).faults.filter((fault) => [...mine].some((name) => fault.startsWith(name)));
}
const price = async (...loads: number[]) => repriceTickets({ db, now }, loads);

test("moving a job to a state in another time zone asks for confirmation first, then reprices the job's loads", async () => {
  await h.cutRate();
  await h.cutRate({ effective_on: "2026-11-11", rate: 130_000 });
  // 12:30 AM on November 11 in Michigan, 11:30 PM on November 10 in Wisconsin.
  const midnight = await load("2026-11-11T05:30:00.000Z");
  await price(midnight, await load("2026-11-12T17:00:00.000Z"));
  const asks = move(WISCONSIN, { ask_first: true });
  const words = "1 load since Nov 11, 2026 changes from $130.00 to $125.00 (-$5.00).";
  expect(await messageOf(h.manager.call(updateJobLocation, asks))).toBe(words);
  expect(await messageOf(h.manager.call(updateJobLocation, { ...asks, moves: "1 load" }))).toBe(words);
  expect(await isWaiting()).toBe(false);
  expect(await faults()).toEqual([]);

  await h.manager.call(updateJobLocation, { ...asks, moves: words });
  expect(await isWaiting()).toBe(true);
  expect(await faults()).not.toEqual([]);
  await repriceJob({ db, now }, h.ids.job);
  expect(await faults()).toEqual([]);
  const paysMill = {
    job_id: h.ids.job,
    job_product_rate_type_id: 4,
    receiving_company_id: h.ids.manager.id,
    paying_company_id: h.ids.mill.id,
    product: "5-746-0",
    rate: "31.00",
    effective_on: "2026-12-01",
    ask_first: true,
  };
  await h.manager.call(addProductRate, paysMill);
  await repriceJob({ db, now }, h.ids.job);
  expect(await faults()).toEqual([]);
});

test("an upgrade reprices the loads of a job that moved while an older release ran, but no other job's loads", async () => {
  const other = await makeHarvest(db);
  await h.cutRate();
  await h.cutRate({ effective_on: "2026-11-11", rate: 130_000 });
  await price(await load("2026-11-11T05:30:00.000Z"));
  await h.manager.call(updateJobLocation, move(WISCONSIN));
  await db.client.batch([
    // An older release kept the old amounts and queued no repricing.
    { sql: "DELETE FROM background_job WHERE unique_key = ?", args: [`job ${h.ids.job}`] },
    {
      sql: "UPDATE amount_owed SET rate_version = (SELECT rate_version FROM job WHERE id = job_id) WHERE job_id = ?",
      args: [h.ids.job],
    },
  ]);
  const epochOf = async (id: number) =>
    (await db.read.select({ epoch: job.rate_version }).from(job).where(eq(job.id, id)))[0]?.epoch ?? 0;
  const [moved, stays] = [await epochOf(h.ids.job), await epochOf(other.ids.job)];
  // The migration uses the table names of its release, which the next migration changed.
  const migration = (await readFile("db/migrations/0042_reprice_moved_jobs.sql", "utf8"))
    .replaceAll("trip_ticket_settlement", "amount_owed")
    .replaceAll("rate_epoch", "rate_version");
  await db.client.batch(migration.split("--> statement-breakpoint"), "write");
  expect([await epochOf(h.ids.job), await epochOf(other.ids.job)]).toEqual([moved + 1, stays]);
  await runTaskNow(findUnpricedTask, { db, now, log }, {});
  expect(await isWaiting()).toBe(true);
  await repriceJob({ db, now }, h.ids.job);
  expect(await faults()).toEqual([]);
});

test("moving a job to a state that bans pay by converted quantities warns first, then stops that pay", async () => {
  await h.cutRate({ wood_unit_type_id: 1, may_convert: true });
  await price(await load("2026-11-12T17:00:00.000Z"));
  const asks = move(GEORGIA, { ask_first: true });
  const words = (await messageOf(h.manager.call(updateJobLocation, asks))) ?? "";
  expect(words).toContain("1 of them can't be paid until what's missing is added.");
  await h.manager.call(updateJobLocation, { ...asks, moves: words });
  await repriceJob({ db, now }, h.ids.job);
  expect(await faults()).toEqual([]);
});

test("reprices a state's loads when a deployment changes the state's pay rule", async () => {
  await h.cutRate({ wood_unit_type_id: 1, may_convert: true });
  await price(await load("2026-11-12T17:00:00.000Z"));
  await insertRow(db, statePaymentRule, {
    us_state_id: 26,
    refuses_conversion: true,
    note: "A test's rule.",
  });
  await repriceJob({ db, now }, h.ids.job);
  expect(await faults()).toEqual([]);
  await db.batch([{ sql: "DELETE FROM state_payment_rule WHERE us_state_id = 26", params: [] }]);
  await repriceJob({ db, now }, h.ids.job);
  expect(await faults()).toEqual([]);
});

test("adding the miles that make loads payable first asks for confirmation with the amounts", async () => {
  const unknown = "UPDATE job_destination SET mileage = NULL WHERE id = ?";
  await db.batch([{ sql: unknown, params: [h.ids.destination] }]);
  await h.haulRate({ per: "mile", wood_unit_type_id: null, rate: 30_000 });
  await price(await load("2026-11-12T17:00:00.000Z"));
  const [row] = await db.read.select().from(jobDestination).where(eq(jobDestination.id, h.ids.destination));
  const asks = {
    job_id: h.ids.job,
    job_destination_id: h.ids.destination,
    version: (row?.version ?? 0) + 1,
    mileage: 40,
    ask_first: true,
  };
  const words = (await messageOf(h.manager.call(updateJobDestination, asks))) ?? "";
  expect(words).toBe("1 load since Nov 12, 2026 changes from $0.00 to $120.00 (+$120.00).");
  await h.manager.call(updateJobDestination, { ...asks, moves: words });
  await repriceJob({ db, now }, h.ids.job);
  expect(await faults()).toEqual([]);
});

test("asks a land manager who can't read rates to confirm without dollar amounts, and never asks without ask_first", async () => {
  await h.cutRate();
  await h.cutRate({ effective_on: "2026-11-11", rate: 130_000 });
  await price(await load("2026-11-11T05:30:00.000Z"));
  await db.batch([
    {
      sql: "UPDATE job_company SET is_land_manager = 1 WHERE job_id = ? AND company_id = ?",
      params: [h.ids.job, h.ids.owner.id],
    },
  ]);
  const asks = move(WISCONSIN, { ask_first: true });
  expect(await messageOf(h.owner.call(updateJobLocation, asks))).toBe(
    "What is paid for 1 load since Nov 11, 2026 changes.",
  );
  await h.manager.call(updateJobLocation, move(WISCONSIN));
  expect(await isWaiting()).toBe(true);
});
