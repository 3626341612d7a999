import { isValidDay, shiftDay } from "~/lib/time/date-range";
import { formatDate } from "~/lib/time/time";

/** Price of a gallon, in thousandths of a dollar: EIA gives three decimals. */
export type Mills = number;

/** Limits of a price; anything outside is a typing mistake. */
const MIN_MILLS = 1_000;
const MAX_MILLS = 15_000;
/** Maximum weekly move before the user must confirm. */
const MAX_CHANGE = 0.25;

const PRICE = /^\$?(\d{1,4})(?:\.(\d{1,3}))?$/;

/** Read dollars a gallon with at most three decimals: "3.912", "$4.05". Null if it is not a price. */
export function parseFuelPrice(typed: string | number): Mills | null {
  const [, dollars = "", fraction = ""] = PRICE.exec(String(typed).trim()) ?? [];
  return dollars ? Number(dollars + fraction.padEnd(3, "0")) : null;
}

export const isPossiblePrice = (mills: Mills): boolean => mills >= MIN_MILLS && mills <= MAX_MILLS;

/** "$3.912": always three decimals, as in EIA's tables. */
export const formatFuelPrice = (mills: Mills): string => `$${(mills / 1000).toFixed(3)}`;

/** "4.2 cents more", "1 cent less", "no change". */
export function formatFuelChange(mills: Mills, before: Mills): string {
  const cents = Math.abs(mills - before) / 10;
  if (cents === 0) return "no change";
  const text = Number.isInteger(cents) ? String(cents) : cents.toFixed(1);
  return `${text} ${cents === 1 ? "cent" : "cents"} ${mills > before ? "more" : "less"}`;
}

/** True if a price is so far from the week before that the user must confirm it. */
export const isLargeChange = (mills: Mills, before: Mills): boolean =>
  Math.abs(mills - before) > before * MAX_CHANGE;

const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
export const isMonday = (day: string): boolean => isValidDay(day) && weekday(day) === 1;

/** Return the problem with a day as the Monday of a week that has begun; null if there is none. */
export function getWeekProblem(day: string, today: string): string | null {
  if (!isValidDay(day)) return "Choose a Monday.";
  if (!isMonday(day)) {
    const monday = shiftDay(day, -((weekday(day) + 6) % 7));
    return `Weeks start on Monday. ${formatDate(day)} is in the week of ${formatDate(monday)}.`;
  }
  return day > today ? "This week hasn't begun yet." : null;
}
