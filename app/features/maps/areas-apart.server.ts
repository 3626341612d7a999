import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { log } from "~/web/log.server";
import type { ReadAreas } from "./areas.server";

/** More than the largest file of areas that is taken needs, in time and in memory. */
const LIMITS = { ms: 30_000, megabytes: 192 };
const TOO_LONG = "This file could not be read: it takes too long.";

let last: Promise<unknown> = Promise.resolve();

/**
 * As `readAreas`, of the file at `path`, in a thread beside the server: whatever somebody sends, nobody else waits for it.
 * One file at a time, and where one takes too long or too much memory the thread is ended and that is said.
 */
export function readAreasApart(path: string, fileName: string, limits = LIMITS): Promise<ReadAreas> {
  const next = last.then(() => read(path, fileName, limits));
  last = next.catch(() => undefined);
  return next;
}

function read(path: string, fileName: string, { ms, megabytes }: typeof LIMITS): Promise<ReadAreas> {
  // The name is given in package.json: a path from here would be another one in the built server.
  const script = createRequire(import.meta.url).resolve("#areas-worker");
  return new Promise((resolve) => {
    const worker = new Worker(script, {
      workerData: { path, fileName },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    });
    const ended = (read: ReadAreas) => {
      clearTimeout(late);
      resolve(read);
      void worker.terminate();
    };
    const gaveUp = (why: unknown) => {
      log.warn({ err: why }, "a file of areas was not read");
      ended({ geom: null, message: TOO_LONG });
    };
    const late = setTimeout(() => gaveUp(new Error(`not read after ${ms} ms`)), ms);
    worker.once("message", ended);
    worker.once("error", gaveUp);
    // After an answer it is no news that it ended.
    worker.once("exit", () => ended({ geom: null, message: TOO_LONG }));
  });
}
