import type { Database } from "#db/client.server";
import type { Actor } from "./actor";

type Asker = { db: Pick<Database, "version">; actor: Actor };

type Made<T> = { version: number; answer: T };

/**
 * Answers that are given again while a number stays the same, which grows with each change of what they were made of: it is read
 * before they are made, so that what changes in between counts as a change. Where there is no number, an answer is made each
 * time. So many (`most`) are kept for one database; the oldest goes.
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
 * The same while nothing at all has changed in the database: for what every look at a page asks and
 * takes long to find out. They are kept for who asks, with all that is known of them, rights and zone among it, so a question
 * says only what else an answer depends on; one that depends on the moment or on where somebody is has no place here.
 */
export function keptUnchanged<T>(most?: number) {
  const keep = keptAt<T>(most);
  return ({ db, actor }: Asker, question: string, make: () => Promise<T>): Promise<T> =>
    keep(db, db.version(), JSON.stringify([actor, question]), make);
}
