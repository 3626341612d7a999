import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepared.server";
import { company, companyLocation, job, productionGoal, productType } from "#db/schema";
import { createTextSchema } from "~/lib/text/input";
import { type DayRange, isValidDay } from "~/lib/time/date-range";
import { toSecondsRange } from "~/lib/time/segments";
import { formatInstant, getDay } from "~/lib/time/time";
import { formatFilter } from "~/modules/trip-tickets/rules/filter-query";
import { paths } from "~/web/paths";
import { procedure, type ReadCtx } from "~/web/procedure";
import {
  computeGoalProgress,
  filterGoalSums,
  type GoalSum,
  getGoalPeriod,
  isBehindGoal,
} from "../rules/goals";
import { planOutput } from "../rules/output";
import { visibleGoalsCondition } from "./goals.server";

const MAX_GOALS = 200;
const g = productionGoal;

/** Sum the deliveries that the acting company sees in a range, by every field that a goal may name. */
const sumsOf = ({ read, actor }: ReadCtx, range: DayRange): Promise<GoalSum[]> => {
  const { from, before } = toSecondsRange(range, actor.zone);
  return read
    .select({
      job_id: sql<number>`d.job_id AS job`,
      company_location_id: sql<number | null>`jd.company_location_id AS place`,
      job_destination_id: sql<number>`d.job_destination_id AS destination`,
      product_type_id: sql<number>`d.product_type_id AS product`,
      hauler_company_id: sql<number | null>`d.hauler_company_id AS hauler`,
      unit: sql<number>`d.unit AS unit`,
      loads: sql<number>`count(*)`,
      volume: sql<number>`sum(d.volume)`,
      estimated: sql<number>`sum(d.volume * (1 - d.is_scaled))`,
    })
    .from(sql`company_delivery d CROSS JOIN job_destination jd ON jd.id = d.job_destination_id`)
    .where(sql`d.company_id = ${actor.company.id} AND d.at >= ${from} AND d.at < ${before}`)
    .groupBy(sql`job, place, destination, product, hauler, d.unit`);
};

const ME = sql.placeholder("me");
/** Goals that apply in a period, with their display names. */
const findGoals = prepareQuery((read) =>
  read
    .select({
      id: g.id,
      version: g.version,
      company_id: g.company_id,
      job_id: g.job_id,
      company_location_id: g.company_location_id,
      product_type_id: g.product_type_id,
      hauler_company_id: g.hauler_company_id,
      grain: g.grain,
      unit: g.wood_unit_type_id,
      amount: g.amount,
      starts_on: g.starts_on,
      ends_on: g.ends_on,
      job: job.name,
      yard: companyLocation.name,
      product: productType.name,
      hauler: company.name,
      writer: sql<string>`(SELECT w.name FROM company w WHERE w.id = ${g.company_id})`,
      sees_all: sql<number>`(${g.company_id} = ${ME} OR ${g.hauler_company_id} = ${ME}
        OR ${job.request_user_company_id} = ${ME} OR EXISTS (SELECT 1 FROM job_party p WHERE p.job_id = ${g.job_id}
          AND p.company_id = ${ME} AND (p.is_land_manager = 1 OR p.is_land_owner = 1)))`,
    })
    .from(g)
    .leftJoin(job, eq(job.id, g.job_id))
    .leftJoin(companyLocation, eq(companyLocation.id, g.company_location_id))
    .leftJoin(productType, eq(productType.id, g.product_type_id))
    .leftJoin(company, eq(company.id, g.hauler_company_id))
    .where(
      and(
        visibleGoalsCondition(ME),
        sql`${g.starts_on} <= ${sql.placeholder("end")} AND coalesce(${g.ends_on}, '9999') >= ${sql.placeholder("start")}`,
      ),
    )
    .orderBy(asc(g.grain), asc(job.name), asc(companyLocation.name), asc(g.id))
    .limit(MAX_GOALS),
);
const goalsOf = ({ read, actor }: ReadCtx, on: string) =>
  findGoals(read, {
    me: actor.company.id,
    start: getGoalPeriod("week", on).start,
    end: getGoalPeriod("month", on).end,
  });

/**
 * Return the goals of the week and month that contain a day, with their progress by the loads that the acting company
 * sees. `is_part` means that there may be deliveries that the company doesn't see.
 */
export const getPlan = procedure({
  name: "getPlan",
  may: "trip_ticket.read",
  input: z.strictObject({
    on: createTextSchema(10).refine(isValidDay, "Use a day like 2026-11-16").optional(),
  }),
  output: planOutput,
  async run(ctx, query) {
    const today = getDay(ctx.now, ctx.actor.zone);
    const on = query.on ?? today;
    const goals = await goalsOf(ctx, on);
    const grains = [...new Set(goals.map(({ grain }) => grain))];
    const sums = new Map(
      await Promise.all(
        grains.map(async (grain) => [grain, await sumsOf(ctx, getGoalPeriod(grain, on))] as const),
      ),
    );
    const me = ctx.actor.company.id;
    const rows = goals.flatMap((goal) => {
      const period = getGoalPeriod(goal.grain, on);
      if (goal.starts_on > period.end || (goal.ends_on !== null && goal.ends_on < period.start)) return [];
      const all = sums.get(goal.grain) ?? [];
      const { delivered, estimated, left, days_left, a_day } = computeGoalProgress(goal, all, period, today);
      return [
        {
          id: goal.id,
          version: goal.version,
          label: goal.job ?? goal.yard ?? "",
          product: goal.product,
          hauler: goal.hauler,
          writer: goal.writer,
          grain: goal.grain,
          from: period.start,
          to: period.end,
          unit: goal.unit,
          planned: goal.amount,
          delivered,
          estimated,
          left,
          days_left,
          a_day,
          is_behind: Boolean(goal.sees_all) && isBehindGoal(goal.amount, delivered, period, today),
          is_own: goal.company_id === me,
          is_part: !goal.sees_all,
          href: hrefOf(goal, filterGoalSums(goal, all), period),
        },
      ];
    });
    const timestamp = ctx.now.toISOString();
    return {
      rows,
      meta: {
        on,
        from: getGoalPeriod("week", on).start,
        to: getGoalPeriod("week", on).end,
        today,
        zone: ctx.actor.zone,
        as_of: { at: timestamp, text: formatInstant(timestamp, ctx.actor.zone, ctx.now) },
      },
    };
  },
});

type Asking = { job_id: number | null; product_type_id: number | null; hauler_company_id: number | null };

/**
 * Return a link to the list of loads that a goal counts; for a yard's goal, the loads of the destinations at that yard.
 * Null if there are none.
 */
function hrefOf(goal: Asking, counted: readonly GoalSum[], { start, end }: DayRange): string | null {
  if (counted.length === 0) return null;
  const one = (id: number | null) => (id === null ? [] : [id]);
  const destinations = [...new Set(counted.map((sum) => sum.job_destination_id))];
  return `${paths.tickets}?${formatFilter({
    job_ids: one(goal.job_id),
    job_destination_ids: goal.job_id === null ? destinations : [],
    product_type_ids: one(goal.product_type_id),
    hauler_ids: one(goal.hauler_company_id),
    trip_ticket_status_ids: [3],
    dropped_off_start: start,
    dropped_off_end: end,
  })}`;
}
