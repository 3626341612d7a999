import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test, vi } from "vitest";
import { NOT_A_PHOTO, shrinkPhoto, TOO_LARGE_WHOLE, TOO_MANY_PIXELS } from "~/lib/files/shrink.server";

// Separate processes start and work slowly on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const folder = mkdtempSync(join(tmpdir(), "pixels-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
/** Shrink a photo as a different sender each time. */
async function sent(bytes: Buffer, limits?: Parameters<typeof shrinkPhoto>[3]) {
  files += 1;
  const path = join(folder, `sent-${files}`);
  writeFileSync(path, bytes);
  const to = [1600, 320].map((size) => ({ path: join(folder, `made-${files}-${size}`), size }));
  return shrinkPhoto(`user:${files}`, path, to, limits);
}
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#246" } });

/** A JPEG whose header gives a wrong size. */
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

test("a photo of more than fifty megapixels is refused by its head, before it is unpacked", async () => {
  expect(await sent(await plain(8_000, 6_300).png().toBuffer())).toEqual({ problem: TOO_MANY_PIXELS });
  const small = await plain(64, 64).jpeg().toBuffer();
  expect(await sent(resized(small, 10_950, 10_950))).toEqual({ problem: TOO_MANY_PIXELS });
});

test("kinds that are unpacked whole have a smaller limit", async () => {
  const small = await plain(64, 64).jpeg({ progressive: true }).toBuffer();
  expect(await sent(resized(small, 4_100, 4_100))).toEqual({ problem: TOO_LARGE_WHOLE });
  expect(await sent(await plain(4_100, 4_100).png({ progressive: true }).toBuffer())).toEqual({
    problem: TOO_LARGE_WHOLE,
  });
  expect(await sent(await plain(4_100, 4_100).webp({ lossless: true, effort: 0 }).toBuffer())).toEqual({
    problem: TOO_LARGE_WHOLE,
  });
});

test("the largest photos that are taken are made small within the memory that a job has", async () => {
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

test("a photo that takes too much memory is refused and leaves nothing behind", async () => {
  const camera = await plain(4_000, 4_000).jpeg({ progressive: true }).toBuffer();
  expect(await sent(camera, { ms: 15_000, heap: 64, megabytes: 60 })).toEqual({ problem: TOO_MANY_PIXELS });
  expect((await readdir(folder)).filter((name) => name.startsWith(`made-${files}`))).toEqual([]);
});

test("kinds of pictures that are not taken are not opened at all", async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  for (const bytes of [
    Buffer.from(svg),
    await plain(9, 9).gif().toBuffer(),
    await plain(9, 9).tiff().toBuffer(),
  ])
    expect(await sent(bytes)).toEqual({ problem: NOT_A_PHOTO });
});
