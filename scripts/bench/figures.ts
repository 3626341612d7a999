/** Return the smallest value such that at least `share` of all values are not larger. Throws on an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error("No values, so no percentile.");
  return value;
}

/** Return the median: the middle value, or the mean of the two in the middle. Throws on an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  if (low === undefined || high === undefined) throw new Error("No values, so no median.");
  return (low + high) / 2;
}
