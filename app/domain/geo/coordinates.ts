import { round6 } from "./areas";
import { isPoint, type Point } from "./geo";

type Angle = { value: number; letter: string };

/** One angle: "44.70", "-84.5", "44.7N", "N 44°42'00\"", "44 42 00", "44° 42.5' N". */
function parseAngle(text: string): Angle | null {
  const match = /^([NSEW])?\s*([-+])?\s*([\dD.°º'′’"″\s:]+?)\s*([NSEW])?$/.exec(text.trim().toUpperCase());
  if (!match) return null;
  const [, before = "", sign, digits = "", after = ""] = match;
  const letter = before || after;
  if ((before && after) || (sign && letter)) return null;
  const parts = digits.split(/[°º'′’"″\s:D]+/).filter(Boolean);
  if (parts.length < 1 || parts.length > 3) return null;
  // Only the last part may have decimals.
  if (parts.some((part, i) => !(i === parts.length - 1 ? /^\d+(\.\d*)?$/ : /^\d+$/).test(part))) return null;
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map(Number);
  if (minutes >= 60 || seconds >= 60) return null;
  const value = degrees + minutes / 60 + seconds / 3600;
  return { value: sign === "-" || letter === "S" || letter === "W" ? -value : value, letter };
}

/** The two halves of a pair of angles: by a comma, else by the letters, else by the number of numbers. */
function halves(text: string): [string, string] | null {
  const byComma = text.split(/[,;]/);
  if (byComma.length === 2) return [byComma[0] ?? "", byComma[1] ?? ""];
  if (byComma.length > 2) return null;
  const lettered =
    /^(.*\d\D*?[NSEW])\s*([-+\d].*[NSEW])$/i.exec(text) ??
    /^([NSEW].*?\d\D*?)\s*([NSEW].*\d\D*)$/i.exec(text);
  if (lettered) return [lettered[1] ?? "", lettered[2] ?? ""];
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length < 2 || words.length % 2) return null;
  return [words.slice(0, words.length / 2).join(" "), words.slice(words.length / 2).join(" ")];
}

/**
 * A place as people write it: "44.70, -84.55", "44.70 -84.55", "44.7N 84.55W", `44°42'00"N 84°33'00"W`,
 * "44 42 00, -84 33 00". Latitude first, unless letters say otherwise. Null where it is none.
 */
export function parseCoordinates(text: string): Point | null {
  const pair = halves(text.trim().replace(/^\(|\)$/g, ""));
  const [one, two] = (pair ?? []).map(parseAngle);
  if (!one || !two) return null;
  const turned = /[EW]/.test(one.letter) || /[NS]/.test(two.letter);
  if (turned && (/[NS]/.test(one.letter) || /[EW]/.test(two.letter))) return null;
  const [latitude, longitude] = turned ? [two.value, one.value] : [one.value, two.value];
  const point = { latitude: round6(latitude), longitude: round6(longitude) };
  return isPoint(point) ? point : null;
}

/** "44.661400, -84.714800": six decimals, about ten centimetres. */
export const coordinatesText = (p: Point): string => `${p.latitude.toFixed(6)}, ${p.longitude.toFixed(6)}`;
