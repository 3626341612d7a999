import { median } from "./bench/figures";

/**
 * Allowed memory growth from the middle third of the samples to the last third. Memory counts as growing only if growth
 * exceeds both the share and the megabytes.
 */
export const ALLOWED_GROWTH = { heap: { share: 0.1, megabytes: 8 }, rss: { share: 0.1, megabytes: 40 } };

/** Minimum number of samples to distinguish a trend from warm-up. */
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
