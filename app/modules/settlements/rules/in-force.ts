/**
 * Period in which a rate is in force: from a day, with an optional last day. Days are `YYYY-MM-DD` texts and compare as
 * text.
 */
export type DatedRate = { effective_on: string; ended_on: string | null };

/** Check whether a rate is in force on any day at all; a rate that ended before it began never was. */
export const wasEverInForce = ({ effective_on, ended_on }: DatedRate): boolean =>
  ended_on === null || ended_on >= effective_on;

/**
 * Return the rates in force on a day, at most one per key: the latest to take effect on or before that day, unless it
 * has ended. The end of a rate doesn't restore the rate before it.
 */
export function getRatesInForce<R extends DatedRate>(
  rates: readonly R[],
  day: string,
  keyOf: (rate: R) => string,
): R[] {
  const latest = new Map<string, R>();
  for (const rate of rates) {
    if (!wasEverInForce(rate) || rate.effective_on > day) continue;
    const key = keyOf(rate);
    const known = latest.get(key);
    if (!known || rate.effective_on > known.effective_on) latest.set(key, rate);
  }
  return [...latest.values()].filter(({ ended_on }) => ended_on === null || day <= ended_on);
}
