import { readdir, rm } from "node:fs/promises";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { company, storedFile } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getCompany } from "~/modules/companies/shared/company.server";
import { addJobFile } from "~/modules/files/data/job-files.server";
import { setAvatar } from "~/modules/people/data/people-seen.server";
import { addPhoto } from "~/modules/photos/data/photos.server";
import { env } from "~/web/env.server";
import { readQuota, readStorageUsage } from "./quota.server";
import { readUpload } from "./upload.server";

const MB = 1024 * 1024;
let db: Database;
let h: Harvest;
let ticket: number;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  ticket = await h.ticket({ hauler_company_id: h.ids.hauler.id, trip_ticket_status_id: 2 });
});
const stored = { ...env() };
afterEach(() => {
  Object.assign(env(), stored);
});
afterAll(() => rm(env().FILES_DIR, { recursive: true, force: true }));

type Person = Harvest["hauler"];
const asking = (who: Person, now = new Date()) => ({ read: db.read, actor: who.actor, now });
const setQuota = (who: { id: number }, megabytes: number | null) =>
  db.batch([
    db.write.update(company).set({ file_quota_megabytes: megabytes }).where(eq(company.id, who.id)).toSQL(),
  ]);
const storedFiles = async () => (await db.read.select({ id: storedFile.id }).from(storedFile)).length;
const incoming = () => readdir(`${env().FILES_DIR}/incoming`).catch(() => []);

/** Receive a file as its route does; `during` runs while the request is pending. */
async function received(
  who: Person,
  bytes: number,
  during: (key: string) => Promise<unknown> = async () => {},
) {
  const body = new FormData();
  const pdf = Buffer.concat([
    Buffer.from("%PDF-1.7\n"),
    Buffer.alloc(bytes - 14, 0x20),
    Buffer.from("%%EOF"),
  ]);
  body.set("file", new File([new Uint8Array(pdf)], "map.pdf"));
  const request = new Request("http://x.test/", { method: "POST", body });
  const room = await readQuota(asking(who));
  const { form, problem, full, dispose } = await readUpload(request, "file", 25, { room });
  try {
    if (!problem) await during(String(form.get("file")));
    return { problem, full };
  } finally {
    await dispose();
  }
}
const addFile = (who: Person) => (file: string) => who.call(addJobFile, { job_id: h.ids.job, file });

test("counts a company's uploads toward its quota and shows the usage on the company's page", async () => {
  const { used } = await readStorageUsage(db, h.ids.manager.id);
  await received(h.manager, 2 * MB, addFile(h.manager));
  expect((await readStorageUsage(db, h.ids.manager.id)).used - used).toBe(2 * MB);
  expect((await h.manager.call(getCompany, {})).files).toBe("2 MB of 5 GB used");
  await setQuota(h.ids.manager, 2000);
  expect((await h.manager.call(getCompany, {})).files).toBe("2 MB of 2 GB used");
  await setQuota(h.ids.manager, null);
  expect((await h.rival.call(getCompany, {})).files).toBe("0 MB of 5 GB used");
});

test("stops an upload over the quota while it arrives and deletes its bytes", async () => {
  await setQuota(h.ids.manager, 2);
  const before = await incoming();
  const { problem, full } = await received(h.manager, 3 * MB);
  expect({ problem, full }).toEqual({
    problem: expect.stringMatching(/There's no room for this one/),
    full: true,
  });
  expect(await incoming()).toEqual(before);
  await setQuota(h.ids.manager, null);
  expect((await received(h.manager, 3 * MB)).problem).toBeNull();
});

test("concurrent uploads share the remaining quota", async () => {
  const { used } = await readStorageUsage(db, h.ids.manager.id);
  await setQuota(h.ids.manager, Math.ceil(used / MB) + 4);
  let second: { full: boolean } | null = null;
  const first = await received(h.manager, 3 * MB, async () => {
    second = await received(h.manager, 3 * MB);
  });
  expect([first.full, second]).toEqual([false, expect.objectContaining({ full: true })]);
  expect((await received(h.manager, 3 * MB)).full).toBe(false);
  await setQuota(h.ids.manager, null);
});

test("rejects a file if the quota was filled while the file arrived", async () => {
  const { used } = await readStorageUsage(db, h.ids.manager.id);
  const files = await storedFiles();
  const { refusal } = await catchError(
    received(h.manager, 2 * MB, async (key) => {
      await setQuota(h.ids.manager, Math.ceil(used / MB));
      await addFile(h.manager)(key);
    }),
  );
  expect([refusal.kind, refusal.status]).toEqual(["noRoom", 507]);
  expect(await storedFiles()).toBe(files);
  await setQuota(h.ids.manager, null);
});

test("accepts only one of two files saved at once if the quota has room for one", async () => {
  const { used } = await readStorageUsage(db, h.ids.manager.id);
  await setQuota(h.ids.manager, Math.ceil(used / MB) + 3);
  const received = await Promise.all(
    ["a", "b"].map((name) => {
      const body = new FormData();
      const pdf = Buffer.concat([
        Buffer.from(`%PDF-1.7 ${name}\n`),
        Buffer.alloc(2 * MB, 0x20),
        Buffer.from("%%EOF"),
      ]);
      body.set("file", new File([new Uint8Array(pdf)], "map.pdf"));
      return readUpload(new Request("http://x.test/", { method: "POST", body }), "file", 25);
    }),
  );
  const saved = await Promise.allSettled(
    received.map(({ form }) => addFile(h.manager)(String(form.get("file")))),
  );
  expect(saved.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  for (const { dispose } of received) await dispose();
  await setQuota(h.ids.manager, null);
});

test("counts a photo toward the company whose user took the photo, not the ticket's company", async () => {
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#246" } })
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.set("photo", new File([new Uint8Array(photo)], "load.jpg"));
  const request = new Request("http://x.test/", { method: "POST", body });
  const [office, hauler] = await Promise.all(
    [h.ids.manager, h.ids.hauler].map(({ id }) => readStorageUsage(db, id)),
  );
  const { form, dispose } = await readUpload(request, "photo", 10);
  await h.hauler
    .call(addPhoto, { trip_ticket_id: ticket, photo: String(form.get("photo")) })
    .finally(dispose);
  expect((await readStorageUsage(db, h.ids.manager.id)).used).toBe(office?.used);
  expect((await readStorageUsage(db, h.ids.hauler.id)).used).toBeGreaterThan(hauler?.used ?? 0);
});

test("limits a person's uploads per day, even without a company", async () => {
  env().FILE_DAILY_MB = 3;
  expect((await received(h.mill, 2 * MB)).full).toBe(false);
  const alone = { ...h.mill, actor: { ...h.mill.actor, company: null } } as Person;
  const { problem } = await received(alone, 4 * MB);
  expect(problem).toMatch(/since yesterday\. Send this one tomorrow\.$/);
  await expect(alone.call(setAvatar, { photo: "x" } as never)).rejects.toThrow();
});

test("rejects files with a message when the disk is nearly full", async () => {
  env().DISK_RESERVE_MB = 999_999_999;
  const { problem, full } = await received(h.manager, MB);
  expect({ problem, full }).toEqual({
    problem: "Timbertally can't store files right now. Everything else works. Try again later.",
    full: true,
  });
  await setQuota(h.ids.mill, null);
});
