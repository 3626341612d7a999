/** Format missing load numbers as text: "3, 7 to 9". */
export const formatNumberRanges = (ranges: readonly { from: number; to: number }[]): string =>
  ranges.map(({ from, to }) => (from === to ? String(from) : `${from} to ${to}`)).join(", ");

/** Format a duration like "1 h 24 min"; a dash if there is no average. */
export function formatMinutes(minutes: number | null): string {
  if (minutes === null) return "—";
  const whole = Math.round(minutes);
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h ${whole % 60} min`;
}
