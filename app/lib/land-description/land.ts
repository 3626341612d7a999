import type { Box, Point } from "~/lib/geo/geo";
import { formatLandPart, parseLand } from "./parse-land";
import { formatRange, formatTownship, parseRange, parseSection, parseTownship } from "./plss";

/** Direction in which all townships or ranges of an area are counted; null if both directions occur. */
export type TownshipDirections = { township: "N" | "S" | null; range: "E" | "W" | null };
export const NO_DIRECTIONS: TownshipDirections = { township: null, range: null };

/** Directions in which a county's townships are counted from the initial point of its meridian. */
export function getTownshipDirections(county: Box, origin: Point): TownshipDirections {
  const { min_latitude, max_latitude, min_longitude, max_longitude } = county;
  return {
    township: min_latitude >= origin.latitude ? "N" : max_latitude <= origin.latitude ? "S" : null,
    range: min_longitude >= origin.longitude ? "E" : max_longitude <= origin.longitude ? "W" : null,
  };
}

type Land = { township: string; range: string; section: string };

/** Parse a township or range without a direction: "27", "T 27", "Twp. 27". */
const bareNumber = (text: string) => Number(/^[A-Z]{0,1}\s?0{0,2}(\d{1,3})$/.exec(text)?.[1] ?? 0);

/** Abbreviate "Township 27 North" to "T 27 N", so that spelled-out words are parsed like abbreviations. */
const abbreviated = (text: string) =>
  text
    .trim()
    .toUpperCase()
    .replace(/^(TOWNSHIP|TWP)\b\.?/, "T")
    .replace(/^(RANGE|RGE)\b\.?/, "R")
    .replace(/\b(NORTH|SOUTH|EAST|WEST)$/, (word) => word.slice(0, 1))
    .replace(/^([TR])\./, "$1");

const hasPart = (section: string) => /\d\/[24]|\bLOT\b/i.test(section);

/**
 * Split a whole description typed in one field into all fields, if the other fields are empty or contain the same
 * values.
 */
function splitWhole(typed: Land): Land {
  const whole = parseLand(typed.township) ?? parseLand(typed.section);
  if (!whole) return typed;
  const part = formatLandPart(whole);
  const section = whole.section === null ? "" : part ? `${part} Sec ${whole.section}` : String(whole.section);
  const isOwn = (text: string) => text.trim() === "" || parseLand(text) !== null;
  return {
    township: formatTownship(whole.township),
    range: isOwn(typed.range) ? formatRange(whole.range) : typed.range,
    section: isOwn(typed.section) ? section : typed.section,
  };
}

/**
 * Normalize a land description: T27N, R3W, section 28. A missing direction is the county's if the county has only one;
 * otherwise `asks` contains the field. Other descriptions (half townships, private claims) are returned unchanged.
 */
export function normalizeLandDescription(
  typed: Land,
  directions: TownshipDirections,
): { land: Land; asks: ("township" | "range")[] } {
  const land = splitWhole(typed);
  const asks: ("township" | "range")[] = [];
  const line = (field: "township" | "range") => {
    const words = land[field];
    const text = abbreviated(words);
    const township = field === "township" ? parseTownship(text) : null;
    const range = field === "range" ? parseRange(text) : null;
    if (township) return formatTownship(township);
    if (range) return formatRange(range);
    const number = bareNumber(text);
    if (!number) return words.trim();
    const direction = directions[field];
    if (direction) return `${field === "township" ? "T" : "R"}${number}${direction}`;
    asks.push(field);
    return words.trim();
  };
  const [township, range] = [line("township"), line("range")];
  const section = parseSection(land.section);
  return {
    land: {
      township,
      range,
      section: section && !hasPart(land.section) ? String(section) : land.section.trim(),
    },
    asks,
  };
}

/** True if two descriptions name the same section, or the same township if one of them names no section. */
export function isSameSection(a: Land, b: Land): boolean {
  const words = ({ land }: ReturnType<typeof normalizeLandDescription>) => land;
  const [x, y] = [
    words(normalizeLandDescription(a, NO_DIRECTIONS)),
    words(normalizeLandDescription(b, NO_DIRECTIONS)),
  ];
  const numbered = parseSection(x.section) !== null && parseSection(y.section) !== null;
  return x.township === y.township && x.range === y.range && (!numbered || x.section === y.section);
}
