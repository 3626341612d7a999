import { z } from "zod";
import { money, parseMoney } from "~/domain/money/money";
import { isCalendarDay } from "~/domain/settling/periods";
import { text, trimmed } from "~/domain/text/input";

/** So much money at most in one payment or item. */
const MOST_CENTS = 1_000_000_000;

export const idInput = z.number().int().positive();
/** A day of the calendar, as the browser's date field sends it. */
export const dayInput = (message = "Choose a day.") =>
  text(10, message, message).refine(isCalendarDay, message);
/** Dollars and cents above zero. */
export const amount = money().refine((typed) => {
  const cents = parseMoney(typed);
  return cents === null || (cents > 0 && cents <= MOST_CENTS);
}, "Type an amount like 12.50.");
export const centsOf = (typed: string | number): number => parseMoney(typed) ?? 0;

export const MOST_WORDS = 500;
/** Why something is taken back: who is paid reads it. */
export const reason = trimmed(MOST_WORDS, undefined, "Say why.").min(1, "Say why.");
export const memo = trimmed(1000);
