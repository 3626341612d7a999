/**
 * Land descriptions. Public Land Survey states use township, range and section under a principal meridian; other states
 * use free text with the label common in that state (docs/domain.md#land-description).
 */
export type Township = { number: number; direction: "N" | "S" };
export type Range = { number: number; direction: "E" | "W" };

const SURVEY_LINE = /^([A-Z])?\s*0*(\d{1,3})\s*\.?\s*([NSEW])\.?$/;

function parseLine(
  text: string,
  prefix: string,
  directions: string,
): { number: number; direction: string } | null {
  const match = SURVEY_LINE.exec(text.trim().toUpperCase());
  if (!match) return null;
  const [, letter, digits, direction = ""] = match;
  const number = Number(digits);
  if ((letter && letter !== prefix) || !directions.includes(direction) || number < 1 || number > 200)
    return null;
  return { number, direction };
}

/** Parse a township: "T27N", "27N", "27 n". */
export const parseTownship = (text: string) => parseLine(text, "T", "NS") as Township | null;
/** Parse a range: "R2W", "2W", "02 w". */
export const parseRange = (text: string) => parseLine(text, "R", "EW") as Range | null;

/**
 * Parse a section number, 1 to 36: "28", "Sec. 28", "S28", also after a part of the section: "NW1/4 SE1/4 Sec 28", "Lot
 * 2 Sec 28".
 */
export function parseSection(text: string): number | null {
  const match = /^(?:[^\n]{1,40}\b(?=SEC))?(?:S|SEC|SECTION)?\.?\s*0*(\d{1,2})$/i.exec(text.trim());
  const number = Number(match?.[1]);
  return number >= 1 && number <= 36 ? number : null;
}

export const formatTownship = (t: Township): string => `T${t.number}${t.direction}`;
export const formatRange = (r: Range): string => `R${r.number}${r.direction}`;

/**
 * Position of a section in its township of six by six: row 0 in the north, column 0 in the west. Numbers run from the
 * northeast corner to the west, back to the east in the next row, and so on (BLM manual, 1973).
 */
export function getSectionPosition(section: number): { row: number; column: number } {
  const row = Math.floor((section - 1) / 6);
  const along = (section - 1) % 6;
  return { row, column: row % 2 === 0 ? 5 - along : along };
}

/** Label of the land description in states without a Public Land Survey. */
export function getLandDescriptionLabel(stusps: string): string {
  return { GA: "District, land lot", TX: "Survey, abstract", ME: "Town, plan" }[stusps] ?? "Tract";
}

/** Format a land description: "S28 T27N R2W, Michigan Meridian", or the tract's text; empty if all fields are empty. */
export function formatLand(land: {
  township: string | null;
  range: string | null;
  section: string | null;
  meridian: string | null;
}): string {
  const t = land.township ? parseTownship(land.township) : null;
  const r = land.range ? parseRange(land.range) : null;
  const s = land.section ? parseSection(land.section) : null;
  const parts = [
    s ? `S${s}` : land.section,
    t ? formatTownship(t) : land.township,
    r ? formatRange(r) : land.range,
  ].filter(Boolean);
  const text = parts.join(t && r ? " " : ", ");
  return text && land.meridian ? `${text}, ${meridianName(land.meridian)}` : text;
}

/** Format a meridian's name: "Michigan Meridian", "Fifth Principal Meridian", "Principal Meridian (Montana)". */
const meridianName = (name: string): string => name.replace(/( \(.+\))?$/, " Meridian$1");
