import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow } from "#db/factories";
import { jobProduct, tripTicket } from "#db/schema";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { listJobs } from "../shared/list.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  const scaled = (volume: number, unit: number): Parameters<typeof h.ticket>[0] => ({
    trip_ticket_status_id: 3,
    scaled_volume: volume,
    scaled_wood_unit_type_id: unit,
    dropped_off_at: "2026-11-16T19:05:00.000Z",
  });
  await h.ticket({ ...scaled(27_400, 2), hauler_company_id: h.ids.hauler.id });
  await h.ticket({ ...scaled(22_600, 2), hauler_company_id: h.ids.second.id });
  await h.ticket({ ...scaled(6_200, 1), hauler_company_id: h.ids.second.id });
  await h.ticket({ trip_ticket_status_id: 3, dropped_off_at: "2026-11-17T12:00:00.000Z" });
  await h.ticket({ trip_ticket_status_id: 2, hauler_company_id: h.ids.hauler.id });
  await h.ticket({ trip_ticket_status_id: 7 });
  await h.ticket({ trip_ticket_status_id: 4 });
});

const workOf = async (who: Harvest["manager"]) =>
  (await who.call(listJobs, {})).rows.find((row) => row.id === h.ids.job)?.work;

/** Set contract volumes in tons for two products of the job, once for all tests in this file. */
async function contracted() {
  if ((await workOf(h.manager))?.bar) return;
  for (const product_type_id of [1, 5])
    await insertRow(db, jobProduct, {
      job_id: h.ids.job,
      product_type_id,
      wood_unit_type_id: 2,
      contract_volume: 200_000,
    });
}

test("shows delivered against contract volume, open and unscaled loads, and the last load", async () => {
  expect((await workOf(h.manager))?.bar).toBeNull();
  await contracted();
  const work = await workOf(h.manager);
  // Recalculate the work from the ticket rows.
  const saved = await db.read.select().from(tripTicket).where(eq(tripTicket.job_id, h.ids.job));
  const done = saved.filter((t) => t.trip_ticket_status_id === 3);
  const tons = done.reduce((sum, t) => {
    const unit = t.scaled_volume === null ? t.estimated_wood_unit_type_id : t.scaled_wood_unit_type_id;
    return unit === 2 ? sum + (t.scaled_volume ?? t.estimated_volume ?? 0) : sum;
  }, 0);
  expect(work).toMatchObject({ loads: 4, open: 1, unscaled: 1, last: { at: "2026-11-17T12:00:00.000Z" } });
  expect(work?.bar).toMatchObject({ done: tons, whole: 400_000 });
  // Board feet are listed next to tons, but don't count in the bar of tons.
  expect(work?.delivered).toContain("6.2 MBF");
});

test("counts only loads that each company sees, and shows the contract only to companies working on the job", async () => {
  await contracted();
  expect((await workOf(h.manager))?.bar).not.toBeNull();
  expect(await workOf(h.hauler)).toMatchObject({ loads: 1, open: 1, unscaled: 0 });
  const mill = await workOf(h.mill);
  expect(mill?.loads).toBe(4);
  expect(mill?.bar).toBeNull();
  expect(await workOf(h.rival)).toBeUndefined();
});

test("counts the jobs that match the search by status in the tabs", async () => {
  const { counts, total } = await h.manager.call(listJobs, {});
  expect(counts.reduce((sum, c) => sum + c.n, 0)).toBe(total);
  const none = await h.manager.call(listJobs, { name: "nowhere at all" });
  expect(none.counts).toEqual([]);
});
