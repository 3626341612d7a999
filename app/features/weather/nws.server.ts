import { z } from "zod";
import { askOutside, NoAnswer } from "~/core/outside/outside.server";
import type { Hour, Warning } from "~/domain/weather/forecast";
import { weatherOfIcon } from "~/domain/weather/sky";
import { env } from "~/web/env.server";

/** The National Weather Service (weather.gov/documentation/services-web-api): no key, but it asks who calls. */
const SERVICE = "https://api.weather.gov";
/** Without this it may answer with an old forecast. */
const ACCEPT = "application/geo+json";
/** As many hours as the last of the four points and a forecast of half a day's age need. */
const HOURS_KEPT = 36;

type Asking = { signal?: AbortSignal; waits?: readonly number[]; limitMs?: number; now?: () => number };

/** Who asks, as the service wants it: the site and where to write to. */
function userAgent(): string {
  const { PUBLIC_URL, SECURITY_CONTACT } = env();
  return `Timbertally (${[PUBLIC_URL, SECURITY_CONTACT?.replace(/^mailto:/, "")].filter(Boolean).join(", ")})`;
}

async function asked<S extends z.ZodType>(address: string, schema: S, how: Asking): Promise<z.output<S>> {
  const text = await askOutside(address, { accept: ACCEPT, userAgent: userAgent(), ...how });
  const read = schema.safeParse(parsed(text));
  if (!read.success) throw new NoAnswer("The weather service answered something else.");
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

/** The address of a place's hourly forecast. It has only as many digits as the service accepts without redirecting. */
export async function forecastAddress(key: string, how: Asking = {}): Promise<string> {
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

/** A place's forecast for each hour from now on; hours that are over are left out. */
export async function hourlyForecast(address: string, now: Date, how: Asking = {}): Promise<Hour[]> {
  const { properties } = await asked(address, hourlySchema, how);
  const hours = properties.periods
    .map(({ startTime, isDaytime, temperature, temperatureUnit, icon }) => ({
      dt: Math.floor(Date.parse(startTime) / 1000),
      temp: Math.round(temperatureUnit === "C" ? temperature * 1.8 + 32 : temperature),
      ...weatherOfIcon(icon ?? null, isDaytime),
    }))
    .filter(({ dt }) => Number.isFinite(dt) && (dt + 3_600) * 1_000 > now.getTime())
    .slice(0, HOURS_KEPT);
  if (hours.length === 0) throw new NoAnswer("The weather service has no hours for this place.");
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
export async function activeWarnings(key: string, how: Asking = {}): Promise<Warning[]> {
  const { features } = await asked(`${SERVICE}/alerts/active?point=${key}`, alertsSchema, how);
  return features
    .map(({ properties }) => properties)
    .filter(({ status, messageType }) => status === "Actual" && messageType !== "Cancel")
    .slice(0, 20)
    .map(({ event, severity, ends, expires }) => ({ event, severity, ends: instantOf(ends ?? expires) }));
}

const instantOf = (text: string | null | undefined) =>
  text && Number.isFinite(Date.parse(text)) ? new Date(text).toISOString() : null;
