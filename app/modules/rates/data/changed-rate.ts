import type { Diff } from "~/modules/history/rules/history";

/**
 * Return one history line if the old and the new price have the same payer and payee; otherwise one line for readers of
 * the old price and one for readers of the new price. Companies are compared by id, because two may have the same name.
 */
export function diffRates(
  old: { key: string; readers: number[]; saved: { words: string } },
  next: { key: string; readers: number[]; said: string },
): Diff[] {
  if (old.key === next.key && old.readers.join() === next.readers.join())
    return [{ key: next.key, saved: old.saved.words, updated: next.said, readers: next.readers }];
  return [
    { key: old.key, saved: old.saved.words, updated: null, readers: old.readers },
    { key: next.key, saved: null, updated: next.said, readers: next.readers },
  ];
}
