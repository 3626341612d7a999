/** Month names, in lowercase. */
export const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
] as const;

/**
 * Return the month whose name begins with this lower-case word, 0 for January; -1 if the word has fewer than three
 * letters or begins no month's name.
 */
export const parseMonth = (word: string): number =>
  word.length < 3 ? -1 : MONTHS.findIndex((name) => name.startsWith(word));

const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[.,]*\s+(?=[a-z\d])/i;
/** Dates with the month first: "Nov 25, 2026", "November 25th 2026", "Nov. 25", "Nov-25-26". */
const MONTH_FIRST =
  /^([a-z]{3,9})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?(?:(?:,\s*|[\s-]+)((?:19|20)\d{2}|\d{2})(?![\d:]))?(?=[\s,]|$)/i;
/** Dates with the day first: "25 Nov 2026", "25th of November, 2026", "25-Nov-26". */
const DAY_FIRST =
  /^(\d{1,2})(?:st|nd|rd|th)?(?:[\s-]+of)?[\s-]+([a-z]{3,9})\.?(?:(?:,\s*|[\s-]+)((?:19|20)\d{2}|\d{2})(?![\d:]))?(?=[\s,]|$)/i;

/**
 * Replace a date with a spelled-out month at the start of a text by a numeric date, month first: "Nov 25, 2026 2:15 PM"
 * becomes "11/25/2026 2:15 PM". Any other text is returned unchanged.
 */
export function replaceMonthName(text: string): string {
  const bare = text.replace(WEEKDAY, "");
  const first = MONTH_FIRST.exec(bare);
  const last = DAY_FIRST.exec(bare);
  const [whole = "", name = "", day = "", year] = first ?? (last ? [last[0], last[2], last[1], last[3]] : []);
  const month = parseMonth(name.toLowerCase());
  if (month < 0) return text;
  const rest = bare.slice(whole.length).replace(/^[,\s]+(?:at\s+)?/i, "");
  return [[month + 1, day, year].filter(Boolean).join("/"), rest].filter(Boolean).join(" ");
}
