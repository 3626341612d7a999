import type { Database } from "#db/client.server";
import type { Actor } from "./actor";

type Asker = { db: Pick<Database, "version">; actor: Actor };

type Made<T> = { version: number; answer: T };

/**
 * Cache answers while a number that grows with every change of their source stays the same. Read the number before
 * computing the answer, so that a change in between counts. Without a number (null) every answer is computed again.
 * Each database caches up to `most` answers; the oldest is dropped first.
 */
export function createVersionCache<T>(most = 500) {
  const weakMap = new WeakMap<object, Map<string, Made<T>>>();
  return async (database: object, version: number | null, query: string, make: () => Promise<T>) => {
    if (version === null) return make();
    const answers = weakMap.get(database) ?? new Map<string, Made<T>>();
    weakMap.set(database, answers);
    const match = answers.get(query);
    if (match?.version === version) return match.answer;
    const answer = await make();
    answers.delete(query);
    answers.set(query, { version, answer });
    const [oldest] = answers.keys();
    if (answers.size > most && oldest !== undefined) answers.delete(oldest);
    return answer;
  };
}

/**
 * Cache answers while nothing at all has changed in the database, for data that every page needs and is slow to find.
 * The key contains everything known about the caller, with rights and zone; `question` is what else the answer depends
 * on. Don't cache answers that depend on the current time or on a user's position.
 */
export function createUnchangedCache<T>(most?: number) {
  const keep = createVersionCache<T>(most);
  return ({ db, actor }: Asker, question: string, make: () => Promise<T>): Promise<T> =>
    keep(db, db.version(), JSON.stringify([actor, question]), make);
}
