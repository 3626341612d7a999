/**
 * Land descriptions. In Public Land Survey states: township, range and section under a principal meridian;
 * elsewhere free text under the name that state's people use (decisions, section 7).
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

/** Reads "T27N", "27N", "27 n". */
export const parseTownship = (text: string) => parseLine(text, "T", "NS") as Township | null;
/** Reads "R2W", "2W", "02 w". */
export const parseRange = (text: string) => parseLine(text, "R", "EW") as Range | null;

/** Reads a section, 1 to 36: "28", "Sec. 28", "S28". */
export function parseSection(text: string): number | null {
  const match = /^(?:S|SEC|SECTION)?\.?\s*0*(\d{1,2})$/i.exec(text.trim());
  const number = Number(match?.[1]);
  return number >= 1 && number <= 36 ? number : null;
}

export const formatTownship = (t: Township): string => `T${t.number}${t.direction}`;
export const formatRange = (r: Range): string => `R${r.number}${r.direction}`;

/**
 * Where a section is in its township of six by six, row 0 in the north, column 0 in the west. Numbers run from the
 * northeast corner to the west, back to the east in the next row, and so on (BLM manual, 1973).
 */
export function sectionPlace(section: number): { row: number; column: number } {
  const row = Math.floor((section - 1) / 6);
  const along = (section - 1) % 6;
  return { row, column: row % 2 === 0 ? 5 - along : along };
}

/** What the description is called in states without a Public Land Survey. */
export function landLabel(stusps: string): string {
  return { GA: "District, land lot", TX: "Survey, abstract", ME: "Town, plan" }[stusps] ?? "Tract";
}

/** "S28 T27N R2W, Michigan Meridian" or the tract's text; empty where nothing is known. */
export function describeLand(land: {
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

/** "Michigan Meridian", "Fifth Principal Meridian", "Principal Meridian (Montana)". */
const meridianName = (name: string): string => name.replace(/( \(.+\))?$/, " Meridian$1");

/** Reads "T26N R3W", "26N 3W", "T26N R3W section 14", "Sec. 14, T26N, R3W"; null for anything else. */
export function parseLand(text: string): { township: Township; range: Range; section: number | null } | null {
  const words = text
    .slice(0, 60)
    .toUpperCase()
    .replace(/[,.;]/g, " ")
    .replace(/\b(SECTION|SEC|S)\s*(?=\d{1,2}\b)/g, "SEC")
    .replace(/\b([TR])\s+(?=\d)/g, "$1")
    .replace(/(\d)\s+([NSEW])\b/g, "$1$2")
    .replace(/([NS])(?=R?\d)/g, (letter) => `${letter} `)
    .replace(/S EC/g, "SEC")
    .split(/\s+/)
    .filter(Boolean);
  if (words.length < 2 || words.length > 3) return null;
  const [township] = words.flatMap((word) => parseTownship(word) ?? []);
  const [range] = words.flatMap((word) => parseRange(word) ?? []);
  const [section = null] = words.flatMap((word) =>
    word.startsWith("SEC") ? (parseSection(word) ?? []) : [],
  );
  return township && range && (words.length === 2) === (section === null)
    ? { township, range, section }
    : null;
}
