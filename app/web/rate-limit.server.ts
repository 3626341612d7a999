import type { Database, Statement } from "#db/client.server";
import { env } from "./env.server";
import { AppError } from "./refusal";
import { orThrowUnavailable } from "./unavailable.server";

export type CountedTry = { limit: number; bucket: string };

/**
 * Count one try in a bucket (?1) at a time (?2, seconds) with its window (?3), unless one of the buckets in ?4,
 * [bucket, limit], has reached its limit. A window that starts a whole window length or more in the future was started
 * by a clock that ran ahead, and is treated as over (`isWithinWait`).
 */
const COUNT = `
  INSERT INTO rate_limit (bucket, window_started_at, hits)
  SELECT ?1, ?2, 1 WHERE NOT EXISTS (SELECT 1 FROM json_each(?4) AS wider
    JOIN rate_limit ON bucket = json_extract(wider.value, '$[0]') WHERE hits > json_extract(wider.value, '$[1]'))
  ON CONFLICT (bucket) DO UPDATE SET
    hits = CASE WHEN abs(window_started_at - ?2) >= ?3 THEN 1 ELSE hits + 1 END,
    window_started_at = CASE WHEN abs(window_started_at - ?2) >= ?3 THEN ?2 ELSE window_started_at END
  RETURNING hits, window_started_at`;

/**
 * Count tries at something that can be guessed, and refuse for the rest of the window when a limit is exceeded. Counts
 * are in the database, so that all instances share them. The broadest bucket, a network address, comes first. Above its
 * limit the next buckets aren't counted, so that no one can fill the table with invented names.
 */
export async function countTries(db: Database, now: Date, tries: CountedTry[]) {
  const seconds = Math.floor(now.getTime() / 1000);
  const window = env().RATE_LIMIT_WINDOW_SECONDS;
  const counted = db.batch(
    tries.map(({ bucket }, i) => ({
      sql: COUNT,
      params: [bucket, seconds, window, JSON.stringify(tries.slice(0, i).map((t) => [t.bucket, t.limit]))],
    })),
    { unread: true },
  );
  for (const [i, set] of (await orThrowUnavailable(counted)).entries()) {
    const row = set.rows[0];
    if (Number(row?.hits) <= (tries[i]?.limit ?? 0)) continue;
    const wait = Math.max(1, Number(row?.window_started_at) + window - seconds);
    throw new AppError("tooMany", `Too many tries. Wait ${Math.ceil(wait / 60)} minutes, then try again.`, {
      retryAfter: wait,
    });
  }
}

/** Return the statement that deletes the counted tries for an account, after a correct password. */
export const clearTriesStatement = (bucket: string): Statement => ({
  sql: "DELETE FROM rate_limit WHERE bucket = ?",
  params: [bucket],
});
