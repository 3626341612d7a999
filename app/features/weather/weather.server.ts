import { z } from "zod";
import type { Database } from "#db/client.server";
import { isFresh, isUsable, type OutsideFact, readFacts } from "~/core/outside/facts.server";
import { formatClock, formatInstant } from "~/domain/time/time";
import { demoHours } from "~/domain/weather/demo";
import {
  fourPoints,
  gravest,
  type Hour,
  maybeInUnitedStates,
  POINTS,
  type Warning,
  weatherKey,
} from "~/domain/weather/forecast";
import { skyWords } from "~/domain/weather/sky";
import { sunOf } from "~/domain/weather/sun";
import { app } from "~/web/app.server";
import { procedure } from "~/web/procedure";
import { Refusal } from "~/web/refusal";
import { askForWeather, FORECAST, needsMark, WARNINGS, weatherFrom } from "./refresh.server";

/** What is said where no forecast can be had (spec 1, section 8). */
export const NO_WEATHER = "Sorry, weather data not available";

type Place = { latitude: number; longitude: number };
type Known = {
  hours: Hour[];
  warning: Warning | null;
  asOf: string | null;
  onItsWay: boolean;
  demo: boolean;
};

/** What is known of a place's weather; what is missing or old is asked for, and nobody waits for that. */
async function known(db: Database, at: Place, now: Date): Promise<Known> {
  const none = { hours: [], warning: null, asOf: null, onItsWay: false, demo: false };
  const from = weatherFrom();
  if (from === "off" || !maybeInUnitedStates(at)) return none;
  if (from === "demo") return { ...none, hours: demoHours(at, now), demo: true };
  const facts = await readFacts(db.read, [FORECAST, WARNINGS], weatherKey(at));
  const forecast = facts[FORECAST];
  if (!isFresh(forecast, now) || !isFresh(facts[WARNINGS], now) || needsMark(forecast, now))
    void askForWeather(db, at, now);
  return {
    ...none,
    hours: hoursOf(forecast, now),
    warning: gravest(warningsOf(facts[WARNINGS], now), now),
    asOf: forecast?.fetched_at ?? null,
    onItsWay: forecast === undefined,
  };
}

const hourSchema = z.array(
  z.object({ dt: z.number(), temp: z.number(), icon: z.string(), main: z.string() }),
);
const hoursOf = (fact: OutsideFact | undefined, now: Date): Hour[] =>
  isUsable(fact, now) ? (hourSchema.safeParse(fact.body).data ?? []) : [];

const warningSchema = z.array(
  z.object({ event: z.string(), severity: z.string(), ends: z.string().nullable() }),
);
const warningsOf = (fact: OutsideFact | undefined, now: Date): Warning[] =>
  isUsable(fact, now) ? (warningSchema.safeParse(fact.body).data ?? []) : [];

/** How many hours before a forecast says how old it is. */
const OLD_MS = 2 * 3_600_000;

/** The weather card of a page: sun, four points, a warning, all by the clock of the place; words in its place if it has none. */
export async function weatherCard(db: Database, at: Place & { name: string; zone: string }, now: Date) {
  const { zone } = at;
  const found = await known(db, at, now);
  const points = fourPoints(found.hours, now);
  const sun = sunOf(at, now, zone);
  return {
    place: at.name,
    demo: found.demo,
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
                new Date(Math.floor(now.getTime() / 3_600_000 + (POINTS[i] ?? 0)) * 3_600_000),
                zone,
              ),
        degrees: hour.temp,
        words: skyWords(hour),
      })) ?? null,
    on_its_way: points === null && found.onItsWay,
    sorry: points ? null : found.onItsWay ? "The forecast is on its way." : NO_WEATHER,
    warning: found.warning && {
      event: found.warning.event,
      until: found.warning.ends && formatInstant(found.warning.ends, zone, now),
    },
    as_of:
      points && found.asOf && now.getTime() - Date.parse(found.asOf) > OLD_MS
        ? formatInstant(found.asOf, zone, now)
        : null,
  };
}
export type ShownWeather = Awaited<ReturnType<typeof weatherCard>>;

const degrees = (most: number, words: string) => z.coerce.number(words).min(-most, words).max(most, words);
const seconds = z.number().int();

/** The weather of a place for programs, in the names that they have read so far (spec 1, sections 3 and 7). */
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
  async run({ actor, now }, at) {
    const found = await known((await app()).db, at, now);
    const points = fourPoints(found.hours, now);
    if (!points) throw new Refusal("unavailable", NO_WEATHER, { retryAfter: found.onItsWay ? 10 : 600 });
    const sun = sunOf(at, now, actor.zone);
    const unix = (date: Date | null) => date && Math.floor(date.getTime() / 1000);
    return {
      weather_data: {
        current: { sunrise: unix(sun.sunrise), sunset: unix(sun.sunset) },
        hourly: points.map(({ dt, temp, icon, main }) => ({ dt, temp, weather: [{ icon, main }] })),
      },
    };
  },
});
