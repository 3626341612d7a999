import type { Box, Point } from "~/domain/geo/geo";
import { describePart, parseLand } from "./parse-land";
import { formatRange, formatTownship, parseRange, parseSection, parseTownship } from "./plss";

/** The only directions in which townships and ranges are counted somewhere; null where there are both. */
export type Directions = { township: "N" | "S" | null; range: "E" | "W" | null };
export const NO_DIRECTIONS: Directions = { township: null, range: null };

/** Which way a county's townships are counted from the initial point of its meridian. */
export function directionsIn(county: Box, origin: Point): Directions {
  const { min_latitude, max_latitude, min_longitude, max_longitude } = county;
  return {
    township: min_latitude >= origin.latitude ? "N" : max_latitude <= origin.latitude ? "S" : null,
    range: min_longitude >= origin.longitude ? "E" : max_longitude <= origin.longitude ? "W" : null,
  };
}

type Land = { township: string; range: string; section: string };

/** "27", "T 27", "Twp. 27": a township or range whose direction is not said. */
const bareNumber = (text: string) => Number(/^[A-Z]{0,1}\s?0{0,2}(\d{1,3})$/.exec(text)?.[1] ?? 0);

/** "Township 27 North" as "T 27 N", so that whatever people write out is read like what they abbreviate. */
const abbreviated = (text: string) =>
  text
    .trim()
    .toUpperCase()
    .replace(/^(TOWNSHIP|TWP)\b\.?/, "T")
    .replace(/^(RANGE|RGE)\b\.?/, "R")
    .replace(/\b(NORTH|SOUTH|EAST|WEST)$/, (word) => word.slice(0, 1))
    .replace(/^([TR])\./, "$1");

const hasPart = (section: string) => /\d\/[24]|\bLOT\b/i.test(section);

/** A whole description in one field, where the fields that it also names are empty or say the same. */
function splitWhole(typed: Land): Land {
  const whole = parseLand(typed.township) ?? parseLand(typed.section);
  if (!whole) return typed;
  const part = describePart(whole);
  const section = whole.section === null ? "" : part ? `${part} Sec ${whole.section}` : String(whole.section);
  const isOwn = (text: string) => text.trim() === "" || parseLand(text) !== null;
  return {
    township: formatTownship(whole.township),
    range: isOwn(typed.range) ? formatRange(whole.range) : typed.range,
    section: isOwn(typed.section) ? section : typed.section,
  };
}

/**
 * Write a land description in one form: T27N, R3W, section 28. A missing direction is the county's if it has only one;
 * otherwise `asks` names the field. Anything else (half townships, private claims) is returned unchanged.
 */
export function tidyLand(
  typed: Land,
  directions: Directions,
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

/** Whether two descriptions name the same section, or the same township where one of them names no section. */
export function isSameLand(a: Land, b: Land): boolean {
  const words = ({ land }: ReturnType<typeof tidyLand>) => land;
  const [x, y] = [words(tidyLand(a, NO_DIRECTIONS)), words(tidyLand(b, NO_DIRECTIONS))];
  const numbered = parseSection(x.section) !== null && parseSection(y.section) !== null;
  return x.township === y.township && x.range === y.range && (!numbered || x.section === y.section);
}
