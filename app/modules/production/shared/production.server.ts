import type { z } from "zod";
import { compareRange, formatBasePeriod } from "~/lib/period-comparison/compare";
import { type DayRange, shiftDay } from "~/lib/time/date-range";
import { formatAtPlace } from "~/lib/time/place-time";
import { type SecondsRange, toSecondsRange } from "~/lib/time/segments";
import { formatInstant, getDay } from "~/lib/time/time";
import { createHistoryFormat } from "~/modules/history/shared/words.server";
import { readDestinationZones } from "~/modules/jobs/shared/place-zones.server";
import { formatFilter } from "~/modules/trip-tickets/rules/filter-query";
import { readDeliveredChangeCount } from "~/modules/trip-tickets/shared/delivered-changes.server";
import type { RowInterval } from "~/ui/period";
import type { CompanyActor } from "~/web/actor";
import { paths } from "~/web/paths";
import { type Ctx, procedure } from "~/web/procedure";
import { readDimensionNames, UNNAMED_LABEL } from "../data/names.server";
import {
  type GroupDeliverySum,
  readLateLoads,
  readNearestDeliveries,
  readSumsByKey,
  readSumsByTime,
} from "../data/sums.server";
import {
  computeLoadTotals,
  createTimeBuckets,
  groupByKey,
  type LoadTotals,
  type TimeBucket,
} from "../rules/aggregate";
import { productionOutput } from "../rules/output";
import {
  type Dimension,
  getQueryDays,
  getReadableGrain,
  type ProductionFilter,
  parseIds,
  productionInput,
} from "../rules/query";
import { parseSortKey } from "../rules/sort";

type Asked = z.output<typeof productionInput>;

/**
 * Return the URL of the list of loads for these days and filters, so that the list has as many loads as the number that
 * links to it.
 */
function listOf(
  range: DayRange,
  { job_ids, job_destination_ids, product_type_ids, hauler_ids }: ProductionFilter,
  more: object = {},
) {
  const filter = {
    job_ids: parseIds(job_ids),
    job_destination_ids: parseIds(job_destination_ids),
    product_type_ids: parseIds(product_type_ids),
    hauler_ids: parseIds(hauler_ids),
    trip_ticket_status_ids: [3],
    dropped_off_start: range.start,
    dropped_off_end: range.end,
    ...more,
  };
  return `${paths.tickets}?${formatFilter(filter)}`;
}

/**
 * URL parameters by which the list of loads can be filtered; it can't be filtered by cutter, skidder or other
 * dimensions.
 */
const LISTED: Partial<Record<Dimension, string>> = {
  product: "product_type_ids",
  species: "wood_species_ids",
  destination: "job_destination_ids",
  job: "job_ids",
  hauler: "hauler_ids",
};

/**
 * Return the totals of the acting company's loads, grouped by day, week or month or by another dimension; each unit is
 * separate. A period that hasn't ended is compared with an equally long part of the other period.
 */
export const getProduction = procedure({
  name: "getProduction",
  may: "trip_ticket.read",
  input: productionInput,
  output: productionOutput,
  async run(ctx, query) {
    const { zone } = ctx.actor;
    const today = getDay(ctx.now, zone);
    const range = getQueryDays(query, today);
    const compared = compareRange(range, ctx.now, query.compare, zone);
    const by = query.report === "by" ? query.by : null;
    const grain = getReadableGrain(query.grain, range);
    const { rows, totals, before } = by
      ? await rowsBy(ctx, { range, asked: query, by, base: compared.base })
      : await rowsByTime(ctx, { range, grain, today, asked: query, ...compared });
    return {
      rows,
      totals,
      compared: before && {
        ...before,
        name: formatBasePeriod(range, query.compare, compared.unfinished, today),
        ...(compared.baseDays ?? range),
      },
      late: await lateOf(ctx, query, range, compared.unfinished ? compared.baseDays : range),
      nearest: totals.loads ? null : await nearestOf(ctx, range),
      meta: {
        from: range.start,
        to: range.end,
        grain,
        compare: query.compare,
        by,
        zone,
        today,
        as_of: { at: ctx.now.toISOString(), text: formatInstant(ctx.now.toISOString(), zone, ctx.now) },
        unfinished: compared.unfinished,
        list: listOf(range, query),
      },
    };
  },
});

type Row = z.output<typeof productionOutput>["rows"][number];
/** Totals of a period: its rows, their sum, and the sum of the compared period. */
type Counted = { rows: Row[]; totals: LoadTotals; before: LoadTotals | null };

