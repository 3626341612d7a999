import { z } from "zod";
import { compareRange, formatChange } from "~/lib/period-comparison/compare";
import { getQuickRange } from "~/lib/time/date-range";
import { toSecondsRange } from "~/lib/time/segments";
import { getDay, getGreeting } from "~/lib/time/time";
import {
  formatScaledAndEstimated,
  formatThousandths,
  formatVolume,
  getUnitPlural,
} from "~/lib/units/measures";
import { readPaySummary } from "~/modules/settlements/shared/pay-of.server";
import type { FilterQuery } from "~/modules/trip-tickets/rules/filter-query";
import { getListActions } from "~/modules/trip-tickets/rules/list-actions";
import { getGroupStatuses, STATUS_GROUPS } from "~/modules/trip-tickets/rules/status-groups";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import { procedure, type ReadCtx } from "~/web/procedure";
import { createVersionCache } from "~/web/version-cache.server";
import { buildLoadListPath, createPausedLoadItems, createUrgentLoadItems } from "../rules/load-needs";
import { readActionItems } from "./action-items.server";
import * as reads from "./dashboard-reads.server";
import { progressOutput } from "./progress.server";
import { dashboardTilesOutput, readDashboardTiles } from "./tiles.server";
import { countUrgentLoads } from "./urgent-loads.server";
import { buildWeekCounts, createUnscaledLoadItem, readPastLoadCounts } from "./weeks.server";

const words = z.string();
const stat = z.strictObject({
  key: words,
  label: words,
  value: words,
  unit: words.optional(),
  href: words.describe("The list that has as many."),
  change: words.optional(),
  note: words.optional(),
});
export type DashboardStat = z.output<typeof stat>;

const HAULED_WITHIN_DAYS = 30;

/** Empty action items for drivers, who see only their own loads. */
const NO_NEEDS: Awaited<ReturnType<typeof readActionItems>> = { needs: [], goals: [], to_date: null };

/**
 * Return the user's id if the dashboard shows only their own loads: a user who drives and doesn't run the office.
 * Otherwise null.
 */
async function drivenBy({ read, actor, now }: ReadCtx): Promise<number | null> {
  const person = actor.user?.id;
  if (!person || !actor.company.roles.is_hauler || actor.permissions.crew_member.create) return null;
  const since = new Date(now.getTime() - HAULED_WITHIN_DAYS * 86_400_000).toISOString();
  const [load] = await reads.readRecentOwnHaul(read, { person, me: actor.company.id, since });
  return load ? person : null;
}

/**
 * Return the dashboard: tasks, next loads, numbers that each link to the list they count, and eight weeks of loads. A
 * driver sees only their own loads. Loads require the permission to read them; money requires that for settlements or
 * rates.
 */
export const getDashboard = procedure({
  name: "getDashboard",
  input: z.strictObject({}),
  output: z.strictObject({
    greeting: words,
    stat_cards: z.array(stat),
    needs_you: z.array(z.strictObject({ key: words, words, count: z.number().int(), href: words })),
    weeks: z.array(z.strictObject({ week_on: words, loads: z.number().int(), href: words })),
    mine: z.boolean().describe("Whether the loads are those of the person alone."),
    ...progressOutput,
    ...dashboardTilesOutput,
  }),
  async run(ctx) {
    const { actor, now } = ctx;
    const hello = `${getGreeting(now, actor.zone)}${actor.user ? `, ${actor.user.first_name}` : ""}`;
    if (!actor.permissions.trip_ticket.read)
      return {
        greeting: hello,
        stat_cards: [],
        needs_you: [],
        weeks: [],
        mine: false,
        goals: [],
        to_date: null,
        ...(await readDashboardTiles(ctx, null, false)),
      };
    const person = await drivenBy(ctx);
    const { is_hauler, is_land_manager } = actor.company.roles;
    const hurries = person === null && (is_hauler || is_land_manager);
    const [{ statuses, week, past, pressing }, pay, { needs, goals, to_date }] = await Promise.all([
      loadsOf(ctx, person, hurries),
      readPaySummary(ctx),
      person ? NO_NEEDS : readActionItems(ctx),
    ]);
    const answers = await readDashboardTiles(ctx, person, true, pay);
    const inStatus = (...ids: number[]) =>
      statuses.filter(({ status }) => ids.includes(status)).reduce((sum, { n }) => sum + n, 0);
    return {
      greeting: hello,
      needs_you: [
        ...createUnscaledLoadItem(ctx, person, past.unscaled),
        ...createUrgentLoadItems(pressing),
        ...createPausedLoadItems(inStatus(STATUS.paused)),
        ...needs,
      ],
      stat_cards: [...week.cards, ...(person ? [] : officeCards(actor, inStatus))].slice(0, 8),
      weeks: buildWeekCounts(ctx, person, [...past.weeks, week.loads]),
      mine: person !== null,
      goals,
      to_date,
      ...answers,
    };
  },
});

/**
 * Return current loads and the loads of past weeks. For the whole company, most numbers are recounted only after one of
 * its loads changed.
 */
async function loadsOf(ctx: ReadCtx, person: number | null, hurries: boolean) {
  const statuses = person ? [] : await reads.readStatusCounts(ctx.read, { me: ctx.actor.company.id });
  const changes = statuses.find(({ status }) => status === STATUS.completed)?.changes ?? null;
  const [week, past, pressing] = await Promise.all([
    weekOf(ctx, person, changes),
    readPastLoadCounts(ctx, person, changes),
    hurries ? countUrgentLoads(ctx, statuses) : 0,
  ]);
  return { statuses, week, past, pressing };
}

