import { isValidDay, shiftDay } from "~/lib/time/date-range";
import { formatDate } from "~/lib/time/time";

/** Price of a gallon, in thousandths of a dollar, because EIA publishes three decimals. */
export type DollarThousandths = number;

/** Limits of a price; a price outside them is a typing mistake. */
const MIN_MILLS = 1_000;
const MAX_MILLS = 15_000;
/** Largest weekly price change, as a fraction, that needs no confirmation. */
const MAX_CHANGE = 0.25;

const PRICE = /^\$?(\d{1,4})(?:\.(\d{1,3}))?$/;

/** Parse dollars per gallon with at most three decimals: "3.912", "$4.05". Null if the text is not a price. */
export function parseFuelPrice(typed: string | number): DollarThousandths | null {
  const [, dollars = "", fraction = ""] = PRICE.exec(String(typed).trim()) ?? [];
  return dollars ? Number(dollars + fraction.padEnd(3, "0")) : null;
}

export const isPossiblePrice = (mills: DollarThousandths): boolean =>
  mills >= MIN_MILLS && mills <= MAX_MILLS;

/** Format a price as "$3.912", always with three decimals as in EIA's tables. */
export const formatFuelPrice = (mills: DollarThousandths): string => `$${(mills / 1000).toFixed(3)}`;

/** Format a price change as "4.2 cents more", "1 cent less" or "no change". */
export function formatFuelChange(mills: DollarThousandths, before: DollarThousandths): string {
  const cents = Math.abs(mills - before) / 10;
  if (cents === 0) return "no change";
  const text = Number.isInteger(cents) ? String(cents) : cents.toFixed(1);
  return `${text} ${cents === 1 ? "cent" : "cents"} ${mills > before ? "more" : "less"}`;
}

/** Check whether a price differs so much from the previous week's that the user must confirm it. */
export const isLargePriceChange = (mills: DollarThousandths, before: DollarThousandths): boolean =>
  Math.abs(mills - before) > before * MAX_CHANGE;

const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
export const isMonday = (day: string): boolean => isValidDay(day) && weekday(day) === 1;

/** Return an error message unless a day is a Monday that isn't in the future; null if it is valid. */
export function getWeekProblem(day: string, today: string): string | null {
  if (!isValidDay(day)) return "Choose a Monday.";
  if (!isMonday(day)) {
    const monday = shiftDay(day, -((weekday(day) + 6) % 7));
    return `Weeks start on Monday. ${formatDate(day)} is in the week of ${formatDate(monday)}.`;
  }
  return day > today ? "This week hasn't begun yet." : null;
}
