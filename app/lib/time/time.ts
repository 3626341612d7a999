/** Conversions between instants, which are UTC ISO texts, and local times; a zone is an IANA name (docs/domain.md#time). */

const formats = new Map<string, Intl.DateTimeFormat>();
function format(zone: string): Intl.DateTimeFormat {
  // Browsers send zone names in any letter case; one cache entry per zone keeps the map small.
  const key = zone.toLowerCase();
  let dateTimeFormat = formats.get(key);
  if (!dateTimeFormat) {
    dateTimeFormat = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(key, dateTimeFormat);
  }
  return dateTimeFormat;
}

export function isZone(zone: string): boolean {
  try {
    return zone.length < 64 && Boolean(format(zone));
  } catch {
    return false;
  }
}

type Parts = { year: number; month: number; day: number; hour: number; minute: number; second: number };

function askedParts(instant: Date, zone: string): Parts {
  const parts: Parts = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of format(zone).formatToParts(instant))
    if (hasKey(parts, type)) parts[type] = Number(value);
  return parts;
}

const DAY = 86_400_000;
/** Cache of a zone's UTC offset for days or weeks, in milliseconds; null if the offset changes within them. */
const offsets = new Map<string, Map<number, number | null>>();
/** Maximum number of cached offsets, enough for years of days in a few zones; then the cache is cleared. */
const MAX_OFFSETS = 5_000;
let offsetsKept = 0;

const askedOffset = (ms: number, zone: string): number => {
  const p = askedParts(new Date(ms), zone);
  return Date.UTC(p.year, p.month - 1, p.day, p.hour, p.minute, p.second) - ms;
};

function offsetOver(from: number, days: number, zone: string): number | null {
  const key = from * 10 + days;
  const known = offsets.get(zone)?.get(key);
  if (known !== undefined) return known;
  const start = askedOffset(from * DAY, zone);
  const offset = start === askedOffset((from + days) * DAY, zone) ? start : null;
  if (offsetsKept++ >= MAX_OFFSETS) {
    offsets.clear();
    offsetsKept = 1;
  }
  const ofZone = offsets.get(zone) ?? new Map<number, number | null>();
  offsets.set(zone, ofZone.set(key, offset));
  return offset;
}

/**
 * Return a zone's UTC offset on a day; null if the offset changes on that day. Clock changes are months apart, so most
 * days are looked up by their week.
 */
const offsetOn = (day: number, zone: string): number | null =>
  offsetOver(day - (day % WEEK), WEEK, zone) ?? offsetOver(day, 1, zone);
const WEEK = 7;

/**
 * Split an instant into its date and clock time in a zone. The runtime's conversion is slow, so the offset is computed
 * once for each day on which it doesn't change.
 */
function partsIn(instant: Date, zone: string): Parts {
  const ms = instant.getTime();
  const offset = ms >= MODERN ? offsetOn(Math.floor(ms / DAY), zone) : null;
  if (offset === null) return askedParts(instant, zone);
  const there = new Date(ms + offset);
  return {
    year: there.getUTCFullYear(),
    month: there.getUTCMonth() + 1,
    day: there.getUTCDate(),
    hour: there.getUTCHours(),
    minute: there.getUTCMinutes(),
    second: there.getUTCSeconds(),
  };
}
const MODERN = Date.UTC(1970, 0, 1);

let lastYear = { at: Number.NaN, zone: "", year: 0 };
/** Return the year of `now`, which is the same for all instants of a page and therefore cached. */
function yearIn(now: Date, zone: string): number {
  const time = now.getTime();
  if (lastYear.at !== time || lastYear.zone !== zone)
    lastYear = { at: time, zone, year: partsIn(now, zone).year };
  return lastYear.year;
}

const pad = (n: number) => (n < 10 ? `0${n}` : `${n}`);
const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Hour and minute in 12-hour form: "2:05 PM", "12:00 AM" at midnight. */
const clock = ({ hour, minute }: Parts) => `${hour % 12 || 12}:${pad(minute)} ${hour < 12 ? "AM" : "PM"}`;

/** Only the hour and minute of an instant, "7:42 AM". */
export const formatClock = (instant: Date, zone: string): string => clock(partsIn(instant, zone));

/** "Mon, Nov 16, 2:05 PM"; with the year, "Mon, Nov 16, 2025, 2:05 PM", if it isn't the year of `now`. */
export function formatInstant(iso: string, zone: string, now: Date): string {
  const p = partsIn(new Date(iso), zone);
  return `${inWords(p, yearIn(now, zone))}, ${clock(p)}`;
}

/**
 * "Mon, Nov 16, 2026, 2:05 PM Eastern time": always with year and zone, for paper and files, which are read years later
 * and in other places.
 */
export function formatFullInstant(iso: string, zone: string): string {
  const p = partsIn(new Date(iso), zone);
  return `${inWords(p, null)}, ${clock(p)} ${formatZone(zone)}`;
}

