const KEPT_MS = 60_000;
const MOST_KEPT = 200;

type Asked = { database: object; key: string; now: Date };

/**
 * Answers that took much to put together, kept for a minute for others who ask for the same of the same database: the two
 * hundred that were made last. The key says all that an answer depends on, the acting company first. `isDear` says which are kept.
 */
export function keptMinute<T>(isDear: (answer: T) => boolean = () => true) {
  const caches = new WeakMap<object, Map<string, { at: number; answer: T }>>();
  return async ({ database, key, now }: Asked, work: () => Promise<T>): Promise<T> => {
    const cache = caches.get(database) ?? new Map<string, { at: number; answer: T }>();
    caches.set(database, cache);
    const kept = cache.get(key);
    if (kept && Math.abs(now.getTime() - kept.at) < KEPT_MS) return kept.answer;
    const answer = await work();
    cache.delete(key);
    if (isDear(answer)) cache.set(key, { at: now.getTime(), answer });
    for (const oldest of cache.keys()) {
      if (cache.size <= MOST_KEPT) break;
      cache.delete(oldest);
    }
    return answer;
  };
}
