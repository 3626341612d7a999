/**
 * What a process keeps when a request is over is made by these, so that all of it can be forgotten: tests share a process,
 * and each file starts as a process that starts does. What is the same as long as the program runs needs neither.
 */
const forgets: (() => unknown)[] = [];

/** Says how to forget something. */
export const whenForgotten = (forget: () => unknown): void => void forgets.push(forget);

/** A map or a set that outlives a request. */
export function outliving<T extends { clear(): void }>(store: T): T {
  whenForgotten(() => store.clear());
  return store;
}

/** What is made when it is first asked for, and then kept. */
export function madeOnce<T>(make: () => T): () => T {
  let made: { it: T } | undefined;
  whenForgotten(() => {
    made = undefined;
  });
  return () => {
    made ??= { it: make() };
    return made.it;
  };
}

/** Forgets everything, the last made first. */
export async function forgetAll(): Promise<void> {
  for (const forget of forgets.toReversed()) await forget();
}
