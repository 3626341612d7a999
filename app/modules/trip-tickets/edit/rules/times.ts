import { isFuture } from "~/lib/time/place-time";
import { formatDay, getDay } from "~/lib/time/time";
import { getZoneOfTime, type LoadTimeZones } from "../../rules/place-zones";

/** Instants of a load that must be in a certain order (docs/domain.md#order-of-times). */
export type LoadTimes = {
  picked_up_at: string | null;
  dropped_off_at: string | null;
  scaled_at: string | null;
  received_at: string | null;
  loaded_at?: string | null;
};

type Rule = { later: keyof LoadTimes; words: string };

const BLOCKS: readonly Rule[] = [
  { later: "dropped_off_at", words: "Dropped off is before picked up." },
  { later: "received_at", words: "Received is before picked up." },
  { later: "scaled_at", words: "Scaled is before picked up." },
];

/** Return blocking errors, by the field that is too early: nothing happens to a load before it is picked up. */
export function getTimeErrors(times: LoadTimes): Partial<Record<keyof LoadTimes, string[]>> {
  const errors: Partial<Record<keyof LoadTimes, string[]>> = {};
  if (!times.picked_up_at) return errors;
  for (const { later, words } of BLOCKS) {
    const time = times[later];
    if (time && Date.parse(time) < Date.parse(times.picked_up_at)) errors[later] = [words];
  }
  return errors;
}

/** Return warnings about times that are unusual but possible; they never block. */
export function getTimeWarnings(times: LoadTimes): string[] {
  const { dropped_off_at: dropped, received_at: received, scaled_at: scaled, picked_up_at: picked } = times;
  const before = (a: string | null, b: string | null) => a && b && Date.parse(a) < Date.parse(b);
  const warnings: string[] = [];
  if (before(received, dropped)) warnings.push("Received before it was dropped off.");
  if (before(scaled, dropped)) warnings.push("Scaled before it was dropped off.");
  if (before(picked, times.loaded_at ?? null)) warnings.push("Picked up before it was loaded.");
  if (dropped && !picked) warnings.push("Dropped off without a pickup time.");
  return warnings;
}

const FIELD_WORDS: readonly [keyof LoadTimes, string][] = [
  ["loaded_at", "loaded"],
  ["picked_up_at", "picked up"],
  ["dropped_off_at", "dropped off"],
  ["scaled_at", "scaled"],
  ["received_at", "received"],
];
const HALF_YEAR = 180 * 24 * 3_600_000;

/** Warnings about probable typos in times: in the future, or long before the ticket was created. */
export function getImplausibleTimeWarnings(
  times: LoadTimes,
  { now, created_at }: { now: Date; created_at: string },
  words: (iso: string, name: keyof LoadTimes) => string,
): string[] {
  const warnings: string[] = [];
  for (const [name, verb] of FIELD_WORDS) {
    const time = times[name];
    if (!time) continue;
    if (isFuture(time, now)) warnings.push(`The time it was ${verb} is in the future: ${words(time, name)}.`);
    else if (Date.parse(time) < Date.parse(created_at) - HALF_YEAR)
      warnings.push(`The time it was ${verb} is long before the ticket was made: ${words(time, name)}.`);
  }
  return warnings;
}

/** Job data that a load's times are checked against: the job's first day, and the time zones of the load's two places. */
export type JobStart = LoadTimeZones & { start_date: string };

/** Return warnings about times before the job's first day, often caused by swapping month and day. */
export function getBeforeStartWarnings(times: Partial<LoadTimes>, job: JobStart): string[] {
  const early = FIELD_WORDS.filter(([name]) => {
    const time = times[name];
    return time && getDay(new Date(time), getZoneOfTime(job, name)) < job.start_date;
  });
  const [first] = early;
  if (!first) return [];
  const time = times[first[0]] ?? "";
  return [
    `It was ${first[1]} on ${formatDay(getDay(new Date(time), getZoneOfTime(job, first[0])))}, before the job started on ${formatDay(job.start_date)}.`,
  ];
}

/** Return the questions to confirm about entered times: in the future, long ago, or before the job started. */
export const getTimeQuestions = (
  times: Partial<LoadTimes>,
  { job, ...made }: { now: Date; created_at: string; job: JobStart },
  words: (iso: string, name: keyof LoadTimes) => string,
): string[] => [
  ...getImplausibleTimeWarnings({ ...NO_TIMES, ...times }, made, words),
  ...getBeforeStartWarnings(times, job),
];

const NO_TIMES: LoadTimes = { picked_up_at: null, dropped_off_at: null, scaled_at: null, received_at: null };
