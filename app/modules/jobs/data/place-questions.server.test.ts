import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeJob } from "#db/factories";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { addLanding } from "~/modules/inventory/data/landing-form.server";
import { updateJobShape } from "~/modules/maps/data/shape.server";
import { readPlaceQuestions, toPinLocation } from "~/modules/maps/shared/place-questions.server";
import { createDestination } from "~/modules/places/shared/destinations.server";
import { getJobLocationForm, updateJobLocation } from "./location.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

/** Crawford County, Michigan. */
const CRAWFORD = 26039;

describe("questions about an unlikely location", () => {
  test.each<[string, number, number, number | null, RegExp | null]>([
    ["in its county", 44.66, -84.71, CRAWFORD, null],
    ["just over the county's line", 44.9, -84.9, CRAWFORD, null],
    ["in Alaska beyond the antimeridian", 51.9, 179.5, null, null],
    ["swapped", -84.71, 44.66, CRAWFORD, /swapped: 44\.660000, -84\.710000\?/],
    ["without its minus sign", 44.66, 84.71, null, /lack its minus sign: 44\.660000, -84\.710000\?/],
    ["at 0, 0", 0, 0, null, /^0, 0 is in the ocean/],
    ["in France", 48.85, 2.35, null, /is outside the United States/],
    ["far from its county", 33.7, -84.4, CRAWFORD, /miles outside Crawford, MI/],
  ])("a place %s", async (_, latitude, longitude, county, expected) => {
    const questions = await readPlaceQuestions(db.read, toPinLocation({ latitude, longitude }), county);
    if (expected) expect(questions.join()).toMatch(expected);
    else expect(questions).toEqual([]);
  });
});

test("saves an unlikely job location, pin, landing or destination only after save_anyway is sent", async () => {
  const id = await makeJob(db, h.ids.manager.id, { us_county_id: CRAWFORD });
  const far = { latitude: 44.66, longitude: 84.8 };
  const asks = async (sending: Promise<unknown>) => {
    const { refusal } = await catchError(sending);
    expect(refusal.facts.fields).toEqual({
      save_anyway: [expect.stringContaining("outside the United States")],
    });
  };
  const form = await h.manager.call(getJobLocationForm, { id });
  const location = {
    id,
    version: form.version + 1,
    us_state_id: Number(form.values.us_state_id),
    us_county_id: CRAWFORD,
    plss_meridian_code: "19",
    township: "T26N",
    range: "R3W",
    section: "14",
    ...far,
  };
  await asks(h.manager.call(updateJobLocation, location));
  const pin = { id, version: form.version + 1, location_method: "pin" as const, coordinates: "44.66, 84.8" };
  await asks(h.manager.call(updateJobShape, pin));
  const landing = { job_id: id, name: "North", coordinates: "44.66, 84.8" };
  await asks(h.manager.call(addLanding, landing));
  const destination = { company_id: h.ids.manager.id, name: "Dock", ...far };
  await asks(h.manager.call(createDestination, destination));
  expect((await h.manager.call(getJobLocationForm, { id })).version).toBe(form.version);
  await h.manager.call(updateJobShape, { ...pin, save_anyway: true });
  await h.manager.call(addLanding, { ...landing, save_anyway: true });
  await h.manager.call(createDestination, { ...destination, save_anyway: true });
  expect((await h.manager.call(getJobLocationForm, { id })).values.longitude).toBe("84.8");
});
