import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test, vi } from "vitest";
import {
  PHOTO_TOO_LARGE_MESSAGE,
  shrinkPhoto,
  TOO_MANY_PIXELS_MESSAGE,
  UNREADABLE_PHOTO_MESSAGE,
} from "~/lib/files/shrink.server";

// Allow more time: separate processes start and run slowly on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const folder = mkdtempSync(join(tmpdir(), "pixels-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
/** Shrink a photo, with a different sender each time. */
async function sent(bytes: Buffer, limits?: Parameters<typeof shrinkPhoto>[3]) {
  files += 1;
  const path = join(folder, `sent-${files}`);
  writeFileSync(path, bytes);
  const to = [1600, 320].map((size) => ({ path: join(folder, `made-${files}-${size}`), size }));
  return shrinkPhoto(`user:${files}`, path, to, limits);
}
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#246" } });

/** Change the size in a JPEG's header to a wrong one. */
function resized(jpeg: Buffer, width: number, height: number) {
  for (let index = 2; index < jpeg.length; index += 2 + jpeg.readUInt16BE(index + 2)) {
    if (![0xc0, 0xc2].includes(jpeg[index + 1] ?? 0)) continue;
    const changed = Buffer.from(jpeg);
    changed.writeUInt16BE(height, index + 5);
    changed.writeUInt16BE(width, index + 7);
    return changed;
  }
  throw new Error("no frame");
}

test("refuses a photo over fifty megapixels by its header, before decoding", async () => {
  expect(await sent(await plain(8_000, 6_300).png().toBuffer())).toEqual({
    problem: TOO_MANY_PIXELS_MESSAGE,
  });
  const small = await plain(64, 64).jpeg().toBuffer();
  expect(await sent(resized(small, 10_950, 10_950))).toEqual({ problem: TOO_MANY_PIXELS_MESSAGE });
});

test("applies a smaller limit to formats that must be decoded whole", async () => {
  const small = await plain(64, 64).jpeg({ progressive: true }).toBuffer();
  expect(await sent(resized(small, 4_100, 4_100))).toEqual({ problem: PHOTO_TOO_LARGE_MESSAGE });
  expect(await sent(await plain(4_100, 4_100).png({ progressive: true }).toBuffer())).toEqual({
    problem: PHOTO_TOO_LARGE_MESSAGE,
  });
  expect(await sent(await plain(4_100, 4_100).webp({ lossless: true, effort: 0 }).toBuffer())).toEqual({
    problem: PHOTO_TOO_LARGE_MESSAGE,
  });
});

test("shrinks the largest accepted photos within the memory of a job", async () => {
  const camera = await plain(8_000, 6_000).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  expect(await sent(camera)).toMatchObject({
    made: [
      { width: 1200, height: 1600 },
      { width: 240, height: 320 },
    ],
  });
  const whole = await plain(4_000, 4_000)
    .jpeg({ progressive: true, chromaSubsampling: "4:4:4" })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect(await sent(whole)).toMatchObject({ made: [{ width: 1600 }, { width: 320 }] });
});

test("refuses a photo that needs too much memory, and leaves no file behind", async () => {
  const camera = await plain(4_000, 4_000).jpeg({ progressive: true }).toBuffer();
  expect(await sent(camera, { ms: 15_000, heap: 64, megabytes: 60 })).toEqual({
    problem: TOO_MANY_PIXELS_MESSAGE,
  });
  expect((await readdir(folder)).filter((name) => name.startsWith(`made-${files}`))).toEqual([]);
});

test("doesn't open image formats that aren't accepted", async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  for (const bytes of [
    Buffer.from(svg),
    await plain(9, 9).gif().toBuffer(),
    await plain(9, 9).tiff().toBuffer(),
  ])
    expect(await sent(bytes)).toEqual({ problem: UNREADABLE_PHOTO_MESSAGE });
});
