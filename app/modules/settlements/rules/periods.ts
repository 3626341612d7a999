/** Settlement period of a payer. */
export type PayPeriod = "weekly" | "biweekly" | "semimonthly" | "monthly";
export type DaySpan = { from: string; through: string };

const DAY = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Return the day that is `days` days later, or earlier if `days` is negative. */
export const addDays = (day: string, days: number): string => dayAt(at(day) + days * DAY);

/** Monday on or before a day. */
export const getMonday = (day: string): string => addDays(day, -((new Date(at(day)).getUTCDay() + 6) % 7));

/** True if a text is a calendar day. */
export const isCalendarDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at(text)) && dayAt(at(text)) === text;

/**
 * Return the payer's period that contains a day. Two-week periods are counted from the payer's anchor day, or from a
 * Monday.
 */
export function getPeriod(day: string, period: PayPeriod, anchor: string | null): DaySpan {
  if (period === "weekly") return weeks(getMonday(day), 1);
  if (period === "biweekly") {
    const first = anchor ?? "2024-01-01";
    const passed = Math.floor((at(day) - at(first)) / (14 * DAY));
    return weeks(addDays(first, passed * 14), 2);
  }
  const month = day.slice(0, 7);
  if (period === "monthly") return { from: `${month}-01`, through: lastOf(month) };
  return day.slice(8) <= "15"
    ? { from: `${month}-01`, through: `${month}-15` }
    : { from: `${month}-16`, through: lastOf(month) };
}

const weeks = (from: string, count: number): DaySpan => ({ from, through: addDays(from, count * 7 - 1) });

function lastOf(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return dayAt(Date.UTC(year, number, 0));
}

/** The last whole period before a day. */
export const getPreviousPeriod = (day: string, period: PayPeriod, anchor: string | null): DaySpan =>
  getPeriod(addDays(getPeriod(day, period, anchor).from, -1), period, anchor);
