import { everHeld, type Held } from "./in-force";

/** The day from which a rate holds that says no other: before every load. */
export const FROM_THE_START = "0001-01-01";

/** The day before a calendar day. */
export function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

/** The last day on which a rate pays, of those that follow it: null where nothing follows and nobody ended it. */
export function lastDayOf(rates: readonly Held[], rate: Held): string | null {
  const next = rates
    .filter((r) => everHeld(r) && r.effective_on > rate.effective_on)
    .map((r) => dayBefore(r.effective_on))
    .sort()[0];
  if (rate.ended_on === null || (next !== undefined && next < rate.ended_on)) return next ?? null;
  return rate.ended_on;
}
