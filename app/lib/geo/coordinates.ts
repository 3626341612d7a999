import { roundDegrees } from "./areas";
import { isValidPoint, type Point } from "./geo";

type Angle = { value: number; letter: string };

/** Maximum length of a text that is parsed; longer texts aren't coordinates. */
const MAX_LENGTH = 100;
const LETTER = /[NSEW]/;

/**
 * Parse one angle: "44.70", "-84.5", "44.7N", "N 44°42'00\"", "44 42 00", "44° 42.5' N". Text before and after the
 * figures is removed separately, so that each character is read only once.
 */
function parseAngle(text: string): Angle | null {
  let rest = text.trim();
  const before = LETTER.test(rest.charAt(0)) ? rest.charAt(0) : "";
  if (before) rest = rest.slice(1).trimStart();
  const sign = /[-+]/.test(rest.charAt(0)) ? rest.charAt(0) : "";
  if (sign) rest = rest.slice(1).trimStart();
  const after = LETTER.test(rest.slice(-1)) ? rest.slice(-1) : "";
  if (after) rest = rest.slice(0, -1).trimEnd();
  const letter = before || after;
  if ((before && after) || (sign && letter) || !/^[\dD.°º'′’"″\s:]+$/.test(rest)) return null;
  const parts = rest.split(/[°º'′’"″\s:D]+/).filter(Boolean);
  if (parts.length < 1 || parts.length > 3) return null;
  // Only the last part may have decimals.
  if (parts.some((part, i) => !(i === parts.length - 1 ? /^\d+(\.\d*)?$/ : /^\d+$/).test(part))) return null;
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map(Number);
  if (minutes >= 60 || seconds >= 60) return null;
  const value = degrees + minutes / 60 + seconds / 3600;
  return { value: sign === "-" || letter === "S" || letter === "W" ? -value : value, letter };
}

/** Split two angles by a comma, else by the letters, else by the number of figures. */
function halves(text: string): [string, string] | null {
  const byComma = text.split(/[,;]/);
  if (byComma.length === 2) return [byComma[0] ?? "", byComma[1] ?? ""];
  if (byComma.length > 2) return null;
  const letters = [...text.matchAll(/[NSEW]/g)].map((match) => match.index);
  const [one = 0, two = 0] = letters;
  if (letters.length === 2) {
    // Both letters stand before their figures, or both after.
    if (one > 0 && two === text.length - 1) return [text.slice(0, one + 1), text.slice(one + 1)];
    if (one === 0 && two < text.length - 1) return [text.slice(0, two), text.slice(two)];
  }
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length < 2 || words.length % 2) return null;
  return [words.slice(0, words.length / 2).join(" "), words.slice(words.length / 2).join(" ")];
}

/**
 * Parse coordinates as people write them: "44.70, -84.55", "44.70 -84.55", "44.7N 84.55W", `44°42'00"N 84°33'00"W`, "44
 * 42 00, -84 33 00". Latitude comes first unless letters indicate otherwise. Null if the text isn't coordinates.
 */
export function parseCoordinates(text: string): Point | null {
  const written = text.trim();
  if (written.length > MAX_LENGTH) return null;
  const pair = halves(
    written
      .replace(/^\(|\)$/g, "")
      .trim()
      .toUpperCase(),
  );
  const [one, two] = (pair ?? []).map(parseAngle);
  if (!one || !two) return null;
  // "26N 3W" is a township and range; nobody writes coordinates in whole degrees.
  if (/^\d+ ?[NS][\s,]*\d+ ?[EW]$/.test(written.toUpperCase())) return null;
  const turned = /[EW]/.test(one.letter) || /[NS]/.test(two.letter);
  if (turned && (/[NS]/.test(one.letter) || /[EW]/.test(two.letter))) return null;
  const [latitude, longitude] = turned ? [two.value, one.value] : [one.value, two.value];
  const point = { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) };
  return isValidPoint(point) ? point : null;
}

/** Format coordinates as "44.661400, -84.714800", with six decimals (about ten centimeters). */
export const formatCoordinates = (p: Point): string => `${p.latitude.toFixed(6)}, ${p.longitude.toFixed(6)}`;
