import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { codeOf } from "~/domain/records/records";
import { env } from "~/web/env.server";
import { diskIsFull } from "./quota.server";

/**
 * The one place where bytes lie: a folder on disk, names by random key. Callers hold keys and never paths;
 * who may read a file is decided by the route that serves it.
 */
const KEY = /^[0-9a-f-]{36}$/;

function pathOf(key: string): string {
  if (!KEY.test(key)) throw new Error("not a storage key");
  return join(resolve(env().FILES_DIR), key.slice(0, 2), key);
}

/**
 * Move a finished file of this process into the store and return its key. Until `markSettled`, a mark next to the
 * store says that no row may know it (`sweepStore`).
 */
export async function keep(temporaryPath: string): Promise<string> {
  const key = randomUUID();
  const path = pathOf(key);
  await mkdir(join(path, ".."), { recursive: true });
  await mkdir(folderOf("unsettled"), { recursive: true });
  await writeFile(join(folderOf("unsettled"), key), "");
  await rename(temporaryPath, path);
  return key;
}

/** What this store is called: a name of its own, made with it, so that work on its files finds the server that has them. */
export async function storeName(): Promise<string> {
  const folder = resolve(env().FILES_DIR);
  const path = join(folder, "store-name");
  const own = join(folder, `store-name-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  await writeFile(own, randomUUID());
  // Whole or not at all; of two processes that begin at once, the first names it.
  await link(own, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(own, { force: true });
  return readFile(path, "utf8");
}

/** Record that a row holds this key: from now on the bytes stay until they're discarded. */
export async function markSettled(key: string) {
  pathOf(key);
  await rm(join(folderOf("unsettled"), key), { force: true });
}

export async function discard(key: string) {
  await rm(pathOf(key), { force: true });
  await markSettled(key);
}

/** The keys that were kept before this moment and not settled since. */
export const unsettledBefore = async (moment: number) =>
  (await leftBefore("unsettled", moment)).filter((name) => KEY.test(name));

/** Removes what processes that ended were still writing or receiving, untouched since this moment. */
export async function clearIncoming(moment: number) {
  for (const name of await leftBefore("incoming", moment))
    await rm(join(folderOf("incoming"), name), { force: true });
}

const folderOf = (name: "incoming" | "unsettled") => join(resolve(env().FILES_DIR), name);

async function leftBefore(name: "incoming" | "unsettled", moment: number): Promise<string[]> {
  const folder = folderOf(name);
  const names = await readdir(folder).catch(() => []);
  const times = await Promise.all(
    names.map((file) =>
      stat(join(folder, file)).then(
        ({ mtimeMs }) => mtimeMs,
        () => Number.POSITIVE_INFINITY,
      ),
    ),
  );
  return names.filter((_, i) => (times[i] ?? moment) < moment);
}

/** The bytes of a stored file (or a part, both ends counted) as a web stream, and how many there are; null where they are gone. */
export async function openStored(
  key: string,
  part?: { start: number; end: number },
): Promise<{ body: ReadableStream; bytes: number } | null> {
  const path = pathOf(key);
  const found = await stat(path).catch(() => null);
  if (!found) return null;
  return { body: Readable.toWeb(createReadStream(path, part)) as ReadableStream, bytes: found.size };
}

/** Whether the bytes of this key lie in this server's store. */
export const isStored = (key: string): Promise<boolean> =>
  stat(pathOf(key)).then(
    () => true,
    () => false,
  );

/** A new name for a file that is being written; on the store's own disk, so that keeping it is a rename. */
export async function temporaryPath(): Promise<string> {
  const folder = folderOf("incoming");
  await mkdir(folder, { recursive: true });
  return join(folder, randomUUID());
}

/**
 * Write pieces to a new temporary file without holding them whole, and return its path. Where they fail, the file is
 * gone once this rejects: a file that is removed while it's still being opened would come back.
 */
export async function writeTemporary(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const path = await temporaryPath();
  try {
    await writeFile(path, pieces);
    return path;
  } catch (error) {
    await rm(path, { force: true });
    throw codeOf(error) === "ENOSPC" ? diskIsFull() : error;
  }
}

export class TooLarge extends Error {}

/**
 * Write a stream to a temporary file without holding it whole. Stops and removes the file past `most` bytes, or if
 * `take`, which gets all bytes before they're written, throws.
 */
export async function receiveToDisk(
  data: AsyncIterable<Uint8Array>,
  most: number,
  take?: (bytes: number) => Promise<void>,
) {
  const hash = createHash("sha256");
  let bytes = 0;
  const counted = async function* () {
    for await (const chunk of data) {
      bytes += chunk.byteLength;
      if (bytes > most) throw new TooLarge();
      await take?.(chunk.byteLength);
      hash.update(chunk);
      yield chunk;
    }
  };
  const path = await writeTemporary(counted());
  return { path, bytes, sha256: hash.digest("hex") };
}
