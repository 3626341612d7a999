import type { Database } from "#db/client.server";
import type { Actor } from "./actor";

type Asker = { db: Pick<Database, "version">; actor: Actor };

/**
 * Answers that are given again while nothing at all has changed in the database since: for what every look at a page asks and
 * takes long to find out. They are kept for who asks, with all that is known of them, rights and zone among it, so a question
 * says only what else an answer depends on; one that depends on the moment or on where somebody is has no place here. Where no
 * number tells of changes, an answer is made each time. So many (`most`) are kept for one database; the oldest goes.
 */
export function keptUnchanged<T>(most = 500) {
  const kept = new WeakMap<Asker["db"], Map<string, { version: number; answer: T }>>();
  return async ({ db, actor }: Asker, question: string, make: () => Promise<T>): Promise<T> => {
    // Read before it is made: what changes in between counts as a change.
    const version = db.version();
    if (version === null) return make();
    const answers = kept.get(db) ?? new Map<string, { version: number; answer: T }>();
    kept.set(db, answers);
    const asked = JSON.stringify([actor, question]);
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
