/** So many answers are kept of each kind for one database; the one that was made the longest ago goes. */
const MOST_KEPT = 500;

type Versioned = { version(): number | null };

/**
 * Answers that are given again while nothing at all has changed in the database since: for what every look at a list asks and
 * takes long to find out. The question says who asks and whatever else an answer depends on. Where no number tells of changes,
 * it is made each time.
 */
export function keptUnchanged<T>() {
  const kept = new WeakMap<Versioned, Map<string, { version: number; answer: T }>>();
  return async (db: Versioned, question: string, make: () => Promise<T>): Promise<T> => {
    // Read before it is made: what changes in between counts as a change.
    const version = db.version();
    if (version === null) return make();
    const answers = kept.get(db) ?? new Map<string, { version: number; answer: T }>();
    kept.set(db, answers);
    const found = answers.get(question);
    if (found?.version === version) return found.answer;
    const answer = await make();
    answers.delete(question);
    answers.set(question, { version, answer });
    const [oldest] = answers.keys();
    if (answers.size > MOST_KEPT && oldest !== undefined) answers.delete(oldest);
    return answer;
  };
}
