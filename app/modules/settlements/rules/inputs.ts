import { z } from "zod";
import { moneyField, parseMoney } from "~/lib/money/money";
import { textField, trimmedField } from "~/lib/text/input";
import { isCalendarDay } from "./periods";

/** Maximum amount in one payment or item. */
const MAX_CENTS = 1_000_000_000;

export const idField = z.number().int().positive();
/** A day of the calendar, as the browser's date field sends it. */
export const calendarDayField = (message = "Choose a day.") =>
  textField(10, message, message).refine(isCalendarDay, message);
/** Dollars and cents above zero. */
export const amountField = moneyField().refine((typed) => {
  const cents = parseMoney(typed);
  return cents === null || (cents > 0 && cents <= MAX_CENTS);
}, "Type an amount like 12.50.");
export const toCents = (typed: string | number): number => parseMoney(typed) ?? 0;

export const MAX_TEXT_LENGTH = 500;
/** Reason for taking something back: the payee reads it. */
export const reasonField = trimmedField(MAX_TEXT_LENGTH, undefined, "Say why.").min(1, "Say why.");
export const memoField = trimmedField(1000);
