import { describe, expect, it, test } from "vitest";
import { formatClock, fromLocal } from "~/lib/time/time";
import { createDemoForecast } from "./demo";
import {
  formatWeatherKey,
  getMostSevereWarning,
  isPossiblyInUnitedStates,
  parseWeatherKey,
  pickForecastHours,
} from "./forecast";
import { formatSky, parseWeatherIcon } from "./sky";
import { getSunTimes } from "./sun";

const grayling = { latitude: 44.6614, longitude: -84.7148 };
const hour = (iso: string) => Math.floor(Date.parse(iso) / 1000);
const hours = (from: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    dt: hour(from) + i * 3_600,
    temp: i,
    icon: "01d",
    main: "Clear",
  }));

describe("the four forecast hours", () => {
  it("the forecast hours contain now and 6, 12, and 18 hours from now, also at 23:30", () => {
    const fourHours = pickForecastHours(hours("2026-11-20T00:00:00Z", 60), new Date("2026-11-20T23:30:00Z"));
    expect(fourHours?.map(({ dt }) => new Date(dt * 1000).toISOString())).toEqual([
      "2026-11-20T23:00:00.000Z",
      "2026-11-21T05:00:00.000Z",
      "2026-11-21T11:00:00.000Z",
      "2026-11-21T17:00:00.000Z",
    ]);
  });
  it("the forecast hours count elapsed hours on the night when the clocks change", () => {
    const fourHours = pickForecastHours(hours("2026-11-01T00:00:00Z", 60), new Date("2026-11-01T03:10:00Z"));
    expect(fourHours?.map(({ dt }) => formatClock(new Date(dt * 1000), "America/Detroit"))).toEqual([
      "11:00 PM",
      "4:00 AM",
      "10:00 AM",
      "4:00 PM",
    ]);
  });
  it("no forecast hours are returned if the forecast ends too early", () => {
    expect(pickForecastHours(hours("2026-11-20T00:00:00Z", 18), new Date("2026-11-20T00:30:00Z"))).toBeNull();
    expect(pickForecastHours([], new Date())).toBeNull();
  });
});

/**
 * Return sunrise and sunset in minutes of the UTC day, by General Solar Position Calculations, NOAA Global Monitoring
 * Division (gml.noaa.gov/grad/solcalc).
 */
function noaa(
  day: string,
  { latitude, longitude }: { latitude: number; longitude: number },
): [number, number] {
  const year = Date.parse(`${day.slice(0, 4)}-01-01T00:00:00Z`);
  const gamma = ((2 * Math.PI) / 365) * ((Date.parse(`${day}T00:00:00Z`) - year) / 86_400_000 + 0.25);
  const [c, s] = [(n: number) => Math.cos(n * gamma), (n: number) => Math.sin(n * gamma)];
  const eqTime = 229.18 * (0.000075 + 0.001868 * c(1) - 0.032077 * s(1) - 0.014615 * c(2) - 0.040849 * s(2));
  const declination =
    0.006918 -
    0.399912 * c(1) +
    0.070257 * s(1) -
    0.006758 * c(2) +
    0.000907 * s(2) -
    0.002697 * c(3) +
    0.00148 * s(3);
  const lat = (latitude * Math.PI) / 180;
  const zenith = (90.833 * Math.PI) / 180;
  const half = Math.acos(
    Math.cos(zenith) / (Math.cos(lat) * Math.cos(declination)) - Math.tan(lat) * Math.tan(declination),
  );
  const degrees = (half * 180) / Math.PI;
  return [720 - 4 * (longitude + degrees) - eqTime, 720 - 4 * (longitude - degrees) - eqTime];
}

