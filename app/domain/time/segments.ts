import { dayBounds, offsetAt } from "./time";

/** A range of whole seconds since 1970, the last one left out. */
export type Seconds = { from: number; before: number };
/** A piece of a range in which a zone is always `offset` seconds ahead of UTC. */
export type Segment = Seconds & { offset: number };

const DAY = 86_400;
/** No zone changes its clocks there and back within so many seconds. */
const STRIDE = 7 * DAY;

/**
 * A range cut where the clocks of a zone change. Within a piece the calendar day of an instant is
 * `floor((at + offset) / 86400)`, which a database can say, so that sums by day are exact in every zone.
 */
export function segments({ from, before }: Seconds, zone: string): Segment[] {
  const ahead = (at: number) => offsetAt(new Date(at * 1000), zone) / 1000;
  const found: Segment[] = [];
  let piece = from;
  for (let at = from; at < before; ) {
    const next = Math.min(at + STRIDE, before);
    const offset = ahead(at);
    const end = ahead(next - 1) === offset ? next : firstChange(at, next - 1, ahead);
    if (end < next || end === before) {
      found.push({ from: piece, before: end, offset });
      piece = end;
    }
    at = end;
  }
  return found;
}

/** The first second after `at` at which the offset is another, known to be so at `changed`. */
function firstChange(at: number, changed: number, ahead: (at: number) => number): number {
  const offset = ahead(at);
  let [same, other] = [at, changed];
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (ahead(middle) === offset) same = middle;
    else other = middle;
  }
  return other;
}

/** Calendar days of a zone as seconds, first and last day included. */
export function secondsOf({ start, end }: { start: string; end: string }, zone: string): Seconds {
  const from = dayBounds(start, zone)?.from;
  const before = dayBounds(end, zone)?.before;
  if (!from || !before) throw new Error(`Not a range of days: ${start} to ${end}`);
  return { from: Date.parse(from) / 1000, before: Date.parse(before) / 1000 };
}

/** The day whose number a database found by `(at + offset) / 86400`: "2026-11-16". */
export const dayOfNumber = (number: number): string =>
  new Date(number * DAY * 1000).toISOString().slice(0, 10);
