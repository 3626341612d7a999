/** An exact number, `numerator / denominator`; the denominator is above 0. */
export type ExactNumber = { numerator: bigint; denominator: bigint };

/** Maximum number of digits before and after the decimal point; longer numbers aren't measurements. */
const MAX_DIGITS = 15;

/** Fractions that people type as one character. */
const VULGAR: Readonly<Record<string, string>> = {
  "½": "1/2",
  "⅓": "1/3",
  "⅔": "2/3",
  "¼": "1/4",
  "¾": "3/4",
  "⅛": "1/8",
  "⅜": "3/8",
  "⅝": "5/8",
  "⅞": "7/8",
};

/** Denominators accepted in typed fractions. "11/16" is more likely a date than a fraction of a cord. */
const DENOMINATORS = new Set([2, 3, 4, 5, 8, 10]);

const DECIMAL = /^(\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d{1,3}(?:'\d{3})+|\d+)?(?:\.(\d*))?$/;
const MIXED = /^(?:(\d+)[ -])?(\d{1,2})\/(\d{1,2})$/;

/**
 * Parse a number as people write it: "78,540", "78 540", "27.4", ".5", "7 1/2", "7½", "-52,000", "(52,000)". Null for
 * any other text, and for "2.02611E+11", because a spreadsheet dropped its last digits.
 */
export function parseExactNumber(text: string): ExactNumber | null {
  const { body, isNegative } = withoutSign(plainSpaces(text));
  const value = parseMixed(body) ?? parseDecimal(body);
  return value && isNegative ? { ...value, numerator: -value.numerator } : value;
}

/** True if a spreadsheet wrote a long number as a power of ten, losing its last digits. */
export const isScientific = (text: string): boolean => /^[+-]?\d(?:\.\d+)?E\+?\d{1,2}$/i.test(text.trim());

const plainSpaces = (text: string) =>
  text
    .replace(/[\s\u00a0\u2007\u2009\u202f]+/g, " ")
    .replace(/[\u2019]/g, "'")
    .replace(/ ?([½⅓⅔¼¾⅛⅜⅝⅞])/g, (_, part: string) => ` ${VULGAR[part] ?? ""}`)
    .replace("⁄", "/")
    .trim();

function withoutSign(text: string): { body: string; isNegative: boolean } {
  const inParentheses = /^\((.+)\)$/.exec(text)?.[1];
  if (inParentheses !== undefined) return { body: inParentheses.trim(), isNegative: true };
  const [, before = "", body = "", after = ""] = /^([-\u2212]?) ?(.*?) ?(-?)$/.exec(text) ?? [];
  return before && after
    ? { body: "", isNegative: false }
    : { body, isNegative: before !== "" || after !== "" };
}

function parseDecimal(text: string): ExactNumber | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const whole = (match[1] ?? "").replace(/[, ']/g, "");
  const decimals = match[2] ?? "";
  if (whole + decimals === "" || whole.length > MAX_DIGITS || decimals.length > MAX_DIGITS) return null;
  return { numerator: BigInt(whole + decimals), denominator: 10n ** BigInt(decimals.length) };
}

function parseMixed(text: string): ExactNumber | null {
  const match = MIXED.exec(text);
  const [numerator, denominator] = [Number(match?.[2]), Number(match?.[3])];
  if (!match || !DENOMINATORS.has(denominator) || numerator === 0 || numerator >= denominator) return null;
  const whole = match[1] ?? "0";
  if (whole.length > MAX_DIGITS) return null;
  return {
    numerator: BigInt(whole) * BigInt(denominator) + BigInt(numerator),
    denominator: BigInt(denominator),
  };
}
