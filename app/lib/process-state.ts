/**
 * Registry of everything that a process keeps between requests, so that it can be reset: tests share a process, and
 * each test file starts like a new process. Constants for the life of the program need no registration.
 */
const forgets: (() => unknown)[] = [];

/** Register a function that resets something. */
export const onReset = (forget: () => unknown): void => void forgets.push(forget);

/** Register a map or set that outlives a request, so that a reset empties it. */
export function registerResettable<T extends { clear(): void }>(store: T): T {
  onReset(() => store.clear());
  return store;
}

/** Return a function that creates a value on its first call and returns the same value after that, until a reset. */
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
