import { type DatedRate, wasEverInForce } from "./in-force";

/** Start day of a rate that has none: before every load. */
export const EARLIEST_DAY = "0001-01-01";

/** The day before a calendar day. */
export function getDayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

/**
 * Return the last day on which a rate pays, given the rates that follow; null if it has no end and no later rate
 * follows.
 */
export function getLastRateDay(rates: readonly DatedRate[], rate: DatedRate): string | null {
  const next = rates
    .filter((r) => wasEverInForce(r) && r.effective_on > rate.effective_on)
    .map((r) => getDayBefore(r.effective_on))
    .sort()[0];
  if (rate.ended_on === null || (next !== undefined && next < rate.ended_on)) return next ?? null;
  return rate.ended_on;
}
