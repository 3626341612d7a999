import { median } from "./bench/figures";

/**
 * Allowed growth from the middle third of a run to the last third; memory counts as growing only if it exceeds the
 * share and the megabytes.
 */
export const ALLOWED_GROWTH = { heap: { share: 0.1, megabytes: 8 }, rss: { share: 0.1, megabytes: 40 } };

/** Minimum number of samples to tell a trend from warm-up. */
export const MIN_SAMPLES = 18;

export type Trend = { before: number; after: number; grew: boolean };

/**
 * Check whether memory keeps growing: ignore the first third of the samples as warm-up, and compare the medians of the
 * middle and last thirds. Null if there are too few samples.
 */
export function measureTrend(
  samples: readonly number[],
  may: { share: number; megabytes: number },
): Trend | null {
  if (samples.length < MIN_SAMPLES) return null;
  const third = Math.floor(samples.length / 3);
  const before = median(samples.slice(third, -third));
  const after = median(samples.slice(-third));
  const more = after - before;
  return { before, after, grew: more > may.megabytes && more > before * may.share };
}
