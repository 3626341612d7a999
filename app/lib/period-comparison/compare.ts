import {
  countDays,
  type DayRange,
  getQuickRange,
  QUICK_RANGES,
  shiftDay,
  shiftRange,
} from "~/lib/time/date-range";
import { type Seconds, toSeconds } from "~/lib/time/segments";
import { formatDay, fromLocal, toLocal } from "~/lib/time/time";

/** Base of a comparison: the period before, the same weeks a year before, or nothing. */
export const COMPARISONS = ["previous", "year", "none"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** The two periods and how much of each is counted; `base` is null if nothing is compared. */
export type ComparedRanges = {
  current: Seconds;
  base: Seconds | null;
  /** Whole days of the base period. */
  baseDays: DayRange | null;
  /** The period has not ended: the other is counted only up to the same elapsed time. */
  unfinished: boolean;
};

/** Minimum number of loads in a base for a percentage to mean anything. */
const ENOUGH = 5;

/**
 * Return what is counted of a period and of its base. A period that has not ended is compared with the same elapsed
 * part of the base, to the same hour of the same day, so that a Tuesday is not compared with a whole week. A year
 * before is 364 days before, so that weekdays match.
 */
export function compareRange(range: DayRange, now: Date, mode: Comparison, zone: string): ComparedRanges {
  const whole = toSeconds(range, zone);
  const index = Math.floor(now.getTime() / 1000);
  const unfinished = index < whole.before;
  const current = { from: whole.from, before: unfinished ? Math.max(whole.from, index + 1) : whole.before };
  if (mode === "none") return { current, base: null, baseDays: null, unfinished };
  const baseDays = mode === "year" ? shifted(range, -364) : getPreviousRange(range);
  const base = toSeconds(baseDays, zone);
  if (!unfinished) return { current, base, baseDays, unfinished };
  const cut = sameHour(range, baseDays, now, zone);
  return {
    current,
    base: { from: base.from, before: Math.min(base.before, Math.max(base.from, cut)) },
    baseDays,
    unfinished,
  };
}

const shifted = ({ start, end }: DayRange, days: number): DayRange => ({
  start: shiftDay(start, days),
  end: shiftDay(end, days),
});

/** Return the period before: for a whole month the month, for a whole year the year, else as many days. */
export const getPreviousRange = (range: DayRange): DayRange => shiftRange(range, -1);

/** Return the second of another period that is as many days and hours after its start as now is after this one's. */
function sameHour(range: DayRange, other: DayRange, now: Date, zone: string): number {
  const [today = "", hour = ""] = toLocal(now.toISOString(), zone).split("T");
  const day = shiftDay(other.start, countDays({ start: range.start, end: today }));
  const then = fromLocal(`${day}T${hour}`, zone);
  return then ? Math.floor(Date.parse(then) / 1000) + (now.getUTCSeconds() + 1) : 0;
}

/** Return how much more or less something is; a percentage only if the base is large enough. */
export function compareTo(value: number, before: number): { difference: number; percent: number | null } {
  const percent = before >= ENOUGH ? Math.round(((value - before) / before) * 100) : null;
  return { difference: value - before, percent };
}

/** Everyday name of a period: "This week", or its days. */
export function formatPeriod(range: DayRange, today: string): string {
  for (const { key, label } of QUICK_RANGES) {
    const quick = getQuickRange(key, today);
    if (quick.start === range.start && quick.end === range.end) return label;
  }
  if (range.start === range.end) return range.start === today ? "Today" : formatDay(range.start);
  return `${formatDay(range.start)} to ${formatDay(range.end)}`;
}

/** Name of the base in words: "last week by this hour", "the same weeks a year before". */
export function formatBasePeriod(
  range: DayRange,
  mode: Comparison,
  unfinished: boolean,
  today: string,
): string {
  const end = unfinished ? " by this hour" : "";
  if (mode === "year") return `the same weekdays a year earlier${end}`;
  const name = formatPeriod(getPreviousRange(range), today);
  const known = QUICK_RANGES.some(({ label }) => label === name);
  return `${known ? name.toLowerCase() : name}${end}`;
}

/** Describe a change with the unit counted: "12 more loads than last week by this hour". */
export function formatChange(
  value: number,
  before: number,
  { base, one, many, format = String }: Counted,
): string {
  const { difference, percent } = compareTo(value, before);
  const size = Math.abs(difference);
  const things = size === 1 ? one : many;
  if (difference === 0) return `the same as ${base}`;
  const share = percent === null ? "" : ` (${percent > 0 ? "+" : "−"}${Math.abs(percent)}%)`;
  const from = percent === null ? `, ${format(value)} vs. ${format(before)}` : "";
  return `${format(size)} ${difference > 0 ? "more" : "fewer"} ${things} than ${base}${share}${from}`;
}

type Counted = {
  /** Name of the base in words. */
  base: string;
  one: string;
  many: string;
  format?: (value: number) => string;
};
