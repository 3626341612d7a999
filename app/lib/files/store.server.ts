import { createHash, randomUUID } from "node:crypto";
import { accessSync, constants, createReadStream, mkdirSync } from "node:fs";
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { DatabaseOpenError } from "#db/database";
import { getErrorCode } from "~/lib/object/records";
import { env } from "~/web/env.server";
import { log } from "~/web/log.server";
import { createDiskFullError } from "./quota.server";

/**
 * The only file storage: a folder on disk with random keys as file names. Callers use keys and never paths. The route
 * that serves a file decides who may read it.
 */
const KEY = /^[0-9a-f-]{36}$/;

function pathOf(key: string): string {
  if (!KEY.test(key)) throw new Error("not a storage key");
  return join(resolve(env().FILES_DIR), key.slice(0, 2), key);
}

/**
 * Move a finished file of this process into the store and return its key. Until `markCommitted`, a mark next to the
 * store shows that the key may have no row (`deleteOrphanFiles`).
 */
export async function storeFile(temporaryPath: string): Promise<string> {
  const key = randomUUID();
  const path = pathOf(key);
  try {
    await mkdir(join(path, ".."), { recursive: true });
    await mkdir(folderOf("unsettled"), { recursive: true });
    await writeFile(join(folderOf("unsettled"), key), "");
    await rename(temporaryPath, path);
  } catch (error) {
    refuseIfUnwritable(error);
  }
  return key;
}

/**
 * Return the unique name of this store, created with it. Work on the store's files is assigned by this name to the
 * server that has them.
 */
export async function readStoreName(): Promise<string> {
  const folder = resolve(env().FILES_DIR);
  const path = join(folder, "store-name");
  const own = join(folder, `store-name-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  await writeFile(own, randomUUID());
  // Link atomically: if two processes start at once, the first sets the name.
  await link(own, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(own, { force: true });
  return readFile(path, "utf8");
}

/** Record that a row contains this key; the bytes now stay until they are deleted. */
export async function markCommitted(key: string) {
  pathOf(key);
  await rm(join(folderOf("unsettled"), key), { force: true });
}

export async function deleteStoredFile(key: string) {
  await rm(pathOf(key), { force: true });
  await markCommitted(key);
}

/** List keys stored before this moment and not committed. */
export const listUncommittedKeys = async (moment: number) =>
  (await leftBefore("unsettled", moment)).filter((name) => KEY.test(name));

/** Remove unfinished files of ended processes, unmodified since this moment. */
export async function deleteStaleTemporaryFiles(moment: number) {
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

/**
 * Open the bytes of a stored file (or a range, both ends included) as a web stream, with their number; null if the file
 * is gone.
 */
export async function openStoredFile(
  key: string,
  part?: { start: number; end: number },
): Promise<{ body: ReadableStream; bytes: number } | null> {
  const path = pathOf(key);
  const stats = await stat(path).catch(() => null);
  if (!stats) return null;
  return { body: Readable.toWeb(createReadStream(path, part)) as ReadableStream, bytes: stats.size };
}

/** Check whether this key's bytes are in this server's store. */
export const isFileStored = (key: string): Promise<boolean> =>
  stat(pathOf(key)).then(
    () => true,
    () => false,
  );

/** Create a path for a new file, on the store's own disk, so that storing the file is a rename. */
export async function createTemporaryPath(): Promise<string> {
  const folder = folderOf("incoming");
  await mkdir(folder, { recursive: true }).catch(refuseIfUnwritable);
  return join(folder, randomUUID());
}

/** System errors of a disk that is full, or of a folder that this process may not write. */
const UNWRITABLE = new Set(["ENOSPC", "EDQUOT", "EACCES", "EPERM", "EROFS", "EIO", "ENOTDIR", "EEXIST"]);

/** Throw a refusal that tells the sender to try again later if the store can't be written; else the error itself. */
function refuseIfUnwritable(error: unknown): never {
  const code = String(getErrorCode(error));
  if (!UNWRITABLE.has(code)) throw error;
  if (code !== "ENOSPC") log.error({ err: error }, `FILES_DIR: nothing can be written to ${env().FILES_DIR}`);
  throw createDiskFullError();
}

/** Throw a message for the operator unless files can be written to `folder`. */
export function requireWritableFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch {
    throw new DatabaseOpenError(
      `FILES_DIR: nothing can be written to ${folder}. Check that it exists and whose it is.`,
    );
  }
}

/**
 * Write chunks to a new temporary file without buffering the whole file in memory, and return the path. On failure, the
 * file is removed before this promise rejects, because removing it while it is still being opened would leave it
 * behind.
 */
export async function writeTemporary(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const path = await createTemporaryPath();
  try {
    await writeFile(path, pieces);
    return path;
  } catch (error) {
    await rm(path, { force: true });
    return refuseIfUnwritable(error);
  }
}

export class TooLargeError extends Error {}

/**
 * Write a stream to a temporary file without buffering it in memory. Stop and remove the file if it exceeds `most`
 * bytes or `take` throws; `take` receives the number of bytes before each write.
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
      if (bytes > most) throw new TooLargeError();
      await take?.(chunk.byteLength);
      hash.update(chunk);
      yield chunk;
    }
  };
  const path = await writeTemporary(counted());
  return { path, bytes, sha256: hash.digest("hex") };
}
