import { z } from "zod";
import { fetchExternal, NoAnswerError } from "~/lib/external-apis/outside.server";
import { env } from "~/web/env.server";
import type { ForecastHour, WeatherWarning } from "../rules/forecast";
import { parseWeatherIcon } from "../rules/sky";

/**
 * URL of the National Weather Service (weather.gov/documentation/services-web-api): no key, but callers identify
 * themselves.
 */
const SERVICE = "https://api.weather.gov";
/** Without this header the service may return an old forecast. */
const ACCEPT = "application/geo+json";
/**
 * Number of forecast hours to keep: enough for the last of the four displayed times when the forecast is half a day
 * old.
 */
const HOURS_KEPT = 36;

type Asking = { signal?: AbortSignal; waits?: readonly number[]; limitMs?: number; now?: () => number };

/** Return the user agent that the service wants: the site and a contact address. */
function userAgent(): string {
  const { PUBLIC_URL, SECURITY_CONTACT } = env();
  return `Timbertally (${[PUBLIC_URL, SECURITY_CONTACT?.replace(/^mailto:/, "")].filter(Boolean).join(", ")})`;
}

async function asked<S extends z.ZodType>(address: string, schema: S, how: Asking): Promise<z.output<S>> {
  const text = await fetchExternal(address, { accept: ACCEPT, userAgent: userAgent(), ...how });
  const read = schema.safeParse(parsed(text));
  if (!read.success) throw new NoAnswerError("The weather service answered something else.");
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const pointSchema = z.object({ properties: z.object({ forecastHourly: z.url() }) });

/**
 * Return the URL of a place's hourly forecast. The coordinates have no more digits than the service accepts without
 * redirecting.
 */
export async function fetchForecastUrl(key: string, how: Asking = {}): Promise<string> {
  const { properties } = await asked(`${SERVICE}/points/${key}`, pointSchema, how);
  return properties.forecastHourly;
}

const hourlySchema = z.object({
  properties: z.object({
    periods: z.array(
      z.object({
        startTime: z.string(),
        isDaytime: z.boolean().default(true),
        temperature: z.number(),
        temperatureUnit: z.string().default("F"),
        icon: z.string().nullish(),
      }),
    ),
  }),
});

/** Return a place's forecast for each hour from now on; past hours are omitted. */
export async function fetchHourlyForecast(
  address: string,
  now: Date,
  how: Asking = {},
): Promise<ForecastHour[]> {
  const { properties } = await asked(address, hourlySchema, how);
  const hours = properties.periods
    .map(({ startTime, isDaytime, temperature, temperatureUnit, icon }) => ({
      dt: Math.floor(Date.parse(startTime) / 1000),
      temp: Math.round(temperatureUnit === "C" ? temperature * 1.8 + 32 : temperature),
      ...parseWeatherIcon(icon ?? null, isDaytime),
    }))
    .filter(({ dt }) => Number.isFinite(dt) && (dt + 3_600) * 1_000 > now.getTime())
    .slice(0, HOURS_KEPT);
  if (hours.length === 0) throw new NoAnswerError("The weather service has no hours for this place.");
  return hours;
}

const alertsSchema = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        event: z.string().max(200),
        severity: z.string(),
        status: z.string().default("Actual"),
        messageType: z.string().default("Alert"),
        ends: z.string().nullish(),
        expires: z.string().nullish(),
      }),
    }),
  ),
});

/** The warnings in force at a place. */
export async function fetchActiveWarnings(key: string, how: Asking = {}): Promise<WeatherWarning[]> {
  const { features } = await asked(`${SERVICE}/alerts/active?point=${key}`, alertsSchema, how);
  return features
    .map(({ properties }) => properties)
    .filter(({ status, messageType }) => status === "Actual" && messageType !== "Cancel")
    .slice(0, 20)
    .map(({ event, severity, ends, expires }) => ({ event, severity, ends: instantOf(ends ?? expires) }));
}

const instantOf = (text: string | null | undefined) =>
  text && Number.isFinite(Date.parse(text)) ? new Date(text).toISOString() : null;
