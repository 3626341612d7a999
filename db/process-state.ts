/**
 * What a process keeps when a request is over is made by these, so that all of it can be forgotten: tests share a process,
 * and each file starts as a process that starts does. What is the same as long as the program runs needs neither.
 */
const forgets: (() => unknown)[] = [];

/** Says how to forget something. */
export const onReset = (forget: () => unknown): void => void forgets.push(forget);

/** A map or a set that outlives a request. */
export function resettable<T extends { clear(): void }>(store: T): T {
  onReset(() => store.clear());
  return store;
}

/** What is made when it is first asked for, and then kept. */
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

/** Forgets everything, the last made first. */
export async function resetAll(): Promise<void> {
  for (const forget of forgets.toReversed()) await forget();
}