describe("sunrise and sunset", () => {
  const shown = (target: typeof grayling, iso: string, zone: string) => {
    const sun = getSunTimes(target, new Date(iso), zone);
    return sun.stays ?? [formatClock(sun.sunrise, zone), formatClock(sun.sunset, zone)];
  };
  it("the sun rises and sets within three minutes of NOAA's solar equations, whatever the hour of the request", () => {
    for (const [day, zone] of [
      ["2026-11-20", "America/Detroit"],
      ["2026-03-08", "America/Detroit"],
      ["2026-06-21", "America/Los_Angeles"],
    ] as const)
      for (const time of ["00:01", "12:00", "23:59"]) {
        const target = { latitude: 44.66, longitude: zone === "America/Detroit" ? -84.71 : -123.02 };
        const sun = getSunTimes(target, new Date(fromLocal(`${day}T${time}`, zone) ?? ""), zone);
        const minutes = (date: Date | null) =>
          ((date?.getTime() ?? 0) - Date.parse(`${day}T00:00:00Z`)) / 60_000;
        const [rise, set] = noaa(day, target);
        expect(Math.abs(minutes(sun.sunrise) - rise)).toBeLessThan(3);
        expect(Math.abs(minutes(sun.sunset) - set)).toBeLessThan(3);
      }
  });
  it("the sun stays down or up beyond the polar circle", () => {
    const utqiagvik = { latitude: 71.29, longitude: -156.79 };
    expect(shown(utqiagvik, "2026-12-20T20:00:00Z", "America/Anchorage")).toBe("down");
    expect(shown(utqiagvik, "2026-06-20T20:00:00Z", "America/Anchorage")).toBe("up");
  });
});

test("reads the sky from an icon's name, whatever the rest of its URL", () => {
  const instant = "https://api.weather.gov/icons/land";
  expect(parseWeatherIcon(`${instant}/day/tsra_hi,40?size=small`, true)).toEqual({
    icon: "11d",
    main: "Thunderstorm",
  });
  expect(parseWeatherIcon(`${instant}/night/snow,80/fog?size=small`, false)).toEqual({
    icon: "13n",
    main: "Snow",
  });
  for (const odd of [
    null,
    "",
    `${instant}/day/frogs`,
    `${instant}/day/constructor`,
    `${instant}/day/toString`,
  ])
    expect(formatSky(parseWeatherIcon(odd, true))).toBe("Cloudy");
});

test("returns the most severe warning that isn't over", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const minor = { event: "Frost Advisory", severity: "Minor", ends: null };
  const storm = { event: "Winter Storm Warning", severity: "Severe", ends: "2026-11-21T12:00:00.000Z" };
  const over = { event: "Tornado Warning", severity: "Extreme", ends: "2026-11-20T11:59:00.000Z" };
  expect(getMostSevereWarning([minor, over, storm], now)?.event).toBe("Winter Storm Warning");
  expect(getMostSevereWarning([over], now)).toBeNull();
});

test("rounds a place to a twentieth of a degree in the cache key, and recognizes places in the United States", () => {
  expect(formatWeatherKey(grayling)).toBe("44.65,-84.7");
  expect(formatWeatherKey({ latitude: 0.01, longitude: -0.02 })).toBe("0,0");
  expect(parseWeatherKey("44.65,-84.7")).toEqual({ latitude: 44.65, longitude: -84.7 });
  for (const target of [grayling, { latitude: 61, longitude: -150 }, { latitude: 13.4, longitude: 144.8 }])
    expect(isPossiblyInUnitedStates(target)).toBe(true);
  for (const at of [
    { latitude: 51.5, longitude: -0.1 },
    { latitude: -33, longitude: 151 },
  ])
    expect(isPossiblyInUnitedStates(at)).toBe(false);
});

test("creates the same demo weather each time, with all four forecast hours", () => {
  const now = new Date("2026-11-20T23:30:00Z");
  expect(createDemoForecast(grayling, now)).toEqual(createDemoForecast(grayling, now));
  expect(pickForecastHours(createDemoForecast(grayling, now), now)).toHaveLength(4);
  const mean = (instant: string) =>
    createDemoForecast(grayling, new Date(instant)).reduce((sum, { temp }) => sum + temp, 0) / 36;
  expect(mean("2026-07-20T00:00:00Z")).toBeGreaterThan(mean("2026-01-20T00:00:00Z") + 25);
});
