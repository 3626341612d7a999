import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { actWithoutPermissions } from "#db/testing/limited";
import { openTestDatabase } from "#db/testing/test-database";
import { addJobFile } from "~/modules/files/data/job-files.server";
import { addJobPhoto } from "./job-photos.server";
import { addPhoto } from "./photos.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

/**
 * Placeholder that isn't an uploaded file: users who may add a file get an error about it, others are refused before it
 * is read.
 */
const photo = "nothing";
const file = "nothing";

test("a company that only receives the wood adds no photo or file to a job; a stranger gets a 404", async () => {
  const job_id = h.ids.job;
  const kinds = async (who: Harvest["mill"]) => [
    (await catchError(who.call(addJobPhoto, { job_id, photo }))).kind,
    (await catchError(who.call(addJobFile, { job_id, file }))).kind,
  ];
  expect(await kinds(h.logger)).toEqual(["invalid", "invalid"]);
  expect(await kinds(h.mill)).toEqual(["forbidden", "forbidden"]);
  expect(await kinds(h.rival)).toEqual(["missing", "missing"]);
  expect(
    await kinds(await actWithoutPermissions(db, h.ids.logger.id, "photo.create", "file.create")),
  ).toEqual(["forbidden", "forbidden"]);
});

test("only the job's office may add the plan map", async () => {
  const map = { job_id: h.ids.job, file, is_plan_map: true };
  expect((await catchError(h.manager.call(addJobFile, map))).kind).toBe("invalid");
  expect((await catchError(h.logger.call(addJobFile, map))).kind).toBe("forbidden");
});

test("a company no longer on a ticket can't add a photo to it; a stranger gets a 404", async () => {
  const trip_ticket_id = await h.ticket({ hauler_company_id: h.ids.hauler.id, trip_ticket_status_id: 2 });
  const kindOf = async (who: Harvest["mill"]) =>
    (await catchError(who.call(addPhoto, { trip_ticket_id, photo }))).kind;
  expect(await kindOf(h.hauler)).toBe("invalid");
  expect(await kindOf(h.owner)).toBe("forbidden");
  expect(await kindOf(h.rival)).toBe("missing");
});
