/** Words shown in capitals because they are abbreviations. */
const SPELLED = new Set(["qr", "api"]);

/**
 * Path segment as a breadcrumb: title case, hyphens as spaces; ids, which are segments with a digit, are unchanged.
 */
export function formatBreadcrumb(segment: string): string {
  if (/\d/.test(segment)) return segment;
  return segment
    .split("-")
    .map((word) => (SPELLED.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(" ");
}

/** Return the article for a word: "An Available ticket", "A Completed ticket". */
export const getArticle = (word: string): string => (/^[aeiou]/i.test(word) ? "An" : "A");

/** Format a count with its noun: "1 ticket", "2 tickets", "1,204 tickets". */
export const formatCount = (n: number, item: string, many = `${item}s`): string =>
  `${n.toLocaleString("en-US")} ${n === 1 ? item : many}`;

/** Spell out a number's digits, for a sheet garbled by a fax: 1042 is "one zero four two". */
export function spellDigits(n: number): string {
  const words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
  return [...String(n)].map((d) => words[Number(d)]).join(" ");
}

export const formatFullName = (person: { first_name: string; last_name: string }): string =>
  `${person.first_name} ${person.last_name}`.trim();

/**
 * Escape text for SQL's LIKE, so that % and _ in it match only themselves; the query must name the escape character, a
 * backslash.
 */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