/** Build the cards for loads on the road, waiting and open, depending on the company's roles. */
function officeCards(actor: CompanyActor, inStatus: (...ids: number[]) => number): DashboardStat[] {
  const { is_mill } = actor.company.roles;
  const card = (key: string, label: string, n: number, href: string): DashboardStat => ({
    key,
    label,
    value: n.toLocaleString("en-US"),
    unit: n === 1 ? "load" : "loads",
    href,
  });
  return [
    card(
      "on_the_road",
      is_mill ? "On the way to you" : "On the road",
      inStatus(STATUS.inTransit),
      buildLoadListPath({ trip_ticket_status_ids: [STATUS.inTransit] }),
    ),
    ...(!getListActions(actor).works
      ? []
      : [
          card(
            "available",
            STATUS_GROUPS.available.label,
            inStatus(...getGroupStatuses("available")),
            buildLoadListPath({}, "available"),
          ),
          card(
            "open",
            STATUS_GROUPS.under_way.label,
            inStatus(...getGroupStatuses("under_way")),
            buildLoadListPath({ trip_ticket_status_ids: getGroupStatuses("under_way") }),
          ),
        ]),
  ];
}

/** Return the start of the day that contains the given second, in a time zone. */
const startOfDay = (second: number, zone: string): number => {
  const day = getDay(new Date(second * 1000), zone);
  return toSecondsRange({ start: day, end: day }, zone).from;
};

const keptDays = createVersionCache<Awaited<ReturnType<typeof reads.readUnitsInRanges>>>();

/** Compare this week's loads with the same part of last week, in total and by unit. */
async function weekOf({ read, actor, now }: ReadCtx, person: number | null, changes: number | null) {
  const { zone } = actor;
  const today = getDay(now, zone);
  const range = getQuickRange("this_week", today);
  const { current, base } = compareRange(range, now, "previous", zone);
  const end = toSecondsRange(range, zone).before;
  const midnight = toSecondsRange({ start: today, end: today }, zone).from;
  const before = base
    ? { from: base.from, before: Math.min(base.before, current.from) }
    : { from: 0, before: 0 };
  // Last week counts only up to the current hour: its partial day is recounted each time, like today.
  const cut = Math.max(before.from, startOfDay(before.before - 1, zone));
  const whole = [
    { from: before.from, before: cut },
    { from: current.from, before: midnight },
  ];
  const moving = [
    { from: cut, before: before.before },
    { from: midnight, before: end },
  ];
  const query = { me: actor.company.id, person };
  const [daysBefore = [], sinceMonday = [], hours = [], sinceMidnight = []] =
    changes === null
      ? await reads.readUnitsInRanges(read, query, [...whole, ...moving])
      : [
          ...(await keptDays(read, changes, JSON.stringify([query, whole]), () =>
            reads.readUnitsInRanges(read, query, whole),
          )),
          ...(await reads.readUnitsInRanges(read, query, moving)),
        ];
  const rows = sinceMidnight.map((day, i) => {
    const days = [sinceMonday[i] ?? day, day];
    const all = (of: "loads" | "volume" | "minutes" | "timed" | "estimated") =>
      days.reduce((n, each) => n + each[of], 0);
    return {
      unit: day.unit,
      loads: all("loads"),
      volume: all("volume"),
      today: day.loads,
      estimated: all("estimated"),
      today_volume: day.volume,
      today_estimated: day.estimated,
      before: (daysBefore[i]?.loads ?? 0) + (hours[i]?.loads ?? 0),
      minutes: all("timed") ? all("minutes") / all("timed") : null,
    };
  });
  const sum = (of: "loads" | "before" | "today") => rows.reduce((all, row) => all + row[of], 0);
  const [loads, lastWeek] = [sum("loads"), sum("before")];
  const mine = person ? { user_ids: [person] } : {};
  const between = (start: string, last: string): FilterQuery => ({
    ...mine,
    dropped_off_start: start,
    dropped_off_end: last,
    trip_ticket_status_ids: [STATUS.completed],
  });
  const href = buildLoadListPath(between(range.start, range.end));
  const minutes = rows.flatMap((row) => (row.minutes === null ? [] : { n: row.loads, m: row.minutes }));
  const timed = minutes.reduce((all, { n }) => all + n, 0);
  const haul = timed ? Math.round(minutes.reduce((all, { n, m }) => all + n * m, 0) / timed) : null;
  const cards: DashboardStat[] = [
    {
      key: "today",
      label: "Delivered today",
      value: sum("today").toLocaleString("en-US"),
      unit: sum("today") === 1 ? "load" : "loads",
      href: buildLoadListPath(between(today, range.end)),
      note:
        rows
          .filter((row) => row.today > 0)
          .map((row) => formatScaledAndEstimated(row.today_volume, row.today_estimated, row.unit))
          .join(", ") || undefined,
    },
    {
      key: "week",
      label: "Delivered this week",
      value: loads.toLocaleString("en-US"),
      unit: loads === 1 ? "load" : "loads",
      href,
      change: formatChange(loads, lastWeek, { base: "last week by this hour", one: "load", many: "loads" }),
    },
    ...rows
      .filter((row) => row.loads > 0)
      .map((row) => ({
        key: `volume_${row.unit}`,
        label: `This week in ${getUnitPlural(row.unit)}`,
        value: formatThousandths(row.volume - row.estimated),
        unit: getUnitPlural(row.unit),
        href,
        ...(row.estimated
          ? { note: `and ${formatVolume(row.estimated, row.unit)} estimated, not scaled yet` }
          : {}),
      })),
    ...(haul !== null && actor.company.roles.is_hauler
      ? [
          {
            key: "haul",
            label: "Average time from pickup to mill",
            value: `${Math.floor(haul / 60)} h ${haul % 60} min`,
            href,
          },
        ]
      : []),
  ];
  return { loads, cards };
}

export type Dashboard = Awaited<ReturnType<typeof getDashboard.run>>;
