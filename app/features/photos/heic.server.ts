import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import sharp from "sharp";

/** Four bytes a pixel are unpacked at once: two hundred megabytes, for the largest photo that a phone makes. */
const MOST_PIXELS = 50_000_000;
const MOST_MS = 30_000;

/** Runs beside the server: unpacking takes seconds, and nobody else waits for it. */
const SCRIPT = `
const { parentPort, workerData } = require("node:worker_threads");
const decode = require(workerData.decoder);
(async () => {
  const images = await decode.all({ buffer: workerData.bytes });
  try {
    const [first] = images;
    if (!first || first.width * first.height > workerData.mostPixels) return parentPort.postMessage(null);
    const { width, height, data } = await first.decode();
    parentPort.postMessage({ width, height, data: data.buffer }, [data.buffer]);
  } finally {
    images.dispose();
  }
})();
`;

type Pixels = { width: number; height: number; data: ArrayBuffer } | null;

let last: Promise<unknown> = Promise.resolve();

/**
 * Makes the HEIC photo at `path`, as phones write it, a JPEG in its place, upright and without metadata; false where it
 * cannot be read. One at a time, so that many together do not fill the memory.
 */
export function heicToJpeg(path: string): Promise<boolean> {
  const next = last.then(() => convert(path));
  last = next.catch(() => undefined);
  return next;
}

async function convert(path: string): Promise<boolean> {
  const pixels = await unpacked(await readFile(path)).catch(() => null);
  if (!pixels) return false;
  const { width, height, data } = pixels;
  const jpeg = sharp(Buffer.from(data), { raw: { width, height, channels: 4 } })
    .flatten()
    .jpeg({ quality: 92 });
  await writeFile(path, await jpeg.toBuffer());
  return true;
}

function unpacked(bytes: Uint8Array): Promise<Pixels> {
  const decoder = createRequire(import.meta.url).resolve("heic-decode");
  return new Promise((resolve, reject) => {
    const worker = new Worker(SCRIPT, {
      eval: true,
      workerData: { decoder, bytes, mostPixels: MOST_PIXELS },
      // What the library says of a broken photo is for nobody.
      stdout: true,
      stderr: true,
      execArgv: [],
    });
    const late = setTimeout(() => {
      reject(new Error("The photo took too long to unpack."));
      void worker.terminate();
    }, MOST_MS);
    worker.once("message", (pixels: Pixels) => {
      resolve(pixels);
      void worker.terminate();
    });
    worker.once("error", reject);
    worker.once("exit", () => {
      clearTimeout(late);
      reject(new Error("The photo could not be unpacked."));
    });
  });
}
