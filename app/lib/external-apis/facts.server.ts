import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database, Read, Statement } from "#db/client.server";
import { prepareQuery } from "#db/prepared.server";
import { externalCache } from "#db/schema";

export type CachedResponse = typeof externalCache.$inferSelect;

/** Cached responses about one subject, of at most two kinds: a place's forecast and its warnings. */
const factsOf = prepareQuery((read: Read) =>
  read
    .select()
    .from(externalCache)
    .where(
      and(
        inArray(externalCache.kind, [sql.placeholder("kind"), sql.placeholder("other")]),
        eq(externalCache.key, sql.placeholder("key")),
      ),
    ),
);

/** Read the last responses of two kinds about one subject. */
export async function readCachedResponses<K extends string>(
  read: Read,
  kinds: readonly [K, K],
  key: string,
): Promise<Partial<Record<K, CachedResponse>>> {
  const rows = await factsOf(read, { kind: kinds[0], other: kinds[1], key });
  const match: Partial<Record<K, CachedResponse>> = {};
  for (const kind of kinds) match[kind] = rows.find((row) => row.kind === kind);
  return match;
}

const MINUTE = 60_000;
/** Pause in milliseconds before the next request after this many failures: 2, 4, 8 ... minutes, an hour at most. */
const pauseAfter = (failures: number) => Math.min(60, 2 ** failures) * MINUTE;

type Which = { kind: string; key: string; now: Date; asked: boolean };
const iso = (now: Date, later = 0) => new Date(now.getTime() + later).toISOString();

/** Store a service's response; `lasts` states in milliseconds how long it is fresh and how long usable. */
export const storeResponse = (
  db: Database,
  { kind, key, now, asked }: Which,
  body: unknown,
  lasts: { fresh: number; usable: number },
): Statement => {
  const values = {
    body,
    fetched_at: iso(now),
    fresh_until: iso(now, lasts.fresh),
    usable_until: iso(now, lasts.usable),
    failures: 0,
    failure: null,
  };
  return db.write
    .insert(externalCache)
    .values({ kind, key, ...values, last_used_at: iso(now) })
    .onConflictDoUpdate({
      target: [externalCache.kind, externalCache.key],
      set: { ...values, ...(asked && { last_used_at: iso(now) }) },
    })
    .toSQL();
};

/**
 * Record that a service failed to respond. Its last response stays, and the pause before the next request grows each
 * time.
 */
export const storeFailure = (
  db: Database,
  { kind, key, now, asked }: Which,
  failure: string,
  before: number,
): Statement => {
  const values = {
    failures: before + 1,
    failure: failure.slice(0, 300),
    fresh_until: iso(now, pauseAfter(before + 1)),
  };
  return db.write
    .insert(externalCache)
    .values({ kind, key, ...values, last_used_at: iso(now) })
    .onConflictDoUpdate({
      target: [externalCache.kind, externalCache.key],
      set: { ...values, ...(asked && { last_used_at: iso(now) }) },
    })
    .toSQL();
};

export const isFresh = (fact: CachedResponse | undefined, now: Date): boolean =>
  fact !== undefined && Date.parse(fact.fresh_until) > now.getTime();
export const isUsable = (
  fact: CachedResponse | undefined,
  now: Date,
): fact is CachedResponse & { fetched_at: string } =>
  fact?.fetched_at != null && fact.usable_until !== null && Date.parse(fact.usable_until) > now.getTime();
