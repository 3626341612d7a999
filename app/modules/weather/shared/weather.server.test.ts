import { and, eq } from "drizzle-orm";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { backgroundJob, externalCache } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { resetHostStates } from "~/lib/external-apis/outside.server";
import { runDueTasks, runTaskNow } from "~/lib/queue/testing/doing.server";
import { env } from "~/web/env.server";
import { log } from "~/web/log.server";
import { refreshStaleWeatherTask, refreshWeatherTask, requestWeather } from "./refresh.server";
import { getWeather, NO_WEATHER_MESSAGE, readWeatherCard } from "./weather.server";

const service = setupServer();
let db: Database;
const NOW = new Date("2026-11-20T15:20:00Z");
let now = NOW;
let north = 40;
/** A place that hasn't been requested yet. */
const place = () => {
  north += 0.05;
  return { latitude: Math.round(north * 20) / 20, longitude: -84.7, name: "Deward" };
};
const keyOf = (target: { latitude: number }) => `${target.latitude},-84.7`;

beforeAll(async () => {
  service.listen({ onUnhandledRequest: "error" });
  db = await openTestDatabase();
});
beforeEach(() => {
  now = NOW;
  resetHostStates();
  const { WEATHER } = env();
  env().WEATHER = "nws";
  onTestFinished(() => {
    env().WEATHER = WEATHER;
  });
});
afterEach(() => service.resetHandlers());
afterAll(() => service.close());

const HOURLY = "https://api.weather.gov/gridpoints/APX/50,40/forecast/hourly";
const periods = (count = 60, from = "2026-11-20T13:00:00Z") =>
  Array.from({ length: count }, (_, i) => ({
    startTime: new Date(Date.parse(from) + i * 3_600_000).toISOString(),
    isDaytime: i < 9,
    temperature: 30 + i,
    temperatureUnit: "F",
    icon: "https://api.weather.gov/icons/land/day/snow,40?size=small",
  }));
const requests: string[] = [];
/** Mock the weather service as working normally, with optional overrides. */
function nws(other: Partial<Record<"point" | "hourly" | "alerts", () => Response>> = {}) {
  requests.length = 0;
  const noting = (what: string, answer: () => Response) => () => {
    requests.push(what);
    return answer();
  };
  service.use(
    http.get(
      "https://api.weather.gov/points/:at",
      noting("point", other.point ?? (() => HttpResponse.json({ properties: { forecastHourly: HOURLY } }))),
    ),
    http.get(
      HOURLY,
      noting("hourly", other.hourly ?? (() => HttpResponse.json({ properties: { periods: periods() } }))),
    ),
    http.get(
      "https://api.weather.gov/alerts/active",
      noting(
        "alerts",
        other.alerts ??
          (() =>
            HttpResponse.json({
              features: [
                {
                  properties: {
                    event: "Winter Storm Warning",
                    severity: "Severe",
                    ends: "2026-11-21T12:00:00Z",
                  },
                },
                { properties: { event: "Test Message", severity: "Extreme", status: "Test", ends: null } },
                {
                  properties: { event: "Frost Advisory", severity: "Minor", expires: "2026-11-21T12:00:00Z" },
                },
              ],
            })),
      ),
    ),
  );
}
const app = () => ({ db, now: () => now, log });
const fetched = (target: { latitude: number }) =>
  runTaskNow(refreshWeatherTask, app(), { place: keyOf(target), asked: true });
const card = (target: ReturnType<typeof place>) =>
  readWeatherCard(db, { ...target, zone: "America/Detroit" }, now);
const later = (minutes: number) => {
  now = new Date(NOW.getTime() + minutes * 60_000);
};

it("a page without cached weather shows a message without waiting, and queues a request", async () => {
  nws();
  const target = place();
  expect(await card(target)).toMatchObject({
    points: null,
    sorry: "The forecast is on its way.",
    on_its_way: true,
    sun: expect.stringContaining("Sunrise"),
  });
  expect(requests).toEqual([]);
  await requestWeather(db, { ...target, latitude: target.latitude + 0.001 }, now);
  await expect
    .poll(
      async () =>
        (
          await db.read
            .select()
            .from(backgroundJob)
            .where(eq(backgroundJob.unique_key, keyOf(target)))
        ).length,
    )
    .toBe(1);
  await runDueTasks({ ...app(), now: () => new Date() }, [refreshWeatherTask]);
  expect(requests.sort()).toEqual(["alerts", "hourly", "point"]);
});

it("shows the forecast at four times, sunrise and sunset, and the most severe actual warning", async () => {
  nws();
  const target = place();
  await fetched(target);
  expect(await card(target)).toEqual({
    place: "Deward",
    demo: false,
    on_its_way: false,
    sun: expect.stringMatching(/^Sunrise 7:\d\d AM, sunset 5:\d\d PM$/),
    points: [
      { when: "Now", degrees: 32, words: "Snow" },
      { when: "4:00 PM", degrees: 38, words: "Snow" },
      { when: "10:00 PM", degrees: 44, words: "Snow" },
      { when: "4:00 AM", degrees: 50, words: "Snow" },
    ],
    sorry: null,
    warning: { event: "Winter Storm Warning", until: "Sat, Nov 21, 7:00 AM" },
    as_of: null,
  });
});

