import { z } from "zod";
import { work } from "~/core/work/work.server";
import type { App } from "~/web/app.server";
import { isUndone } from "~/web/commit.server";
import { clearIncoming, discard, markSettled, unsettledBefore } from "./store.server";

/** So long bytes lie that may belong to nothing: longer than any commit or any repeat of one is on its way. */
const DAY = 86_400_000;
/** So long a file that is being received or written may lie untouched. */
const HOUR = 3_600_000;

/**
 * Run the commit that records where these bytes are stored. If it's refused, the bytes are deleted. If nobody knows
 * whether it was applied, they stay: the row may exist, and `sweepStore` checks later.
 */
export async function committedWith<T>(keys: readonly string[], commit: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await commit();
  } catch (error) {
    if (isUndone(error)) await Promise.all(keys.map(discard));
    throw error;
  }
  await Promise.all(keys.map(markSettled));
  return result;
}

/**
 * Remove bytes of this server that still have no row after a day, and half-received files. Ask the database that writes
 * go to: a replica may be behind, and files it doesn't know yet mustn't be lost.
 */
export async function sweepStore({ db, now }: Pick<App, "db" | "now">): Promise<void> {
  await clearIncoming(now().getTime() - HOUR);
  const keys = await unsettledBefore(now().getTime() - DAY);
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
  for (const key of keys) await (known.has(key) ? markSettled(key) : discard(key));
}

/** Once an hour, each server for its own store. */
export const sweepOwnStore = work({
  name: "sweep of files that belong to nothing",
  input: z.strictObject({}),
  every: 60,
  eachStore: true,
  run: sweepStore,
});
