import { sql } from "drizzle-orm";
import { z } from "zod";
import { formatThousandths, measuredLabel, UNIT, unitPlural } from "~/domain/measures/measures";
import { isBehind, periodOfGoal } from "~/domain/production/goals";
import { count } from "~/domain/text/text";
import { printFilter } from "~/domain/tickets/filter-query";
import { STATUS } from "~/domain/tickets/trip-ticket";
import { secondsOf } from "~/domain/time/segments";
import { dayOf, formatDay } from "~/domain/time/time";
import { paths } from "~/web/paths";
import type { Reading } from "~/web/procedure";
import { ACTIVE } from "./newest-jobs.server";

const at = sql.placeholder;
const me = at("me");
/** So many goals, and jobs of an owner, are told of. */
const MOST = 5;

/** Its own goals, and of those of the newest jobs that it works on the ones that it reads: for nobody else (`goalsReadBy`). */
const goalIds = sql`SELECT o.id FROM production_goal o WHERE o.company_id = ${me}
    UNION SELECT o.id FROM worked x CROSS JOIN production_goal o ON o.job_id = x.id WHERE coalesce(o.hauler_company_id, ${me}) = ${me}
    UNION SELECT o.id FROM worked x CROSS JOIN job_destination d ON d.job_id = x.id
      CROSS JOIN production_goal o ON o.company_location_id = d.company_location_id WHERE o.hauler_company_id = ${me}`;

/** Goals of which the company sees every load that counts, and what it sees delivered of each in the week and the month that today lies in. */
export const goals = sql`SELECT g.grain, g.amount, json_object('of', coalesce((SELECT j.name FROM job j WHERE j.id = g.job_id),
        (SELECT l.name FROM company_location l WHERE l.id = g.company_location_id)), 'unit', g.wood_unit_type_id,
        'product', (SELECT t.name FROM product_type t WHERE t.id = g.product_type_id),
        'hauler', (SELECT c.name FROM company c WHERE c.id = g.hauler_company_id AND c.id <> ${me})), coalesce(sum(CASE WHEN CASE g.grain WHEN 'week' THEN came.in_week ELSE came.in_month END
        THEN CASE WHEN g.wood_unit_type_id IS NULL THEN came.loads ELSE came.volume END END), 0)
    FROM (SELECT w.* FROM production_goal w WHERE ${at("sees_goals")} AND w.is_deleted = 0 AND w.id IN (${goalIds})
        AND (w.company_id = ${me} OR w.hauler_company_id = ${me} OR EXISTS (SELECT 1 FROM job j WHERE j.id = w.job_id AND j.request_user_company_id = ${me})
          OR EXISTS (SELECT 1 FROM job_party p WHERE p.job_id = w.job_id AND p.company_id = ${me} AND p.is_land_manager = 1))
        AND w.starts_on <= CASE w.grain WHEN 'week' THEN ${at("week_last")} ELSE ${at("month_last")} END
        AND coalesce(w.ends_on, '9999') >= CASE w.grain WHEN 'week' THEN ${at("week_first")} ELSE ${at("month_first")} END) g
    LEFT JOIN (SELECT c.job_id AS job, jd.company_location_id AS place, c.product_type_id AS product, c.hauler_company_id AS hauler,
        c.unit AS unit, (c.at >= ${at("week_from")} AND c.at < ${at("week_before")}) AS in_week,
        (c.at >= ${at("month_from")} AND c.at < ${at("month_before")}) AS in_month, count(*) AS loads, sum(c.volume) AS volume
        FROM company_delivery c CROSS JOIN job_destination jd ON jd.id = c.job_destination_id
       WHERE c.company_id = ${me} AND c.at >= ${at("from")} AND c.at < ${at("before")}
       GROUP BY job, place, product, hauler, c.unit, in_week, in_month) came
      ON (g.job_id IS NULL OR came.job = g.job_id) AND (g.company_location_id IS NULL OR came.place = g.company_location_id)
     AND (g.product_type_id IS NULL OR came.product = g.product_type_id)
     AND (g.hauler_company_id IS NULL OR came.hauler = g.hauler_company_id)
     AND (g.wood_unit_type_id IS NULL OR came.unit = g.wood_unit_type_id)
   GROUP BY g.id`;

