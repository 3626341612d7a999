import type { Weather } from "./sky";

/** One hour of a forecast: Unix time in seconds, temperature in °F, and the sky. */
export type ForecastHour = { dt: number; temp: number } & Weather;

/** Hours from now of the four forecast points shown. */
export const FORECAST_OFFSET_HOURS = [0, 6, 12, 18] as const;
const HOUR = 3_600;

/**
 * Pick the forecast hours that contain now and 6, 12, and 18 hours from now. Null unless all four are in the forecast,
 * however many past hours it has.
 */
export function pickForecastHours(hours: readonly ForecastHour[], now: Date): ForecastHour[] | null {
  const seconds = Math.floor(now.getTime() / 1000);
  const results = FORECAST_OFFSET_HOURS.flatMap((ahead) => {
    const index = seconds + ahead * HOUR;
    return hours.find(({ dt }) => dt <= index && index < dt + HOUR) ?? [];
  });
  return results.length === FORECAST_OFFSET_HOURS.length ? results : null;
}

/** Weather warning, in its issuer's words; `ends` is null if it has no end. */
export type WeatherWarning = { event: string; severity: string; ends: string | null };

const SEVERITIES = ["Extreme", "Severe", "Moderate", "Minor"];
const rank = ({ severity }: WeatherWarning) => {
  const index = SEVERITIES.indexOf(severity);
  return index < 0 ? SEVERITIES.length : index;
};

/** Most severe of the warnings that aren't over; among equals, the one that lasts longest. */
export function getMostSevereWarning(warnings: readonly WeatherWarning[], now: Date): WeatherWarning | null {
  const open = warnings.filter(({ ends }) => ends === null || Date.parse(ends) > now.getTime());
  const lasts = ({ ends }: WeatherWarning) => (ends === null ? Number.POSITIVE_INFINITY : Date.parse(ends));
  const [first = null] = [...open].sort((a, b) => rank(a) - rank(b) || lasts(b) - lasts(a) || 0);
  return first;
}

/**
 * Format a cache key for a forecast: coordinates rounded to a twentieth of a degree (5.5 km from north to south), in as
 * few digits as needed.
 */
export const formatWeatherKey = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  [latitude, longitude].map((degrees) => String(Math.round(degrees * 20) / 20 || 0)).join(",");

/** Parse a cache key into coordinates. */
export function parseWeatherKey(key: string): { latitude: number; longitude: number } {
  const [latitude = 0, longitude = 0] = key.split(",").map(Number);
  return { latitude, longitude };
}

/** True if a place may be in the United States or its territories: forecasts for others aren't requested. */
export const isPossiblyInUnitedStates = ({
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
