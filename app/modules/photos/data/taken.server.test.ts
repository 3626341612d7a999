import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { openStoredFile } from "~/lib/files/store.server";
import { readUpload } from "~/lib/files/upload.server";
import { formatTaken } from "~/modules/comments/rules/photo-taken";
import { listTicketPhotos } from "~/modules/trip-tickets/data/related.server";
import { getTicketPage } from "~/modules/trip-tickets/shared/detail.server";
import { addJobPhoto, getJobPhotos, listJobPhotos } from "./job-photos.server";
import { addPhoto, getPhotoFile } from "./photos.server";

let db: Database;
let h: Harvest;
let ticket: number;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  ticket = await h.ticket({ hauler_company_id: h.ids.hauler.id, trip_ticket_status_id: 2 });
});

const IFD2 = { DateTimeOriginal: "2026:11:25 15:10:00", OffsetTimeOriginal: "-08:00" };
const IFD3 = {
  GPSLatitudeRef: "N",
  GPSLatitude: "44/1 45/1 4680/100",
  GPSLongitudeRef: "W",
  GPSLongitude: "84/1 43/1 1200/100",
};
const picture = (exif: object) =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: "#246" } })
    .jpeg()
    .withExif(exif as never)
    .toBuffer();

async function uploaded<T>(bytes: Uint8Array, send: (photo: string) => Promise<T>): Promise<T> {
  const body = new FormData();
  body.set("photo", new File([new Uint8Array(bytes)], "load.jpg", { type: "image/jpeg" }));
  const request = new Request("http://x.test/", { method: "POST", body });
  const { form, dispose } = await readUpload(request, "photo", 10);
  return send(String(form.get("photo"))).finally(dispose);
}
const add = async (bytes: Uint8Array) =>
  uploaded(bytes, async (photo) => h.hauler.call(addPhoto, { trip_ticket_id: ticket, photo }));
const photoOf = async (who: Harvest["hauler"], id: number) =>
  (await who.call(getTicketPage, { id: ticket })).photos.find((photo) => photo.id === id);

test("shows when a photo was taken, and where only to readers who may see the job's land", async () => {
  const { photo_id } = await add(await picture({ IFD2, IFD3 }));
  const shown = await photoOf(h.manager, photo_id);
  expect(shown).toMatchObject({
    taken: { at: "2026-11-25T23:10:00.000Z", text: "Nov 25, 2026, 3:10 PM UTC-8" },
    position: "44.763000, -84.720000",
  });
  const receiver = await photoOf(h.mill, photo_id);
  expect([receiver?.taken, receiver?.position]).toEqual([shown?.taken, null]);
  const listed = async (who: Harvest["mill"]) =>
    (await who.call(listTicketPhotos, { trip_ticket_id: ticket })).photos;
  expect(await listed(h.manager)).toMatchObject([{ latitude: 44.763, longitude: -84.72 }]);
  expect(await listed(h.mill)).toMatchObject([{ latitude: null, longitude: null }]);
});

test("stores pictures without the camera's metadata", async () => {
  const { photo_id } = await add(await picture({ IFD2, IFD3 }));
  for (const small of [false, true]) {
    const file = await h.mill.call(getPhotoFile, { trip_ticket_id: ticket, photo_id, small });
    const stored = await openStoredFile(file.storage_key);
    const bytes = Buffer.from(await new Response(stored?.body as never).arrayBuffer());
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  }
});

test.each([
  ["nothing", {}],
  ["a clock that was never set", { IFD2: { DateTimeOriginal: "1970:01:01 00:00:00" } }],
  ["a text that isn't a time", { IFD2: { DateTimeOriginal: "yesterday" } }],
  [
    "a position without its satellites",
    { IFD3: { ...IFD3, GPSLatitude: "0/1 0/1 0/1", GPSLongitude: "0/1 0/1 0/1" } },
  ],
  ["a position off the earth", { IFD3: { ...IFD3, GPSLatitude: "99/1 0/1 0/1" } }],
])("shows no time and no place for a photo with %s", async (_name, exif) => {
  const { photo_id } = await add(await picture(exif));
  expect(await photoOf(h.manager, photo_id)).toMatchObject({ taken: null, position: null });
});

test("shows when and where a job's photos were taken, on pages and in the API", async () => {
  await uploaded(await picture({ IFD2: { DateTimeOriginal: IFD2.DateTimeOriginal }, IFD3 }), async (photo) =>
    h.manager.call(addJobPhoto, { job_id: h.ids.job, photo }),
  );
  const { photos } = await h.manager.call(getJobPhotos, { id: h.ids.job });
  expect(photos[0]).toMatchObject({
    taken: { at: "2026-11-25T15:10:00", text: "Nov 25, 2026, 3:10 PM" },
    position: "44.763000, -84.720000",
  });
  const listed = await h.manager.call(listJobPhotos, { job_id: h.ids.job });
  expect(listed.photos[0]).toMatchObject({
    taken_local: "2026-11-25T15:10:00",
    taken_at: null,
    latitude: 44.763,
    longitude: -84.72,
  });
});

test("shows the camera's UTC offset only if the reader's time zone has another offset", () => {
  const taken = {
    taken_local: "2026-11-25T15:10:00",
    taken_at: "2026-11-25T20:10:00.000Z",
    latitude: null,
    longitude: null,
  };
  expect(formatTaken(taken, "America/Detroit")?.text).toBe("Nov 25, 2026, 3:10 PM");
  expect(formatTaken(taken, "Asia/Kolkata")?.text).toBe("Nov 25, 2026, 3:10 PM UTC-5");
});
