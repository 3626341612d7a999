import {
  countDays,
  type DayRange,
  getQuickRange,
  QUICK_RANGES,
  shiftDay,
  shiftRange,
} from "~/lib/time/date-range";
import { type SecondsRange, toSecondsRange } from "~/lib/time/segments";
import { formatDay, fromLocal, toLocal } from "~/lib/time/time";

/** Base of a comparison: the period before, the same weeks a year before, or nothing. */
export const COMPARISONS = ["previous", "year", "none"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Compared parts of a period and its base; `base` is null if nothing is compared. */
export type ComparedRanges = {
  current: SecondsRange;
  base: SecondsRange | null;
  /** Whole days of the base period, of which only a part may be compared. */
  baseDays: DayRange | null;
  /** True if the period has not ended: its base is then counted only up to the same elapsed time. */
  unfinished: boolean;
};

/** Minimum number of loads in a base for a percentage to mean anything. */
const ENOUGH = 5;

/**
 * Return the compared parts of a period and its base. A period that has not ended is compared with the same elapsed
 * part of the base, to the same hour of the same weekday: a Tuesday is never compared with a whole week. The year
 * before is 364 days before, so that weekdays match.
 */
export function compareRange(range: DayRange, now: Date, mode: Comparison, zone: string): ComparedRanges {
  const whole = toSecondsRange(range, zone);
  const index = Math.floor(now.getTime() / 1000);
  const unfinished = index < whole.before;
  const current = { from: whole.from, before: unfinished ? Math.max(whole.from, index + 1) : whole.before };
  if (mode === "none") return { current, base: null, baseDays: null, unfinished };
  const baseDays = mode === "year" ? shifted(range, -364) : getPreviousRange(range);
  const base = toSecondsRange(baseDays, zone);
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

/**
 * Return the previous period: the previous month for a whole month, the previous year for a whole year, else the same
 * number of days.
 */
export const getPreviousRange = (range: DayRange): DayRange => shiftRange(range, -1);

/**
 * Return the second in the other period that is as many days and hours after the other period's start as `now` is after
 * the start of `range`.
 */
function sameHour(range: DayRange, other: DayRange, now: Date, zone: string): number {
  const [today = "", hour = ""] = toLocal(now.toISOString(), zone).split("T");
  const day = shiftDay(other.start, countDays({ start: range.start, end: today }));
  const then = fromLocal(`${day}T${hour}`, zone);
  return then ? Math.floor(Date.parse(then) / 1000) + (now.getUTCSeconds() + 1) : 0;
}

/** Compute a difference and its percentage; the percentage is null unless the base is large enough. */
export function computeChange(value: number, before: number): { difference: number; percent: number | null } {
  const percent = before >= ENOUGH ? Math.round(((value - before) / before) * 100) : null;
  return { difference: value - before, percent };
}

/** Format a period by its everyday name, "This week", or by its days. */
export function formatPeriod(range: DayRange, today: string): string {
  for (const { key, label } of QUICK_RANGES) {
    const quick = getQuickRange(key, today);
    if (quick.start === range.start && quick.end === range.end) return label;
  }
  if (range.start === range.end) return range.start === today ? "Today" : formatDay(range.start);
  return `${formatDay(range.start)} to ${formatDay(range.end)}`;
}

/** Format the base of a comparison: "last week by this hour", "the same weeks a year before". */
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
  const { difference, percent } = computeChange(value, before);
  const size = Math.abs(difference);
  const things = size === 1 ? one : many;
  if (difference === 0) return `the same as ${base}`;
  const share = percent === null ? "" : ` (${percent > 0 ? "+" : "−"}${Math.abs(percent)}%)`;
  const from = percent === null ? `, ${format(value)} vs. ${format(before)}` : "";
  return `${format(size)} ${difference > 0 ? "more" : "fewer"} ${things} than ${base}${share}${from}`;
}

type Counted = {
  /** Name of the base, as shown to the user. */
  base: string;
  one: string;
  many: string;
  format?: (value: number) => string;
};
