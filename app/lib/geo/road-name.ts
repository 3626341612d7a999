/** Words that are optional in road names. */
const LOOSE = [
  "the",
  "hwy",
  "highway",
  "road",
  "rd",
  "us",
  "m",
  "i",
  "state",
  "route",
  "rte",
  "county",
  "co",
  "cr",
  "old",
];
const SAME: Record<string, string> = {
  highway: "hwy",
  road: "rd",
  street: "st",
  avenue: "ave",
  route: "rte",
  trail: "trl",
};

const wordsOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
    .split(" ")
    .filter((word) => word && word !== "the");

/** Normalize a road's name for search: "Old US Hwy 27" as "old us hwy 27". */
export const normalizeRoadName = (name: string): string =>
  wordsOf(name)
    .map((word) => SAME[word] ?? word)
    .join(" ");

/**
 * Score how well a road matches a user's text, from 0 (no match): "the old 27" ranks Old US Hwy 27 above US Hwy 27.
 * Numbers must match exactly; other words may be missing only if they are common in road names.
 */
export function rankRoadMatch(key: string, typed: string): number {
  const own = key.split(" ");
  const matches = normalizeRoadName(typed).split(" ").filter(Boolean);
  if (matches.length === 0) return 0;
  let count = 0;
  for (const word of matches) {
    const isThere = own.includes(word) || (/^[a-z]{4,}$/.test(word) && own.some((o) => o.startsWith(word)));
    if (isThere) count++;
    else if (!LOOSE.includes(word)) return 0;
  }
  // "Old" alone doesn't name a road.
  const isNamed = matches.some((word) => !LOOSE.includes(word) && own.some((o) => o.startsWith(word)));
  return isNamed ? count / matches.length - own.length / 100 : 0;
}
