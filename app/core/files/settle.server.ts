import type { App } from "~/web/app.server";
import { isUndone } from "~/web/commit.server";
import { clearIncoming, discard, settle, unsettledBefore } from "./store.server";

/** So long bytes lie that may belong to nothing: longer than any commit or any repeat of one is on its way. */
const DAY = 86_400_000;
/** So long a file that is being received or written may lie untouched. */
const HOUR = 3_600_000;

/**
 * Carries out the commit that writes down where these bytes lie. Where it was refused the bytes go again. Where nobody
 * knows whether it was applied, they stay: its row may stand, and `sweepStore` asks later.
 */
export async function committedWith<T>(keys: readonly string[], commit: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await commit();
  } catch (error) {
    if (isUndone(error)) await Promise.all(keys.map(discard));
    throw error;
  }
  await Promise.all(keys.map(settle));
  return result;
}

/**
 * Removes bytes of this server that no row has come to know in a day, and what was left half received. The database that
 * writes go to is asked: a replica may be behind, and what it does not know yet is not to be lost.
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
  for (const key of keys) await (known.has(key) ? settle(key) : discard(key));
}
