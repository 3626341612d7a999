import { setImmediate } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { tripTicket } from "#db/schema";
import { ticketsVisibleTo } from "~/core/tickets/access.server";
import { status } from "~/core/tickets/status-sql.server";
import { STATUS, STATUS_IDS } from "~/domain/tickets/trip-ticket";
import type { Reading } from "~/web/procedure";
import type { TicketFilter } from "./filter";
import { conditionsOf } from "./filter.server";

/** So many of a company's tickets are looked at in one go; then others have their turn. */
const STEP = 5_000;
/** A page looks at so many at most, of which it tells (docs/decisions/005). */
export const LOOK_AT = 200_000;
/** A way in by dates or by what is not scaled yet is taken where it leads to so many tickets at most. */
const FEW = 50_000;

export type Wanted = {
  /** In the order of the last change, the newest first. */
  descending: boolean;
  /** The most ids to return. */
  most: number;
  /** The most tickets to look at if the filter gives no shorter way in. */
  lookAt?: number;
};
/** `whole`: everything that could match was looked at, and nothing was left out. */
export type Gathered = { ids: number[]; whole: boolean };

/**
 * The ids of the visible tickets that a filter asks for, in the order of their last change. The way in is chosen by
 * what the filter names: numbers, destinations, jobs, a few days, not scaled yet; else the company's own list is walked, a step at a
 * time, so that nobody waits for anybody's search.
 */
export async function gather(ctx: Reading, filter: TicketFilter, wanted: Wanted): Promise<Gathered> {
  const way = narrowWay(filter) ?? (await shortWay(ctx, filter));
  return way ? byWay(ctx, filter, way, wanted) : walk(ctx, filter, wanted);
}

