import { getQuickRange, shiftDay } from "~/lib/time/date-range";
import { toSecondsRange } from "~/lib/time/segments";
import { getDay } from "~/lib/time/time";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import type { ReadCtx } from "~/web/procedure";
import { createVersionCache } from "~/web/version-cache.server";
import { buildLoadListPath } from "../rules/load-needs";
import type { ActionItem } from "./action-items.server";
import * as reads from "./dashboard-reads.server";

const WEEKS = 8;
/** Number of days after drop-off within which a load should be scaled, and of days to look back for unscaled loads. */
const SCALED_WITHIN_DAYS = 3;
const LOOKED_BACK_DAYS = 60;

/** Return the last eight weeks, Monday to Sunday in the user's time zone; the last one is the current week. */
function weekRanges({ actor, now }: ReadCtx) {
  const { start } = getQuickRange("this_week", getDay(now, actor.zone));
  return Array.from({ length: WEEKS }, (_, i) => {
    const monday = shiftDay(start, 7 * (i - WEEKS + 1));
    return { start: monday, end: shiftDay(monday, 6) };
  });
}

/** Return each week's number of loads, with a link to the matching list. */
export const buildWeekCounts = (ctx: ReadCtx, person: number | null, counted: readonly number[]) =>
  weekRanges(ctx).map(({ start, end }, i) => ({
    week_on: start,
    loads: counted[i] ?? 0,
    href: buildLoadListPath({
      ...(person ? { user_ids: [person] } : {}),
      dropped_off_start: start,
      dropped_off_end: end,
      trip_ticket_status_ids: [STATUS.completed],
    }),
  }));

/** Return the range of days whose loads should be scaled by now. */
function daysToScale({ actor, now }: ReadCtx) {
  const today = getDay(now, actor.zone);
  return { start: shiftDay(today, -LOOKED_BACK_DAYS), end: shiftDay(today, -SCALED_WITHIN_DAYS - 1) };
}

type Past = { weeks: number[]; unscaled: number };
const versionCache = createVersionCache<Past>();

/**
 * Count the loads of finished weeks, and loads that weren't scaled in time. For the whole company, the counts are
 * cached until `changes` shows that its deliveries changed, because an office opens the dashboard more often than that,
 * and with half a million loads each count covers twenty thousand.
 */
export async function readPastLoadCounts(ctx: ReadCtx, person: number | null, changes: number | null) {
  const { read, actor } = ctx;
  const ended = weekRanges(ctx).slice(0, -1);
  const query = {
    me: actor.company.id,
    person,
    ranges: JSON.stringify(ended.map((range) => toSecondsRange(range, actor.zone))),
    ...toSecondsRange(daysToScale(ctx), actor.zone),
  };
  return versionCache(read, changes, JSON.stringify(query), async (): Promise<Past> => {
    const counted = await reads.readLoadCountsInRanges(read, query);
    const of = (place: number) => counted.find(({ range }) => range === place)?.loads ?? 0;
    return { weeks: ended.map((_, i) => of(i)), unscaled: of(reads.UNSCALED_RANGE) };
  });
}

/** Create the action item for loads of the last sixty days that aren't scaled after three days; none if the count is 0. */
export function createUnscaledLoadItem(ctx: ReadCtx, person: number | null, count: number): ActionItem[] {
  if (!count) return [];
  const range = daysToScale(ctx);
  return [
    {
      key: "not_scaled",
      words: count === 1 ? "load isn't scaled after 3 days" : "loads aren't scaled after 3 days",
      count,
      href: buildLoadListPath({
        ...(person ? { user_ids: [person] } : {}),
        dropped_off_start: range.start,
        dropped_off_end: range.end,
        trip_ticket_status_ids: [STATUS.completed],
        scaled: false,
      }),
    },
  ];
}
