import type { Weather } from "./sky";

/** An hour of a forecast: unix seconds, °F, the sky. */
export type Hour = { dt: number; temp: number } & Weather;

/** The hours from now of the four points that a forecast shows (spec 1, section 9). */
export const POINTS = [0, 6, 12, 18] as const;
const HOUR = 3_600;

/**
 * The hours of a forecast that hold now and 6, 12, and 18 hours from now. Null unless all four are known: hours that are over
 * are of no use, however many there are.
 */
export function fourPoints(hours: readonly Hour[], now: Date): Hour[] | null {
  const seconds = Math.floor(now.getTime() / 1000);
  const found = POINTS.flatMap((ahead) => {
    const at = seconds + ahead * HOUR;
    return hours.find(({ dt }) => dt <= at && at < dt + HOUR) ?? [];
  });
  return found.length === POINTS.length ? found : null;
}

/** A warning in force, in the words of who gave it. */
export type Warning = { event: string; severity: string; ends: string | null };

const SEVERITIES = ["Extreme", "Severe", "Moderate", "Minor"];
const rank = ({ severity }: Warning) => {
  const at = SEVERITIES.indexOf(severity);
  return at < 0 ? SEVERITIES.length : at;
};

/** Of warnings that aren't over, the gravest; of those alike, the one that lasts longest. */
export function gravest(warnings: readonly Warning[], now: Date): Warning | null {
  const open = warnings.filter(({ ends }) => ends === null || Date.parse(ends) > now.getTime());
  const lasts = ({ ends }: Warning) => (ends === null ? Number.POSITIVE_INFINITY : Date.parse(ends));
  const [first = null] = [...open].sort((a, b) => rank(a) - rank(b) || lasts(b) - lasts(a) || 0);
  return first;
}

/** Where forecasts are kept for: a twentieth of a degree, 5.5 km from north to south, in as few digits as it takes. */
export const weatherKey = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  [latitude, longitude].map((degrees) => String(Math.round(degrees * 20) / 20 || 0)).join(",");

/** The place of a key. */
export function placeOfWeather(key: string): { latitude: number; longitude: number } {
  const [latitude = 0, longitude = 0] = key.split(",").map(Number);
  return { latitude, longitude };
}

/** Whether a place may lie in the United States or its territories: it isn't worth asking about others. */
export const maybeInUnitedStates = ({
  latitude,
  longitude,
}: {
  latitude: number;
  longitude: number;
}): boolean =>
  (latitude >= 17 && latitude <= 72 && longitude >= -180 && longitude <= -64) ||
  (latitude >= 12 && latitude <= 21 && longitude >= 143 && longitude <= 147) ||
  (latitude >= 50 && latitude <= 55 && longitude >= 171 && longitude <= 180) ||
  (latitude >= -15 && latitude <= -11 && longitude >= -171 && longitude <= -168);
