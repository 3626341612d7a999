/** When a rate holds: from a day, perhaps to a last one. Days are text, `YYYY-MM-DD`, and compare as they stand. */
export type Held = { effective_on: string; ended_on: string | null };

/** Whether a rate holds on any day at all; one that ended before it began never did. */
export const everHeld = ({ effective_on, ended_on }: Held): boolean =>
  ended_on === null || ended_on >= effective_on;

/**
 * The rates in force on a day, one for each key at most: the one that took effect last, on or before that day, unless it
 * has ended. A rate that ended does not bring the one before it back.
 */
export function inForce<R extends Held>(rates: readonly R[], day: string, keyOf: (rate: R) => string): R[] {
  const latest = new Map<string, R>();
  for (const rate of rates) {
    if (!everHeld(rate) || rate.effective_on > day) continue;
    const key = keyOf(rate);
    const known = latest.get(key);
    if (!known || rate.effective_on > known.effective_on) latest.set(key, rate);
  }
  return [...latest.values()].filter(({ ended_on }) => ended_on === null || day <= ended_on);
}
