/** Ranges of calendar days ("2026-11-16"), first and last day included; the week starts on Monday (spec 1, section 2). */
export type DayRange = { start: string; end: string };

const DAY = 86_400_000;
const MS = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Whether a text is a calendar day that exists, from 1900 on: "2026-02-30" isn't one. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < "1900") return false;
  const ms = MS(text);
  return !Number.isNaN(ms) && dayAt(ms) === text;
}

export const plusDays = (day: string, days: number): string => dayAt(MS(day) + days * DAY);

/** How many days the last day is after the first. */
export const daysBetween = (range: DayRange): number => Math.round((MS(range.end) - MS(range.start)) / DAY);

/** The ranges that are a press away, in the order in which they are offered. */
export const QUICK_RANGES = [
  { key: "this_week", label: "This week" },
  { key: "last_week", label: "Last week" },
  { key: "this_month", label: "This month" },
  { key: "last_month", label: "Last month" },
  { key: "this_year", label: "This year" },
  { key: "last_year", label: "Last year" },
] as const;
export type QuickRange = (typeof QUICK_RANGES)[number]["key"];

/** A quick range as days, whole weeks, months and years; `today` is the day in the reader's zone. */
export function quickRange(key: QuickRange, today: string): DayRange {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7)) - 1;
  const monday = plusDays(today, -((new Date(MS(today)).getUTCDay() + 6) % 7));
  const months = (y: number, m: number): DayRange => ({
    start: dayAt(Date.UTC(y, m, 1)),
    end: dayAt(Date.UTC(y, m + 1, 0)),
  });
  switch (key) {
    case "this_week":
      return { start: monday, end: plusDays(monday, 6) };
    case "last_week":
      return { start: plusDays(monday, -7), end: plusDays(monday, -1) };
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

/** The whole month or year that a range is, stepped by one; null where it is neither. */
function stepCalendar({ start, end }: DayRange, way: -1 | 1): DayRange | null {
  for (const [own, last] of [
    ["this_month", "last_month"],
    ["this_year", "last_year"],
  ] as const) {
    const whole = quickRange(own, start);
    if (whole.start !== start || whole.end !== end) continue;
    return way < 0 ? quickRange(last, start) : quickRange(own, plusDays(end, 1));
  }
  return null;
}

/** The range before or after: a whole month or year leads to the one beside it, any other range to as many days. */
export function stepRange(range: DayRange, way: -1 | 1): DayRange {
  const beside = stepCalendar(range, way);
  if (beside) return beside;
  const days = way * (daysBetween(range) + 1);
  return { start: plusDays(range.start, days), end: plusDays(range.end, days) };
}

/** A range that reaches today has no next one. */
export const reachesToday = (range: DayRange, today: string): boolean => range.end >= today;
