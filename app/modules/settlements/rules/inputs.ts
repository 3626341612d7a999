import { z } from "zod";
import { createMoneySchema, parseMoney } from "~/lib/money/money";
import { createTextSchema, createTrimmedTextSchema } from "~/lib/text/input";
import { isCalendarDay } from "./periods";

/** Maximum amount in cents of one payment or adjustment. */
const MAX_CENTS = 1_000_000_000;

export const idField = z.number().int().positive();
/** Calendar day as sent by the browser's date field. */
export const calendarDayField = (message = "Choose a day.") =>
  createTextSchema(10, message, message).refine(isCalendarDay, message);
/** Amount above zero, in dollars and cents. */
export const amountField = createMoneySchema().refine((typed) => {
  const cents = parseMoney(typed);
  return cents === null || (cents > 0 && cents <= MAX_CENTS);
}, "Type an amount like 12.50.");
export const toCents = (typed: string | number): number => parseMoney(typed) ?? 0;

export const MAX_TEXT_LENGTH = 500;
/** Reason for a reversal or cancellation; the payee can read it. */
export const reasonField = createTrimmedTextSchema(MAX_TEXT_LENGTH, undefined, "Say why.").min(1, "Say why.");
export const memoField = createTrimmedTextSchema(1000);
