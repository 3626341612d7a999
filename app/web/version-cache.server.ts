import type { Database } from "#db/client.server";
import type { Actor } from "./actor";

type Asker = { db: Pick<Database, "version">; actor: Actor };

type Made<T> = { version: number; answer: T };

/**
 * Cache results while a version number, which increases with every change of their source, stays the same. The number
 * is read before a result is computed, so that a later change makes the result outdated. Without a number (null) every
 * result is computed again. Up to `most` results are cached per database; the oldest is dropped first.
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
 * Cache results until anything in the database changes, for data that every page needs and that is slow to find. The
 * key contains all properties of the caller, including permissions and time zone; `question` contains everything else
 * that the result depends on. Not for results that depend on the current time or a user's position.
 */
export function createUnchangedCache<T>(most?: number) {
  const keep = createVersionCache<T>(most);
  return ({ db, actor }: Asker, question: string, make: () => Promise<T>): Promise<T> =>
    keep(db, db.version(), JSON.stringify([actor, question]), make);
}