it("requests each kind of data as often as it changes, and caches the grid square", async () => {
  nws();
  const target = place();
  await fetched(target);
  later(5);
  await fetched(target);
  expect(requests.sort()).toEqual(["alerts", "hourly", "point"]);
  later(11);
  await fetched(target);
  later(61);
  await fetched(target);
  expect(requests.sort()).toEqual(["alerts", "alerts", "alerts", "hourly", "hourly", "point"]);
});

it("shows the last forecast with its age for up to twelve hours while the service is down", async () => {
  nws();
  const target = place();
  await fetched(target);
  nws({
    hourly: () => new HttpResponse(null, { status: 400 }),
    alerts: () => new HttpResponse(null, { status: 400 }),
  });
  later(5 * 60);
  await fetched(target);
  expect(await card(target)).toMatchObject({
    as_of: "Fri, Nov 20, 10:20 AM",
    points: [{ degrees: 37 }, {}, {}, {}],
    warning: null,
  });
  later(12 * 60 + 1);
  expect(await card(target)).toMatchObject({
    points: null,
    sorry: NO_WEATHER_MESSAGE,
    sun: expect.stringContaining("Sunrise"),
  });
});

it("retries at growing intervals while the service doesn't respond", async () => {
  nws({
    point: () => new HttpResponse(null, { status: 400 }),
    alerts: () => HttpResponse.json({ features: [] }),
  });
  const target = place();
  await fetched(target);
  await fetched(target);
  expect(requests.filter((what) => what === "point")).toHaveLength(1);
  later(3);
  await fetched(target);
  expect(requests.filter((what) => what === "point")).toHaveLength(2);
  const of = and(eq(externalCache.kind, "nws_point"), eq(externalCache.key, keyOf(target)));
  const [fact] = await db.read.select().from(externalCache).where(of);
  expect(fact).toMatchObject({ failures: 2, failure: "api.weather.gov answered 400.", body: null });
  expect(Date.parse(fact?.fresh_until ?? "") - now.getTime()).toBe(4 * 60_000);
});

it.each([
  ["has no hours", () => HttpResponse.json({ properties: { periods: [] } })],
  [
    "has only hours that are over",
    () => HttpResponse.json({ properties: { periods: periods(3, "2026-11-19T00:00:00Z") } }),
  ],
  ["answers in pages", () => HttpResponse.text("<html>")],
  ["answers something else", () => HttpResponse.json([1, 2])],
  ["sends 2 MB", () => HttpResponse.text("x".repeat(2_000_000))],
])("shows the message for missing weather if the service %s", async (_, hourly) => {
  nws({ hourly });
  const target = place();
  await fetched(target);
  expect(await card(target)).toMatchObject({ points: null, sorry: NO_WEATHER_MESSAGE });
});

it("requests the grid square again if the service no longer uses it", async () => {
  nws({ hourly: () => new HttpResponse(null, { status: 404 }) });
  const target = place();
  await fetched(target);
  nws();
  later(3);
  await fetched(target);
  expect(requests).toContain("point");
  expect((await card(target)).points).toHaveLength(4);
});

it("does not follow a URL outside of the service's host", async () => {
  nws({
    point: () => HttpResponse.json({ properties: { forecastHourly: "http://169.254.169.254/latest" } }),
  });
  const target = place();
  await fetched(target);
  expect((await card(target)).sorry).toBe(NO_WEATHER_MESSAGE);
});

it("refreshes places viewed in the last three days, and no others", async () => {
  nws();
  const target = place();
  await fetched(target);
  const waiting = () =>
    db.read
      .select()
      .from(backgroundJob)
      .where(eq(backgroundJob.unique_key, keyOf(target)));
  later(2 * 1_440);
  await runTaskNow(refreshStaleWeatherTask, app(), {});
  expect(await waiting()).toHaveLength(1);
  await db.batch([{ sql: "DELETE FROM background_job", params: [] }]);
  later(4 * 1_440);
  await runTaskNow(refreshStaleWeatherTask, app(), {});
  expect(await waiting()).toHaveLength(0);
});

it("returns the documented field names to API programs, and 503 with the documented text", async () => {
  nws();
  const someone = await actAs(db, await makeUser(db, {}), null, () => now);
  const target = { latitude: 43.35, longitude: -84.7 };
  await runTaskNow(refreshWeatherTask, app(), { place: "43.35,-84.7", asked: true });
  const { weather_data } = await someone.call(getWeather, target);
  expect(weather_data.hourly.map(({ dt }) => dt - (weather_data.hourly[0]?.dt ?? 0))).toEqual([
    0, 21_600, 43_200, 64_800,
  ]);
  expect(weather_data.hourly[0]).toMatchObject({ temp: 32, weather: [{ icon: "13d", main: "Snow" }] });
  const nowhere = await catchError(someone.call(getWeather, { latitude: 51.5, longitude: -0.1 }));
  expect(nowhere).toMatchObject({ kind: "unavailable", message: NO_WEATHER_MESSAGE });
  const odd = await catchError(someone.call(getWeather, { latitude: 91, longitude: 0 }));
  expect(odd.kind).toBe("invalid");
});

it("labels the demo's weather as made up, and shows none if the weather is off", async () => {
  nws();
  env().WEATHER = "demo";
  expect(await card(place())).toMatchObject({
    demo: true,
    sorry: null,
    points: [{ when: "Now" }, {}, {}, {}],
  });
  env().WEATHER = "off";
  expect(await card(place())).toMatchObject({ demo: false, points: null, sorry: NO_WEATHER_MESSAGE });
  expect(requests).toEqual([]);
});
