import type { Box } from "~/lib/geo/geo";
import { parseRange, parseSection, parseTownship, type Range, type Township } from "./plss";

/** Part of a section by halves and quarters, smallest first: NW1/4 SE1/4 is ["NW", "SE"]. */
export type Aliquots = readonly string[];

export type LandText = {
  township: Township;
  range: Range;
  section: number | null;
  aliquots: Aliquots;
  lot: string | null;
};

const MAX_LETTERS = 120;
const BETWEEN = "[\\s,;:.\\-\\u2013/]*";
const TOWNSHIP = "(?:T(?:OWN(?:SHIP)?|WP)?\\.?\\s*)?(\\d{1,3})\\s*(N(?:ORTH)?|S(?:OUTH)?)";
const RANGE = "(?:R(?:ANGE|GE|NG)?\\.?\\s*)?(\\d{1,3})\\s*(E(?:AST)?|W(?:EST)?)(?![A-Z])";
const TOWNSHIP_AND_RANGE = new RegExp(`(?<![A-Z\\d.])${TOWNSHIP}${BETWEEN}${RANGE}`);
const MERIDIAN = /[,;\s]*\b(?:[A-Z]+|\d{1,2}(?:ST|ND|RD|TH))(?: PRINCIPAL)? (?:MERIDIAN|P\.? ?M\.?)$/;
const ALIQUOT = /(?<![A-Z])(?:([NS][EW])(?:\s*1?\/4)?|([NSEW])\s*1?\/2)(?=[NSEW]|[^A-Z]|$)/g;
const LOT = /\b(?:GOV(?:ERNMENT|T)?\.?\s*)?LOTS?\s*(\d{1,2})\b/;
const SECTION = /(?<![A-Z])S(?:EC(?:T(?:ION)?)?)?\.?\s*(\d{1,3})(?!\d)/;

/**
 * Parse land as deeds and offices write it: "T26N R3W", "26N 3W", "T26N-R3W-S14", "14-26N-3W", "26N03W14", "Town 26
 * North, Range 3 West", "NW1/4 SE1/4 Sec 14 T26N R3W", "Lot 2, T026N R003W SEC 014". Return null for anything else.
 */
export function parseLand(typed: string): LandText | null {
  if (typed.length > MAX_LETTERS) return null;
  const text = typed
    .toUpperCase()
    .replaceAll("\u00BC", "1/4")
    .replaceAll("\u00BD", "1/2")
    .replace(/\b(QUARTER)\b/g, "1/4")
    .replace(/\bHALF\b/g, "1/2")
    .trim()
    .replace(MERIDIAN, "");
  const match = TOWNSHIP_AND_RANGE.exec(text);
  if (!match) return null;
  const township = parseTownship(`${match[1]}${match[2]?.charAt(0)}`);
  const range = parseRange(`${match[3]}${match[4]?.charAt(0)}`);
  if (!township || !range) return null;
  const aliquots: string[] = [];
  let rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`.replace(
    /\b(OF|THE|IN)\b/g,
    " ",
  );
  rest = rest.replace(ALIQUOT, (_, quarter?: string, half?: string) => {
    aliquots.push(quarter ?? half ?? "");
    return " ";
  });
  const lot = LOT.exec(rest)?.[1] ?? null;
  rest = rest.replace(LOT, " ");
  const named = SECTION.exec(rest)?.[1] ?? null;
  rest = (named ? rest.replace(SECTION, " ") : rest).replace(/[\s,;:.\-\u2013/]+/g, " ").trim();
  const number = named ?? (/^\d{1,3}$/.test(rest) ? rest : null);
  if (rest && (named || number === null)) return null;
  const section = number === null ? null : parseSection(String(Number(number)));
  if (number !== null && section === null) return null;
  return { township, range, section, aliquots, lot };
}

/** Format a part of a section: "NW1/4 SE1/4", "S1/2", "Lot 2"; empty for a whole section. */
export function formatLandPart({ aliquots, lot }: Pick<LandText, "aliquots" | "lot">): string {
  return [
    ...(lot ? [`Lot ${lot}`] : []),
    ...aliquots.map((part) => `${part}${part.length === 2 ? "1/4" : "1/2"}`),
  ].join(" ");
}

/** Box of the part of a section named by halves and quarters. */
export function computeAliquotBox(section: Box, aliquots: Aliquots): Box {
  return aliquots.toReversed().reduce((box, part) => {
    const [middleLatitude, middleLongitude] = [
      (box.min_latitude + box.max_latitude) / 2,
      (box.min_longitude + box.max_longitude) / 2,
    ];
    return {
      min_latitude: part.includes("N") ? middleLatitude : box.min_latitude,
      max_latitude: part.includes("S") ? middleLatitude : box.max_latitude,
      min_longitude: part.includes("E") ? middleLongitude : box.min_longitude,
      max_longitude: part.includes("W") ? middleLongitude : box.max_longitude,
    };
  }, section);
}
