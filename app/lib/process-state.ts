/**
 * Register everything that a process keeps between requests, so that all of it can be reset: tests share a process, and
 * each file starts like a new process. Constants for the life of the program need no registration.
 */
const forgets: (() => unknown)[] = [];

/** Register a function that resets something. */
export const onReset = (forget: () => unknown): void => void forgets.push(forget);

/** A map or a set that outlives a request. */
export function registerResettable<T extends { clear(): void }>(store: T): T {
  onReset(() => store.clear());
  return store;
}

/** Create a value on first use, then keep it. */
export function lazy<T>(make: () => T): () => T {
  let created: { it: T } | undefined;
  onReset(() => {
    created = undefined;
  });
  return () => {
    created ??= { it: make() };
    return created.it;
  };
}

/** Reset everything, the most recently created first. */
export async function resetAll(): Promise<void> {
  for (const forget of forgets.toReversed()) await forget();
}
