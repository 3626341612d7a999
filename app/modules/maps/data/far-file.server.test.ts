import { beforeAll, expect, test } from "vitest";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { readUpload } from "~/lib/files/upload.server";
import { getShapeForm, importJobShape, updateJobShape } from "./shape.server";

let h: Harvest;
beforeAll(async () => {
  h = await makeHarvest(await openTestDatabase());
});

/** Upload a file with a square area of about a hundred acres. */
async function upload(latitude: number, longitude: number) {
  const [n, e] = [latitude + 0.006, longitude + 0.008];
  const ring = [
    [longitude, latitude],
    [e, latitude],
    [e, n],
    [longitude, n],
    [longitude, latitude],
  ];
  const form = new FormData();
  const text = JSON.stringify({ type: "Polygon", coordinates: [ring] });
  form.set("areas_file", new File([text], "harvest.geojson"));
  const request = new Request("http://localhost/jobs/1/map/edit?upload=areas", {
    method: "POST",
    body: form,
  });
  const { form: read, dispose } = await readUpload(request, "areas_file", 10);
  return { key: String(read.get("areas_file")), dispose };
}

test("a file of areas far from the job's county must be confirmed, and is then saved from the form", async () => {
  const { manager, ids } = h;
  const { version } = await manager.call(getShapeForm, { id: ids.job });
  const send = async (latitude: number, longitude: number, more: object = {}) => {
    const { key, dispose } = await upload(latitude, longitude);
    const input = { id: ids.job, version: version + 1, areas_file: key, ...more };
    return manager.call(importJobShape, input).finally(dispose);
  };
  const { kind, refusal } = await catchError(send(31.2, -82.36));
  expect(kind).toBe("invalid");
  expect(refusal.facts.fields).toEqual({
    save_anyway: [expect.stringMatching(/^This is [\d,]+ miles outside Crawford, MI\./)],
  });
  expect((await manager.call(getShapeForm, { id: ids.job })).version).toBe(version);

  const { areas = "" } = refusal.facts.values ?? {};
  const shown = { id: ids.job, version: version + 1, location_method: "draw" as const, areas };
  expect((await catchError(manager.call(updateJobShape, shown))).refusal.facts.fields).toHaveProperty(
    "save_anyway",
  );
  await manager.call(updateJobShape, { ...shown, save_anyway: true });
  expect(await manager.call(getShapeForm, { id: ids.job })).toMatchObject({ has_areas: true });
});

test("a file of areas in the job's county is saved at once", async () => {
  const { manager, ids } = h;
  const { version } = await manager.call(getShapeForm, { id: ids.job });
  const { key, dispose } = await upload(44.66, -84.72);
  await manager.call(importJobShape, { id: ids.job, version: version + 1, areas_file: key }).finally(dispose);
  expect((await manager.call(getShapeForm, { id: ids.job })).version).toBe(version + 1);
});
