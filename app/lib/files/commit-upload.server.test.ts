import { readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import type { Database } from "#db/client.server";
import { DatabaseError } from "#db/errors.server";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { setLogo } from "~/modules/companies/data/logo.server";
import { addJobFile } from "~/modules/files/data/job-files.server";
import { setContract } from "~/modules/jobs/companies/data/contracts.server";
import { saveJobContract } from "~/modules/jobs/setup/data/contract.server";
import { chooseLocationMethod, uploadJobMap } from "~/modules/jobs/setup/data/location.server";
import { saveOverview } from "~/modules/jobs/setup/data/overview.server";
import { addJobContractor } from "~/modules/jobs/setup/data/parties.server";
import {
  createSetupHarness,
  SETUP_OVERVIEW,
  type SetupHarness,
} from "~/modules/jobs/setup/testing/setup-room.server";
import { addPhoto } from "~/modules/photos/data/photos.server";
import type { Procedure } from "~/web/procedure";
import { runProcedure } from "~/web/run-procedure.server";
import { commitWithFiles, deleteOrphanFiles } from "./commit-upload.server";
import { createTemporaryPath, isFileStored, storeFile } from "./store.server";
import { readUpload } from "./upload.server";

let db: Database;
let h: Harvest;
let room: SetupHarness;
let ticket: number;
let now = new Date();
const DAY = 86_400_000;
const folder = () => String(process.env.FILES_DIR);
/** Return the disk's current time, which differs from the process's time if the tests run under another clock. */
const diskTime = async () => (await stat(await touched())).mtime;
const touched = async () => {
  const path = join(folder(), "clock");
  await writeFile(path, "");
  return path;
};
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  ticket = await h.ticket({ hauler_company_id: h.ids.hauler.id, trip_ticket_status_id: 2 });
  room = await createSetupHarness();
  await room.manager.call(saveOverview, { ...SETUP_OVERVIEW, version: 1 });
  await room.manager.call(chooseLocationMethod, { location_method: "skip", version: 2 });
  await room.manager.call(addJobContractor, { role: "cutter", company_id: room.crew.id, version: 3 });
});
afterAll(() => rm(folder(), { recursive: true, force: true }));

type Who = Harvest["manager"];
type Fault = "unavailable" | "check";

/** Create a database that either executes a statement but responds too late, or rejects the statement. */
const failing = (fault: Fault): Database => ({
  ...db,
  async batch(statements, options) {
    if (fault === "unavailable") await db.batch(statements, options);
    throw new DatabaseError(fault, "aborted due to timeout", null, { cause: null });
  },
});

/** Send a file by form to a procedure whose database fails. */
async function sent<I extends z.ZodType>(
  who: Who,
  procedure: Procedure<I, unknown>,
  file: { field: string; bytes: Uint8Array; name: string },
  rest: object,
  fault: Fault,
) {
  const body = new FormData();
  body.set(file.field, new File([new Uint8Array(file.bytes)], file.name));
  const request = new Request("http://x.test/", { method: "POST", body });
  const { form, dispose } = await readUpload(request, file.field, 10);
  const input = { ...rest, [file.field]: String(form.get(file.field)) };
  const call = { db: failing(fault), actor: who.actor, now: new Date(), address: "127.0.0.1" };
  return runProcedure(procedure, call, input).finally(dispose);
}
const keysKept = async () => {
  const results = await readdir(folder(), { recursive: true, withFileTypes: true }).catch(() => []);
  return results.filter((f) => f.isFile() && /\/[0-9a-f]{2}$/.test(f.parentPath)).map((f) => f.name);
};
const rows = async () => (await db.client.execute("SELECT storage_key FROM stored_file")).rows.length;
const sweep = (date = now) => deleteOrphanFiles({ db, now: () => date });

const pdf = (field: string) => ({ field, bytes: Buffer.from("%PDF-1.4\n%%EOF\n"), name: "paper.pdf" });
const picture = async (field: string) => ({
  field,
  bytes: await sharp({ create: { width: 90, height: 60, channels: 3, background: "#246" } })
    .jpeg()
    .toBuffer(),
  name: "picture.jpg",
});

