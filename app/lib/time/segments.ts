import { getDayBounds, getUtcOffset } from "./time";

/** Range of whole seconds since 1970, end exclusive. */
export type SecondsRange = { from: number; before: number };
/** Piece of a range in which a zone is always `offset` seconds ahead of UTC. */
export type FixedOffsetSegment = SecondsRange & { offset: number };

const DAY = 86_400;
/** Step in seconds, short enough that no zone changes its clocks and changes them back within it. */
const STRIDE = 7 * DAY;

/**
 * Split a range where a zone's clocks change. Within a piece the calendar day of an instant is `floor((at + offset) /
 * 86400)`, which a database can compute, so that sums by day are exact in every zone.
 */
export function splitIntoSegments({ from, before }: SecondsRange, zone: string): FixedOffsetSegment[] {
  const ahead = (index: number) => getUtcOffset(new Date(index * 1000), zone) / 1000;
  const segments: FixedOffsetSegment[] = [];
  let piece = from;
  for (let index = from; index < before; ) {
    const next = Math.min(index + STRIDE, before);
    const offset = ahead(index);
    const end = ahead(next - 1) === offset ? next : firstChange(index, next - 1, ahead);
    if (end < next || end === before) {
      segments.push({ from: piece, before: end, offset });
      piece = end;
    }
    index = end;
  }
  return segments;
}

/**
 * Return the first second after `at` with a different offset, given that the offset at `changed` differs from the one
 * at `at`.
 */
function firstChange(index: number, changed: number, ahead: (at: number) => number): number {
  const offset = ahead(index);
  let [same, other] = [index, changed];
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (ahead(middle) === offset) same = middle;
    else other = middle;
  }
  return other;
}

/** Convert a range of calendar days in a zone to seconds; the first and the last day are included. */
export function toSecondsRange({ start, end }: { start: string; end: string }, zone: string): SecondsRange {
  const from = getDayBounds(start, zone)?.from;
  const before = getDayBounds(end, zone)?.before;
  if (!from || !before) throw new Error(`Not a range of days: ${start} to ${end}`);
  return { from: Date.parse(from) / 1000, before: Date.parse(before) / 1000 };
}

/** Day for the number a database computed by `(at + offset) / 86400`: "2026-11-16". */
export const formatDayNumber = (number: number): string =>
  new Date(number * DAY * 1000).toISOString().slice(0, 10);
