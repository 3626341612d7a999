import type { Weather } from "./sky";

/** One hour of a forecast: unix seconds, °F, the sky. */
export type Hour = { dt: number; temp: number } & Weather;

/** Hours from now of the four forecast points shown. */
export const FORECAST_HOURS = [0, 6, 12, 18] as const;
const HOUR = 3_600;

/**
 * Forecast hours that cover now and 6, 12, and 18 hours from now. Null unless all four are known: past hours are
 * useless, however many there are.
 */
export function pickFourHours(hours: readonly Hour[], now: Date): Hour[] | null {
  const seconds = Math.floor(now.getTime() / 1000);
  const results = FORECAST_HOURS.flatMap((ahead) => {
    const index = seconds + ahead * HOUR;
    return hours.find(({ dt }) => dt <= index && index < dt + HOUR) ?? [];
  });
  return results.length === FORECAST_HOURS.length ? results : null;
}

/** Warning in force, in its issuer's words. */
export type Warning = { event: string; severity: string; ends: string | null };

const SEVERITIES = ["Extreme", "Severe", "Moderate", "Minor"];
const rank = ({ severity }: Warning) => {
  const index = SEVERITIES.indexOf(severity);
  return index < 0 ? SEVERITIES.length : index;
};

/** Most severe of the warnings that aren't over; among equals, the one that lasts longest. */
export function getMostSevere(warnings: readonly Warning[], now: Date): Warning | null {
  const open = warnings.filter(({ ends }) => ends === null || Date.parse(ends) > now.getTime());
  const lasts = ({ ends }: Warning) => (ends === null ? Number.POSITIVE_INFINITY : Date.parse(ends));
  const [first = null] = [...open].sort((a, b) => rank(a) - rank(b) || lasts(b) - lasts(a) || 0);
  return first;
}

/** Cache key of a forecast: a twentieth of a degree, 5.5 km from north to south, in as few digits as needed. */
export const formatWeatherKey = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  [latitude, longitude].map((degrees) => String(Math.round(degrees * 20) / 20 || 0)).join(",");

/** Place for a cache key. */
export function parseWeatherKey(key: string): { latitude: number; longitude: number } {
  const [latitude = 0, longitude = 0] = key.split(",").map(Number);
  return { latitude, longitude };
}

/** True if a place may be in the United States or its territories: forecasts for others aren't requested. */
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
