import { sql } from "drizzle-orm";
import { z } from "zod";
import { formatCount } from "~/lib/text/text";
import { toSecondsRange } from "~/lib/time/segments";
import { formatDay, getDay } from "~/lib/time/time";
import { formatScaledAndEstimated, formatThousandths, getUnitPlural, UNIT } from "~/lib/units/measures";
import { millZoneSql } from "~/modules/jobs/shared/place-zones.server";
import { getGoalPeriod, isBehindGoal } from "~/modules/production/rules/goals";
import { formatFilter } from "~/modules/trip-tickets/rules/filter-query";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { paths } from "~/web/paths";
import type { ReadCtx } from "~/web/procedure";
import { buildActiveJobCondition } from "./newest-jobs.server";

const placeholder = sql.placeholder;
const me = placeholder("me");
/** Maximum number of goals to show, and of a land owner's jobs. */
const MAX_ROWS = 5;

/**
 * Query the ids of the company's own goals, and of goals on the newest jobs it works on that it may read. No other
 * goals are readable (`visibleGoalsQuery`).
 */
const goalIds = sql`SELECT o.id FROM production_goal o WHERE o.company_id = ${me}
    UNION SELECT o.id FROM worked x CROSS JOIN production_goal o ON o.job_id = x.id WHERE coalesce(o.hauler_company_id, ${me}) = ${me}
    UNION SELECT o.id FROM worked x CROSS JOIN job_destination d ON d.job_id = x.id
      CROSS JOIN production_goal o ON o.company_location_id = d.company_location_id WHERE o.hauler_company_id = ${me}`;

/**
 * Query the goals for which the company sees every load that counts, with each one's visible deliveries in the current
 * week or month.
 */
export const GOAL_PROGRESS_SQL = sql`SELECT g.grain, g.amount, json_object('of', coalesce((SELECT j.name FROM job j WHERE j.id = g.job_id),
        (SELECT l.name FROM company_location l WHERE l.id = g.company_location_id)), 'unit', g.wood_unit_type_id,
        'product', (SELECT t.name FROM product_type t WHERE t.id = g.product_type_id),
        'hauler', (SELECT c.name FROM company c WHERE c.id = g.hauler_company_id AND c.id <> ${me})), coalesce(sum(CASE WHEN CASE g.grain WHEN 'week' THEN came.in_week ELSE came.in_month END
        THEN CASE WHEN g.wood_unit_type_id IS NULL THEN came.loads ELSE came.volume END END), 0)
    FROM (SELECT w.* FROM production_goal w WHERE ${placeholder("sees_goals")} AND w.is_deleted = 0 AND w.id IN (${goalIds})
        AND (w.company_id = ${me} OR w.hauler_company_id = ${me} OR EXISTS (SELECT 1 FROM job j WHERE j.id = w.job_id AND j.request_user_company_id = ${me})
          OR EXISTS (SELECT 1 FROM job_party p WHERE p.job_id = w.job_id AND p.company_id = ${me} AND p.is_land_manager = 1))
        AND w.starts_on <= CASE w.grain WHEN 'week' THEN ${placeholder("week_last")} ELSE ${placeholder("month_last")} END
        AND coalesce(w.ends_on, '9999') >= CASE w.grain WHEN 'week' THEN ${placeholder("week_first")} ELSE ${placeholder("month_first")} END) g
    LEFT JOIN (SELECT c.job_id AS job, jd.company_location_id AS place, c.product_type_id AS product, c.hauler_company_id AS hauler,
        c.unit AS unit, (c.at >= ${placeholder("week_from")} AND c.at < ${placeholder("week_before")}) AS in_week,
        (c.at >= ${placeholder("month_from")} AND c.at < ${placeholder("month_before")}) AS in_month, count(*) AS loads, sum(c.volume) AS volume
        FROM company_delivery c CROSS JOIN job_destination jd ON jd.id = c.job_destination_id
       WHERE c.company_id = ${me} AND c.at >= ${placeholder("from")} AND c.at < ${placeholder("before")}
       GROUP BY job, place, product, hauler, c.unit, in_week, in_month) came
      ON (g.job_id IS NULL OR came.job = g.job_id) AND (g.company_location_id IS NULL OR came.place = g.company_location_id)
     AND (g.product_type_id IS NULL OR came.product = g.product_type_id)
     AND (g.hauler_company_id IS NULL OR came.hauler = g.hauler_company_id)
     AND (g.wood_unit_type_id IS NULL OR came.unit = g.wood_unit_type_id)
   GROUP BY g.id`;

