import { z } from "zod";
import { createTextSchema } from "~/lib/text/input";
import { divideHalfEven } from "~/lib/units/measures";

/** Maximum number of decimals in a rate. */
const RATE_DECIMALS = 4;

/** An amount is whole cents; a rate is whole hundredths of a cent (docs/domain.md#rates). All in USD. */
export type Cents = number;
export type RateHundredths = number;

/**
 * Amount from which cards show the short form. Tables and printed documents always show the full amount
 * (docs/domain.md#showing-money).
 */
const COMPACT_FROM: Cents = 10_000;

const dollars = (options: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", ...options });
// Cached formats: creating one takes fifty times as long as formatting a number.
const FULL = dollars();
const PRICE = dollars({ minimumFractionDigits: 2, maximumFractionDigits: 4 });
const WHOLE = dollars({ maximumFractionDigits: 0, minimumFractionDigits: 0 });
const SHORT = dollars({ notation: "compact", maximumFractionDigits: 1, minimumFractionDigits: 0 });

export const formatMoney = (amount: Cents): string => FULL.format(amount / 100);

/** Format an amount for a card: "$99.99", then "$100", "$1.2K", "$3.4M". */
export function formatMoneyCompact(amount: Cents): string {
  if (Math.abs(amount) < COMPACT_FROM) return formatMoney(amount);
  const whole = divideHalfEven(BigInt(amount), 100n);
  if (Math.abs(whole) < 1000) return WHOLE.format(whole);
  return SHORT.format(Math.abs(amount) >= 100_000 ? amount / 100 : whole);
}

/** Multiply a rate by a volume in thousandths of the rate's own unit; rounded once, half to even, to cents. */
export function computeAmount(rate: RateHundredths, thousandths: number): Cents {
  return divideHalfEven(BigInt(rate) * BigInt(thousandths), 100_000n);
}

/** Spreadsheets put a space after the dollar sign and omit the zero before the decimal point. */
const DECIMAL = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+|(?=\.))(?:\.(\d+))?$/;

/** Split a dollar amount into its digits before and after the decimal point; null if the text isn't an amount. */
function digitsOf(typed: string | number): { dollars: string; fraction: string } | null {
  const match = DECIMAL.exec(String(typed).trim());
  return match && { dollars: (match[1] ?? "").replaceAll(",", ""), fraction: match[2] ?? "" };
}

/** Parse dollars with at most `decimals` decimals, as a whole number of units of the last decimal place. */
function parseDollars(typed: string | number, decimals: number): number | null {
  const digits = digitsOf(typed);
  if (!digits || digits.fraction.length > decimals) return null;
  const whole = Number(digits.dollars + digits.fraction.padEnd(decimals, "0"));
  return Number.isSafeInteger(whole) ? whole : null;
}

/** Parse an amount: "12", "12.50", ".50", "$1,200.00", "$ 1,200", or a JSON number of dollars. Null for anything else. */
export const parseMoney = (typed: string | number): Cents | null => parseDollars(typed, 2);

/** Format an amount as a person would type it: "260.00". */
export const formatPlainMoney = (amount: Cents): string => (amount / 100).toFixed(2);

/** Parse a rate: "4.25", "$0.1234", or a JSON number of dollars. Null for anything else. */
export const parseRate = (typed: string | number): RateHundredths | null =>
  parseDollars(typed, RATE_DECIMALS);

const MINUS = /^\s*[-−]\s*/;

/** Parse a price that may be negative, such as a discount: "-25", "−25.00". Null for anything else. */
export function parsePrice(typed: string | number): RateHundredths | null {
  const plain = String(typed).replace(MINUS, "");
  const price = parseRate(plain);
  return price === null || price === 0 || plain === String(typed) ? price : -price;
}

/** Schema of a price input, negative for a discount; `parsePrice` parses it. */
export const createPriceSchema = (message: string) =>
  z
    .union([createTextSchema(MAX_TYPED_LENGTH, message), z.number()], message)
    .refine((typed) => parsePrice(typed) !== null, {
      error: ({ input }) =>
        isTooFine(String(input).replace(MINUS, "")) ? "Use at most four decimals, like 4.2525." : message,
    });

/** Format a rate: "$4.25", "$0.1234"; at least two decimals, at most four. */
export const formatRate = (rate: RateHundredths): string => PRICE.format(rate / 10_000);

/** Maximum length of a typed amount, with its signs and blanks. */
const MAX_TYPED_LENGTH = 40;

/** Schema of an amount input: text or a JSON number, validated but not changed; `parseMoney` parses it. */
export function createMoneySchema(message = "Type an amount like 12.50.") {
  return z
    .union([createTextSchema(MAX_TYPED_LENGTH, message), z.number()], message)
    .refine((typed) => parseMoney(typed) !== null, message);
}

const isTooFine = (typed: unknown): boolean =>
  (typeof typed === "string" || typeof typed === "number") &&
  (digitsOf(typed)?.fraction.length ?? 0) > RATE_DECIMALS;

/**
 * Schema of a rate input, in dollars with up to four decimals; `parseRate` parses it. Zero means unset. A rate with
 * more decimals has its own message, whatever `message` is.
 */
export function createRateSchema(message = "Type a rate like 4.25.") {
  return z
    .union([createTextSchema(MAX_TYPED_LENGTH, message), z.number()], message)
    .refine((typed) => parseRate(typed) !== null, {
      error: ({ input }) => (isTooFine(input) ? "Use at most four decimals, like 4.2525." : message),
    });
}