/** What an owner's active jobs came to so far, by unit and how much of it is only estimated, and when the last load was dropped off. */
const BY_UNIT = sql.raw(
  Object.values(UNIT)
    .flatMap((unit) =>
      ["", " AND c.is_scaled = 0"].map(
        (more) => `coalesce(sum(c.volume) FILTER (WHERE c.unit = ${unit}${more}), 0)`,
      ),
    )
    .join(", "),
);
export const toDate = sql`SELECT 'to_date', came.job_id, json_object('of', j.name, 'volumes', json(came.volumes), 'last', came.last), came.loads
    FROM (SELECT c.job_id, count(*) AS loads, json_array(${BY_UNIT}) AS volumes, max(c.at) AS last
        FROM company_delivery c WHERE c.company_id = ${me} AND ${at("owns")} GROUP BY c.job_id) came
    CROSS JOIN job j ON j.id = came.job_id
   WHERE ${ACTIVE("j")} AND EXISTS (SELECT 1 FROM job_party p WHERE p.job_id = j.id AND p.company_id = ${me} AND p.is_land_owner = 1)`;

/** A row of either; `name` is JSON of `goalSaid` or `jobSaid`. */
export type Progress = { kind: "week" | "month" | "to_date"; id: number; name: string; n: number };

const words = z.string();
const goalSaid = z.object({
  of: words.nullable(),
  unit: z.number().nullable(),
  product: words.nullable(),
  hauler: words.nullable(),
});
const jobSaid = z.object({ of: words, volumes: z.array(z.number()), last: z.number() });

/** How far goals have come, and what was hauled off an owner's land; null where it is not asked for. */
export const progressOutput = {
  goals: z
    .array(
      z.strictObject({
        goal: words.describe("What it is a goal of, and of which week or month."),
        came: words,
        left: words,
        behind: z.boolean().describe("Whether less has come than an even pace would have brought."),
      }),
    )
    .describe("Goals of this week and month of which the company sees every load, as many as five."),
  to_date: z
    .array(z.strictObject({ id: z.number().int(), job: words, came: words, last: words, href: words }))
    .nullable()
    .describe("What was hauled so far from each active job on an owner's land; null for others."),
};

/** The week and the month that today lies in, as days and as seconds. */
export function goalPeriods({ actor, now }: Reading) {
  const today = dayOf(now, actor.zone);
  const days = { week: periodOfGoal("week", today), month: periodOfGoal("month", today) };
  const week = secondsOf(days.week, actor.zone);
  const month = secondsOf(days.month, actor.zone);
  return {
    today,
    days,
    asked: {
      week_first: days.week.start,
      week_last: days.week.end,
      month_first: days.month.start,
      month_last: days.month.end,
      week_from: week.from,
      week_before: week.before,
      month_from: month.from,
      month_before: month.before,
      from: Math.min(week.from, month.from),
      before: Math.max(week.before, month.before),
    },
  };
}

type Days = ReturnType<typeof goalPeriods>["days"];

/** Whether a goal is behind, from its row. */
export const isGoalBehind = ({ kind, id, n }: Progress, days: Days, today: string): boolean =>
  kind !== "to_date" && isBehind(id, n, days[kind], today);

/** Goals in words, those that are behind first: "Deward Tract, this week": "9 of 12 loads", "3 to go". */
export function goalsIn(rows: readonly Progress[], days: Days, today: string) {
  return rows
    .filter(({ kind }) => kind !== "to_date")
    .map((row) => {
      const { of, unit, product, hauler } = goalSaid.parse(JSON.parse(row.name));
      const number = (value: number) =>
        unit === null ? value.toLocaleString("en-US") : formatThousandths(value);
      const things = unit === null ? (row.id === 1 ? "load" : "loads") : unitPlural(unit);
      const left = row.id - row.n;
      return {
        goal: [of ?? "", product, hauler && `by ${hauler}`, `this ${row.kind}`].filter(Boolean).join(", "),
        came: `${number(row.n)} of ${number(row.id)} ${things}`,
        left: left > 0 ? `${number(left)} to go` : "reached",
        behind: isGoalBehind(row, days, today),
      };
    })
    .sort((a, b) => Number(b.behind) - Number(a.behind))
    .slice(0, MOST);
}

/** An owner's jobs in words, the most loads first, each with the list of its loads. */
export function toDateIn(rows: readonly Progress[], { actor }: Reading) {
  return rows
    .filter(({ kind }) => kind === "to_date")
    .slice(0, MOST)
    .map(({ id, name, n }) => {
      const { of, volumes, last } = jobSaid.parse(JSON.parse(name));
      const came = Object.values(UNIT).flatMap((unit, i) =>
        volumes[2 * i] ? [measuredLabel(volumes[2 * i] ?? 0, volumes[2 * i + 1] ?? 0, unit)] : [],
      );
      return {
        id,
        job: of,
        came: [count(n, "load"), ...came].join(", "),
        last: `last on ${formatDay(dayOf(new Date(last * 1000), actor.zone))}`,
        href: `${paths.tickets}?${printFilter({ job_ids: [id], trip_ticket_status_ids: [STATUS.completed] })}`,
      };
    });
}
