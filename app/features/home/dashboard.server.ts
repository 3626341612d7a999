import { z } from "zod";
import { payOf } from "~/core/settling/pay-of.server";
import { listActions } from "~/core/tickets/list-actions";
import { changeWords, compareRange } from "~/domain/compare/compare";
import { formatThousandths, formatVolume, measuredLabel, unitPlural } from "~/domain/measures/measures";
import type { FilterQuery } from "~/domain/tickets/filter-query";
import { groupStatuses, STATUS_GROUPS } from "~/domain/tickets/status-groups";
import { STATUS } from "~/domain/tickets/trip-ticket";
import { quickRange } from "~/domain/time/date-range";
import { secondsOf } from "~/domain/time/segments";
import { dayOf, greeting } from "~/domain/time/time";
import type { CompanyActor } from "~/web/actor";
import { procedure, type Reading } from "~/web/procedure";
import { keptAt } from "~/web/unchanged.server";
import { answersOf, answersOutput } from "./answers.server";
import * as reads from "./dashboard-reads.server";
import { loadList, pausedOf, pressingOf } from "./load-needs";
import { needsOf } from "./needs.server";
import { countPressing } from "./pressing.server";
import { progressOutput } from "./progress.server";
import { lateOf, pastOf, weeksOf } from "./weeks.server";

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

/** Who drives is told of their own loads alone. */
const NO_NEEDS: Awaited<ReturnType<typeof needsOf>> = { needs: [], goals: [], to_date: null };

/** Who sees their own loads alone: a person who drives and does not run the office. */
async function drivenBy({ read, actor, now }: Reading): Promise<number | null> {
  const person = actor.user?.id;
  if (!person || !actor.company.roles.is_hauler || actor.permissions.crew_member.create) return null;
  const since = new Date(now.getTime() - HAULED_WITHIN_DAYS * 86_400_000).toISOString();
  const [load] = await reads.hauled(read, { person, me: actor.company.id, since });
  return load ? person : null;
}

/**
 * The first page: what needs the reader, what to do next, numbers that each lead to the list of what they count, and eight
 * weeks of loads. A driver is told of their own loads. Nothing of loads without the flag to read them, nothing of money
 * without that of settlements or rates.
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
    ...answersOutput,
  }),
  async run(ctx) {
    const { actor, now } = ctx;
    const hello = `${greeting(now, actor.zone)}${actor.user ? `, ${actor.user.first_name}` : ""}`;
    if (!actor.permissions.trip_ticket.read)
      return {
        greeting: hello,
        stat_cards: [],
        needs_you: [],
        weeks: [],
        mine: false,
        goals: [],
        to_date: null,
        ...(await answersOf(ctx, null, false)),
      };
    const person = await drivenBy(ctx);
    const { is_hauler, is_land_manager } = actor.company.roles;
    const hurries = person === null && (is_hauler || is_land_manager);
    const [{ statuses, week, past, pressing }, pay, { needs, goals, to_date }] = await Promise.all([
      loadsOf(ctx, person, hurries),
      payOf(ctx),
      person ? NO_NEEDS : needsOf(ctx),
    ]);
    const answers = await answersOf(ctx, person, true, pay);
    const inStatus = (...ids: number[]) =>
      statuses.filter(({ status }) => ids.includes(status)).reduce((sum, { n }) => sum + n, 0);
    return {
      greeting: hello,
      needs_you: [
        ...lateOf(ctx, person, past.unscaled),
        ...pressingOf(pressing),
        ...pausedOf(inStatus(STATUS.paused)),
        ...needs,
      ],
      stat_cards: [...week.cards, ...(person ? [] : officeCards(actor, inStatus))].slice(0, 8),
      weeks: weeksOf(ctx, person, [...past.weeks, week.loads]),
      mine: person !== null,
      goals,
      to_date,
      ...answers,
    };
  },
});

/** The loads of now and of past weeks; of the whole company most is counted again only when a load of it changed. */
async function loadsOf(ctx: Reading, person: number | null, hurries: boolean) {
  const statuses = person ? [] : await reads.statusCounts(ctx.read, { me: ctx.actor.company.id });
  const changes = statuses.find(({ status }) => status === STATUS.completed)?.changes ?? null;
  const [week, past, pressing] = await Promise.all([
    weekOf(ctx, person, changes),
    pastOf(ctx, person, changes),
    hurries ? countPressing(ctx, statuses) : 0,
  ]);
  return { statuses, week, past, pressing };
}

