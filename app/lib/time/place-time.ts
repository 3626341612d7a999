import { formatInstant, fromLocal, getUtcOffset, toLocal } from "./time";

/**
 * Times of a load are read and shown in the zone of the place where it is loaded, delivered or scaled, never in the
 * zone of the person typing. See docs/input.md.
 */

const HOUR = 3_600_000;

/**
 * Milliseconds by which a time may be ahead and still count as now, because clocks of phones, scales and servers differ
 * a little.
 */
const MAX_CLOCK_LEAD = HOUR;

/** True if a time is ahead of now by more than clocks differ. */
export const isFuture = (iso: string, now: Date): boolean => Date.parse(iso) > now.getTime() + MAX_CLOCK_LEAD;

/** True if clocks in a zone show this time of day twice because they are set back around this instant. */
export function isRepeatedClockTime(iso: string, zone: string): boolean {
  const ms = Date.parse(iso);
  const local = ms + getUtcOffset(new Date(ms), zone);
  return [-HOUR, HOUR].some((step) => ms + step + getUtcOffset(new Date(ms + step), zone) === local);
}

const shortNames = new Map<string, Intl.DateTimeFormat>();
/** Return the abbreviation of a zone at an instant: "PST", "EDT"; "GMT+9" if there is no American abbreviation. */
export function formatShortZone(iso: string, zone: string): string {
  const key = zone.toLowerCase();
  let format = shortNames.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "short" });
    shortNames.set(key, format);
  }
  return format.formatToParts(new Date(iso)).find((part) => part.type === "timeZoneName")?.value ?? zone;
}

/**
 * Return the zone to append to a place's local time for this reader, " PST"; empty if the reader's clock shows the same
 * time.
 */
export function formatZoneNote(iso: string, place: string, reader: string): string {
  const date = new Date(iso);
  const isSame = getUtcOffset(date, place) === getUtcOffset(date, reader);
  return isSame && !isRepeatedClockTime(iso, place) ? "" : ` ${formatShortZone(iso, place)}`;
}

/**
 * Format an instant in the local time of its place, "Mon, Nov 16, 1:15 AM PST"; the zone is omitted if the reader's
 * clock shows the same time.
 */
export const formatAtPlace = (
  iso: string,
  { place, reader, now }: { place: string; reader: string; now: Date },
): string => `${formatInstant(iso, place, now)}${formatZoneNote(iso, place, reader)}`;

/**
 * Instant of a typed local time, with a question for the user if the time is ambiguous; or the problem if the time is
 * invalid.
 */
export type ParsedTime = { iso: string; question: string | null } | { iso: null; problem: string };

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/;
const NOT_A_TIME = "Enter a date and time";

/**
 * Parse a time as forms and programs send it: "2026-11-16T14:05" in the local time of its place, or an instant ending
 * in Z. For an hour that occurs twice, return the first one; for an hour that the clocks skip, compute as if they
 * hadn't changed. Either result includes a question.
 */
export function parseTime(typed: string, zone: string): ParsedTime {
  if (typed.endsWith("Z")) {
    const ms = UTC.test(typed) ? Date.parse(typed) : Number.NaN;
    return Number.isNaN(ms)
      ? { iso: null, problem: NOT_A_TIME }
      : { iso: new Date(ms).toISOString(), question: null };
  }
  const local = typed.replace(/\.\d+$/, "");
  const iso = fromLocal(local, zone);
  if (iso === null) return { iso, problem: NOT_A_TIME };
  const clock = clockWords(local);
  if (toLocal(iso, zone) !== local.slice(0, 16))
    return { iso, question: `There was no ${clock}: the clocks were set ahead that night.` };
  const isTwice = isRepeatedClockTime(iso, zone);
  return {
    iso,
    question: isTwice
      ? `${clock} came twice: the clocks were set back that night. We take ${formatShortZone(iso, zone)}.`
      : null,
  };
}

/** Format "2026-11-16T14:05" as "2:05 PM on Nov 16". */
function clockWords(local: string): string {
  const [, day = "", clock = ""] = /^\w+, (.+?), ([^,]+)$/.exec(
    formatInstant(`${local.slice(0, 16)}:00Z`, "UTC", new Date(`${local.slice(0, 4)}-07-01T00:00:00Z`)),
  ) ?? ["", "", local];
  return `${clock} on ${day}`;
}
