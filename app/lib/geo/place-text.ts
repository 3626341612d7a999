import proj4 from "proj4";
import { roundDegrees } from "./areas";
import { parseCoordinates } from "./coordinates";
import { isValidPoint, type Point } from "./geo";

/** Maximum length of a text or map link that is parsed. */
export const MAX_PLACE_TEXT_LENGTH = 600;

/**
 * Parse a position as people copy it: any form of `parseCoordinates`, "geo:44.66,-84.71", a Google Maps or Apple Maps
 * link, UTM ("16T 680000 4950000"), or a full plus code ("86PRM75Q+2X"). Null for any other text. Server only, because
 * it loads a projection library.
 */
export function parsePlace(text: string): Point | null {
  const typed = text.trim();
  if (typed.length > MAX_PLACE_TEXT_LENGTH) return null;
  return parseCoordinates(typed) ?? parseLink(typed) ?? parseUtm(typed) ?? parsePlusCode(typed);
}

const place = (latitude: number, longitude: number): Point | null => {
  const point = { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) };
  return isValidPoint(point) ? point : null;
};

const PAIR = "(-?\\d{1,2}(?:\\.\\d{1,15})?)(?:,|%2C)(?:\\+|%20|\\s)?(-?\\d{1,3}(?:\\.\\d{1,15})?)";
/** Patterns in links, in order: a position that the link names precedes the center of its map. */
const IN_LINKS = [
  /!3d(-?\d{1,2}(?:\.\d{1,15})?)!4d(-?\d{1,3}(?:\.\d{1,15})?)/,
  new RegExp(`[?&](?:q|query|ll|sll|coordinate|daddr|destination|center)=(?:loc:)?${PAIR}`, "i"),
  new RegExp(`/(?:place|search|dir)/(?:[^/]*/)?${PAIR}`),
  new RegExp(`/@${PAIR}`),
];

function parseLink(text: string): Point | null {
  const geo = new RegExp(`^geo:${PAIR}`, "i").exec(text);
  if (geo) return place(Number(geo[1]), Number(geo[2]));
  if (
    !/^(https?:\/\/)?([\w-]+\.){0,3}(google\.[a-z.]{2,6}|apple\.com|goo\.gl|openstreetmap\.org|bing\.com)\//i.test(
      text,
    )
  )
    return null;
  for (const pattern of IN_LINKS) {
    const match = pattern.exec(text);
    if (match) return place(Number(match[1]), Number(match[2]));
  }
  return null;
}

/** UTM coordinates: zone with its band letter, easting and northing in meters. */
const UTM =
  /^(?:UTM\s*)?(?:ZONE\s*)?(\d{1,2})\s*([C-HJ-NP-X])?[\s,:]+(\d{6,7}(?:\.\d{1,4})?)\s*(?:M?\s*E)?[\s,]+(\d{6,8}(?:\.\d{1,4})?)\s*(?:M?\s*N)?$/;

function parseUtm(text: string): Point | null {
  const match = UTM.exec(text.toUpperCase());
  const [zone, band = "N", east, north] = match
    ? [Number(match[1]), match[2], Number(match[3]), Number(match[4])]
    : [0, undefined, 0, 0];
  if (zone < 1 || zone > 60) return null;
  const south = band < "N" ? " +south" : "";
  const [longitude = 0, latitude = 0] = proj4(`+proj=utm +zone=${zone}${south} +datum=WGS84`).inverse([
    east,
    north,
  ]);
  return place(latitude, longitude);
}

const DIGITS = "23456789CFGHJMPQRVWX";

/** Parse a plus code with ten digits as the center of its square (Open Location Code, 2019). */
function parsePlusCode(text: string): Point | null {
  const match = /^([2-9CFGHJMPQRVWX]{8})\+([2-9CFGHJMPQRVWX]{2})$/.exec(text.toUpperCase());
  if (!match) return null;
  let [south, west, step] = [-90, -180, 400];
  const digits = `${match[1]}${match[2]}`;
  for (let i = 0; i < digits.length; i += 2) {
    step /= 20;
    south += DIGITS.indexOf(digits.charAt(i)) * step;
    west += DIGITS.indexOf(digits.charAt(i + 1)) * step;
  }
  return place(south + step / 2, west + step / 2);
}
