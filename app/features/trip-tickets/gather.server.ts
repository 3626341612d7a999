import { type SQL, sql } from "drizzle-orm";
import { prepared } from "#db/prepared.server";
import { tripTicket } from "#db/schema";
import { ticketsVisibleTo } from "~/core/tickets/access.server";
import { STATUS_IDS } from "~/domain/tickets/trip-ticket";
import type { Reading } from "~/web/procedure";
import type { TicketFilter } from "./filter";
import { conditionsOf, importedBy } from "./filter.server";
import { dateWay, droppedOff } from "./gather-dates.server";
import { type Gathered, type Wanted, walk } from "./gather-walk.server";
import { IDS_AS_TEXT, idsOfText } from "./id-text.server";

/** A page looks at so many at most, of which it tells (docs/decisions/005). */
export const LOOK_AT = 200_000;
/** The way in by what is not scaled yet is taken where it leads to so many tickets at most. */
const FEW = 50_000;

/**
 * The ids of the visible tickets that a filter asks for, in the order of their last change. The way in is chosen by
 * what the filter names: numbers, destinations, jobs, days of dropping off, not scaled yet; else the company's own list is
 * walked, a step at a time, so that nobody waits for anybody's search.
 */
export async function gather(ctx: Reading, filter: TicketFilter, wanted: Wanted): Promise<Gathered> {
  if (filter.is_unreadable) return { ids: [], whole: true };
  const named = narrowWay(ctx, filter);
  if (named) return byWay(ctx, filter, named, wanted);
  const days = droppedOff(filter);
  if (days) return dateWay(ctx, filter, days, wanted);
  const way = await unscaledWay(ctx, filter);
  return way ? byWay(ctx, filter, way, wanted) : walk(ctx, filter, wanted);
}

const values = (ids: readonly number[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** A condition that an index answers; `from` names the index where the planner would not be sure to see it. */
type Way = { from: SQL; where: SQL };

/** A way in where the filter names few things. */
function narrowWay({ actor }: Reading, filter: TicketFilter): Way | null {
  const t = tripTicket;
  const from = sql`${t}`;
  if (filter.import_ids?.length)
    return { from, where: sql`${t.id} IN ${importedBy(actor, filter.import_ids)}` };
  if (filter.trip_ticket_numbers?.length)
    return { from, where: sql`${t.trip_ticket_number} IN ${values(filter.trip_ticket_numbers)}` };
  if (filter.job_destination_ids?.length)
    return { from, where: sql`${t.job_destination_id} IN ${values(filter.job_destination_ids)}` };
  return filter.job_ids?.length ? { from, where: sql`${t.job_id} IN ${values(filter.job_ids)}` } : null;
}

const findOwn = prepared((read) =>
  read
    .select({ n: sql<number>`coalesce(sum(n), 0)` })
    .from(sql`company_status_count`)
    .where(sql`company_id = ${sql.placeholder("me")}`),
);
const notScaled = (statuses: unknown): Way => ({
  from: sql`${tripTicket} INDEXED BY trip_ticket_not_scaled`,
  where: sql`${tripTicket.scaled_volume} IS NULL AND ${tripTicket.trip_ticket_status_id} IN (SELECT value FROM json_each(${statuses}))`,
});
const findLed = prepared((read) => {
  const { from, where } = notScaled(sql.placeholder("statuses"));
  return read
    .select({ n: sql<number>`n` })
    .from(
      sql`(SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ${sql.placeholder("most")}))`,
    );
});

/**
 * A way in that is worth it where it leads to few tickets, and to fewer than the company has: what is not scaled yet,
 * which is little of all that was ever hauled.
 */
async function unscaledWay(ctx: Reading, filter: TicketFilter): Promise<Way | null> {
  if (filter.scaled !== false) return null;
  const ids = filter.trip_ticket_status_ids?.length ? filter.trip_ticket_status_ids : STATUS_IDS;
  const statuses = JSON.stringify(ids);
  const [own] = await findOwn(ctx.read, { me: ctx.actor.company.id });
  const most = Math.min(FEW, own?.n ?? 0);
  const [led] = await findLed(ctx.read, { statuses, most: most + 1 });
  return (led?.n ?? 0) <= most ? notScaled(statuses) : null;
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
  const [found] = await ctx.read.select({ ids: IDS_AS_TEXT }).from(
    sql`(SELECT ${t.id} AS id FROM ${way.from} WHERE ${sql.join(where, sql` AND `)}
        ORDER BY +${t.last_modified_at} ${order}, +${t.id} ${order} LIMIT ${most})`,
  );
  const ids = idsOfText(found);
  return { ids, whole: ids.length < most };
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
