import { beforeAll, expect, test } from "vitest";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getJobMap } from "~/modules/maps/data/job-map-page.server";
import { getShapeForm, updateJobShape } from "~/modules/maps/data/shape.server";
import { getJobLayers } from "~/modules/maps/shared/job-map.server";
import { addLanding, getLandingForm } from "../data/landing-form.server";

let harvest: Harvest;
beforeAll(async () => {
  harvest = await makeHarvest(await openTestDatabase());
});

test("shows landings on the job's map by name and number to companies that may read them", async () => {
  const { manager, hauler, rival, ids } = harvest;
  await manager.call(addLanding, {
    job_id: ids.job,
    name: "North landing",
    coordinates: "44.67, -84.71",
  });
  await manager.call(addLanding, { job_id: ids.job, name: "Unplaced" });
  const form = { id: ids.job, method: "draw" as const };
  const { version } = await manager.call(getShapeForm, form);
  const areas = "44.66, -84.72\n44.66, -84.715\n44.6636, -84.715";
  await manager.call(updateJobShape, { id: ids.job, version: version + 1, location_method: "draw", areas });
  const { map } = await hauler.call(getJobMap, { id: ids.job, look: null });
  expect(map.landings).toEqual([expect.objectContaining({ name: "North landing", about: "44.67, -84.71" })]);
  const mark = map.drawing.marks.find(({ name }) => name === "North landing");
  expect(mark?.number).toBe(map.destinations.length + 1);
  const layers = await manager.call(getJobLayers, { id: ids.job });
  expect(
    layers.features.filter((f) => f.properties.kind === "landing").map((f) => f.properties.name),
  ).toEqual(["North landing"]);
  expect((await catchError(rival.call(getLandingForm, { id: ids.job }))).kind).toBe("missing");
  const { editor } = await manager.call(getLandingForm, { id: ids.job, place: "2 miles north of Grayling" });
  expect(editor.finding.places?.[0]?.name).toBe("2 miles N of Grayling");
  expect(editor.drawing.areas).toHaveLength(1);
  // The form's map shows the other landings with their names, and the landing being edited only as its pin.
  expect(editor.drawing.marks.map(({ name }) => name)).not.toContain("Unplaced");
  const [north] = (await manager.call(getJobMap, { id: ids.job, look: null })).map.landings;
  const names = async (landing_id?: number) =>
    (await manager.call(getLandingForm, { id: ids.job, landing_id })).editor.drawing.marks.map((m) => m.name);
  expect([await names(), await names(north?.id)]).toEqual([["North landing"], []]);
});
