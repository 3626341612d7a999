import { median } from "./bench/figures";

/** Allowed growth in the last third of a run over the one before: it must exceed both limits. */
export const MAY_GROW = { heap: { share: 0.1, megabytes: 8 }, rss: { share: 0.1, megabytes: 40 } };

/** Samples needed to tell a trend from a warm-up. */
export const ENOUGH = 18;

export type Trend = { before: number; after: number; grew: boolean };

/**
 * Check whether memory keeps growing: the first third of the samples is warm-up, and the last third's median is
 * compared with the middle one's. Null if there are too few of them.
 */
export function trendOf(samples: readonly number[], may: { share: number; megabytes: number }): Trend | null {
  if (samples.length < ENOUGH) return null;
  const third = Math.floor(samples.length / 3);
  const before = median(samples.slice(third, -third));
  const after = median(samples.slice(-third));
  const more = after - before;
  return { before, after, grew: more > may.megabytes && more > before * may.share };
}
