import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import sharp from "sharp";

/** More pixels than a phone's camera makes. */
const MOST_PIXELS = 50_000_000;
/**
 * A progressive JPEG, an interlaced PNG and a WebP are unpacked whole before the first line of them can be read, at up
 * to eight bytes a pixel.
 */
const MOST_PIXELS_WHOLE = 16_000_000;

const READ = ["Jpeg", "Png", "Webp"];

// One thread, nothing kept: the process ends after this. Of the many kinds of files that the library can read, only
// those that are taken are left to it.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: READ.map((name) => `VipsForeignLoad${name}File`) });

/**
 * Make upright WebPs of the photo at `from`, without the camera's metadata: each of at most its `size` pixels a side, the
 * largest first, the others from it. What the file is, is read from its content, never from its name.
 */
export async function makePictures({ from, to, heic }) {
  try {
    const image = heic ? await fromHeic(from) : await fromFile(from);
    if (typeof image === "string") return { problem: image };
    const made = [];
    let source = image;
    for (const { path, size } of to) {
      const { width, height } = await source
        .resize({ width: size, height: size, fit: "inside", withoutEnlargement: true })
        .webp({ quality: 80 })
        .toFile(path);
      const bytes = await readFile(path);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      made.push({ width, height, bytes: bytes.byteLength, sha256 });
      source = sharp(path);
    }
    return { made };
  } catch {
    return { problem: "unreadable" };
  }
}

/** Make a PNG of a picture of ours, on white, for paper. */
export async function makePng({ from, to }) {
  try {
    await sharp(from, { limitInputPixels: MOST_PIXELS_WHOLE })
      .flatten({ background: "#fff" })
      .png()
      .toFile(to);
    return { made: true };
  } catch {
    return { made: false };
  }
}

async function fromFile(path) {
  const options = { limitInputPixels: MOST_PIXELS, failOn: "error", sequentialRead: true };
  const { format, width, height, isProgressive } = await sharp(path, {
    ...options,
    limitInputPixels: false,
  }).metadata();
  const whole = isProgressive || format === "webp";
  if (width * height > (whole ? MOST_PIXELS_WHOLE : MOST_PIXELS))
    return whole ? "too large whole" : "too large";
  return sharp(path, options).rotate();
}

async function fromHeic(path) {
  const { default: decode } = await import("heic-decode");
  const images = await decode.all({ buffer: await readFile(path) });
  const [first] = images;
  if (!first) return "unreadable";
  if (first.width * first.height > MOST_PIXELS) return "too large";
  const { width, height, data } = await first.decode();
  return sharp(data, { raw: { width, height, channels: 4 } }).flatten();
}
