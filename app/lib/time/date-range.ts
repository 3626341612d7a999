/**
 * Ranges of calendar days ("2026-11-16"), first and last day included; the week starts on Monday (docs/domain.md#time).
 */
export type DayRange = { start: string; end: string };

const DAY = 86_400_000;
const MS = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** True if a text is an existing calendar day from 1900 on: "2026-02-30" isn't one. */
export function isValidDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < "1900") return false;
  const ms = MS(text);
  return !Number.isNaN(ms) && dayAt(ms) === text;
}

export const shiftDay = (day: string, days: number): string => dayAt(MS(day) + days * DAY);

/** Count the days from the first day of a range to the last; 0 for a single day. */
export const countDays = (range: DayRange): number => Math.round((MS(range.end) - MS(range.start)) / DAY);

/** Ranges that can be chosen with one press, in display order. */
export const QUICK_RANGES = [
  { key: "this_week", label: "This week" },
  { key: "last_week", label: "Last week" },
  { key: "this_month", label: "This month" },
  { key: "last_month", label: "Last month" },
  { key: "this_year", label: "This year" },
  { key: "last_year", label: "Last year" },
] as const;
export type QuickRange = (typeof QUICK_RANGES)[number]["key"];

/** Convert a quick range to days: whole weeks, months and years; `today` is the day in the reader's zone. */
export function getQuickRange(key: QuickRange, today: string): DayRange {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7)) - 1;
  const monday = shiftDay(today, -((new Date(MS(today)).getUTCDay() + 6) % 7));
  const months = (y: number, m: number): DayRange => ({
    start: dayAt(Date.UTC(y, m, 1)),
    end: dayAt(Date.UTC(y, m + 1, 0)),
  });
  switch (key) {
    case "this_week":
      return { start: monday, end: shiftDay(monday, 6) };
    case "last_week":
      return { start: shiftDay(monday, -7), end: shiftDay(monday, -1) };
    case "this_month":
      return months(year, month);
    case "last_month":
      return months(year, month - 1);
    case "this_year":
      return { start: `${year}-01-01`, end: `${year}-12-31` };
    case "last_year":
      return { start: `${year - 1}-01-01`, end: `${year - 1}-12-31` };
  }
}

/** Step a range that is a whole month or year by one; null for any other range. */
function stepCalendar({ start, end }: DayRange, way: -1 | 1): DayRange | null {
  for (const [own, last] of [
    ["this_month", "last_month"],
    ["this_year", "last_year"],
  ] as const) {
    const whole = getQuickRange(own, start);
    if (whole.start !== start || whole.end !== end) continue;
    return way < 0 ? getQuickRange(last, start) : getQuickRange(own, shiftDay(end, 1));
  }
  return null;
}

/**
 * Return the previous or next range: the adjacent month or year for a whole month or year, otherwise as many days
 * before or after.
 */
export function shiftRange(range: DayRange, way: -1 | 1): DayRange {
  const beside = stepCalendar(range, way);
  if (beside) return beside;
  const days = way * (countDays(range) + 1);
  return { start: shiftDay(range.start, days), end: shiftDay(range.end, days) };
}

/** True if a range includes today or later, and so has no next one. */
export const includesTodayOrLater = (range: DayRange, today: string): boolean => range.end >= today;
