import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { heicToJpeg } from "./heic.server";

const READ = new Set(["jpeg", "png", "webp"]);
/** More pixels than any phone's camera makes; a bomb of an image stops here before it is unpacked. */
const MOST_PIXELS = 120_000_000;

export const NOT_A_PHOTO = "This is not a photo that can be read. Send a JPEG, PNG, WebP or HEIC.";

type Shrunk = { bytes: number; sha256: string; width: number; height: number };

const open = (path: string) => sharp(path, { limitInputPixels: MOST_PIXELS, failOn: "error" });
const formatOf = async (path: string) => (await open(path).metadata()).format;

/**
 * Makes an upright WebP of at most `size` pixels a side, without the camera's metadata. What the file is, is read
 * from its content, never from its name.
 */
export async function shrink(from: string, to: string, size: number): Promise<Shrunk | { problem: string }> {
  try {
    if ((await formatOf(from)) === "heif") await heicToJpeg(from);
    const format = await formatOf(from);
    if (!format || !READ.has(format)) return { problem: NOT_A_PHOTO };
    const { width, height } = await open(from)
      .rotate()
      .resize({ width: size, height: size, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 80 })
      .toFile(to);
    const made = await readFile(to);
    return { width, height, bytes: made.byteLength, sha256: createHash("sha256").update(made).digest("hex") };
  } catch {
    return { problem: NOT_A_PHOTO };
  }
}
