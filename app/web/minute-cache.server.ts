const KEPT_MS = 60_000;
const MAX_CACHED = 200;

type Asked = { database: object; key: string; now: Date };
/** A cached or pending result; null if the computation failed or was cheap. */
type Kept<T> = { at: number; made: Promise<{ answer: T } | null> };

/**
 * Cache expensive results (`isDear`) for a minute, for callers with the same key and database; at most the latest two
 * hundred. Callers wait for a pending result. The key must contain everything that the result depends on, with the
 * acting company first.
 */
export function cacheForMinute<T>(isDear: (answer: T) => boolean = () => true) {
  const caches = new WeakMap<object, Map<string, Kept<T>>>();
  return async ({ database, key, now }: Asked, work: () => Promise<T>): Promise<T> => {
    const cache = caches.get(database) ?? new Map<string, Kept<T>>();
    caches.set(database, cache);
    const cached = cache.get(key);
    const match = cached && Math.abs(now.getTime() - cached.at) < KEPT_MS ? await cached.made : null;
    if (match) return match.answer;
    const answer = work();
    const created = answer.then(
      (input) => (isDear(input) ? { answer: input } : null),
      () => null,
    );
    const own = { at: now.getTime(), made: created };
    cache.delete(key);
    cache.set(key, own);
    for (const oldest of cache.keys()) {
      if (cache.size <= MAX_CACHED) break;
      cache.delete(oldest);
    }
    if (!(await created) && cache.get(key) === own) cache.delete(key);
    return answer;
  };
}
