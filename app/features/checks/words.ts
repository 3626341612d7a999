/** "3, 7 to 9": numbers that are missing. */
export const rangesInWords = (ranges: readonly { from: number; to: number }[]): string =>
  ranges.map(({ from, to }) => (from === to ? String(from) : `${from} to ${to}`)).join(", ");

/** "1 h 24 min"; a dash where there is nothing to average. */
export function minutesInWords(minutes: number | null): string {
  if (minutes === null) return "—";
  const whole = Math.round(minutes);
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h ${whole % 60} min`;
}
