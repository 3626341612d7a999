import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeJobDestination, makeLocation } from "#db/factories";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { addJobDestination } from "~/modules/jobs/data/destination-adding.server";
import { updateJobDestination } from "~/modules/jobs/data/destination-change.server";
import { getJobHistory } from "~/modules/jobs/data/history.server";
import { updateJobLocation } from "~/modules/jobs/data/location.server";
import { listJobDestinations } from "~/modules/jobs/shared/destinations.server";
import { updateJobShape } from "~/modules/maps/data/shape.server";

let db: Database;
let h: Harvest;
let job_id: number;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  job_id = h.ids.job;
});

/** Return the miles to a destination, and whether they are an estimate. */
const miles = async (id: number) => {
  const { job_destinations } = await h.manager.call(listJobDestinations, { job_id, take: 100 });
  const row = job_destinations.find((d) => d.id === id);
  return [row?.mileage, row?.mileage_is_estimate];
};
const version = async () => {
  const { rows } = await db.client.execute({ sql: "SELECT version FROM job WHERE id = ?", args: [job_id] });
  return Number(rows[0]?.version) + 1;
};
const add = async (mileage?: number) => {
  const yard = await makeLocation(db, h.ids.manager.id, { latitude: 45, longitude: -84.2 });
  return Number((await h.manager.call(addJobDestination, { job_id, place: `l${yard}`, mileage })).id);
};
/** Move the job's pin in the editor of the job's map. */
const pin = async (coordinates: string) =>
  h.manager.call(updateJobShape, {
    id: job_id,
    version: await version(),
    location_method: "pin",
    coordinates,
  });

test("estimates miles when a destination is added or the job's location is set, and keeps typed miles", async () => {
  const waits = await add();
  const typed = await add(12.5);
  expect([await miles(waits), await miles(typed)]).toEqual([
    [null, false],
    [12.5, false],
  ]);
  const gone = await makeJobDestination(db, job_id, await makeLocation(db, h.ids.mill.id), [], {
    mileage: 1,
    mileage_is_estimate: true,
    removed_at: "2026-09-01T00:00:00.000Z",
  });
  await pin("44.6614, -84.7148");
  expect([await miles(waits), await miles(typed), await miles(h.ids.destination)]).toEqual([
    [44.7, true],
    [12.5, false],
    [31.5, false],
  ]);
  const { history } = await h.manager.call(getJobHistory, { id: job_id });
  expect(history[0]?.diffs.map((d) => d.field)).toEqual(["Pin", "Mill yard, miles"]);
  const later = await add();
  expect(await miles(later)).toEqual([44.7, true]);

  // A typed value isn't an estimate. Other miles follow the pin, also when it is moved on the page of the job's
  // location.
  const named = { job_id, job_destination_id: later };
  await h.manager.call(updateJobDestination, { ...named, version: 2, mileage: 40 });
  const land = { us_state_id: 26, us_county_id: 26039, township: "T28N", range: "R4W", section: "17" };
  const move = async (more: object) =>
    h.manager.call(updateJobLocation, { id: job_id, version: await version(), ...land, ...more });
  await move({});
  expect(await miles(waits)).toEqual([44.7, true]);
  await move({ latitude: 45, longitude: -84.2 });
  expect([await miles(waits), await miles(later), await miles(typed)]).toEqual([
    [0, true],
    [40, false],
    [12.5, false],
  ]);
  await move({ latitude: null, longitude: null });
  expect(await miles(waits)).toEqual([0, true]);
  const { rows } = await db.client.execute({
    sql: "SELECT mileage FROM job_destination WHERE id = ?",
    args: [gone],
  });
  expect(rows[0]?.mileage).toBe(1);
});
