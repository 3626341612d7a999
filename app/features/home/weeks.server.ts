import { STATUS } from "~/domain/tickets/trip-ticket";
import { plusDays, quickRange } from "~/domain/time/date-range";
import { secondsOf } from "~/domain/time/segments";
import { dayOf } from "~/domain/time/time";
import type { Reading } from "~/web/procedure";
import { keptAt } from "~/web/unchanged.server";
import * as reads from "./dashboard-reads.server";
import { loadList } from "./load-needs";
import type { Need } from "./needs.server";

const WEEKS = 8;
/** How long after drop-off a load should have its scale, and how far back one looks for those that have none. */
const SCALED_WITHIN_DAYS = 3;
const LOOKED_BACK_DAYS = 60;

/** The last eight weeks, Monday to Sunday in the reader's zone; the last one is under way. */
function weekRanges({ actor, now }: Reading) {
  const { start } = quickRange("this_week", dayOf(now, actor.zone));
  return Array.from({ length: WEEKS }, (_, i) => {
    const monday = plusDays(start, 7 * (i - WEEKS + 1));
    return { start: monday, end: plusDays(monday, 6) };
  });
}

/** How many loads each of them had, with the list that has as many. */
export const weeksOf = (ctx: Reading, person: number | null, counted: readonly number[]) =>
  weekRanges(ctx).map(({ start, end }, i) => ({
    week_on: start,
    loads: counted[i] ?? 0,
    href: loadList({
      ...(person ? { user_ids: [person] } : {}),
      dropped_off_start: start,
      dropped_off_end: end,
      trip_ticket_status_ids: [STATUS.completed],
    }),
  }));

/** The days whose loads should have been scaled by now: sixty of them. */
function daysToScale({ actor, now }: Reading) {
  const today = dayOf(now, actor.zone);
  return { start: plusDays(today, -LOOKED_BACK_DAYS), end: plusDays(today, -SCALED_WITHIN_DAYS - 1) };
}

type Past = { weeks: number[]; unscaled: number };
const kept = keptAt<Past>();

/**
 * Loads of the weeks that have ended, and how many loads weren't scaled in time. Of the whole company they are counted again when
 * anything changed among its delivered loads since, which `changes` tells: an office looks more often than that, and of half a
 * million loads twenty thousand are counted.
 */
export async function pastOf(ctx: Reading, person: number | null, changes: number | null) {
  const { read, actor } = ctx;
  const ended = weekRanges(ctx).slice(0, -1);
  const asked = {
    me: actor.company.id,
    person,
    ranges: JSON.stringify(ended.map((range) => secondsOf(range, actor.zone))),
    ...secondsOf(daysToScale(ctx), actor.zone),
  };
  return kept(read, changes, JSON.stringify(asked), async (): Promise<Past> => {
    const counted = await reads.weeks(read, asked);
    const of = (place: number) => counted.find(({ range }) => range === place)?.loads ?? 0;
    return { weeks: ended.map((_, i) => of(i)), unscaled: of(reads.UNSCALED) };
  });
}

/** Loads of the last sixty days that have no scale after three. */
export function lateOf(ctx: Reading, person: number | null, count: number): Need[] {
  if (!count) return [];
  const range = daysToScale(ctx);
  return [
    {
      key: "not_scaled",
      words: count === 1 ? "load isn't scaled after 3 days" : "loads aren't scaled after 3 days",
      count,
      href: loadList({
        ...(person ? { user_ids: [person] } : {}),
        dropped_off_start: range.start,
        dropped_off_end: range.end,
        trip_ticket_status_ids: [STATUS.completed],
        scaled: false,
      }),
    },
  ];
}
