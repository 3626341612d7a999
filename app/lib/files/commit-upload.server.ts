import { z } from "zod";
import { defineTask } from "~/lib/queue/work.server";
import type { App } from "~/web/app.server";
import { isRolledBack } from "~/web/commit.server";
import {
  deleteStaleTemporaryFiles,
  deleteStoredFile,
  listUncommittedKeys,
  markCommitted,
} from "./store.server";

/** Minimum age in milliseconds of bytes without a row before they are deleted: longer than any commit or its retry. */
const DAY = 86_400_000;
/** Maximum time in milliseconds for which a file being received or written may stay unmodified. */
const HOUR = 3_600_000;

/**
 * Run the commit that records where these bytes are stored. If the commit is rejected, delete the bytes. If its outcome
 * is unknown, keep them: the row may exist, and `deleteOrphanFiles` checks later.
 */
export async function commitWithFiles<T>(keys: readonly string[], commit: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await commit();
  } catch (error) {
    if (isRolledBack(error)) await Promise.all(keys.map(deleteStoredFile));
    throw error;
  }
  await Promise.all(keys.map(markCommitted));
  return result;
}

/**
 * Remove this server's bytes that still have no row after a day, and half-received files. Query the database that
 * receives writes, because a replica may be behind and files missing there must not be lost.
 */
export async function deleteOrphanFiles({ db, now }: Pick<App, "db" | "now">): Promise<void> {
  await deleteStaleTemporaryFiles(now().getTime() - HOUR);
  const keys = await listUncommittedKeys(now().getTime() - DAY);
  if (keys.length === 0) return;
  const [found] = await db.batch(
    [
      {
        sql: `SELECT storage_key FROM stored_file WHERE storage_key IN (SELECT value FROM json_each(?1))
          UNION ALL SELECT storage_key FROM export_run WHERE storage_key IN (SELECT value FROM json_each(?1))`,
        params: [JSON.stringify(keys)],
      },
    ],
    { unread: true },
  );
  const known = new Set(found?.rows.map((row) => String(row.storage_key)));
  for (const key of keys) await (known.has(key) ? markCommitted(key) : deleteStoredFile(key));
}

/** Run once an hour, on each server for its own store. */
export const sweepFilesJob = defineTask({
  name: "sweep of files that belong to nothing",
  input: z.strictObject({}),
  every: 60,
  eachStore: true,
  run: deleteOrphanFiles,
});
