import { shiftDay } from "~/lib/time/date-range";
import {
  type ClockTime,
  type DateOrder,
  type ParsedDateTime,
  parseDateTime,
  parseHeadingZone,
  toInstant,
} from "~/lib/time/read-when";
import { formatDay } from "~/lib/time/time";
import type { LoadTimeZones } from "~/modules/trip-tickets/rules/place-zones";
import type { LoadColumnMapping, LoadField } from "./columns";

/** Times when a row's load was loaded and delivered, in UTC. */
export type RowTimes = {
  loaded_at: string | null;
  dropped_off_at: string | null;
  /** Source of `dropped_off_at` if the row has no delivery time; null if it has one. */
  assumed: "noon" | "loaded" | null;
  /** Unreadable values, in sentences. */
  problems: string[];
  /** Values to confirm, in sentences. */
  questions: string[];
};

/** Time of day for a load without a time on its paper. */
const NOON: ClockTime = { hour: 12, minute: 0 };
const LIKE: Record<DateOrder, string> = {
  mdy: "Type it like 11/25/2026 2:15 PM.",
  dmy: "Type it like 25/11/2026 2:15 PM.",
};
const minutes = ({ hour, minute }: ClockTime) => hour * 60 + minute;
/** Maximum minutes that a load is on the road across midnight; beyond that, its two times contradict each other. */
const MAX_NIGHT_HAUL = 12 * 60;
const isThroughMidnight = (loaded: ClockTime, delivered: ClockTime): boolean => {
  const early = minutes(loaded) - minutes(delivered);
  return early > 0 && 24 * 60 - early <= MAX_NIGHT_HAUL;
};
const clockText = ({ hour, minute }: ClockTime) =>
  `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;

type Context = { zones: LoadTimeZones; today: string };
type Words = Pick<Record<LoadField, string>, "day" | "loaded" | "dropped_off">;

/** Read a row's days and times, each in the time zone of its place. `today` is for days without a year. */
export function readRowTimes(words: Words, columns: LoadColumnMapping, { zones, today }: Context): RowTimes {
  const problems: string[] = [];
  const order = columns.dates ?? "mdy";
  const read = (field: keyof Words, label: string): ParsedDateTime | null => {
    const text = words[field];
    if (text === "") return null;
    const when = parseDateTime(text, { today, order });
    if (when === null) problems.push(`${label} "${text.slice(0, 30)}" can't be read. ${LIKE[order]}`);
    return when && { ...when, zone: when.zone ?? parseHeadingZone(columns[field]) };
  };
  const date = read("day", "Date");
  const loaded = read("loaded", "Loaded");
  const dropped = read("dropped_off", "Delivered");
  const day = date?.day ?? dropped?.day ?? loaded?.day ?? null;
  if (day === null && problems.length === 0) problems.push("It has no date.");
  const none = { loaded_at: null, dropped_off_at: null, assumed: null, problems, questions: [] };
  if (day === null) return none;

  // If a sheet has one column for day and time, this is the time of delivery.
  const arrival = dropped?.clock ? dropped : date?.clock ? date : null;
  const days = { loaded: loaded?.day ?? day, dropped: dropped?.day ?? date?.day ?? day };
  const questions: string[] = [];
  const isOvernight =
    loaded?.clock && arrival?.clock && days.loaded === days.dropped && !loaded.day
      ? isThroughMidnight(loaded.clock, arrival.clock)
      : false;
  if (isOvernight && loaded?.clock && arrival?.clock) {
    // A day in the delivery's own cell is the day of delivery; any other day is the day on which the truck left.
    if (arrival.day) days.loaded = shiftDay(days.dropped, -1);
    else {
      days.dropped = shiftDay(days.dropped, 1);
      questions.push(
        `Loaded ${clockText(loaded.clock)} and delivered ${clockText(arrival.clock)}: we take it as delivered after midnight, on ${formatDay(days.dropped)}.`,
      );
    }
  }
  const instant = (on: string, clock: ClockTime, when: ParsedDateTime | null, place: string) => {
    const reading = toInstant(on, clock, when?.zone ?? null, place);
    if (reading.iso === null) problems.push("There's no such time on that day.");
    else if (reading.question) questions.push(reading.question);
    return reading.iso;
  };
  const loaded_at = loaded?.clock ? instant(days.loaded, loaded.clock, loaded, zones.job_zone) : null;
  if (arrival?.clock) {
    const dropped_off_at = instant(days.dropped, arrival.clock, arrival, zones.mill_zone);
    return { loaded_at, dropped_off_at, assumed: null, problems, questions };
  }
  const noon = instant(days.dropped, NOON, null, zones.mill_zone);
  const isLater = loaded_at !== null && noon !== null && loaded_at > noon;
  const assumed = noon === null || problems.length ? null : isLater ? "loaded" : "noon";
  return { loaded_at, dropped_off_at: isLater ? loaded_at : noon, assumed, problems, questions };
}
