import {
  type DayRange,
  daysBetween,
  plusDays,
  QUICK_RANGES,
  quickRange,
  stepRange,
} from "~/domain/time/date-range";
import { type Seconds, secondsOf } from "~/domain/time/segments";
import { formatDay, fromLocal, toLocal } from "~/domain/time/time";

/** What a period is compared with: the one before it, the same weeks a year before, nothing. */
export const COMPARISONS = ["previous", "year", "none"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** The days of two periods and what of them is counted; `base` is null where nothing is compared. */
export type Compared = {
  current: Seconds;
  base: Seconds | null;
  /** The whole days of the period that is compared with. */
  baseDays: DayRange | null;
  /** The period has not ended: only as much of the other is counted as has gone by of this one. */
  unfinished: boolean;
};

/** So many loads must lie in a base before a share of it says anything. */
const ENOUGH = 5;

/**
 * What is counted of a period, and of the one it is compared with. A period that has not ended is compared with the same
 * elapsed part of the other, to the same hour of the same day of it, so that a Tuesday is not held against a whole week.
 * A year before is 364 days before, so that weekdays match.
 */
export function compareRange(range: DayRange, now: Date, mode: Comparison, zone: string): Compared {
  const whole = secondsOf(range, zone);
  const at = Math.floor(now.getTime() / 1000);
  const unfinished = at < whole.before;
  const current = { from: whole.from, before: unfinished ? Math.max(whole.from, at + 1) : whole.before };
  if (mode === "none") return { current, base: null, baseDays: null, unfinished };
  const baseDays = mode === "year" ? shifted(range, -364) : rangeBefore(range);
  const base = secondsOf(baseDays, zone);
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
  start: plusDays(start, days),
  end: plusDays(end, days),
});

/** The period before: of a whole month the month, of a whole year the year, else as many days. */
export const rangeBefore = (range: DayRange): DayRange => stepRange(range, -1);

/** The second of another period that lies as many days and hours after its start as now does after this one's. */
function sameHour(range: DayRange, other: DayRange, now: Date, zone: string): number {
  const [today = "", hour = ""] = toLocal(now.toISOString(), zone).split("T");
  const day = plusDays(other.start, daysBetween({ start: range.start, end: today }));
  const then = fromLocal(`${day}T${hour}`, zone);
  return then ? Math.floor(Date.parse(then) / 1000) + (now.getUTCSeconds() + 1) : 0;
}

/** How much more or less something is; a share of the base only where the base is large enough to say something. */
export function differenceTo(value: number, before: number): { difference: number; percent: number | null } {
  const percent = before >= ENOUGH ? Math.round(((value - before) / before) * 100) : null;
  return { difference: value - before, percent };
}

/** A period as people call it: "This week", or its days. */
export function periodName(range: DayRange, today: string): string {
  for (const { key, label } of QUICK_RANGES) {
    const quick = quickRange(key, today);
    if (quick.start === range.start && quick.end === range.end) return label;
  }
  if (range.start === range.end) return range.start === today ? "Today" : formatDay(range.start);
  return `${formatDay(range.start)} to ${formatDay(range.end)}`;
}

/** What a period is compared with, in words: "last week by this hour", "the same weeks a year before". */
export function baseName(range: DayRange, mode: Comparison, unfinished: boolean, today: string): string {
  const end = unfinished ? " by this hour" : "";
  if (mode === "year") return `the same weekdays a year earlier${end}`;
  const name = periodName(rangeBefore(range), today);
  const known = QUICK_RANGES.some(({ label }) => label === name);
  return `${known ? name.toLowerCase() : name}${end}`;
}

/** A change in words, with the thing that is counted: "12 more loads than last week by this hour". */
export function changeWords(
  value: number,
  before: number,
  { base, one, many, format = String }: Counted,
): string {
  const { difference, percent } = differenceTo(value, before);
  const size = Math.abs(difference);
  const things = size === 1 ? one : many;
  if (difference === 0) return `the same as ${base}`;
  const share = percent === null ? "" : ` (${percent > 0 ? "+" : "−"}${Math.abs(percent)}%)`;
  const from = percent === null ? `, ${format(value)} vs. ${format(before)}` : "";
  return `${format(size)} ${difference > 0 ? "more" : "fewer"} ${things} than ${base}${share}${from}`;
}

type Counted = {
  /** What it is compared with, in words. */
  base: string;
  one: string;
  many: string;
  format?: (value: number) => string;
};