/** What is on the road, waits and is open, by what the company does. */
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
      loadList({ trip_ticket_status_ids: [STATUS.inTransit] }),
    ),
    ...(!listActions(actor).works
      ? []
      : [
          card(
            "available",
            STATUS_GROUPS.available.label,
            inStatus(...groupStatuses("available")),
            loadList({}, "available"),
          ),
          card(
            "open",
            STATUS_GROUPS.under_way.label,
            inStatus(...groupStatuses("under_way")),
            loadList({ trip_ticket_status_ids: groupStatuses("under_way") }),
          ),
        ]),
  ];
}

/** When the day began, in a zone, that this second belongs to. */
const startOfDay = (second: number, zone: string): number => {
  const day = dayOf(new Date(second * 1000), zone);
  return secondsOf({ start: day, end: day }, zone).from;
};

const keptDays = keptAt<Awaited<ReturnType<typeof reads.unitsIn>>>();

/** This week's loads against the same part of last week, and each unit of them by itself. */
async function weekOf({ read, actor, now }: Reading, person: number | null, changes: number | null) {
  const { zone } = actor;
  const today = dayOf(now, zone);
  const range = quickRange("this_week", today);
  const { current, base } = compareRange(range, now, "previous", zone);
  const end = secondsOf(range, zone).before;
  const midnight = secondsOf({ start: today, end: today }, zone).from;
  const before = base
    ? { from: base.from, before: Math.min(base.before, current.from) }
    : { from: 0, before: 0 };
  // Last week is compared up to this hour: the day that this cuts is counted with each look, as today is.
  const cut = Math.max(before.from, startOfDay(before.before - 1, zone));
  const whole = [
    { from: before.from, before: cut },
    { from: current.from, before: midnight },
  ];
  const moving = [
    { from: cut, before: before.before },
    { from: midnight, before: end },
  ];
  const asked = { me: actor.company.id, person };
  const [daysBefore = [], sinceMonday = [], hours = [], sinceMidnight = []] =
    changes === null
      ? await reads.unitsIn(read, asked, [...whole, ...moving])
      : [
          ...(await keptDays(read, changes, JSON.stringify([asked, whole]), () =>
            reads.unitsIn(read, asked, whole),
          )),
          ...(await reads.unitsIn(read, asked, moving)),
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
  const href = loadList(between(range.start, range.end));
  const minutes = rows.flatMap((row) => (row.minutes === null ? [] : { n: row.loads, m: row.minutes }));
  const timed = minutes.reduce((all, { n }) => all + n, 0);
  const haul = timed ? Math.round(minutes.reduce((all, { n, m }) => all + n * m, 0) / timed) : null;
  const cards: DashboardStat[] = [
    {
      key: "today",
      label: "Delivered today",
      value: sum("today").toLocaleString("en-US"),
      unit: sum("today") === 1 ? "load" : "loads",
      href: loadList(between(today, range.end)),
      note:
        rows
          .filter((row) => row.today > 0)
          .map((row) => measuredLabel(row.today_volume, row.today_estimated, row.unit))
          .join(", ") || undefined,
    },
    {
      key: "week",
      label: "Delivered this week",
      value: loads.toLocaleString("en-US"),
      unit: loads === 1 ? "load" : "loads",
      href,
      change: changeWords(loads, lastWeek, { base: "last week by this hour", one: "load", many: "loads" }),
    },
    ...rows
      .filter((row) => row.loads > 0)
      .map((row) => ({
        key: `volume_${row.unit}`,
        label: `This week in ${unitPlural(row.unit)}`,
        value: formatThousandths(row.volume - row.estimated),
        unit: unitPlural(row.unit),
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