const values = (ids: readonly number[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** A condition that an index answers; `from` names the index where the planner would not be sure to see it. */
type Way = { from: SQL; where: SQL };

/** A way in where the filter names few things. */
function narrowWay(filter: TicketFilter): Way | null {
  const t = tripTicket;
  const from = sql`${t}`;
  if (filter.trip_ticket_numbers?.length)
    return { from, where: sql`${t.trip_ticket_number} IN ${values(filter.trip_ticket_numbers)}` };
  if (filter.job_destination_ids?.length)
    return { from, where: sql`${t.job_destination_id} IN ${values(filter.job_destination_ids)}` };
  return filter.job_ids?.length ? { from, where: sql`${t.job_id} IN ${values(filter.job_ids)}` } : null;
}

/**
 * Ways in that are worth it where they lead to few tickets, and to fewer than the company has: a few days of dropping off;
 * what is not scaled yet, which is little of all that was ever hauled.
 */
async function shortWay(ctx: Reading, filter: TicketFilter): Promise<Way | null> {
  const t = tripTicket;
  const { dropped_off_start: from, dropped_off_end: to, date_field = "dropped_off_at" } = filter;
  const ways: Way[] = [];
  if (from && date_field === "dropped_off_at")
    ways.push({
      from: sql`${t}`,
      where: sql`${t.dropped_off_at} >= ${from} AND ${t.dropped_off_at} <= ${to ?? "9999"}`,
    });
  const statuses = filter.trip_ticket_status_ids?.length ? filter.trip_ticket_status_ids : STATUS_IDS;
  if (filter.scaled === false)
    ways.push({
      from: sql`${t} INDEXED BY trip_ticket_unscaled`,
      where: sql`${t.scaled_volume} IS NULL AND ${t.trip_ticket_status_id} IN ${values(statuses)}`,
    });
  if (!ways.length) return null;
  const [own] = await ctx.read
    .select({ n: sql<number>`coalesce(sum(n), 0)` })
    .from(sql`company_status_count`)
    .where(sql`company_id = ${ctx.actor.company.id}`);
  const most = Math.min(FEW, own?.n ?? 0);
  if (most <= STEP) return null;
  for (const way of ways) {
    const [led] = await ctx.read
      .select({ n: sql<number>`n` })
      .from(
        sql`(SELECT count(*) AS n FROM (SELECT 1 FROM ${way.from} WHERE ${way.where} LIMIT ${most + 1}))`,
      );
    if ((led?.n ?? 0) <= most) return way;
  }
  return null;
}

async function byWay(
  ctx: Reading,
  filter: TicketFilter,
  way: Way,
  { descending, most }: Wanted,
): Promise<Gathered> {
  const t = tripTicket;
  const order = sql.raw(descending ? "DESC" : "ASC");
  const where = [way.where, ticketsVisibleTo(ctx.actor), ...conditionsOf(ctx.actor, filter)];
  const rows = await ctx.read
    .select({ id: sql<number>`${t.id}` })
    .from(way.from)
    .where(sql.join(where, sql` AND `))
    .orderBy(sql`+${t.last_modified_at} ${order}, +${t.id} ${order}`)
    .limit(most);
  return { ids: rows.map((row) => row.id), whole: rows.length < most };
}

type Place = { at: string; id: number };

/** The company's own list, in its order, a step at a time. */
async function walk(
  ctx: Reading,
  filter: TicketFilter,
  { descending, most, lookAt = Number.POSITIVE_INFINITY }: Wanted,
): Promise<Gathered> {
  const statuses = filter.trip_ticket_status_ids?.length ? filter.trip_ticket_status_ids : STATUS_IDS;
  const open = !statuses.includes(STATUS.completed);
  const list = open ? sql`ticket_company c INDEXED BY ticket_company_open` : sql`ticket_company c`;
  const order = sql.raw(descending ? "DESC" : "ASC");
  const [after, upTo] = descending ? [sql.raw("<"), sql.raw(">=")] : [sql.raw(">"), sql.raw("<=")];
  const inOrder = sql`c.last_modified_at ${order}, c.ticket_id ${order}`;
  const mine = sql`c.company_id = ${ctx.actor.company.id}${open ? sql` AND c.status <> ${status("completed")}` : sql``}`;
  const rest = conditionsOf(ctx.actor, { ...filter, trip_ticket_status_ids: [] });
  const matches = sql.join([sql`+c.status IN ${values(statuses)}`, ...rest], sql` AND `);

  const ids: number[] = [];
  let from: Place = descending ? { at: "~", id: 0 } : { at: "", id: 0 };
  for (let looked = 0; looked < lookAt; looked += STEP) {
    if (looked) await setImmediate();
    const beyond = sql`(c.last_modified_at, c.ticket_id) ${after} (${from.at}, ${from.id})`;
    const [end] = await ctx.read
      .select({ at: sql<string>`c.last_modified_at`, id: sql<number>`c.ticket_id` })
      .from(list)
      .where(sql`${mine} AND ${beyond}`)
      .orderBy(inOrder)
      .limit(1)
      .offset(STEP - 1);
    const within = end ? sql` AND (c.last_modified_at, c.ticket_id) ${upTo} (${end.at}, ${end.id})` : sql``;
    const found = await ctx.read
      .select({ id: sql<number>`c.ticket_id` })
      .from(sql`${list} CROSS JOIN ${tripTicket} ON ${tripTicket.id} = c.ticket_id`)
      .where(sql`${mine} AND ${beyond}${within} AND ${matches}`)
      .orderBy(inOrder)
      .limit(most - ids.length);
    for (const { id } of found) ids.push(id);
    if (ids.length >= most) return { ids, whole: false };
    if (!end) return { ids, whole: true };
    from = end;
  }
  return { ids, whole: false };
}

/**
 * The ids of every visible ticket that matches a filter, latest change first, however many there are: for exports and
 * for actions on all matches. The walk starts from the oldest, so that a ticket that changes during it comes up later
 * and isn't missed. Each comes once.
 */
export async function matchingIds(ctx: Reading, filter: TicketFilter, most = 2_000_000): Promise<number[]> {
  const { ids } = await gather(ctx, filter, { descending: false, most });
  return [...new Set(ids)].reverse();
}

/** A list in parts of `size`, for reading rows by their ids without holding them all. */
export function* inChunks<T>(list: readonly T[], size = 500): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}
