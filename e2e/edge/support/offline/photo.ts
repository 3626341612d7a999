import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import sharp from "sharp";
import { listStoredItems, startPhone } from "./phone";
import { retryUntil, serveDemoOnLine, signInDriver } from "./run";

/** Create a noise image of about the given size, its lower half red, so that a missing end is detectable. */
async function noise(bytes: number): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt(bytes / 0.62));
  const pixels = Buffer.alloc(side * side * 3);
  let state = 7;
  for (let index = 0; index < pixels.length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const isLower = index >= pixels.length / 2;
    pixels[index] = isLower && index % 3 ? (state >>> 24) % 60 : 60 + ((state >>> 24) % 190);
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer();
}

export type PhotoUploadResult = {
  bytes: number;
  cuts: number;
  rows: number;
  isWhole: boolean;
  seconds: number;
};

/**
 * Upload one photo over a connection of the given speed that is cut the given number of times during the upload. Return
 * the number of rows stored, and whether the stored image is complete.
 */
export async function testPhotoUpload(options: {
  bytes: number;
  bytesPerSecond: number;
  cuts: number;
  say?: (line: string) => void;
}): Promise<PhotoUploadResult> {
  const began = performance.now();
  const place = await serveDemoOnLine();
  const { line, folder } = place;
  const phone = await startPhone(join(folder, "phone"), 1);
  try {
    const photo = await noise(options.bytes);
    const file = join(folder, "photo.jpg");
    writeFileSync(file, photo);
    const [page] = phone.tabs;
    if (!page) throw new Error("There is no tab.");
    await signInDriver(page, line.url);
    await page.goto(`${line.url}/outbox`);
    await retryUntil(() => page.evaluate(async () => Boolean(await caches.match("/outbox/load"))));
    await page.goto(`${line.url}/jobs/1/photos`);
    await page.locator("input[type=file]").first().setInputFiles(file, { timeout: 120_000 });
    const caption = `Photo of ${photo.byteLength}`;
    await page.getByLabel("Caption").first().fill(caption);
    line.slow(options.bytesPerSecond);
    await page.getByRole("button", { name: "Add photo" }).click({ noWaitAfter: true });
    for (let n = 0; n < options.cuts; n++) {
      await new Promise((resume) =>
        setTimeout(resume, (photo.byteLength / options.bytesPerSecond / 3) * 1_000),
      );
      line.cut();
      options.say?.(`cut ${n + 1} of ${options.cuts}`);
    }
    await retryUntil(
      async () => (await listStoredItems(page)).some(({ state }) => state === "sent"),
      3_600_000,
    );
    const client = createClient({ url: place.database });
    const { rows } = await client.execute({ sql: "SELECT id FROM photo WHERE caption = ?", args: [caption] });
    client.close();
    const stored = await page.request.get(`${line.url}/jobs/1/photos/${rows[0]?.id}/image`);
    return {
      bytes: photo.byteLength,
      cuts: options.cuts,
      rows: rows.length,
      isWhole: await hasItsEnd(await stored.body()),
      seconds: Math.round((performance.now() - began) / 1_000),
    };
  } finally {
    await phone.kill();
    await place.end(place.app);
  }
}

/** Check whether an image's last rows exist and are red. */
async function hasItsEnd(picture: Buffer): Promise<boolean> {
  const { width, height } = await sharp(picture).metadata();
  if (!width || !height) return false;
  const { channels } = await sharp(picture, { failOn: "truncated" })
    .extract({ left: 0, top: height - 10, width, height: 10 })
    .stats();
  const [red, green] = channels;
  return Boolean(red && green && red.mean > green.mean + 50);
}
