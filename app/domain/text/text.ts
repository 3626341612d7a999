/** Words that are letters read one by one. */
const SPELLED = new Set(["qr", "api"]);

/**
 * A path segment as a breadcrumb: title case, hyphens as spaces (both specs, section 2); ids, which are what has
 * a digit in it, as they are (decisions, section 10).
 */
export function crumbOf(segment: string): string {
  if (/\d/.test(segment)) return segment;
  return segment
    .split("-")
    .map((word) => (SPELLED.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(" ");
}

/** "An Available ticket", "A Completed ticket". */
export const aOrAn = (word: string): string => (/^[aeiou]/i.test(word) ? "An" : "A");

/** "1 ticket", "2 tickets", "1,204 tickets". */
export const count = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString("en-US")} ${n === 1 ? one : many}`;

/** A number's words, for a sheet that a fax has eaten: 1042 is "one zero four two". */
export function digitsInWords(n: number): string {
  const words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
  return [...String(n)].map((d) => words[Number(d)]).join(" ");
}

export const fullName = (person: { first_name: string; last_name: string }): string =>
  `${person.first_name} ${person.last_name}`.trim();

/** Escape a text for SQL's LIKE, so that % and _ in it match only themselves; the query says which escape it is: a backslash. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
