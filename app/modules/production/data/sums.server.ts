import { setImmediate } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { type FixedOffsetSegment, type SecondsRange, splitIntoSegments } from "~/lib/time/segments";
import { UNIT } from "~/lib/units/measures";
import { millZoneSql } from "~/modules/jobs/shared/place-zones.server";
import { cacheForMinute } from "~/web/minute-cache.server";
import type { ReadCtx } from "~/web/procedure";
import { createVersionCache } from "~/web/version-cache.server";
import type { Dimension, ProductionFilter } from "../rules/query";
import { SORT_KEY_SPECIES_FACTOR, SORT_KEY_TYPE_FACTOR } from "../rules/sort";
import { listFilterIds, prepareByFilter, selectDeliveries } from "./delivery-query.server";

/**
 * Sum of deliveries in one unit. `estimated` is the part of the volume that nobody has scaled; `scaled` is the number
 * of scaled loads.
 */
export type DeliverySum = { unit: number; loads: number; volume: number; scaled: number; estimated: number };
/**
 * Sum of one group's deliveries in one unit: its key, null for loads without a value, and the time of the last drop-off
 * in seconds.
 */
export type GroupDeliverySum = DeliverySum & { key: number | null; last: number; last_destination: number };

/** SQL for a product with its species or group as one number, which `parseSortKey` decodes. */
const SORT = sql.raw(
  `(d.product_type_id * ${SORT_KEY_TYPE_FACTOR} + coalesce(d.wood_species_id, 0) * ${SORT_KEY_SPECIES_FACTOR} + coalesce(d.wood_species_type_id, 0))`,
);
const COLUMNS: Record<Dimension, SQL> = {
  product: sql`d.product_type_id`,
  sort: SORT,
  species: sql`d.wood_species_id`,
  destination: sql`d.job_destination_id`,
  job: sql`d.job_id`,
  cutter: sql`d.cutter_company_id`,
  skidder: sql`d.skidder_company_id`,
  hauler: sql`d.hauler_company_id`,
  driver: sql`d.hauler_user_id`,
};

const DAY = 86_400;
/** Longest part of a range to read in one query. */
const MONTH = 31 * DAY;
/** In every time zone, days begin and end on a quarter hour. */
const QUARTER = 900;
/** Results for ranges longer than this are cached for a minute. */
const LONG = 92 * DAY;

/** Split a range into pieces of at most `size` seconds, each with a single UTC offset. */
export const splitRange = (range: SecondsRange, zone: string, size: number): FixedOffsetSegment[] =>
  splitIntoSegments(range, zone).flatMap((piece) => {
    const segments: FixedOffsetSegment[] = [];
    for (let from = piece.from; from < piece.before; from += size)
      segments.push({ ...piece, from, before: Math.min(from + size, piece.before) });
    return segments;
  });

/** Unit ids, inlined in the SQL statement. */
const UNITS = Object.values(UNIT);
/** Loads, volume, scaled loads and estimated volume of each unit, in one row: this avoids the sorting of a GROUP BY. */
const EACH_UNIT = sql.join(
  UNITS.flatMap((unit) => {
    const own = sql.raw(`FILTER (WHERE d.unit = ${unit})`);
    const guessed = sql`FILTER (WHERE d.unit = ${sql.raw(String(unit))} AND NOT d.is_scaled)`;
    return [sql`count(*) ${own}, sum(d.volume) ${own}, sum(d.is_scaled) ${own}, sum(d.volume) ${guessed}`];
  }),
  sql`, `,
);

const findByTime = prepareByFilter((read, mine) =>
  read
    .select({
      at: sql<number>`w.key`,
      units: sql<string>`(SELECT json_array(${EACH_UNIT}) FROM company_delivery d
        WHERE ${mine(sql`w.value ->> 0`, sql`w.value ->> 1`)})`,
    })
    .from(sql`json_each(${sql.placeholder("stretches")}) w`),
);

/**
 * Return the loads and volumes of several time ranges, in order, each unit separately. Ranges of up to a month are read
 * in one query, and other requests are served between queries. Results are cached until a delivered load changes,
 * according to `changes` (`readDeliveredChangeCount`), except for a range that ends at the current time.
 */
export async function readSumsByTime(
  ctx: ReadCtx,
  stretches: readonly SecondsRange[],
  narrowed: ProductionFilter,
  changes: number | null,
): Promise<DeliverySum[][]> {
  const moving = stretches.findIndex(({ before }) => before % QUARTER !== 0);
  const settled = stretches.slice(0, moving < 0 ? stretches.length : moving);
  const others = stretches.slice(settled.length);
  const whole = { from: others[0]?.from ?? 0, before: others.at(-1)?.before ?? 0 };
  const query = JSON.stringify([ctx.actor.company.id, settled, listFilterIds(narrowed)]);
  const [past, rest] = await Promise.all([
    keptPast(ctx.read, changes, query, () => countByTime(ctx, settled, narrowed)),
    keptByTime(ctx, whole, [others.length, narrowed], () => countByTime(ctx, others, narrowed)),
  ]);
  return [...past, ...rest];
}

async function countByTime(
  ctx: ReadCtx,
  stretches: readonly SecondsRange[],
  narrowed: ProductionFilter,
): Promise<DeliverySum[][]> {
  const results: DeliverySum[][] = [];
  for (const some of upToMonths(stretches)) {
    if (results.length) await setImmediate();
    const ranges = JSON.stringify(some.map(({ from, before }) => [from, before]));
    const rows = await findByTime(ctx, narrowed, { stretches: ranges });
    const sums = some.map((): DeliverySum[] => []);
    for (const { at, units } of rows) sums[at]?.push(...unitsIn(units));
    results.push(...sums);
  }
  return results;
}

