/** The arithmetic of the benchmark: pure, so that it can be held by tests. */

/** What one round of load on one page of one server gave. Times in milliseconds; `cpu` is the server's processor time for each answer. */
export type Round = { rps: number; p50: number; p95: number; cpu: number };

/**
 * The value that `share` of all values do not exceed (nearest rank: always one that was measured).
 * Throws where there is nothing to choose from.
 */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error("No values, so no percentile.");
  const sorted = Float64Array.from(values).sort();
  const rank = Math.min(sorted.length, Math.max(1, Math.ceil(share * sorted.length)));
  return sorted[rank - 1] as number;
}

/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error("No values, so no median.");
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] as number) + (sorted[Math.floor(half)] as number)) / 2;
}

/** A round from the times of its answers, how long it lasted, and what the server's process used of the processor in that time. */
export function roundOf(times: readonly number[], milliseconds: number, used: number): Round {
  return {
    rps: (times.length * 1000) / milliseconds,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    cpu: used / times.length,
  };
}

/** The medians of several rounds, each figure by itself. */
export function medians(rounds: readonly Round[]): Round {
  return {
    rps: median(rounds.map((r) => r.rps)),
    p50: median(rounds.map((r) => r.p50)),
    p95: median(rounds.map((r) => r.p95)),
    cpu: median(rounds.map((r) => r.cpu)),
  };
}

/**
 * How many requests `ours` answers for each that `theirs` does with as much of the processor: the median of the rounds' own
 * ratios. Both had the same minute of a noisy machine, so this is steadier than the ratio of the medians, and other work on
 * it takes answers a second away, but no processor time.
 */
export function ratio(ours: readonly Round[], theirs: readonly Round[]): number {
  if (ours.length !== theirs.length) throw new Error("Rounds are compared one with one.");
  return median(theirs.map((round, i) => round.cpu / (ours[i] as Round).cpu));
}

/** How many times longer the slow ones take: the median over rounds that had the same minute, p95 by p95. */
export function growth(small: readonly Round[], large: readonly Round[]): number {
  if (small.length !== large.length) throw new Error("Rounds are compared one with one.");
  return median(large.map((round, i) => round.p95 / (small[i] as Round).p95));
}

/** Whether two documents are as good as equally long. */
export const sameSize = (one: number, other: number, tolerance = 0.02): boolean =>
  Math.abs(one - other) <= tolerance * one;