/** Format a day: "Mon, Nov 16" if it is in `thisYear`, otherwise "Mon, Nov 16, 2025". */
function inWords(p: Parts, thisYear: number | null): string {
  const weekday = DAYS[new Date(Date.UTC(p.year, p.month - 1, p.day)).getUTCDay()];
  return `${weekday}, ${MONTHS[p.month - 1]} ${p.day}${p.year === thisYear ? "" : `, ${p.year}`}`;
}

/** A calendar day, "2026-11-16", as "Mon, Nov 16, 2026". */
export function formatDate(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return inWords({ year, month, day: date, hour: 0, minute: 0, second: 0 }, null);
}

/** Format a calendar day without its weekday: "Nov 16, 2026". */
export const formatDay = (day: string): string => formatDate(day).slice("Mon, ".length);

const zoneNames = new Map<string, string>();
/** Instant at which zone names are looked up, because some zones had other names in the past. */
const RECENT = Date.UTC(2026, 0, 1);

/** Common name of a zone, "Eastern time", the same in summer and winter; "UTC" for UTC. */
export function formatZone(zone: string): string {
  const key = zone.toLowerCase();
  let words = zoneNames.get(key);
  if (words === undefined) {
    const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longGeneric" });
    const name = parts.formatToParts(RECENT).find((part) => part.type === "timeZoneName")?.value ?? zone;
    words = /^(GMT.*|Coordinated Universal Time)$/.test(name) ? "UTC" : name.replace(/ Time$/, " time");
    zoneNames.set(key, words);
  }
  return words;
}

/** Morning from 5 to 12, afternoon from 12 to 17, otherwise evening. */
export function getGreeting(now: Date, zone: string): string {
  const { hour } = partsIn(now, zone);
  if (hour >= 5 && hour < 12) return "Good morning";
  return hour >= 12 && hour < 17 ? "Good afternoon" : "Good evening";
}

/** Value of a datetime-local field for an instant, to the minute. */
export function toLocal(iso: string | null, zone: string): string {
  if (!iso) return "";
  const p = partsIn(new Date(iso), zone);
  return `${p.year}-${pad(p.month)}-${pad(p.day)}T${pad(p.hour)}:${pad(p.minute)}`;
}

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?$/;

/**
 * Parse a datetime-local value in a zone; null if it isn't a valid time. For an hour that the clocks skip, compute as
 * if they hadn't changed; for an hour that occurs twice, use the first. A year before 1900 is invalid: browsers turn a
 * typed 26 into 0026.
 */
export function fromLocal(local: string, zone: string): string | null {
  const match = LOCAL.exec(local);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((n) => Number(n ?? 0));
  const wanted = Date.UTC(year, month - 1, day, hour, minute, second);
  const check = new Date(wanted);
  if (
    year < 1900 ||
    check.getUTCMonth() !== month - 1 ||
    check.getUTCDate() !== day ||
    hour > 23 ||
    minute > 59 ||
    second > 59
  )
    return null;
  const dayBefore = wanted - getUtcOffset(new Date(wanted - DAY), zone);
  const dayAfter = wanted - getUtcOffset(new Date(wanted + DAY), zone);
  // The offset didn't change between the day before and the day after: no zone changes its clocks and changes them back
  // within two days.
  if (dayBefore === dayAfter) return new Date(dayBefore).toISOString();
  const exact = [dayBefore, dayAfter].filter((t) => t + getUtcOffset(new Date(t), zone) === wanted);
  return new Date(exact.length ? Math.min(...exact) : dayBefore).toISOString();
}

/** Calendar day of an instant in a zone: "2026-11-16". */
export const getDay = (instant: Date, zone: string): string =>
  toLocal(instant.toISOString(), zone).slice(0, 10);

type Bounds = { from: string; before: string };
/** Cache of day bounds, because pages request the same days repeatedly; cleared when it exceeds `MAX_BOUNDS`. */
const bounds = new Map<string, Bounds | null>();
const MAX_BOUNDS = 2_000;

/**
 * Return a calendar day in a zone as two instants: the first of the day, and the first after it. A day on which the
 * clocks change has 23 or 25 hours. Null if the text isn't a day.
 */
export function getDayBounds(day: string, zone: string): Bounds | null {
  const key = `${day} ${zone}`;
  const known = bounds.get(key);
  if (known !== undefined) return known;
  const match = workedOut(day, zone);
  if (bounds.size >= MAX_BOUNDS) bounds.clear();
  if (key.length < 100) bounds.set(key, match);
  return match;
}

function workedOut(day: string, zone: string): Bounds | null {
  const from = fromLocal(`${day}T00:00`, zone);
  if (!from) return null;
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  const before = fromLocal(`${next.toISOString().slice(0, 10)}T00:00`, zone);
  return before ? { from, before } : null;
}

/** Offset of a zone from UTC at an instant, in milliseconds. */
export function getUtcOffset(instant: Date, zone: string): number {
  const p = partsIn(instant, zone);
  const whole = Math.floor(instant.getTime() / 1000) * 1000;
  return Date.UTC(p.year, p.month - 1, p.day, p.hour, p.minute, p.second) - whole;
}

import { hasKey } from "~/lib/object/records";
