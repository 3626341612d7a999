const KEPT_MS = 60_000;
const MOST_KEPT = 200;

type Asked = { database: object; key: string; now: Date };
/** An answer, or one that is being put together: null where it failed or took little. */
type Kept<T> = { at: number; made: Promise<{ answer: T } | null> };

/**
 * Answers that took much to put together, kept for a minute for others who ask for the same of the same database: the two
 * hundred that were made last. Who asks while one is being put together waits for it. The key says all that an answer depends
 * on, the acting company first. `isDear` says which are kept.
 */
export function keptMinute<T>(isDear: (answer: T) => boolean = () => true) {
  const caches = new WeakMap<object, Map<string, Kept<T>>>();
  return async ({ database, key, now }: Asked, work: () => Promise<T>): Promise<T> => {
    const cache = caches.get(database) ?? new Map<string, Kept<T>>();
    caches.set(database, cache);
    const kept = cache.get(key);
    const found = kept && Math.abs(now.getTime() - kept.at) < KEPT_MS ? await kept.made : null;
    if (found) return found.answer;
    const answer = work();
    const made = answer.then(
      (given) => (isDear(given) ? { answer: given } : null),
      () => null,
    );
    const own = { at: now.getTime(), made };
    cache.delete(key);
    cache.set(key, own);
    for (const oldest of cache.keys()) {
      if (cache.size <= MOST_KEPT) break;
      cache.delete(oldest);
    }
    if (!(await made) && cache.get(key) === own) cache.delete(key);
    return answer;
  };
}
