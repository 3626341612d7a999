import { z } from "zod";
import type { Database } from "#db/client.server";
import {
  type CachedResponse,
  isFresh,
  isUsable,
  readCachedResponses,
} from "~/lib/external-apis/facts.server";
import { formatClock, formatInstant } from "~/lib/time/time";
import { getApp } from "~/web/app.server";
import { procedure } from "~/web/procedure";
import { AppError } from "~/web/refusal";
import { createDemoForecast } from "../rules/demo";
import {
  FORECAST_OFFSET_HOURS,
  type ForecastHour,
  formatWeatherKey,
  getMostSevereWarning,
  isPossiblyInUnitedStates,
  pickForecastHours,
  type WeatherWarning,
} from "../rules/forecast";
import { formatSky } from "../rules/sky";
import { getSunTimes } from "../rules/sun";
import {
  FORECAST_KIND,
  getWeatherSource,
  isInterestStale,
  requestWeather,
  WARNINGS_KIND,
} from "./refresh.server";

/** Text shown if there is no forecast. */
export const NO_WEATHER_MESSAGE = "Sorry, weather data not available";

type Place = { latitude: number; longitude: number };
type Known = {
  hours: ForecastHour[];
  warning: WeatherWarning | null;
  asOf: string | null;
  onItsWay: boolean;
  demo: boolean;
};

/** Return the cached weather of a place; queue a request for missing or old data without waiting. */
async function known(db: Database, place: Place, now: Date): Promise<Known> {
  const none = { hours: [], warning: null, asOf: null, onItsWay: false, demo: false };
  const from = getWeatherSource();
  if (from === "off" || !isPossiblyInUnitedStates(place)) return none;
  if (from === "demo") return { ...none, hours: createDemoForecast(place, now), demo: true };
  const facts = await readCachedResponses(db.read, [FORECAST_KIND, WARNINGS_KIND], formatWeatherKey(place));
  const forecast = facts[FORECAST_KIND];
  if (!isFresh(forecast, now) || !isFresh(facts[WARNINGS_KIND], now) || isInterestStale(forecast, now))
    void requestWeather(db, place, now);
  return {
    ...none,
    hours: hoursOf(forecast, now),
    warning: getMostSevereWarning(warningsOf(facts[WARNINGS_KIND], now), now),
    asOf: forecast?.fetched_at ?? null,
    onItsWay: forecast === undefined,
  };
}

const hourSchema = z.array(
  z.object({ dt: z.number(), temp: z.number(), icon: z.string(), main: z.string() }),
);
const hoursOf = (fact: CachedResponse | undefined, now: Date): ForecastHour[] =>
  isUsable(fact, now) ? (hourSchema.safeParse(fact.body).data ?? []) : [];

const warningSchema = z.array(
  z.object({ event: z.string(), severity: z.string(), ends: z.string().nullable() }),
);
const warningsOf = (fact: CachedResponse | undefined, now: Date): WeatherWarning[] =>
  isUsable(fact, now) ? (warningSchema.safeParse(fact.body).data ?? []) : [];

/** Age in milliseconds from which a forecast shows its age. */
const OLD_MS = 2 * 3_600_000;

/**
 * Return the weather card of a page: sun, four times, a warning, all in the place's local time; a message instead if
 * there is no weather.
 */
export async function readWeatherCard(
  db: Database,
  target: Place & { name: string; zone: string },
  now: Date,
) {
  const { zone } = target;
  const match = await known(db, target, now);
  const points = pickForecastHours(match.hours, now);
  const sun = getSunTimes(target, now, zone);
  return {
    place: target.name,
    demo: match.demo,
    sun: sun.stays
      ? sun.stays === "up"
        ? "The sun doesn't set today"
        : "The sun doesn't rise today"
      : `Sunrise ${formatClock(sun.sunrise, zone)}, sunset ${formatClock(sun.sunset, zone)}`,
    points:
      points?.map((hour, i) => ({
        when:
          i === 0
            ? "Now"
            : formatClock(
                new Date(Math.floor(now.getTime() / 3_600_000 + (FORECAST_OFFSET_HOURS[i] ?? 0)) * 3_600_000),
                zone,
              ),
        degrees: hour.temp,
        words: formatSky(hour),
      })) ?? null,
    on_its_way: points === null && match.onItsWay,
    sorry: points ? null : match.onItsWay ? "The forecast is on its way." : NO_WEATHER_MESSAGE,
    warning: match.warning && {
      event: match.warning.event,
      until: match.warning.ends && formatInstant(match.warning.ends, zone, now),
    },
    as_of:
      points && match.asOf && now.getTime() - Date.parse(match.asOf) > OLD_MS
        ? formatInstant(match.asOf, zone, now)
        : null,
  };
}
export type WeatherCardData = Awaited<ReturnType<typeof readWeatherCard>>;

const degrees = (most: number, words: string) => z.coerce.number(words).min(-most, words).max(most, words);
const seconds = z.number().int();

/** Return the weather of a place to API programs, under the specified field names. */
export const getWeather = procedure({
  name: "getWeather",
  audience: "known",
  limit: { work: "weather" },
  input: z.strictObject({
    latitude: degrees(90, "Enter a latitude from -90 to 90.").describe("Degrees north."),
    longitude: degrees(180, "Enter a longitude from -180 to 180.").describe("Degrees east."),
  }),
  output: z.strictObject({
    weather_data: z.strictObject({
      current: z.strictObject({
        sunrise: seconds.nullable().describe("Unix seconds; null where the sun doesn't rise today."),
        sunset: seconds.nullable().describe("Unix seconds; null where the sun doesn't set today."),
      }),
      hourly: z
        .array(
          z.strictObject({
            dt: seconds.describe("The start of the hour, unix seconds."),
            temp: z.number().describe("Degrees Fahrenheit."),
            weather: z.array(z.strictObject({ icon: z.string(), main: z.string() })),
          }),
        )
        .describe("The hours that hold now and 6, 12, and 18 hours from now."),
    }),
  }),
  async run({ actor, now }, target) {
    const match = await known((await getApp()).db, target, now);
    const points = pickForecastHours(match.hours, now);
    if (!points)
      throw new AppError("unavailable", NO_WEATHER_MESSAGE, { retryAfter: match.onItsWay ? 10 : 600 });
    const sun = getSunTimes(target, now, actor.zone);
    const unix = (date: Date | null) => date && Math.floor(date.getTime() / 1000);
    return {
      weather_data: {
        current: { sunrise: unix(sun.sunrise), sunset: unix(sun.sunset) },
        hourly: points.map(({ dt, temp, icon, main }) => ({ dt, temp, weather: [{ icon, main }] })),
      },
    };
  },
});
