import { readdir, rm } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeUser } from "#db/factories";
import { crewPermission } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { UNREADABLE_PHOTO_MESSAGE } from "~/lib/files/shrink.server";
import { openStoredFile } from "~/lib/files/store.server";
import { readUpload } from "~/lib/files/upload.server";
import { getTicketPage } from "~/modules/trip-tickets/shared/detail.server";
import { HEIC_PHOTO } from "../testing/heic";
import { addPhoto, getPhotoFile, removePhoto } from "./photos.server";

let db: Database;
let h: Harvest;
let ticket: number;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  ticket = await h.ticket({ hauler_company_id: h.ids.hauler.id, trip_ticket_status_id: 2 });
});
const folder = () => String(process.env.FILES_DIR);
afterAll(() => rm(folder(), { recursive: true, force: true }));

const picture = () =>
  sharp({ create: { width: 3000, height: 2000, channels: 3, background: "#246" } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();

/** Handle a posted file as the route does: save it to disk, pass it to the procedure, then delete it. */
async function upload(who: Harvest["hauler"], bytes: Uint8Array, name = "load.jpg", megabytes = 10) {
  const body = new FormData();
  body.set("photo", new File([new Uint8Array(bytes)], name, { type: "image/jpeg" }));
  const { form, problem, dispose } = await readUpload(
    new Request("http://x.test/", { method: "POST", body }),
    "photo",
    megabytes,
  );
  if (problem) throw new Error(problem);
  const photo = String(form.get("photo"));
  return who.call(addPhoto, { trip_ticket_id: ticket, photo, caption: "At the landing" }).finally(dispose);
}
const filesLeft = async () =>
  (await readdir(folder(), { recursive: true, withFileTypes: true }).catch(() => [])).filter((f) =>
    f.isFile(),
  ).length;

test("rotates a photo upright, shrinks it, strips its metadata, and shows it to readers of the ticket", async () => {
  const { photo_id } = await upload(h.hauler, await picture());
  const page = await h.owner.call(getTicketPage, { id: ticket });
  expect(page.photos).toMatchObject([{ id: photo_id, caption: "At the landing", mine: false }]);
  expect(page.history[0]?.what).toBe("Photo added");
  const large = await h.owner.call(getPhotoFile, { trip_ticket_id: ticket, photo_id, small: false });
  const small = await h.owner.call(getPhotoFile, { trip_ticket_id: ticket, photo_id, small: true });
  expect([large.width, large.height, large.content_type]).toEqual([1067, 1600, "image/webp"]);
  expect(Math.max(small.width ?? 0, small.height ?? 0)).toBe(320);
  expect(await filesLeft()).toBe(2);
  expect(
    (await catchError(h.rival.call(getPhotoFile, { trip_ticket_id: ticket, photo_id, small: false }))).kind,
  ).toBe("missing");
});

test("hides photos, and captions in the history, from a crew without permission to see photos", async () => {
  expect((await h.owner.call(getTicketPage, { id: ticket })).photos).toHaveLength(1);
  const { id, crew } = h.ids.owner;
  await insertRow(db, crewPermission, { crew_id: crew, entity_id: 20, can_create: true });
  const reader = await actAs(db, await makeUser(db, {}, [crew]), id);
  const page = await reader.call(getTicketPage, { id: ticket });
  expect([page.photos, page.may_read.photos]).toEqual([[], false]);
  expect(page.history[0]).toMatchObject({ what: "Photo added", content: null });
});

test("refuses a file whose content isn't a photo, and leaves nothing on the disk", async () => {
  const before = await filesLeft();
  const hostile = {
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    drawn: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ),
    gif: await sharp({ create: { width: 9, height: 9, channels: 3, background: "#246" } })
      .gif()
      .toBuffer(),
    html: Buffer.from("<!DOCTYPE html><script>alert(1)</script>"),
    truncated: (await picture()).subarray(0, 400),
    zip: Buffer.from("PK\u0003\u0004 not a picture at all"),
  };
  for (const [name, bytes] of Object.entries(hostile)) {
    const { refusal } = await catchError(upload(h.hauler, bytes, `${name}.jpg`));
    expect(refusal.facts.fields).toEqual({ photo: [UNREADABLE_PHOTO_MESSAGE] });
  }
  await expect(upload(h.hauler, Buffer.alloc(1024 * 1024 + 1), "big.jpg", 1)).rejects.toThrow(
    "File size exceeds the limit. Please upload a file smaller than 1MB.",
  );
  expect(await filesLeft()).toBe(before);
});

test("refuses an empty file, and a file name instead of a file", async () => {
  expect(
    (await catchError(h.hauler.call(addPhoto, { trip_ticket_id: ticket, photo: "../../etc/passwd" }))).refusal
      .facts.fields,
  ).toEqual({ photo: ["Photo is required"] });
  expect((await catchError(upload(h.hauler, new Uint8Array()))).kind).toBe("invalid");
});

test("refuses a photo without permission and stores nothing; only its author removes a photo", async () => {
  const before = await filesLeft();
  expect((await catchError(upload(h.owner, await picture()))).kind).toBe("forbidden");
  expect(await filesLeft()).toBe(before);
  const [photo] = (await h.hauler.call(getTicketPage, { id: ticket })).photos;
  const named = { trip_ticket_id: ticket, photo_id: photo?.id ?? 0, version: 2 };
  expect((await catchError(h.manager.call(removePhoto, named))).kind).toBe("forbidden");
  await h.hauler.call(removePhoto, named);
  expect((await h.hauler.call(getTicketPage, { id: ticket })).photos).toEqual([]);
  expect((await catchError(h.hauler.call(removePhoto, named))).kind).toBe("missing");
});

test("stores an iPhone's HEIC photo like any other, and refuses a truncated one", async () => {
  const { photo_id } = await upload(h.hauler, HEIC_PHOTO, "IMG_0042.HEIC");
  const photoFile = await h.owner.call(getPhotoFile, { trip_ticket_id: ticket, photo_id, small: false });
  expect([photoFile.width, photoFile.height, photoFile.content_type]).toEqual([240, 160, "image/webp"]);
  const stored = await openStoredFile(photoFile.storage_key);
  const sand = await sharp(Buffer.from(await new Response(stored?.body).arrayBuffer()))
    .extract({ left: 120, top: 158, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  expect([...sand].map((value) => Math.round(value / 64))).toEqual([4, 3, 3]);
  const { refusal } = await catchError(upload(h.hauler, HEIC_PHOTO.subarray(0, 380), "IMG_0043.HEIC"));
  expect(refusal.facts.fields).toEqual({ photo: [UNREADABLE_PHOTO_MESSAGE] });
});
