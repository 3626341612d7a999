import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import sharp from "sharp";
import { itemsOn, startPhone } from "./phone";
import { serveOnLine, signInOn, untilIt } from "./run";

/** A noise picture of about the given number of bytes, its lower half red, so that a missing end shows. */
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

export type PhotoRun = { bytes: number; cuts: number; rows: number; isWhole: boolean; seconds: number };

/**
 * Sends one photo over a line with the given bytes per second, which is cut the given number of times in the middle of
 * it. Counts what the server has of it, and checks whether its end is there.
 */
export async function photoRun(options: {
  bytes: number;
  bytesPerSecond: number;
  cuts: number;
  say?: (line: string) => void;
}): Promise<PhotoRun> {
  const began = performance.now();
  const place = await serveOnLine();
  const { line, folder } = place;
  const phone = await startPhone(join(folder, "phone"), 1);
  try {
    const photo = await noise(options.bytes);
    const file = join(folder, "photo.jpg");
    writeFileSync(file, photo);
    const [page] = phone.tabs;
    if (!page) throw new Error("There is no tab.");
    await signInOn(page, line.url);
    await page.goto(`${line.url}/outbox`);
    await untilIt(() => page.evaluate(async () => Boolean(await caches.match("/outbox/load"))));
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
    await untilIt(async () => (await itemsOn(page)).some(({ state }) => state === "sent"), 3_600_000);
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

/** True if the last rows of a picture are there, and red. */
async function hasItsEnd(picture: Buffer): Promise<boolean> {
  const { width, height } = await sharp(picture).metadata();
  if (!width || !height) return false;
  const { channels } = await sharp(picture, { failOn: "truncated" })
    .extract({ left: 0, top: height - 10, width, height: 10 })
    .stats();
  const [red, green] = channels;
  return Boolean(red && green && red.mean > green.mean + 50);
}
