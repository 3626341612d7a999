import { getTimes } from "suncalc";
import { dayOf, fromLocal } from "~/domain/time/time";

type Place = { latitude: number; longitude: number };
/** Sunrise and sunset; where the sun stays up or down all day, which of the two. */
export type Sun =
  | { sunrise: Date; sunset: Date; stays: null }
  | { sunrise: null; sunset: null; stays: "up" | "down" };

/**
 * Sunrise and sunset of the day that it is at a place, in that place's zone. They are computed, so they are known without
 * anybody's answer.
 */
export function sunOf({ latitude, longitude }: Place, now: Date, zone: string): Sun {
  // Noon, so that the day is the right one however far the clock there is from the sun.
  const noon = fromLocal(`${dayOf(now, zone)}T12:00`, zone);
  const { sunrise, sunset, alwaysUp } = getTimes(noon ? new Date(noon) : now, latitude, longitude);
  return sunrise && sunset
    ? { sunrise, sunset, stays: null }
    : { sunrise: null, sunset: null, stays: alwaysUp ? "up" : "down" };
}