async function rowsByTime(
  ctx: Ctx<CompanyActor>,
  {
    range,
    grain,
    today,
    asked,
    base,
    baseDays,
  }: {
    range: DayRange;
    grain: RowInterval;
    today: string;
    asked: Asked;
    base: SecondsRange | null;
    baseDays: DayRange | null;
  },
): Promise<Counted> {
  const { zone } = ctx.actor;
  const buckets = createTimeBuckets(range, grain, today);
  const changes = await readDeliveredChangeCount(ctx);
  const [own, others] = await Promise.all([
    readSumsByTime(ctx, stretchesOf(buckets, zone), asked, changes),
    base && baseDays
      ? readSumsByTime(
          ctx,
          stretchesOf(createTimeBuckets(baseDays, grain, "9999-12-31"), zone, base.before),
          asked,
          changes,
        )
      : null,
  ]);
  const rows = buckets.map(({ start, end, label, short }, i) => ({
    id: null,
    label,
    short,
    from: start,
    to: end,
    ...computeLoadTotals(own[i] ?? []),
    before: others && computeLoadTotals(others[i] ?? []),
    last: null,
    unfinished: end >= today,
    href: listOf({ start, end }, asked),
  }));
  return { rows, totals: computeLoadTotals(own.flat()), before: others && computeLoadTotals(others.flat()) };
}

/** Return the time ranges of rows in seconds, none after `until`. */
const stretchesOf = (
  buckets: readonly TimeBucket[],
  zone: string,
  until = Number.POSITIVE_INFINITY,
): SecondsRange[] =>
  buckets.map((days) => {
    const { from, before } = toSecondsRange(days, zone);
    return { from: Math.min(from, until), before: Math.min(before, until) };
  });

async function rowsBy(
  ctx: Ctx<CompanyActor>,
  { range, asked, by, base }: { range: DayRange; asked: Asked; by: Dimension; base: SecondsRange | null },
): Promise<Counted> {
  const [sums, before]: [GroupDeliverySum[], GroupDeliverySum[] | null] = await Promise.all([
    readSumsByKey(ctx, toSecondsRange(range, ctx.actor.zone), asked, by),
    base && readSumsByKey(ctx, base, asked, by),
  ]);
  const groups = groupByKey(sums);
  const [names, zones] = await Promise.all([
    readDimensionNames(
      ctx,
      by,
      groups.flatMap(({ key }) => key ?? []),
    ),
    readDestinationZones(
      ctx.read,
      sums.map((sum) => sum.last_destination),
    ),
  ]);
  const earlier =
    before && new Map(groupByKey(before).map(({ key, sums: theirs }) => [key, computeLoadTotals(theirs)]));
  const none: LoadTotals = { loads: 0, estimated: 0, volumes: [] };
  const rows = groups.map(({ key, sums: own }) => {
    const label = key === null ? UNNAMED_LABEL : (names.get(key) ?? UNNAMED_LABEL);
    const newest = own.reduce((a, b) => (b.last > a.last ? b : a));
    const last = new Date(newest.last * 1000).toISOString();
    const place = zones.get(newest.last_destination) ?? ctx.actor.zone;
    return {
      // A group of a product with its species has no id, because it isn't a row of one table.
      id: by === "sort" ? null : key,
      label,
      short: label,
      from: null,
      to: null,
      ...computeLoadTotals(own),
      before: earlier && (earlier.get(key) ?? none),
      last: { at: last, text: formatAtPlace(last, { place, reader: ctx.actor.zone, now: ctx.now }) },
      unfinished: false,
      href: key === null ? null : listBy(range, asked, by, key),
    };
  });
  return { rows, totals: computeLoadTotals(sums), before: before && computeLoadTotals(before) };
}

/**
 * Return a link to the list of one group's loads; null if the list can't be filtered by this dimension, for example by
 * groups of species.
 */
function listBy(range: DayRange, query: Asked, by: Dimension, key: number): string | null {
  const list = LISTED[by];
  if (list) return listOf(range, query, { [list]: [key] });
  if (by !== "sort") return null;
  const { product_type_id, wood_species_id } = parseSortKey(key);
  return wood_species_id === null
    ? null
    : listOf(range, query, { product_type_ids: [product_type_id], wood_species_ids: [wood_species_id] });
}

/**
 * Find loads of a period that were entered after it had ended. Skip a long period, because nobody reviews each load of
 * it.
 */
async function lateOf(ctx: Ctx<CompanyActor>, query: Asked, range: DayRange, ended: DayRange | null) {
  if (!ended || shiftDay(ended.start, 92) < ended.end) return { from: range.start, to: range.end, loads: [] };
  const seconds = toSecondsRange(ended, ctx.actor.zone);
  const loads = await readLateLoads(ctx, seconds, query);
  const format = createHistoryFormat(ctx);
  return {
    from: ended.start,
    to: ended.end,
    loads: loads.map(({ id, number, at, created_at, zone }) => {
      const dropped = new Date(at * 1000).toISOString();
      const words = (iso: string, place?: string) => ({ at: iso, text: format.instant(iso, place) });
      return { id, number, dropped_off: words(dropped, zone), created: words(created_at) };
    }),
  };
}

/** Find the nearest days with loads before and after a range that has no loads. */
async function nearestOf(ctx: Ctx<CompanyActor>, range: DayRange) {
  const { earlier, later } = await readNearestDeliveries(ctx, toSecondsRange(range, ctx.actor.zone));
  const day = (index: number | null) =>
    index === null ? null : getDay(new Date(index * 1000), ctx.actor.zone);
  return { earlier: day(earlier), later: day(later) };
}
