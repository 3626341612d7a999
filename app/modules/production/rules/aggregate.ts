import { type DayRange, getQuickRange, shiftDay } from "~/lib/time/date-range";
import { formatDate, formatDay } from "~/lib/time/time";
import type { RowInterval } from "~/ui/period";

/** Number of loads of one unit, their volume, and the part of it that nobody has scaled. */
type UnitSum = { unit: number; loads: number; volume: number; estimated: number };
export type LoadTotals = { loads: number; estimated: number; volumes: UnitSum[] };
type Sum = UnitSum & { scaled: number };
type KeySum = Sum & { key: number | null };

/** Compute the loads and volume of all the sums together, each unit separately. */
export function computeLoadTotals(sums: readonly Sum[]): LoadTotals {
  const volumes = new Map<number, UnitSum>();
  const totals = { loads: 0, estimated: 0 };
  for (const { unit, loads, volume, scaled, estimated } of sums) {
    const unitSum = volumes.get(unit) ?? { unit, loads: 0, volume: 0, estimated: 0 };
    volumes.set(unit, {
      unit,
      loads: unitSum.loads + loads,
      volume: unitSum.volume + volume,
      estimated: unitSum.estimated + estimated,
    });
    totals.loads += loads;
    totals.estimated += loads - scaled;
  }
  return { ...totals, volumes: [...volumes.values()].sort((a, b) => b.loads - a.loads || a.unit - b.unit) };
}

/** Add several totals, each unit separately. */
export function addLoadTotals(all: readonly LoadTotals[]): LoadTotals {
  const sums = all.flatMap(({ volumes }) =>
    volumes.map((unitSum) => ({ ...unitSum, scaled: unitSum.loads })),
  );
  return {
    ...computeLoadTotals(sums),
    loads: all.reduce((n, { loads }) => n + loads, 0),
    estimated: all.reduce((n, { estimated }) => n + estimated, 0),
  };
}

/** Row of a table by time, with its days within the range. */
export type TimeBucket = DayRange & { label: string; short: string };

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Return the whole day, week or month that contains a day. */
function wholeOf(day: string, grain: RowInterval): DayRange {
  if (grain === "day") return { start: day, end: day };
  return getQuickRange(grain === "week" ? "this_week" : "this_month", day);
}

/**
 * Return the rows of a range: days, weeks or months, of which the first and last are cut at the ends of the range. No
 * row starts after `until`.
 */
export function createTimeBuckets(range: DayRange, grain: RowInterval, until: string): TimeBucket[] {
  const buckets: TimeBucket[] = [];
  const end = range.end < until ? range.end : until;
  for (let day = range.start; day <= end; ) {
    const whole = wholeOf(day, grain);
    const last = whole.end < range.end ? whole.end : range.end;
    buckets.push({ start: day, end: last, ...wordsOf(day, whole, grain) });
    day = shiftDay(last, 1);
  }
  return buckets;
}

function wordsOf(day: string, whole: DayRange, grain: RowInterval): { label: string; short: string } {
  const short = formatDay(day).replace(/, \d{4}$/, "");
  if (grain === "day") return { label: formatDate(day), short };
  if (grain === "week") return { label: `Week of ${formatDay(whole.start)}`, short };
  const month = MONTHS[Number(day.slice(5, 7)) - 1] ?? "";
  return { label: `${month} ${day.slice(0, 4)}`, short: month };
}

/** Group sums by their key, ordered by most loads first. */
export function groupByKey<S extends KeySum>(sums: readonly S[]): { key: number | null; sums: S[] }[] {
  const map = new Map<number | null, S[]>();
  for (const sum of sums) map.set(sum.key, [...(map.get(sum.key) ?? []), sum]);
  const loads = (rows: readonly S[]) => rows.reduce((n, row) => n + row.loads, 0);
  return [...map]
    .map(([key, rows]) => ({ key, sums: rows }))
    .sort((a, b) => loads(b.sums) - loads(a.sums) || (a.key ?? 0) - (b.key ?? 0));
}
