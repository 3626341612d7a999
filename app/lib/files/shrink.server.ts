import { open, rm } from "node:fs/promises";
import { defineIsolatedTask } from "~/sandbox/run.server";
import type { TaskLimits } from "~/sandbox/tasks";
import type { makePictures, PhotoTaken, PictureFacts } from "./picture-task.mjs";

export const UNREADABLE_PHOTO_MESSAGE = "We couldn't read this photo. Send a JPEG, PNG, WebP or HEIC.";
export const TOO_MANY_PIXELS_MESSAGE =
  "This photo has too many pixels. Send one with 50 megapixels or fewer.";
export const PHOTO_TOO_LARGE_MESSAGE =
  "This photo is too large for the way it was saved. Save it as a standard JPEG, or send one with 16 megapixels or fewer.";

const PROBLEMS = {
  unreadable: UNREADABLE_PHOTO_MESSAGE,
  "too large": TOO_MANY_PIXELS_MESSAGE,
  "too large whole": PHOTO_TOO_LARGE_MESSAGE,
};

const LIMITS: TaskLimits = { ms: 15_000, heap: 64, megabytes: 320 };
/** Limits for HEIC photos. Decoding needs ten bytes per pixel, so a HEIC photo is processed alone, with all the memory. */
const HEIC_LIMITS: TaskLimits = { ...LIMITS, megabytes: 640, alone: true };
const makeAlone = defineIsolatedTask<typeof makePictures>({
  module: "lib/files/picture-task.mjs",
  name: "makePictures",
  limits: LIMITS,
});

const HEIC = /^ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/;

type Made<To extends unknown[]> = { [K in keyof To]: PictureFacts };

/**
 * Make upright WebPs of the photo at `from`, without the camera's metadata, each at most `size` pixels per side, the
 * largest first; with the time and the position that the camera stored. `account` is the sender: one photo per account is processed at a time.
 */
export async function shrinkPhoto<To extends { path: string; size: number }[]>(
  account: string,
  from: string,
  to: [...To],
  limits?: TaskLimits,
): Promise<{ made: Made<To>; taken: PhotoTaken | null } | { problem: string }> {
  const heic = await isHeic(from);
  const ran = await makeAlone(
    { from, to, heic },
    { account, limits: limits ?? (heic ? HEIC_LIMITS : LIMITS) },
  );
  if ("result" in ran && "made" in ran.result) {
    const { made, taken } = ran.result;
    return { made: made as Made<To>, taken };
  }
  await Promise.all(to.map(({ path }) => rm(path, { force: true })));
  if ("result" in ran)
    return { problem: "problem" in ran.result ? PROBLEMS[ran.result.problem] : UNREADABLE_PHOTO_MESSAGE };
  return { problem: ran.stopped === "crash" ? UNREADABLE_PHOTO_MESSAGE : TOO_MANY_PIXELS_MESSAGE };
}

/** Check whether a file is a photo in the iPhone's format, by its first bytes and never by its name. */
async function isHeic(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0);
    return HEIC.test(buffer.subarray(4, bytesRead).toString("latin1"));
  } finally {
    await file.close();
  }
}
