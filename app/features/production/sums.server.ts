import { setImmediate } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { type Seconds, type Segment, segments } from "~/domain/time/segments";
import { keptMinute } from "~/web/kept-minute.server";
import type { Reading } from "~/web/procedure";
import { type Dimension, idsIn, NARROWED, type Narrowed } from "./asked";
import { SPECIES_IN_SORT, TYPE_IN_SORT } from "./sort";

/** What was delivered on one calendar day in one unit; `key` is null where nothing is named, or nothing is asked. */
export type Sum = {
  day: number;
  key: number | null;
  unit: number;
  loads: number;
  volume: number;
  scaled: number;
  last: number;
};

/** A product with its species or group as one number (`sortOf` reads it). */
const SORT = sql.raw(
  `(d.product_type_id * ${TYPE_IN_SORT} + coalesce(d.wood_species_id, 0) * ${SPECIES_IN_SORT} + coalesce(d.wood_species_type_id, 0))`,
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

const NARROWED_BY = {
  job_ids: sql`+d.job_id`,
  job_destination_ids: sql`+d.job_destination_id`,
  product_type_ids: sql`+d.product_type_id`,
  hauler_ids: sql`+d.hauler_company_id`,
} as const;

const DAY = 86_400;
/** So much of a range is read in one go. */
const MONTH = 31 * DAY;
/** Longer answers than this are kept for a minute. */
const LONG = 92 * DAY;

/** The acting company's deliveries of a range, and of them those that are asked for. */
export function deliveriesOf(ctx: Reading, { from, before }: Seconds, narrowed: Narrowed): SQL {
  const some = NARROWED.flatMap((name) => {
    const column = NARROWED_BY[name];
    const ids = idsIn(narrowed[name]);
    return ids.length ? [sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`] : [];
  });
  const mine = sql`d.company_id = ${ctx.actor.company.id} AND d.at >= ${from} AND d.at < ${before}`;
  return sql.join([mine, ...some], sql` AND `);
}

/** A range in pieces of a month at most, each with one offset to UTC. */
export const pieces = (range: Seconds, zone: string, size = MONTH): Segment[] =>
  segments(range, zone).flatMap((piece) => {
    const found: Segment[] = [];
    for (let from = piece.from; from < piece.before; from += size)
      found.push({ ...piece, from, before: Math.min(from + size, piece.before) });
    return found;
  });

/**
 * Loads and volumes by calendar day of the reader's zone, unit, and what they are put together by. Units are never
 * added to each other. Read a month at a time, with others served between.
 */
export async function readDelivered(
  ctx: Reading,
  range: Seconds,
  narrowed: Narrowed = {},
  by: Dimension | null = null,
): Promise<Sum[]> {
  if (range.before - range.from <= LONG) return sumUp(ctx, range, narrowed, by);
  const key = JSON.stringify([
    ctx.actor.company.id,
    ctx.actor.zone,
    range.from,
    Math.floor(range.before / 60),
    narrowed,
    by,
  ]);
  return keptSums({ database: ctx.read, key, now: ctx.now }, () => sumUp(ctx, range, narrowed, by));
}

const keptSums = keptMinute<Sum[]>();

async function sumUp(ctx: Reading, range: Seconds, narrowed: Narrowed, by: Dimension | null): Promise<Sum[]> {
  const found: Sum[] = [];
  for (const piece of pieces(range, ctx.actor.zone)) {
    if (found.length) await setImmediate();
    const rows = await ctx.read
      .select({
        day: sql<number>`(d.at + cast(${piece.offset} as integer)) / ${sql.raw(String(DAY))} AS day`,
        key: sql<number | null>`${by ? COLUMNS[by] : sql`NULL`} AS key`,
        unit: sql<number>`d.unit`,
        loads: sql<number>`count(*)`,
        volume: sql<number>`sum(d.volume)`,
        scaled: sql<number>`sum(d.is_scaled)`,
        last: sql<number>`max(d.at)`,
      })
      .from(sql`company_delivery d`)
      .where(deliveriesOf(ctx, piece, narrowed))
      .groupBy(sql`day, key, d.unit`);
    found.push(...rows);
  }
  return found;
}

/** The days nearest to a range without loads: when the last before it and the first after it were dropped off. */
export async function readNearest(
  ctx: Reading,
  range: Seconds,
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

/** Loads that are read one by one are read by the week. */
export const WEEK = 7 * DAY;

/**
 * Loads of a range that came into the app after an instant: what a report that was printed then did not have. They are
 * named, as far as `most`.
 */
export async function readLate(ctx: Reading, range: Seconds, narrowed: Narrowed, since: number, most = 20) {
  const late: { id: number; number: number; at: number; created_at: string }[] = [];
  const after = new Date(since * 1000).toISOString();
  for (const piece of pieces(range, ctx.actor.zone, WEEK)) {
    await setImmediate();
    const rows = await ctx.read
      .select({
        id: sql<number>`d.ticket_id`,
        number: sql<number>`t.trip_ticket_number`,
        at: sql<number>`d.at`,
        created_at: sql<string>`t.created_at`,
      })
      .from(sql`company_delivery d CROSS JOIN trip_ticket t ON t.id = d.ticket_id`)
      .where(sql`${deliveriesOf(ctx, piece, narrowed)} AND t.created_at >= ${after}`)
      .orderBy(sql`d.company_id, d.at, d.ticket_id`)
      .limit(most - late.length);
    late.push(...rows);
    if (late.length >= most) break;
  }
  return late;
}
