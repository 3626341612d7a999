import type { Database } from "#db/client.server";
import type { Actor } from "./actor";

type Asker = { db: Pick<Database, "version">; actor: Actor };

type Made<T> = { version: number; answer: T };

/**
 * Keep answers while a number stays the same that grows with every change of their source. Read the number before making the
 * answer, so that a change in between counts. Without a number (null) every answer is made again. Each database keeps up to
 * `most` answers; the oldest goes first.
 */
export function keptAt<T>(most = 500) {
  const kept = new WeakMap<object, Map<string, Made<T>>>();
  return async (database: object, version: number | null, asked: string, make: () => Promise<T>) => {
    if (version === null) return make();
    const answers = kept.get(database) ?? new Map<string, Made<T>>();
    kept.set(database, answers);
    const found = answers.get(asked);
    if (found?.version === version) return found.answer;
    const answer = await make();
    answers.delete(asked);
    answers.set(asked, { version, answer });
    const [oldest] = answers.keys();
    if (answers.size > most && oldest !== undefined) answers.delete(oldest);
    return answer;
  };
}

/**
 * Keep answers while nothing at all has changed in the database, for what every page asks and is slow to find. The key holds all
 * that is known of who asks, with rights and zone; `question` says what else the answer depends on. Don't keep answers that
 * depend on the moment or on where somebody is.
 */
export function keptUnchanged<T>(most?: number) {
  const keep = keptAt<T>(most);
  return ({ db, actor }: Asker, question: string, make: () => Promise<T>): Promise<T> =>
    keep(db, db.version(), JSON.stringify([actor, question]), make);
}
