import { getTimes } from "suncalc";
import { fromLocal, getDay } from "~/lib/time/time";

type Place = { latitude: number; longitude: number };
/** Sunrise and sunset. If the sun doesn't rise and set that day, `stays` shows whether it stays up or down. */
export type SunTimes =
  | { sunrise: Date; sunset: Date; stays: null }
  | { sunrise: null; sunset: null; stays: "up" | "down" };

/** Sunrise and sunset of the current day at a place, in its zone. They are computed, so no outside service is needed. */
export function getSunTimes({ latitude, longitude }: Place, now: Date, zone: string): SunTimes {
  // Noon, so that the day is correct however far local time is from solar time.
  const noon = fromLocal(`${getDay(now, zone)}T12:00`, zone);
  const { sunrise, sunset, alwaysUp } = getTimes(noon ? new Date(noon) : now, latitude, longitude);
  return sunrise && sunset
    ? { sunrise, sunset, stays: null }
    : { sunrise: null, sunset: null, stays: alwaysUp ? "up" : "down" };
}