/** Every procedure that accepts a file, with the number of files it stores. */
const places: [string, number, (fault: Fault) => Promise<unknown>][] = [
  [
    "a photo",
    2,
    async (fault) => sent(h.hauler, addPhoto, await picture("photo"), { trip_ticket_id: ticket }, fault),
  ],
  ["a job's file", 1, (fault) => sent(h.manager, addJobFile, pdf("file"), { job_id: h.ids.job }, fault)],
  ["a logo", 1, async (fault) => sent(h.manager, setLogo, await picture("logo"), {}, fault)],
  [
    "a contract",
    1,
    (fault) =>
      sent(
        h.manager,
        setContract,
        pdf("contract"),
        { job_id: h.ids.job, role: "haul", company_id: h.ids.hauler.id, version: 2, contract_name: "H" },
        fault,
      ),
  ],
  [
    "a contract of a job that is set up",
    1,
    async (fault) =>
      sent(
        room.manager,
        saveJobContract,
        pdf("contract_file"),
        { role: "cutter", company_id: room.crew.id, name: "C", version: await room.versionNow() },
        fault,
      ),
  ],
  [
    "the map of a job that is set up",
    1,
    async (fault) =>
      sent(room.manager, uploadJobMap, pdf("job_map"), { version: await room.versionNow() }, fault),
  ],
];

describe.each(places)("%s", (_, files, send) => {
  test("deletes the file's bytes if the commit is rejected", async () => {
    const before = await keysKept();
    await expect(send("check")).rejects.toThrow("check");
    expect(await keysKept()).toEqual(before);
  });

  test("keeps the bytes if the commit's outcome is unknown but its row was saved", async () => {
    const [before, known] = [await keysKept(), await rows()];
    expect((await catchError(send("unavailable"))).kind).toBe("unavailable");
    expect((await keysKept()).length).toBe(before.length + files);
    expect(await rows()).toBe(known + files);
    await sweep(new Date(now.getTime() + 2 * DAY));
    expect((await keysKept()).length).toBe(before.length + files);
  });
});

const kept = async () => {
  const path = await createTemporaryPath();
  await sharp({ create: { width: 1, height: 1, channels: 3, background: "#246" } })
    .webp()
    .toFile(path);
  return storeFile(path);
};

test("deletes bytes without a row after a day, but not an hour before that", async () => {
  const key = await kept();
  const lost = commitWithFiles([key], async () => {
    throw new DatabaseError("unavailable", "fetch failed", null, { cause: null });
  });
  await expect(lost).rejects.toThrow("fetch failed");
  now = await diskTime();
  await sweep(new Date(now.getTime() + DAY - 3_600_000));
  expect(await isFileStored(key)).toBe(true);
  await sweep(new Date(now.getTime() + DAY + 3_600_000));
  expect(await isFileStored(key)).toBe(false);
});

test("deletes no bytes while the database doesn't respond", async () => {
  const key = await kept();
  const later = new Date((await diskTime()).getTime() + 2 * DAY);
  await expect(deleteOrphanFiles({ db: failing("unavailable"), now: () => later })).rejects.toThrow(
    "unavailable",
  );
  expect(await isFileStored(key)).toBe(true);
});

test("deletes files whose receiving process ended, and keeps files still being received", async () => {
  const [old, fresh] = [await createTemporaryPath(), await createTemporaryPath()];
  for (const path of [old, fresh])
    await sharp({ create: { width: 1, height: 1, channels: 3, background: "#246" } })
      .webp()
      .toFile(path);
  const before = new Date(Date.now() - 2 * 3_600_000);
  await utimes(old, before, before);
  await utimes(fresh, new Date(), new Date());
  await sweep(new Date());
  const left = await readdir(join(folder(), "incoming"));
  expect(left).toContain(fresh.split("/").at(-1));
  expect(left).not.toContain(old.split("/").at(-1));
});
