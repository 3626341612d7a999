import type { z } from "zod";
import { deliveredChanges } from "~/core/tickets/delivered-changes.server";
import { baseName, compareRange } from "~/domain/compare/compare";
import { printFilter } from "~/domain/tickets/filter-query";
import { type DayRange, plusDays } from "~/domain/time/date-range";
import { type Seconds, secondsOf } from "~/domain/time/segments";
import { dayOf, formatInstant } from "~/domain/time/time";
import type { Grain } from "~/ui/period";
import type { CompanyActor } from "~/web/actor";
import { paths } from "~/web/paths";
import { type Ctx, procedure } from "~/web/procedure";
import { type Dimension, daysAsked, grainFor, idsIn, type Narrowed, productionInput } from "./asked";
import { type Bucket, bucketsOf, byKey, type SumTotals, sumTotals } from "./fold";
import { namesBy, UNNAMED } from "./names.server";
import { productionOutput } from "./output";
import { sortOf } from "./sort";
import { type KeySum, readByKey, readByTime, readLate, readNearest } from "./sums.server";

type Asked = z.output<typeof productionInput>;

/** What a list of loads is narrowed by for these days, so that it has as many as the number that leads there. */
function listOf(
  range: DayRange,
  { job_ids, job_destination_ids, product_type_ids, hauler_ids }: Narrowed,
  more: object = {},
) {
  const filter = {
    job_ids: idsIn(job_ids),
    job_destination_ids: idsIn(job_destination_ids),
    product_type_ids: idsIn(product_type_ids),
    hauler_ids: idsIn(hauler_ids),
    trip_ticket_status_ids: [3],
    dropped_off_start: range.start,
    dropped_off_end: range.end,
    ...more,
  };
  return `${paths.tickets}?${printFilter(filter)}`;
}

/** What the list can be narrowed by: it knows companies and people, not what they did on a load. */
const LISTED: Partial<Record<Dimension, string>> = {
  product: "product_type_ids",
  species: "wood_species_ids",
  destination: "job_destination_ids",
  job: "job_ids",
  hauler: "hauler_ids",
};

/**
 * What the acting company's loads came to: by day, week or month, or by what is on them; each unit by itself. A period that
 * has not ended is compared with as much of the other one.
 */
export const getProduction = procedure({
  name: "getProduction",
  may: "trip_ticket.read",
  input: productionInput,
  output: productionOutput,
  async run(ctx, asked) {
    const { zone } = ctx.actor;
    const today = dayOf(ctx.now, zone);
    const range = daysAsked(asked, today);
    const compared = compareRange(range, ctx.now, asked.compare, zone);
    const by = asked.report === "by" ? asked.by : null;
    const grain = grainFor(asked.grain, range);
    const { rows, totals, before } = by
      ? await rowsBy(ctx, { range, asked, by, base: compared.base })
      : await rowsByTime(ctx, { range, grain, today, asked, ...compared });
    return {
      rows,
      totals,
      compared: before && {
        ...before,
        name: baseName(range, asked.compare, compared.unfinished, today),
        ...(compared.baseDays ?? range),
      },
      late: await lateOf(ctx, asked, range, compared.unfinished ? compared.baseDays : range),
      nearest: totals.loads ? null : await nearestOf(ctx, range),
      meta: {
        from: range.start,
        to: range.end,
        grain,
        compare: asked.compare,
        by,
        zone,
        today,
        as_of: { at: ctx.now.toISOString(), text: formatInstant(ctx.now.toISOString(), zone, ctx.now) },
        unfinished: compared.unfinished,
        list: listOf(range, asked),
      },
    };
  },
});

type Row = z.output<typeof productionOutput>["rows"][number];
/** What a period came to: its rows, all of it, and all of what it is compared with. */
type Counted = { rows: Row[]; totals: SumTotals; before: SumTotals | null };

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
    grain: Grain;
    today: string;
    asked: Asked;
    base: Seconds | null;
    baseDays: DayRange | null;
  },
): Promise<Counted> {
  const { zone } = ctx.actor;
  const buckets = bucketsOf(range, grain, today);
  const changes = await deliveredChanges(ctx);
  const [own, others] = await Promise.all([
    readByTime(ctx, stretchesOf(buckets, zone), asked, changes),
    base && baseDays
      ? readByTime(
          ctx,
          stretchesOf(bucketsOf(baseDays, grain, "9999-12-31"), zone, base.before),
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
    ...sumTotals(own[i] ?? []),
    before: others && sumTotals(others[i] ?? []),
    last: null,
    unfinished: end >= today,
    href: listOf({ start, end }, asked),
  }));
  return { rows, totals: sumTotals(own.flat()), before: others && sumTotals(others.flat()) };
}

