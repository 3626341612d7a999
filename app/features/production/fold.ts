import { type DayRange, plusDays, quickRange } from "~/domain/time/date-range";
import { formatDate, formatDay } from "~/domain/time/time";
import type { Grain } from "~/ui/period";

/** So many loads of one unit, and what they come to. */
type UnitSum = { unit: number; loads: number; volume: number };
export type SumTotals = { loads: number; estimated: number; volumes: UnitSum[] };
type Sum = { unit: number; loads: number; volume: number; scaled: number };
type KeySum = Sum & { key: number | null };

/** What rows come to, each unit by itself. */
export function sumTotals(sums: readonly Sum[]): SumTotals {
  const volumes = new Map<number, UnitSum>();
  const totals = { loads: 0, estimated: 0 };
  for (const { unit, loads, volume, scaled } of sums) {
    const found = volumes.get(unit) ?? { unit, loads: 0, volume: 0 };
    volumes.set(unit, { unit, loads: found.loads + loads, volume: found.volume + volume });
    totals.loads += loads;
    totals.estimated += loads - scaled;
  }
  return { ...totals, volumes: [...volumes.values()].sort((a, b) => b.loads - a.loads || a.unit - b.unit) };
}

/** Several totals in one, each unit by itself. */
export function addTotals(all: readonly SumTotals[]): SumTotals {
  const sums = all.flatMap(({ volumes }) => volumes.map((found) => ({ ...found, scaled: found.loads })));
  return {
    ...sumTotals(sums),
    loads: all.reduce((n, { loads }) => n + loads, 0),
    estimated: all.reduce((n, { estimated }) => n + estimated, 0),
  };
}

/** A row of a table by time: its days, as far as they lie in the range. */
export type Bucket = DayRange & { label: string; short: string };

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The whole day, week or month that a day lies in. */
function wholeOf(day: string, grain: Grain): DayRange {
  if (grain === "day") return { start: day, end: day };
  return quickRange(grain === "week" ? "this_week" : "this_month", day);
}

/** The rows of a range, the first and the last cut where the range begins and ends; none after `until`. */
export function bucketsOf(range: DayRange, grain: Grain, until: string): Bucket[] {
  const found: Bucket[] = [];
  const end = range.end < until ? range.end : until;
  for (let day = range.start; day <= end; ) {
    const whole = wholeOf(day, grain);
    const last = whole.end < range.end ? whole.end : range.end;
    found.push({ start: day, end: last, ...wordsOf(day, whole, grain) });
    day = plusDays(last, 1);
  }
  return found;
}

function wordsOf(day: string, whole: DayRange, grain: Grain): { label: string; short: string } {
  const short = formatDay(day).replace(/, \d{4}$/, "");
  if (grain === "day") return { label: formatDate(day), short };
  if (grain === "week") return { label: `Week of ${formatDay(whole.start)}`, short };
  const month = MONTHS[Number(day.slice(5, 7)) - 1] ?? "";
  return { label: `${month} ${day.slice(0, 4)}`, short: month };
}

/** Sums put together by their key, the most loads first. */
export function byKey<S extends KeySum>(sums: readonly S[]): { key: number | null; sums: S[] }[] {
  const found = new Map<number | null, S[]>();
  for (const sum of sums) found.set(sum.key, [...(found.get(sum.key) ?? []), sum]);
  const loads = (rows: readonly S[]) => rows.reduce((n, row) => n + row.loads, 0);
  return [...found]
    .map(([key, rows]) => ({ key, sums: rows }))
    .sort((a, b) => loads(b.sums) - loads(a.sums) || (a.key ?? 0) - (b.key ?? 0));
}
