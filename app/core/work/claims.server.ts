import { z } from "zod";
import type { Statement } from "#db/client.server";
import type { App } from "~/web/app.server";
import { MAX_PAUSE, pauseAfter } from "./pauses";
import { KEPT_HERE, type Work } from "./work.server";

const claimed = z.object({
  id: z.number(),
  name: z.string(),
  input: z.string(),
  run_at: z.string(),
  attempts: z.number(),
  claimed_by: z.string(),
  failure: z.string().nullable(),
});
/** An item that this process has made its own. */
export type Claimed = z.output<typeof claimed>;

/** Who claims: a name for this claim alone, its process's name, and the store of files that is here. */
export type Claimer = { claim: string; process: string; place: string };

/** Earlier items of a lane count against it for so long. */
const FAIR_MS = 3_600_000;

/**
 * One statement on the primary: of two servers that ask at once, one gets the item. Due longest first; where items have
 * lanes, a lane's first of the hour comes before another's third. A moment that is further ahead than `last_run` or
 * `last_claim` was stored by a clock that ran ahead and came back: it holds nothing up.
 */
const CLAIM = `UPDATE work_item SET attempts = attempts + 1, started_at = ?1, claimed_by = ?2,
    claimed_until = (SELECT value ->> 'lease' FROM json_each(?3) WHERE key = work_item.name)
  WHERE id = (SELECT i.id FROM work_item i JOIN json_each(?3) k ON k.key = i.name
    WHERE i.finished_at IS NULL AND i.given_up_at IS NULL
      AND (i.run_at <= ?1 OR i.run_at > k.value ->> 'last_run')
      AND (i.place IS NULL OR i.place = ?4)
      AND (i.claimed_until IS NULL OR i.claimed_until <= ?1 OR i.claimed_until > k.value ->> 'last_claim'
        OR (i.started_at IS NULL AND i.claimed_by = ?5))
      AND NOT EXISTS (SELECT 1 FROM work_item o WHERE o.name = i.name AND o.lane = i.lane AND o.id <> i.id
        AND o.started_at IS NOT NULL AND o.claimed_until > ?1 AND o.claimed_until <= k.value ->> 'last_claim')
    ORDER BY (SELECT count(*) FROM work_item o WHERE o.name = i.name AND o.lane = i.lane
      AND o.created_at > ?6 AND o.id < i.id), i.run_at, i.id
    LIMIT 1)
  RETURNING id, name, input, run_at, attempts, claimed_by, failure`;

const iso = (at: Date, later = 0) => new Date(at.getTime() + later).toISOString();

/** Until when a claim from now holds, and the latest moments that stored waits of the kind can end at: twice their length. */
const claimLimits = ({ lease, every }: Work, now: Date) => ({
  lease: iso(now, lease),
  last_claim: iso(now, 2 * Math.max(lease, KEPT_HERE)),
  last_run: iso(now, 2 * (every === undefined ? MAX_PAUSE : every * 60_000)),
});

/** The item that is due for longest among these kinds of work, made this claim's own for its lease. */
export async function claim(
  { db, now }: App,
  kinds: readonly Work[],
  { claim, process, place }: Claimer,
): Promise<Claimed | null> {
  const at = now();
  const limits = Object.fromEntries(kinds.map((kind) => [kind.name, claimLimits(kind, at)]));
  const params = [iso(at), claim, JSON.stringify(limits), place, process, iso(at, -FAIR_MS)];
  const [set] = await db.batch([{ sql: CLAIM, params }], { unread: true });
  const row = set?.rows[0];
  return row ? claimed.parse(row) : null;
}

/** Whose word about an item counts: the claim's that it is under. One that another took up since changes nothing. */
const MINE = "WHERE id = ? AND claimed_by = ?";
const mine = ({ id, claimed_by }: Claimed) => [id, claimed_by];

/** Extend the claim by one more lease. */
export const longer = (item: Claimed, until: Date): Statement => ({
  sql: `UPDATE work_item SET claimed_until = ? ${MINE}`,
  params: [iso(until), ...mine(item)],
});

/** Done. What was asked for once more since it was claimed, and what recurs, is put forward instead of finished. */
export function done(item: Claimed, { every }: Work, now: Date): Statement {
  const put = "attempts = 0, failure = NULL, claimed_by = NULL, claimed_until = NULL";
  if (every)
    return {
      sql: `UPDATE work_item SET run_at = CASE WHEN run_at = ? THEN ? ELSE run_at END, ${put} ${MINE}`,
      params: [item.run_at, iso(now, every * 60_000), ...mine(item)],
    };
  return {
    sql: `UPDATE work_item SET finished_at = CASE WHEN run_at = ? THEN ? END, attempts = CASE WHEN run_at = ?
        THEN attempts ELSE 0 END, failure = NULL, claimed_by = NULL, claimed_until = NULL ${MINE}`,
    params: [item.run_at, iso(now), item.run_at, ...mine(item)],
  };
}

/** Failed: tried again after its pause; recurring work after its own time at the latest. */
export function failed(item: Claimed, { every }: Work, failure: string, now: Date): Statement {
  const pause = Math.min(pauseAfter(item.attempts), (every ?? Number.POSITIVE_INFINITY) * 60_000);
  return {
    sql: `UPDATE work_item SET run_at = ?, failure = ?, claimed_by = NULL, claimed_until = NULL ${MINE}`,
    params: [iso(now, pause), failure, ...mine(item)],
  };
}

/** Failed for the last time: stays listed with its reason. */
export const givenUp = (item: Claimed, failure: string, now: Date): Statement => ({
  sql: `UPDATE work_item SET given_up_at = ?, failure = ?, claimed_by = NULL, claimed_until = NULL ${MINE}`,
  params: [iso(now), failure, ...mine(item)],
});

/** Let go of unharmed, as if it had not been claimed: the server stops. */
export const letGo = (item: Claimed): Statement => ({
  sql: `UPDATE work_item SET attempts = max(0, attempts - 1), claimed_by = NULL, claimed_until = NULL ${MINE}`,
  params: mine(item),
});

/**
 * Return the statements that keep one item of each kind of recurring work that this server's settings allow. Waiting items of the other
 * kinds are deleted: nothing would ever start them, and the alarm for a late queue would never end.
 */
export const recurring = (kinds: readonly Work[], place: string, now: Date): Statement[] =>
  kinds
    .filter(({ every }) => every !== undefined)
    .map(({ name, eachStore, able }) =>
      (able?.() ?? true)
        ? {
            sql: `INSERT INTO work_item (name, input, unique_key, place, run_at, created_at) VALUES (?, '{}', ?, ?, ?, ?)
        ON CONFLICT (name, unique_key) WHERE finished_at IS NULL AND given_up_at IS NULL DO NOTHING`,
            params: [name, eachStore ? place : "", eachStore ? place : null, iso(now), iso(now)],
          }
        : {
            sql: "DELETE FROM work_item WHERE name = ? AND finished_at IS NULL AND claimed_until IS NULL",
            params: [name],
          },
    );