/** The seconds of rows, none after `until`. */
const stretchesOf = (buckets: readonly Bucket[], zone: string, until = Number.POSITIVE_INFINITY): Seconds[] =>
  buckets.map((days) => {
    const { from, before } = secondsOf(days, zone);
    return { from: Math.min(from, until), before: Math.min(before, until) };
  });

async function rowsBy(
  ctx: Ctx<CompanyActor>,
  { range, asked, by, base }: { range: DayRange; asked: Asked; by: Dimension; base: Seconds | null },
): Promise<Counted> {
  const [sums, before]: [KeySum[], KeySum[] | null] = await Promise.all([
    readByKey(ctx, secondsOf(range, ctx.actor.zone), asked, by),
    base && readByKey(ctx, base, asked, by),
  ]);
  const groups = byKey(sums);
  const names = await namesBy(
    ctx,
    by,
    groups.flatMap(({ key }) => key ?? []),
  );
  const earlier = before && new Map(byKey(before).map(({ key, sums: theirs }) => [key, sumTotals(theirs)]));
  const none: SumTotals = { loads: 0, estimated: 0, volumes: [] };
  const rows = groups.map(({ key, sums: own }) => {
    const label = key === null ? UNNAMED : (names.get(key) ?? UNNAMED);
    const last = new Date(Math.max(...own.map((sum) => sum.last)) * 1000).toISOString();
    return {
      // A product with its species isn't a row of one table.
      id: by === "sort" ? null : key,
      label,
      short: label,
      from: null,
      to: null,
      ...sumTotals(own),
      before: earlier && (earlier.get(key) ?? none),
      last: { at: last, text: formatInstant(last, ctx.actor.zone, ctx.now) },
      unfinished: false,
      href: key === null ? null : listBy(range, asked, by, key),
    };
  });
  return { rows, totals: sumTotals(sums), before: before && sumTotals(before) };
}

/** The list of the loads of one group, where the list can be narrowed to it: it doesn't know groups of species. */
function listBy(range: DayRange, asked: Asked, by: Dimension, key: number): string | null {
  const list = LISTED[by];
  if (list) return listOf(range, asked, { [list]: [key] });
  if (by !== "sort") return null;
  const { product_type_id, wood_species_id } = sortOf(key);
  return wood_species_id === null
    ? null
    : listOf(range, asked, { product_type_ids: [product_type_id], wood_species_ids: [wood_species_id] });
}

/** Loads of a period that had ended when they came into the app; of a long one nobody looks through each. */
async function lateOf(ctx: Ctx<CompanyActor>, asked: Asked, range: DayRange, ended: DayRange | null) {
  if (!ended || plusDays(ended.start, 92) < ended.end) return { from: range.start, to: range.end, loads: [] };
  const seconds = secondsOf(ended, ctx.actor.zone);
  const loads = await readLate(ctx, seconds, asked);
  return {
    from: ended.start,
    to: ended.end,
    loads: loads.map(({ id, number, at, created_at }) => {
      const dropped = new Date(at * 1000).toISOString();
      const words = (iso: string) => ({ at: iso, text: formatInstant(iso, ctx.actor.zone, ctx.now) });
      return { id, number, dropped_off: words(dropped), created: words(created_at) };
    }),
  };
}

/** Days near a range without loads that have some. */
async function nearestOf(ctx: Ctx<CompanyActor>, range: DayRange) {
  const { earlier, later } = await readNearest(ctx, secondsOf(range, ctx.actor.zone));
  const day = (at: number | null) => (at === null ? null : dayOf(new Date(at * 1000), ctx.actor.zone));
  return { earlier: day(earlier), later: day(later) };
}
