/** How often a payer settles. */
export type PayPeriod = "weekly" | "biweekly" | "semimonthly" | "monthly";
export type Span = { from: string; through: string };

const DAY = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The day so many days later, or earlier. */
export const daysAfter = (day: string, days: number): string => dayAt(at(day) + days * DAY);

/** The Monday on or before a day. */
export const mondayOf = (day: string): string => daysAfter(day, -((new Date(at(day)).getUTCDay() + 6) % 7));

/** Whether a text is a day of the calendar. */
export const isCalendarDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at(text)) && dayAt(at(text)) === text;

/** The period of a payer that a day is in. Two weeks are counted from its anchor, or from a Monday. */
export function periodOf(day: string, period: PayPeriod, anchor: string | null): Span {
  if (period === "weekly") return weeks(mondayOf(day), 1);
  if (period === "biweekly") {
    const first = anchor ?? "2024-01-01";
    const passed = Math.floor((at(day) - at(first)) / (14 * DAY));
    return weeks(daysAfter(first, passed * 14), 2);
  }
  const month = day.slice(0, 7);
  if (period === "monthly") return { from: `${month}-01`, through: lastOf(month) };
  return day.slice(8) <= "15"
    ? { from: `${month}-01`, through: `${month}-15` }
    : { from: `${month}-16`, through: lastOf(month) };
}

const weeks = (from: string, count: number): Span => ({ from, through: daysAfter(from, count * 7 - 1) });

function lastOf(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return dayAt(Date.UTC(year, number, 0));
}

/** The last whole period before a day. */
export const periodBefore = (day: string, period: PayPeriod, anchor: string | null): Span =>
  periodOf(daysAfter(periodOf(day, period, anchor).from, -1), period, anchor);
