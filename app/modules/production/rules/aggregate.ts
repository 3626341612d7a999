import { type DayRange, getQuickRange, shiftDay } from "~/lib/time/date-range";
import { formatDate, formatDay } from "~/lib/time/time";
import type { Grain } from "~/ui/period";

/** Number of loads of one unit, their volume, and the part of it that nobody has scaled. */
type UnitSum = { unit: number; loads: number; volume: number; estimated: number };
export type SumTotals = { loads: number; estimated: number; volumes: UnitSum[] };
type Sum = UnitSum & { scaled: number };
type KeySum = Sum & { key: number | null };

/** Sum rows, each unit separately. */
export function sumTotals(sums: readonly Sum[]): SumTotals {
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
export function addTotals(all: readonly SumTotals[]): SumTotals {
  const sums = all.flatMap(({ volumes }) =>
    volumes.map((unitSum) => ({ ...unitSum, scaled: unitSum.loads })),
  );
  return {
    ...sumTotals(sums),
    loads: all.reduce((n, { loads }) => n + loads, 0),
    estimated: all.reduce((n, { estimated }) => n + estimated, 0),
  };
}

/** Row of a table by time: its days within the range. */
export type Bucket = DayRange & { label: string; short: string };

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Return the whole day, week or month that a day lies in. */
function wholeOf(day: string, grain: Grain): DayRange {
  if (grain === "day") return { start: day, end: day };
  return getQuickRange(grain === "week" ? "this_week" : "this_month", day);
}

/** Return the rows of a range, the first and the last cut at its ends; none after `until`. */
export function createBuckets(range: DayRange, grain: Grain, until: string): Bucket[] {
  const buckets: Bucket[] = [];
  const end = range.end < until ? range.end : until;
  for (let day = range.start; day <= end; ) {
    const whole = wholeOf(day, grain);
    const last = whole.end < range.end ? whole.end : range.end;
    buckets.push({ start: day, end: last, ...wordsOf(day, whole, grain) });
    day = shiftDay(last, 1);
  }
  return buckets;
}

function wordsOf(day: string, whole: DayRange, grain: Grain): { label: string; short: string } {
  const short = formatDay(day).replace(/, \d{4}$/, "");
  if (grain === "day") return { label: formatDate(day), short };
  if (grain === "week") return { label: `Week of ${formatDay(whole.start)}`, short };
  const month = MONTHS[Number(day.slice(5, 7)) - 1] ?? "";
  return { label: `${month} ${day.slice(0, 4)}`, short: month };
}

/** Group sums by their key, the most loads first. */
export function groupByKey<S extends KeySum>(sums: readonly S[]): { key: number | null; sums: S[] }[] {
  const map = new Map<number | null, S[]>();
  for (const sum of sums) map.set(sum.key, [...(map.get(sum.key) ?? []), sum]);
  const loads = (rows: readonly S[]) => rows.reduce((n, row) => n + row.loads, 0);
  return [...map]
    .map(([key, rows]) => ({ key, sums: rows }))
    .sort((a, b) => loads(b.sums) - loads(a.sums) || (a.key ?? 0) - (b.key ?? 0));
}
