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

/** Time and position in a photo's EXIF; null if the camera stored none, or nothing readable. Not read from HEIC. */
async function readTaken(path) {
  try {
    const { exif } = await sharp(path, { limitInputPixels: false }).metadata();
    if (!exif) return null;
    const { default: readExif } = await import("exif-reader");
    const { Photo, GPSInfo } = readExif(exif);
    const taken = { ...toTime(Photo ?? {}), ...toPosition(GPSInfo ?? {}) };
    return taken.taken_local === null && taken.latitude === null ? null : taken;
  } catch {
    return null;
  }
}

/** A camera whose clock was never set starts before digital cameras did. */
const MIN_YEAR = 1995;

/** The camera's clock, and the instant if the camera names its offset from UTC. The reader gives local digits as UTC. */
function toTime({ DateTimeOriginal: date, OffsetTimeOriginal: offset }) {
  if (!(date instanceof Date) || Number.isNaN(date.getTime()) || date.getUTCFullYear() < MIN_YEAR)
    return { taken_local: null, taken_at: null };
  const taken_local = date.toISOString().slice(0, 19);
  const instant = new Date(`${taken_local}${/^[+-]\d\d:\d\d$/.test(offset) ? offset : "?"}`);
  return { taken_local, taken_at: Number.isNaN(instant.getTime()) ? null : instant.toISOString() };
}

function toPosition({ GPSLatitude, GPSLatitudeRef, GPSLongitude, GPSLongitudeRef }) {
  const latitude = toDegrees(GPSLatitude, GPSLatitudeRef === "S");
  const longitude = toDegrees(GPSLongitude, GPSLongitudeRef === "W");
  const isPlace =
    Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0);
  return isPlace ? { latitude, longitude } : { latitude: null, longitude: null };
}

/** Degrees, to a tenth of a meter, from degrees, minutes and seconds; not a number if they aren't there. */
function toDegrees(parts, isNegative) {
  if (!Array.isArray(parts)) return Number.NaN;
  const [degrees, minutes = 0, seconds = 0] = parts;
  const value = degrees + minutes / 60 + seconds / 3600;
  return Math.round(value * 1e6) / (isNegative ? -1e6 : 1e6);
}

/**
 * Make upright WebPs of the photo at `from`, without the camera's metadata: each of at most its `size` pixels a side, the
 * largest first, the others from it. What the file is, is read from its content, never from its name.
 */
export async function makePictures({ from, to, heic }) {
  try {
    const image = heic ? await fromHeic(from) : await fromFile(from);
    if (typeof image === "string") return { problem: image };
    const taken = heic ? null : await readTaken(from);
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
    return { made, taken };
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
