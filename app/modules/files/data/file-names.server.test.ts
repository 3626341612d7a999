import { rm, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Database } from "#db/client.server";
import { storedFile } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { buildFileResponse } from "~/lib/files/file-answer.server";
import { requireWritableFolder } from "~/lib/files/store.server";
import { readUpload } from "~/lib/files/upload.server";
import { addPhoto } from "~/modules/photos/data/photos.server";
import { addStatement, listStatements } from "~/modules/reconcile/data/statements.server";
import { getTicketPage } from "~/modules/trip-tickets/shared/detail.server";
import { env } from "~/web/env.server";
import { addJobFile, getJobFile } from "./job-files.server";

let db: Database;
let h: Harvest;
let ticket: number;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  ticket = await h.ticket({ hauler_company_id: h.ids.hauler.id, trip_ticket_status_id: 2 });
});
afterAll(() => rm(env().FILES_DIR, { recursive: true, force: true }));

/** Parse a multipart form whose file part has exactly this header. */
async function received(field: string, header: string, bytes: Uint8Array) {
  const head = `--line\r\nContent-Disposition: form-data; name="note"\r\n\r\nbeside it\r\n--line\r\nContent-Disposition: form-data; name="${field}"; ${header}\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = new Uint8Array(Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n--line--\r\n")]));
  const headers = { "Content-Type": "multipart/form-data; boundary=line" };
  const sent = await readUpload(new Request("http://x.test/", { method: "POST", headers, body }), field, 10);
  expect([sent.problem, sent.form.get("note")]).toEqual([null, "beside it"]);
  return { key: String(sent.form.get(field)), dispose: sent.dispose };
}

const PDF = Buffer.from("%PDF-1.7\n%%EOF");
/** File name as browsers and API clients send it, the name it means, and the name that a PDF is saved under. */
const NAMES = [
  ['filename="a=b.pdf"', "a=b.pdf", "a_b.pdf"],
  ['filename="a;b.pdf"', "a;b.pdf", "a_b.pdf"],
  ['filename="a;b=c; name=d.pdf"', "a;b=c; name=d.pdf", "a_b_c_ name_d.pdf"],
  ['filename="a\\"b.pdf"', 'a"b.pdf', "a_b.pdf"],
  ['filename="Jim\'s slip.pdf"', "Jim's slip.pdf", "Jim_s slip.pdf"],
  ['filename="Größe 木材.pdf"', "Größe 木材.pdf", "Größe 木材.pdf"],
  ["filename*=UTF-8''Gr%C3%B6%C3%9Fe%3B.pdf", "Größe;.pdf", "Größe_.pdf"],
  ['filename="C:\\maps\\east\\=plan.pdf"', "=plan.pdf", "_plan.pdf"],
  ['filename="🌲.pdf"', "🌲.pdf", "_.pdf"],
  ['filename="load\u0001\ufffd slip.pdf"', "load slip.pdf", "load slip.pdf"],
  [`filename="${"x".repeat(99)}𠮷𠮷.pdf"`, `${"x".repeat(99)}𠮷𠮷.pdf`, `${"x".repeat(99)}𠮷.pdf`],
  [`filename="${"x".repeat(199)}𠮷.pdf"`, `${"x".repeat(199)}𠮷`, `${"x".repeat(100)}.pdf`],
] as const;

test.each(NAMES)(
  "accepts a file sent with %s as a job's file and returns it under a safe name",
  async (header, _name, saved) => {
    const { key, dispose } = await received("file", header, PDF);
    const { file_id } = await h.manager.call(addJobFile, { job_id: h.ids.job, file: key }).finally(dispose);
    const file = await h.manager.call(getJobFile, { job_id: h.ids.job, file_id });
    expect(file.file_name).toBe(saved);
    const answer = await buildFileResponse(file);
    expect(answer.headers.get("Content-Disposition")).toMatch(/^attachment; filename="[\x20-\x7e]+"; /);
    expect(answer.headers.get("Content-Disposition")).toContain(`''${encodeURIComponent(saved)}`);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PDF);
  },
);

// Only the names that differ most are tested here, because separate processes shrink photos and read statements, which
// takes time.
const SOME = NAMES.filter((_, index) => [0, 1, 3, 5, 11].includes(index));

test.each(SOME)("accepts a file sent with %s as a photo of a load", async (header) => {
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#246" } })
    .jpeg()
    .toBuffer();
  const { key, dispose } = await received("photo", header, photo);
  const { photo_id } = await h.hauler.call(addPhoto, { trip_ticket_id: ticket, photo: key }).finally(dispose);
  const page = await h.hauler.call(getTicketPage, { id: ticket });
  expect(page.photos.map(({ id }) => id)).toContain(photo_id);
});

test.each(SOME)(
  "accepts a file sent with %s as a mill's statement and lists it as %s",
  async (header, name) => {
    const csv = Buffer.from("Ticket,Scale,Net\n1001,S-1,50000\n");
    const { key, dispose } = await received("file", header, csv);
    await h.manager.call(addStatement, { mill_company_id: h.ids.mill.id, file: key }).finally(dispose);
    const { statements } = await h.manager.call(listStatements, {});
    expect(statements[0]?.file_name).toBe(name);
  },
);

test("rejects a truncated PDF with a message and stores none of it", async () => {
  const whole = Buffer.concat([
    Buffer.from("%PDF-1.7\n"),
    Buffer.alloc(200_000, 0x20),
    Buffer.from("%%EOF\n"),
  ]);
  const add = async (bytes: Buffer) => {
    const { key, dispose } = await received("file", 'filename="plan.pdf"', bytes);
    return h.manager.call(addJobFile, { job_id: h.ids.job, file: key }).finally(dispose);
  };
  const countStored = async () => (await db.read.select({ id: storedFile.id }).from(storedFile)).length;
  const before = await countStored();
  const error = await catchError(add(whole.subarray(0, 100_000)));
  expect(error.refusal.facts.fields).toEqual({
    file: ["This PDF is cut off: its end is missing. Save it again, or download it again, and send that."],
  });
  expect(await countStored()).toBe(before);
  await add(whole);
  expect(await countStored()).toBe(before + 1);
});

test("rejects an upload with a message if the file folder isn't writable, and keeps the typed values", async () => {
  const folder = env().FILES_DIR;
  const blocked = `${folder}/store-name`;
  await writeFile(blocked, "a file where the folder should be");
  env().FILES_DIR = `${blocked}/files`;
  onTestFinished(() => {
    env().FILES_DIR = folder;
  });
  const body = new FormData();
  body.set("note", "by the gate");
  body.set("file", new File([new Uint8Array(PDF)], "plan.pdf"));
  const request = () => new Request("http://x.test/", { method: "POST", body });
  const { form, problem, full } = await readUpload(request(), "file", 10);
  expect([form.get("note"), problem, full]).toEqual([
    "by the gate",
    "Timbertally can't store files right now. Everything else works. Try again later.",
    true,
  ]);
  expect(() => requireWritableFolder(env().FILES_DIR)).toThrow(
    `FILES_DIR: nothing can be written to ${env().FILES_DIR}. Check that it exists and whose it is.`,
  );
  expect(() => requireWritableFolder(folder)).not.toThrow();
});
