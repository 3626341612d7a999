import { z } from "zod";
import { outputId as id } from "~/web/output";
import { DIMENSIONS } from "./query";

const count = z.number().int();
const day = z.string().describe("A calendar day of the zone in meta, like 2026-11-16.");
const time = z.strictObject({ at: z.string(), text: z.string() });
const totals = {
  loads: count,
  estimated: count.describe("How many of the loads have no scaled volume; their estimate is counted."),
  volumes: z
    .array(
      z.strictObject({
        unit: id,
        loads: count,
        volume: count,
        estimated: count.describe("The part of the volume that is estimated, not scaled."),
      }),
    )
    .describe("One entry for each unit, by its id: 1 is MBF, 2 tons, 3 cords. Volumes are in thousandths."),
};

/** Output schema of the totals of a company's loads. */
export const productionOutput = z.strictObject({
  rows: z.array(
    z.strictObject({
      id: id.nullable(),
      label: z.string(),
      short: z.string(),
      from: day.nullable(),
      to: day.nullable(),
      ...totals,
      before: z.strictObject(totals).nullable(),
      last: time.nullable(),
      unfinished: z.boolean(),
      href: z.string().nullable(),
    }),
  ),
  totals: z.strictObject(totals),
  compared: z.strictObject({ ...totals, name: z.string(), start: day, end: day }).nullable(),
  late: z.strictObject({
    from: day,
    to: day,
    loads: z.array(z.strictObject({ id, number: count, dropped_off: time, created: time })),
  }),
  nearest: z.strictObject({ earlier: day.nullable(), later: day.nullable() }).nullable(),
  meta: z.strictObject({
    from: day,
    to: day,
    grain: z.enum(["day", "week", "month"]),
    compare: z.string(),
    by: z.enum(DIMENSIONS).nullable(),
    zone: z.string(),
    today: day,
    as_of: time,
    unfinished: z.boolean(),
    list: z.string(),
  }),
});
export type Production = z.output<typeof productionOutput>;

const spread = z.strictObject({
  n: count,
  median: count.nullable().describe("Minutes; null where there are fewer than five."),
  ninety: count.nullable().describe("Nine out of ten took this long or less."),
});

const eachMeta = z.strictObject({ from: day, to: day, zone: z.string(), today: day, as_of: time });

/** Output schema of turn times, by destination or by job. */
export const turnsOutput = z.strictObject({
  rows: z.array(
    z.strictObject({
      id,
      label: z.string(),
      loads: count,
      landing: spread,
      haul: spread,
      mill: spread,
      cycle: spread,
      left_out: count.describe("A driver's first loads of the day, which don't end a cycle."),
      href: z.string(),
    }),
  ),
  meta: eachMeta,
});

/** Output schema of goals and their progress. */
export const planOutput = z.strictObject({
  rows: z.array(
    z.strictObject({
      id,
      version: count,
      label: z.string().describe("The job, or the mill's yard."),
      product: z.string().nullable(),
      hauler: z.string().nullable(),
      writer: z.string(),
      grain: z.enum(["week", "month"]),
      from: day,
      to: day,
      unit: id.nullable().describe("Null counts loads; else amounts are thousandths of this unit."),
      planned: count,
      delivered: count,
      estimated: count.describe("The part of what was delivered that is estimated, not scaled; 0 for loads."),
      left: count,
      days_left: count.describe("Work days left, including today."),
      a_day: count.describe("How much each of those days has to bring."),
      is_behind: z
        .boolean()
        .describe("Behind the pace of the work days so far; never true where others' loads aren't seen."),
      is_own: z.boolean(),
      is_part: z
        .boolean()
        .describe("Only loads that the company sees are counted, and others may haul there too."),
      href: z.string().nullable(),
    }),
  ),
  meta: eachMeta.extend({ on: day }),
});

/** Loads and volumes carried by trucks. */
export const trucksOutput = z.strictObject({
  rows: z.array(
    z.strictObject({
      label: z.string(),
      hauler: z.string(),
      days: count,
      loads: count,
      net_pounds: count.nullable().describe("The average of loads that have a net weight."),
      weighed: count,
      miles: count
        .nullable()
        .describe("Miles from the jobs to where the loads went, as far as they are known."),
      short_pounds: count.nullable().describe("How much less that is than the company's usual load."),
    }),
  ),
  meta: eachMeta,
});

/** Output schema of wood left to haul. */
export const inventoryOutput = z.strictObject({
  landings: z
    .array(
      z.strictObject({
        landing_id: id,
        landing: z.string(),
        job_id: id,
        job: z.string(),
        product: z.string(),
        left: z.string().describe("In loads or the unit in which the reader reads the product."),
        negative: z.boolean().describe("More was hauled from it than was ever counted there."),
        href: z.string(),
      }),
    )
    .nullable()
    .describe("Null for those who can't read landings."),
  waiting: z
    .array(
      z.strictObject({
        job_destination_id: id,
        destination: z.string(),
        job_id: id,
        job: z.string(),
        loads: count,
        volumes: totals.volumes,
        href: z.string(),
      }),
    )
    .nullable()
    .describe("Loads in a yard or available, by where they go; null for those who can only read."),
  meta: eachMeta.extend({ left_out: count.describe("Rows beyond those that are shown.") }),
});
