import { beforeAll, expect, it, test } from "vitest";
import type { Database } from "#db/client.server";
import { catchError } from "#db/testing/acting";
import { makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { exportEudr, getEudrPage } from "~/modules/certifications/eudr/data/eudr.server";
import { getSectionAt, searchTownships, TOWNSHIPS_FAILED } from "~/modules/land/shared/search.server";
import { getJobLayers } from "../shared/job-map.server";
import { getJobMap } from "./job-map-page.server";
import { getShapeForm, updateJobShape } from "./shape.server";

type Harvest = Awaited<ReturnType<typeof makeHarvest>>;
let db: Database;
let harvest: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  harvest = await makeHarvest(db);
});
const forty = "44.66, -84.72\n44.66, -84.715\n44.6636, -84.715\n44.6636, -84.72";

it("the manager draws a job's areas; a stale edit saves nothing, and a wrong shape gives a field error", async () => {
  const { manager, ids } = harvest;
  const form = await manager.call(getShapeForm, { id: ids.job, method: "draw" });
  const input = { id: ids.job, version: form.version + 1, location_method: "draw" as const };
  const { refusal } = await catchError(manager.call(updateJobShape, { ...input, areas: "44, -84\n45, -84" }));
  expect(refusal.facts.fields).toEqual({ areas: ["Please draw a shape with at least 3 points"] });
  await manager.call(updateJobShape, { ...input, areas: forty });
  expect((await catchError(manager.call(updateJobShape, { ...input, areas: forty }))).kind).toBe("stale");
  const { map } = await manager.call(getJobMap, { id: ids.job, look: null });
  expect(map.areas).toEqual([expect.stringMatching(/^\d+\.\d acres$/)]);
});

it("saving unchanged areas doesn't move the job's point, from which miles are counted", async () => {
  const { manager, ids } = harvest;
  await manager.call(updateJobShape, {
    id: ids.job,
    version: (await manager.call(getShapeForm, { id: ids.job })).version + 1,
    location_method: "draw",
    areas: forty,
  });
  await db.client.execute(`UPDATE job SET latitude = 44.661, longitude = -84.7190001 WHERE id = ${ids.job}`);
  const { editor, version } = await manager.call(getShapeForm, { id: ids.job });
  const { areas } = editor.fields;
  await manager.call(updateJobShape, { id: ids.job, version: version + 1, location_method: "draw", areas });
  const { rows } = await db.client.execute(`SELECT longitude, version FROM job WHERE id = ${ids.job}`);
  expect([rows[0]?.longitude, rows[0]?.version]).toEqual([-84.7190001, version]);
});

test("a job's land is hidden from a rival and refused to a mill; a hauler reads it but can't change it", async () => {
  const { rival, mill, hauler, ids } = harvest;
  const input = { id: ids.job };
  for (const ask of [
    (who: typeof rival) => who.call(getShapeForm, input),
    (who: typeof rival) => who.call(getJobLayers, input),
    (who: typeof rival) => who.call(getEudrPage, input),
    (who: typeof rival) => who.call(exportEudr, input),
  ]) {
    expect((await catchError(ask(rival))).kind).toBe("missing");
    expect((await catchError(ask(mill))).kind).toBe("forbidden");
  }
  const { features } = await hauler.call(getJobLayers, { id: ids.job });
  expect(features.map((f) => f.properties.kind)).toEqual(expect.arrayContaining(["county", "destination"]));
  const edit = { id: ids.job, version: 99, location_method: "pin" as const, coordinates: "44, -84" };
  expect((await catchError(hauler.call(updateJobShape, edit))).kind).toBe("forbidden");
  expect((await catchError(rival.call(updateJobShape, edit))).kind).toBe("missing");
});

it("finds townships by box, name or county, and refuses an invalid query with a message", async () => {
  const { hauler } = harvest;
  const labels = async (query: Parameters<typeof searchTownships.run>[1]) =>
    (await hauler.call(searchTownships, query)).townships.map((t) => t.label);
  expect(await labels({ box: "-84.72,44.66,-84.71,44.67" })).toEqual(["26N 3W"]);
  for (const text of ["27N 2W", "T27N R2W", "t27n, r2w"])
    expect(await labels({ text, us_state_id: 26 })).toEqual(["27N 2W"]);
  expect(await labels({ us_county_id: 26039 })).toEqual(expect.arrayContaining(["26N 3W", "28N 4W"]));
  const wrong = [{}, { box: "1,2,3" }, { box: "9,9,1,1" }, { text: "R2W" }, { text: "27N 2W 3" }];
  for (const query of wrong)
    expect((await catchError(hauler.call(searchTownships, query))).kind).toBe("invalid");
  expect((await catchError(hauler.call(searchTownships, { us_county_id: 99_998 }))).message).toBe(
    TOWNSHIPS_FAILED,
  );
  expect((await hauler.call(getSectionAt, { at: "44.6614,-84.7148" })).land).toMatchObject({
    township: "T26N",
    range: "R3W",
    meridian: "Michigan",
    is_approximate: true,
  });
  expect((await hauler.call(getSectionAt, { at: "33,-84" })).land).toBeNull();
});
