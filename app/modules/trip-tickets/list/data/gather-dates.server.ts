import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { jsonListSql } from "#db/json-list";
import { tripTicket } from "#db/schema";
import type { ReadCtx } from "~/web/procedure";
import {
  type MatchResult,
  type PageRequest,
  SCAN_CHUNK_SIZE,
  scanTickets,
} from "../../paper/data/scan.server";
import { STATUS, STATUS_IDS } from "../../rules/trip-ticket";
import type { TicketFilter } from "../rules/filter";
import { buildFilterConditions } from "./filter.server";

/** First and last second of a drop-off range. */
type Seconds = { from: number; to: number };
/** A time later than that of any load, and a number larger than any ticket id. */
const END = 253_402_300_800;
/** Number of chunks of a company's newest tickets to scan for a list before the whole range is read. */
const NEWEST = 2;

const second = (iso: string) => Math.floor(Date.parse(iso) / 1000);

/** Return the filter's drop-off range; null if its days apply to another date. */
export function getDropOffRange(filter: TicketFilter): Seconds | null {
  const { dropped_off_start: from, dropped_off_end: to, date_field = "dropped_off_at" } = filter;
  if (date_field !== "dropped_off_at" || (!from && !to)) return null;
  return { from: from ? second(from) : 0, to: to ? second(to) : END };
}

type Found = { id: number; at: string };

/**
 * Find tickets that were dropped off in a range of any length (docs/decisions/013). Completed loads are read in chunks
 * from `company_delivery`, which lists the company's own loads by drop-off; the few other loads come from the list of
 * uncompleted ones. A list sorted by newest change is often filled by the company's newest tickets, so these are read
 * before a range of more than one chunk.
 */
export async function findDroppedOffTickets(
  ctx: ReadCtx,
  filter: TicketFilter,
  days: Seconds,
  pageRequest: PageRequest,
  step = SCAN_CHUNK_SIZE,
): Promise<MatchResult> {
  const { descending, most } = pageRequest;
  const statuses = filter.trip_ticket_status_ids?.length ? filter.trip_ticket_status_ids : [...STATUS_IDS];
  const completed = statuses.includes(STATUS.completed);
  if (completed && descending && (await isLonger(ctx, days, step))) {
    const newest = await scanTickets(ctx, filter, { ...pageRequest, lookAt: NEWEST * step }, step);
    if (newest.ids.length >= most || newest.whole) return newest;
  }
  const others = statuses.filter((id) => id !== STATUS.completed);
  const open = others.length
    ? (await scanTickets(ctx, { ...filter, trip_ticket_status_ids: others }, { descending, most }, step)).ids
    : [];
  if (!completed) return { ids: open, whole: open.length < most };
  const delivered = await readDelivered(ctx, filter, days, pageRequest, step);
  const results = merged(await withTimes(ctx, open), delivered, pageRequest);
  return { ids: results.map(({ id }) => id), whole: results.length < most };
}

const within = (ctx: ReadCtx, { from, to }: Seconds) =>
  sql`d.company_id = ${ctx.actor.company.id} AND d.at >= ${from} AND d.at <= ${to}`;

/** Return true if more loads were dropped off in a range than one chunk contains. */
async function isLonger(ctx: ReadCtx, days: Seconds, step: number): Promise<boolean> {
  const [row] = await ctx.read
    .select({ n: sql<number>`n` })
    .from(
      sql`(SELECT count(*) AS n FROM (SELECT 1 FROM company_delivery d WHERE ${within(ctx, days)} LIMIT ${step + 1}))`,
    );
  return (row?.n ?? 0) > step;
}

/** Completed loads of a range that match the filter, up to the requested number, in the order of their last change. */
async function readDelivered(
  ctx: ReadCtx,
  filter: TicketFilter,
  { from, to }: Seconds,
  pageRequest: PageRequest,
  step: number,
): Promise<Found[]> {
  const t = tripTicket;
  const order = sql`d.company_id, d.at, d.ticket_id`;
  const matches = sql.join(
    [sql`1`, ...buildFilterConditions(ctx.actor, { ...filter, trip_ticket_status_ids: [] })],
    sql` AND `,
  );
  let results: Found[] = [];
  for (let start = { at: from, id: 0 }; ; await setImmediate()) {
    const rest = within(ctx, { from: start.at, to });
    const beyond = sql`${rest} AND (d.at, d.ticket_id) > (${start.at}, ${start.id})`;
    const [end] = await ctx.read
      .select({ at: sql<number>`d.at`, id: sql<number>`d.ticket_id` })
      .from(sql`company_delivery d`)
      .where(beyond)
      .orderBy(order)
      .limit(1)
      .offset(step - 1);
    const upTo = end ? sql` AND (d.at, d.ticket_id) <= (${end.at}, ${end.id})` : sql``;
    const rows = await ctx.read
      .select({ id: sql<number>`d.ticket_id`, at: sql<string>`${t.last_modified_at}` })
      .from(sql`company_delivery d CROSS JOIN ${t} ON ${t.id} = d.ticket_id`)
      .where(sql`${beyond}${upTo} AND ${matches}`);
    results = merged(results, rows, pageRequest);
    if (!end) return results;
    start = end;
  }
}

/** Return open loads with the time of their last change, so that they can be sorted together with completed ones. */
async function withTimes(ctx: ReadCtx, ids: readonly number[]): Promise<Found[]> {
  if (ids.length === 0) return [];
  return ctx.read
    .select({ id: tripTicket.id, at: tripTicket.last_modified_at })
    .from(tripTicket)
    .where(sql`${tripTicket.id} IN ${jsonListSql(ids)}`);
}

function merged(some: readonly Found[], more: readonly Found[], { descending, most }: PageRequest): Found[] {
  const way = descending ? -1 : 1;
  const order = (a: Found, b: Found) => (a.at === b.at ? a.id - b.id : a.at < b.at ? -1 : 1) * way;
  return [...some, ...more].sort(order).slice(0, most);
}
