import { z } from "zod";
import type { Statement } from "#db/client.server";
import type { App } from "~/web/app.server";
import { getRetryPause, MAX_PAUSE } from "./pauses";
import { LOCAL_RESERVATION_MS, type Task } from "./work.server";

const claimed = z.object({
  id: z.number(),
  name: z.string(),
  input: z.string(),
  run_at: z.string(),
  attempts: z.number(),
  claimed_by: z.string(),
  failure: z.string().nullable(),
});
/** Item that this process has leased. */
export type LeasedItem = z.output<typeof claimed>;

/** Lease identity: a unique name of this lease, the process name, and the file store of this server. */
export type LeaseHolder = { claim: string; process: string; place: string };

/** Time for which earlier items of a lane, which is a series run one at a time, lower its priority. */
const FAIR_MS = 3_600_000;

/**
 * Lease an item with a single statement on the primary, so that if two servers try at once only one gets it. The
 * longest-due item is first, except that a lane's first item of the hour precedes another lane's third. A time later
 * than `last_run` or `last_claim` was stored while a clock ran ahead, and delays nothing.
 */
const CLAIM = `UPDATE background_job SET attempts = attempts + 1, started_at = ?1, claimed_by = ?2,
    claimed_until = (SELECT value ->> 'lease' FROM json_each(?3) WHERE key = background_job.name)
  WHERE id = (SELECT i.id FROM background_job i JOIN json_each(?3) k ON k.key = i.name
    WHERE i.finished_at IS NULL AND i.failed_at IS NULL
      AND (i.run_at <= ?1 OR i.run_at > k.value ->> 'last_run')
      AND (i.required_store IS NULL OR i.required_store = ?4)
      AND (i.claimed_until IS NULL OR i.claimed_until <= ?1 OR i.claimed_until > k.value ->> 'last_claim'
        OR (i.started_at IS NULL AND i.claimed_by = ?5))
      AND NOT EXISTS (SELECT 1 FROM background_job o WHERE o.name = i.name AND o.lane = i.lane AND o.id <> i.id
        AND o.started_at IS NOT NULL AND o.claimed_until > ?1 AND o.claimed_until <= k.value ->> 'last_claim')
    ORDER BY (SELECT count(*) FROM background_job o WHERE o.name = i.name AND o.lane = i.lane
      AND o.created_at > ?6 AND o.id < i.id), i.run_at, i.id
    LIMIT 1)
  RETURNING id, name, input, run_at, attempts, claimed_by, failure`;

const iso = (date: Date, later = 0) => new Date(date.getTime() + later).toISOString();

/**
 * Return the end of a lease that starts now, and the latest credible time for a stored run or lease: twice the longest
 * wait from now.
 */
const claimLimits = ({ lease, every }: Task, now: Date) => ({
  lease: iso(now, lease),
  last_claim: iso(now, 2 * Math.max(lease, LOCAL_RESERVATION_MS)),
  last_run: iso(now, 2 * (every === undefined ? MAX_PAUSE : every * 60_000)),
});

/** Lease the longest-due item of these tasks. */
export async function leaseItem(
  { db, now }: App,
  kinds: readonly Task[],
  { claim, process, place }: LeaseHolder,
): Promise<LeasedItem | null> {
  const date = now();
  const limits = Object.fromEntries(kinds.map((kind) => [kind.name, claimLimits(kind, date)]));
  const params = [iso(date), claim, JSON.stringify(limits), place, process, iso(date, -FAIR_MS)];
  const [set] = await db.batch([{ sql: CLAIM, params }], { unread: true });
  const row = set?.rows[0];
  return row ? claimed.parse(row) : null;
}

/** Condition that this lease is still the item's current one; an update under a lost lease changes nothing. */
const MINE = "WHERE id = ? AND claimed_by = ?";
const mine = ({ id, claimed_by }: LeasedItem) => [id, claimed_by];

/** Extend an item's lease until this time. */
export const extendLease = (item: LeasedItem, until: Date): Statement => ({
  sql: `UPDATE background_job SET claimed_until = ? ${MINE}`,
  params: [iso(until), ...mine(item)],
});

/** Mark an item done. Recurring items, and items queued again since they were leased, are rescheduled instead. */
export function completeItem(item: LeasedItem, { every }: Task, now: Date): Statement {
  const put = "attempts = 0, failure = NULL, claimed_by = NULL, claimed_until = NULL";
  if (every)
    return {
      sql: `UPDATE background_job SET run_at = CASE WHEN run_at = ? THEN ? ELSE run_at END, ${put} ${MINE}`,
      params: [item.run_at, iso(now, every * 60_000), ...mine(item)],
    };
  return {
    sql: `UPDATE background_job SET finished_at = CASE WHEN run_at = ? THEN ? END, attempts = CASE WHEN run_at = ?
        THEN attempts ELSE 0 END, failure = NULL, claimed_by = NULL, claimed_until = NULL ${MINE}`,
    params: [item.run_at, iso(now), item.run_at, ...mine(item)],
  };
}

/** Mark an item failed, to be retried after a pause. A recurring item waits at most its own interval. */
export function failItem(item: LeasedItem, { every }: Task, failure: string, now: Date): Statement {
  const pause = Math.min(getRetryPause(item.attempts), (every ?? Number.POSITIVE_INFINITY) * 60_000);
  return {
    sql: `UPDATE background_job SET run_at = ?, failure = ?, claimed_by = NULL, claimed_until = NULL ${MINE}`,
    params: [iso(now, pause), failure, ...mine(item)],
  };
}

/** Mark an item abandoned after its last failure; the item stays listed with its reason. */
export const abandonItem = (item: LeasedItem, failure: string, now: Date): Statement => ({
  sql: `UPDATE background_job SET failed_at = ?, failure = ?, claimed_by = NULL, claimed_until = NULL ${MINE}`,
  params: [iso(now), failure, ...mine(item)],
});

/** Release an item as if it had not been leased, because the server is stopping. */
export const releaseItem = (item: LeasedItem): Statement => ({
  sql: `UPDATE background_job SET attempts = max(0, attempts - 1), claimed_by = NULL, claimed_until = NULL ${MINE}`,
  params: mine(item),
});

/**
 * Return the statements that ensure one item of each recurring task that this server's settings allow. Waiting items of
 * the other recurring tasks are deleted: they would never start, and the alarm for a late queue would never end.
 */
export const buildEnsureRecurringItems = (kinds: readonly Task[], place: string, now: Date): Statement[] =>
  kinds
    .filter(({ every }) => every !== undefined)
    .map(({ name, eachStore, able }) =>
      (able?.() ?? true)
        ? {
            sql: `INSERT INTO background_job (name, input, unique_key, required_store, run_at, created_at) VALUES (?, '{}', ?, ?, ?, ?)
        ON CONFLICT (name, unique_key) WHERE finished_at IS NULL AND failed_at IS NULL DO NOTHING`,
            params: [name, eachStore ? place : "", eachStore ? place : null, iso(now), iso(now)],
          }
        : {
            sql: "DELETE FROM background_job WHERE name = ? AND finished_at IS NULL AND claimed_until IS NULL",
            params: [name],
          },
    );
