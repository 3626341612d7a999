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
export const STEP = 10_000;
/** A page looks at so many at most, of which it tells (docs/decisions/005). */
export const LOOK_AT = 200_000;
/** Days on which so many loads were dropped off at most are read by their date; longer ranges are not. */
const BY_DATE = 50_000;

export type Wanted = {
  /** In the order of the last change, the newest first. */
  descending: boolean;
  /** The most ids to return. */
  most: number;
  /** The most tickets to look at if the filter names no job, destination, number or short range of days. */
  lookAt?: number;
};
/** `whole`: everything that could match was looked at, and nothing was left out. */
export type Gathered = { ids: number[]; whole: boolean };

/**
 * The ids of the visible tickets that a filter asks for, in the order of their last change. The way in is chosen by
 * what the filter names: numbers, destinations, jobs, a few days; else the company's own list is walked, a step at a
 * time, so that nobody waits for anybody's search.
 */
export async function gather(ctx: Reading, filter: TicketFilter, wanted: Wanted): Promise<Gathered> {
  const way = narrowWay(filter) ?? (await dateWay(ctx, filter));
  return way ? byWay(ctx, filter, way, wanted) : walk(ctx, filter, wanted);
}

const values = (ids: readonly number[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** A condition that an index answers, where the filter names few things. */
function narrowWay(filter: TicketFilter): SQL | null {
  const t = tripTicket;
  if (filter.trip_ticket_numbers?.length)
    return sql`${t.trip_ticket_number} IN ${values(filter.trip_ticket_numbers)}`;
  if (filter.job_destination_ids?.length)
    return sql`${t.job_destination_id} IN ${values(filter.job_destination_ids)}`;
  return filter.job_ids?.length ? sql`${t.job_id} IN ${values(filter.job_ids)}` : null;
}

/** Days of dropping off, where few loads fall on them and the company's own list is longer than they are. */
async function dateWay(ctx: Reading, filter: TicketFilter): Promise<SQL | null> {
  const { dropped_off_start: from, dropped_off_end: to, date_field = "dropped_off_at" } = filter;
  if (!from || date_field !== "dropped_off_at") return null;
  const t = tripTicket;
  const way = sql`${t.dropped_off_at} >= ${from} AND ${t.dropped_off_at} <= ${to ?? "9999"}`;
  const [own] = await ctx.read
    .select({ n: sql<number>`coalesce(sum(n), 0)` })
    .from(sql`company_status_count`)
    .where(sql`company_id = ${ctx.actor.company.id}`);
  if ((own?.n ?? 0) <= STEP) return null;
  const [days] = await ctx.read
    .select({ n: sql<number>`n` })
    .from(sql`(SELECT count(*) AS n FROM (SELECT 1 FROM ${t} WHERE ${way} LIMIT ${BY_DATE + 1}))`);
  return (days?.n ?? 0) <= Math.min(BY_DATE, own?.n ?? 0) ? way : null;
}

async function byWay(
  ctx: Reading,
  filter: TicketFilter,
  way: SQL,
  { descending, most }: Wanted,
): Promise<Gathered> {
  const t = tripTicket;
  const order = sql.raw(descending ? "DESC" : "ASC");
  const where = [way, ticketsVisibleTo(ctx.actor), ...conditionsOf(ctx.actor, filter)];
  const rows = await ctx.read
    .select({ id: sql<number>`${t.id}` })
    .from(t)
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