/** Return the sums of units that have loads, from the numbers of one time range. */
function unitsIn(json: string): DeliverySum[] {
  const numbers: (number | null)[] = JSON.parse(json);
  return UNITS.flatMap((unit, i) => {
    const [loads, volume, scaled, estimated] = numbers.slice(i * 4, i * 4 + 4);
    return loads
      ? [{ unit, loads, volume: volume ?? 0, scaled: scaled ?? 0, estimated: estimated ?? 0 }]
      : [];
  });
}

/** Group consecutive time ranges so that each group spans at most a month; a longer range is a group of its own. */
function upToMonths(stretches: readonly SecondsRange[]): SecondsRange[][] {
  const runs: SecondsRange[][] = [];
  for (const stretch of stretches) {
    const run = runs.at(-1);
    if (run?.[0] && stretch.before - run[0].from <= MONTH) run.push(stretch);
    else runs.push([stretch]);
  }
  return runs;
}

/** Return loads and volumes by group and unit. Reads a month per query, serving other requests in between. */
export function readSumsByKey(
  ctx: ReadCtx,
  range: SecondsRange,
  narrowed: ProductionFilter,
  by: Dimension,
): Promise<GroupDeliverySum[]> {
  return keptByKey(ctx, range, [by, narrowed], async () => {
    const keySums: GroupDeliverySum[] = [];
    for (let { from } = range; from < range.before; from += MONTH) {
      if (keySums.length) await setImmediate();
      const rows = await ctx.read
        .select({
          key: sql<number | null>`${COLUMNS[by]} AS key`,
          unit: sql<number>`d.unit`,
          loads: sql<number>`count(*)`,
          volume: sql<number>`sum(d.volume)`,
          scaled: sql<number>`sum(d.is_scaled)`,
          estimated: sql<number>`sum(d.volume * (1 - d.is_scaled))`,
          last: sql<number>`max(d.at)`,
          // SQLite takes a bare column from the row of the only max().
          last_destination: sql<number>`d.job_destination_id`,
        })
        .from(sql`company_delivery d`)
        .where(selectDeliveries(ctx, { from, before: Math.min(from + MONTH, range.before) }, narrowed))
        .groupBy(sql`key, d.unit`);
      keySums.push(...rows);
    }
    return keySums;
  });
}

/** Cache the results for long ranges for a minute, keyed by everything that they depend on. */
function keptIfLong<T>() {
  const kept = cacheForMinute<T>();
  return (
    ctx: ReadCtx,
    { from, before }: SecondsRange,
    requests: unknown[],
    work: () => Promise<T>,
  ): Promise<T> => {
    if (before - from <= LONG) return work();
    const { company, zone } = ctx.actor;
    const key = JSON.stringify([company.id, zone, from, Math.floor(before / 60), ...requests]);
    return kept({ database: ctx.read, key, now: ctx.now }, work);
  };
}

const keptByTime = keptIfLong<DeliverySum[][]>();
const keptPast = createVersionCache<DeliverySum[][]>(100);
const keptByKey = keptIfLong<GroupDeliverySum[]>();

/**
 * Return the nearest deliveries to a range without loads: the times of the last drop-off before the range and of the
 * first after it.
 */
export async function readNearestDeliveries(
  ctx: ReadCtx,
  range: SecondsRange,
): Promise<{ earlier: number | null; later: number | null }> {
  const me = ctx.actor.company.id;
  const [row] = await ctx.read
    .select({
      earlier: sql<
        number | null
      >`(SELECT max(d.at) FROM company_delivery d WHERE d.company_id = ${me} AND d.at < ${range.from})`,
      later: sql<
        number | null
      >`(SELECT min(d.at) FROM company_delivery d WHERE d.company_id = ${me} AND d.at >= ${range.before})`,
    })
    .from(sql`(SELECT 1)`);
  return row ?? { earlier: null, later: null };
}

/** Length of a week in seconds. Loads that are read one by one are read a week at a time. */
export const WEEK_SECONDS = 7 * DAY;

const findLate = prepareByFilter((read, mine) => {
  const [from, before] = [sql.placeholder("from"), sql.placeholder("before")];
  return read
    .select({
      id: sql<number>`d.ticket_id`,
      number: sql<number>`t.trip_ticket_number`,
      at: sql<number>`d.at`,
      created_at: sql<string>`t.created_at`,
      zone: millZoneSql(sql`d.job_destination_id`),
    })
    .from(
      sql`company_late_delivery l CROSS JOIN company_delivery d ON d.company_id = l.company_id AND d.at = l.at AND d.ticket_id = l.ticket_id
        CROSS JOIN trip_ticket t ON t.id = l.ticket_id`,
    )
    .where(
      sql`l.company_id = ${sql.placeholder("me")} AND l.at >= ${from} AND l.at < ${before}
        AND ${mine(from, before)} AND t.created_at >= ${sql.placeholder("after")}`,
    )
    .orderBy(sql`l.company_id, l.at, l.ticket_id`)
    .limit(sql.placeholder("most"));
});

/**
 * Find up to `most` loads of a range that were entered after the range had ended, and so are missing from a report
 * printed then. Reads a month at a time from the database's table of late loads (db/derived-late.sql).
 */
export async function readLateLoads(
  ctx: ReadCtx,
  range: SecondsRange,
  narrowed: ProductionFilter,
  most = 20,
) {
  const late: { id: number; number: number; at: number; created_at: string; zone: string }[] = [];
  const after = new Date(range.before * 1000).toISOString();
  for (let { from } = range; from < range.before && late.length < most; from += MONTH) {
    const before = Math.min(from + MONTH, range.before);
    if (from > range.from) await setImmediate();
    late.push(...(await findLate(ctx, narrowed, { from, before, after, most: most - late.length })));
  }
  return late;
}
