import { isDay, plusDays } from "~/domain/time/date-range";
import { formatDate } from "~/domain/time/time";

/** What a gallon costs, in thousandths of a dollar: EIA gives three decimals. */
export type Mills = number;

/** A price outside of these is a typing mistake. */
const LEAST_MILLS = 1_000;
const MOST_MILLS = 15_000;
/** A week that moves further than this is asked about. */
const MOST_MOVE = 0.25;

const PRICE = /^\$?(\d{1,4})(?:\.(\d{1,3}))?$/;

/** Reads dollars a gallon with three decimals at most: "3.912", "$4.05". Null where it is not a price. */
export function parseFuelPrice(typed: string | number): Mills | null {
  const [, dollars = "", fraction = ""] = PRICE.exec(String(typed).trim()) ?? [];
  return dollars ? Number(dollars + fraction.padEnd(3, "0")) : null;
}

export const isPossiblePrice = (mills: Mills): boolean => mills >= LEAST_MILLS && mills <= MOST_MILLS;

/** "$3.912": always three decimals, as the tables of EIA have them. */
export const formatFuelPrice = (mills: Mills): string => `$${(mills / 1000).toFixed(3)}`;

/** "4.2 cents more", "1 cent less", "no change". */
export function fuelChange(mills: Mills, before: Mills): string {
  const cents = Math.abs(mills - before) / 10;
  if (cents === 0) return "no change";
  const text = Number.isInteger(cents) ? String(cents) : cents.toFixed(1);
  return `${text} ${cents === 1 ? "cent" : "cents"} ${mills > before ? "more" : "less"}`;
}

/** Whether a price is so far from the week before that it is asked about. */
export const movesFar = (mills: Mills, before: Mills): boolean =>
  Math.abs(mills - before) > before * MOST_MOVE;

const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
export const isMonday = (day: string): boolean => isDay(day) && weekday(day) === 1;

/** What is wrong with a day as the Monday of a week that has begun; null where nothing is. */
export function weekProblem(day: string, today: string): string | null {
  if (!isDay(day)) return "Choose a Monday.";
  if (!isMonday(day)) {
    const monday = plusDays(day, -((weekday(day) + 6) % 7));
    return `Weeks start on Monday. ${formatDate(day)} is in the week of ${formatDate(monday)}.`;
  }
  return day > today ? "This week hasn't begun yet." : null;
}