/**
 * Query the totals of a land owner's active jobs so far, by unit, with the part that is only estimated, and the time
 * and mill of the last drop-off. SQLite returns a plain column from the row with the only `max`.
 */
const BY_UNIT = sql.raw(
  Object.values(UNIT)
    .flatMap((unit) =>
      ["", " AND c.is_scaled = 0"].map(
        (more) => `coalesce(sum(c.volume) FILTER (WHERE c.unit = ${unit}${more}), 0)`,
      ),
    )
    .join(", "),
);
export const DELIVERED_TO_DATE_SQL = sql`SELECT 'to_date', came.job_id, json_object('of', j.name, 'volumes', json(came.volumes), 'last', came.last, 'zone', ${millZoneSql(sql`came.destination`)}), came.loads
    FROM (SELECT c.job_id, count(*) AS loads, json_array(${BY_UNIT}) AS volumes, max(c.at) AS last, c.job_destination_id AS destination
        FROM company_delivery c WHERE c.company_id = ${me} AND ${placeholder("owns")} GROUP BY c.job_id) came
    CROSS JOIN job j ON j.id = came.job_id
   WHERE ${buildActiveJobCondition("j")} AND EXISTS (SELECT 1 FROM job_party p WHERE p.job_id = j.id AND p.company_id = ${me} AND p.is_land_owner = 1)`;

/** Row of the goals query or of the land owner's query; `name` is JSON in the format of `goalSaid` or `jobSaid`. */
export type ProgressRow = { kind: "week" | "month" | "to_date"; id: number; name: string; n: number };

const words = z.string();
const goalSaid = z.object({
  of: words.nullable(),
  unit: z.number().nullable(),
  product: words.nullable(),
  hauler: words.nullable(),
});
const jobSaid = z.object({ of: words, volumes: z.array(z.number()), last: z.number(), zone: words });

/** Response shapes: progress of goals, and wood hauled from an owner's land (null for companies that own no land). */
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

/** Return the current week and month, as days and as seconds. */
export function getGoalPeriods({ actor, now }: ReadCtx) {
  const today = getDay(now, actor.zone);
  const days = { week: getGoalPeriod("week", today), month: getGoalPeriod("month", today) };
  const week = toSecondsRange(days.week, actor.zone);
  const month = toSecondsRange(days.month, actor.zone);
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

type Days = ReturnType<typeof getGoalPeriods>["days"];

/** Check whether a goal is behind; false for rows of a land owner's jobs. */
export const isGoalBehind = ({ kind, id, n }: ProgressRow, days: Days, today: string): boolean =>
  kind !== "to_date" && isBehindGoal(id, n, days[kind], today);

/** Format goals as text, goals that are behind first: "Deward Tract, this week": "9 of 12 loads", "3 to go". */
export function formatGoals(rows: readonly ProgressRow[], days: Days, today: string) {
  return rows
    .filter(({ kind }) => kind !== "to_date")
    .map((row) => {
      const { of, unit, product, hauler } = goalSaid.parse(JSON.parse(row.name));
      const number = (value: number) =>
        unit === null ? value.toLocaleString("en-US") : formatThousandths(value);
      const things = unit === null ? (row.id === 1 ? "load" : "loads") : getUnitPlural(unit);
      const left = row.id - row.n;
      return {
        goal: [of ?? "", product, hauler && `by ${hauler}`, `this ${row.kind}`].filter(Boolean).join(", "),
        came: `${number(row.n)} of ${number(row.id)} ${things}`,
        left: left > 0 ? `${number(left)} to go` : "reached",
        behind: isGoalBehind(row, days, today),
      };
    })
    .sort((a, b) => Number(b.behind) - Number(a.behind))
    .slice(0, MAX_ROWS);
}

/** Format a land owner's jobs as text, most loads first, each with a link to its loads. */
export function formatDeliveredToDate(rows: readonly ProgressRow[]) {
  return rows
    .filter(({ kind }) => kind === "to_date")
    .slice(0, MAX_ROWS)
    .map(({ id, name, n }) => {
      const { of, volumes, last, zone } = jobSaid.parse(JSON.parse(name));
      const came = Object.values(UNIT).flatMap((unit, i) =>
        volumes[2 * i] ? [formatScaledAndEstimated(volumes[2 * i] ?? 0, volumes[2 * i + 1] ?? 0, unit)] : [],
      );
      return {
        id,
        job: of,
        came: [formatCount(n, "load"), ...came].join(", "),
        last: `last on ${formatDay(getDay(new Date(last * 1000), zone))}`,
        href: `${paths.tickets}?${formatFilter({ job_ids: [id], trip_ticket_status_ids: [STATUS.completed] })}`,
      };
    });
}
