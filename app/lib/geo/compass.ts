import type { Point } from "./geo";

const COMPASS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"] as const;
export type CompassDirection = (typeof COMPASS)[number];

const MILES_PER_DEGREE = 69.05;
const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Return the compass direction, one of eight, from one point to another. */
export function getCompassDirection(from: Point, to: Point): CompassDirection {
  const north = to.latitude - from.latitude;
  const east = (to.longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180);
  const turn = Math.round(Math.atan2(east, north) / (Math.PI / 4));
  return COMPASS[(turn + 8) % 8] ?? "N";
}

/** Return the point at a distance in miles and a direction from another point, to a millionth of a degree. */
export function offsetPoint(from: Point, miles: number, to: CompassDirection): Point {
  const angle = COMPASS.indexOf(to) * (Math.PI / 4);
  const degrees = miles / MILES_PER_DEGREE;
  const round = (value: number) => Math.round(value * 1e6) / 1e6;
  return {
    latitude: round(from.latitude + degrees * Math.cos(angle)),
    longitude: round(
      from.longitude + (degrees * Math.sin(angle)) / Math.cos((from.latitude * Math.PI) / 180),
    ),
  };
}

const WORDS: Record<string, CompassDirection> = {
  n: "N",
  north: "N",
  ne: "NE",
  northeast: "NE",
  e: "E",
  east: "E",
  se: "SE",
  southeast: "SE",
  s: "S",
  south: "S",
  sw: "SW",
  southwest: "SW",
  w: "W",
  west: "W",
  nw: "NW",
  northwest: "NW",
};

/** Position relative to a town: miles, direction, town, and the road if named. */
export type PlaceOffset = { miles: number; to: CompassDirection; of: string; road: string | null };

const OFFSET = new RegExp(
  `^(?:.*\\s)?(\\d{1,3}(?:\\.\\d{1,2})?|an?|${NUMBERS.join("|")})\\s+mi(?:les?)?\\.?\\s+(?:to\\s+the\\s+)?([a-z]{1,9})\\s+of\\s+(\\S.*)$`,
  "i",
);

/**
 * Parse "2 miles north of Grayling", "two mi NE of Mio", "the yard half a mile w of Gaylord on the old 27"; null for
 * anything else.
 */
export function parsePlaceOffset(text: string): PlaceOffset | null {
  const message = text
    .trim()
    .slice(0, 120)
    .replace(/\bhalf an? mile/i, "0.5 miles");
  const [whole = "", ...road] = message.split(/,?\s+(?:on|along|off)\s+/i);
  const match = OFFSET.exec(whole);
  if (!match) return null;
  const [, count = "", direction = "", of = ""] = match;
  const word = count.toLowerCase();
  const miles = /^\d/.test(word) ? Number(word) : /^an?$/.test(word) ? 1 : NUMBERS.indexOf(word);
  const to = WORDS[direction.toLowerCase()];
  return to && miles >= 0 && miles <= 100 ? { miles, to, of, road: road.join(" on ") || null } : null;
}
