import { type SQL, sql } from "drizzle-orm";
import { jsonListSql } from "#db/json-list";
import { prepareQuery } from "#db/prepared.server";
import { tripTicket } from "#db/schema";
import type { ReadCtx } from "~/web/procedure";
import { buildFilterConditions, importedByCondition } from "../list/data/filter.server";
import { findDroppedOffTickets, getDropOffRange } from "../list/data/gather-dates.server";
import { IDS_JSON, parseIdsJson } from "../list/data/id-text.server";
import type { TicketFilter } from "../list/rules/filter";
import { type MatchResult, type PageRequest, scanTickets } from "../paper/data/scan.server";
import { STATUS_IDS } from "../rules/trip-ticket";
import { visibleTicketsQuery } from "./access.server";

/** Maximum number of tickets that one page scans; the page mentions this limit (docs/decisions/005). */
export const MAX_SCANNED_TICKETS = 200_000;
/** Maximum number of tickets for which a search starts from the unscaled loads. */
const FEW = 50_000;

/**
 * Return the ids of the visible tickets that match a filter, ordered by last change. The search starts from a part of
 * the filter: numbers, destinations, jobs, drop-off days, or not scaled yet. Otherwise the company's own list is
 * scanned in chunks, so that other users' requests don't wait.
 */
export async function findPageIds(
  ctx: ReadCtx,
  filter: TicketFilter,
  pageRequest: PageRequest,
): Promise<MatchResult> {
  if (filter.is_unreadable) return { ids: [], whole: true };
  const named = narrowWay(ctx, filter);
  if (named) return byWay(ctx, filter, named, pageRequest);
  const days = getDropOffRange(filter);
  if (days) return findDroppedOffTickets(ctx, filter, days, pageRequest);
  const way = await unscaledWay(ctx, filter);
  return way ? byWay(ctx, filter, way, pageRequest) : scanTickets(ctx, filter, pageRequest);
}

/** Search condition that an index covers; `from` names the index if the planner might not use it. */
type Way = { from: SQL; where: SQL };

/** Return the search condition to start from, if the filter names a few specific values; null otherwise. */
function narrowWay({ actor }: ReadCtx, filter: TicketFilter): Way | null {
  const t = tripTicket;
  const from = sql`${t}`;
  if (filter.import_ids?.length)
    return { from, where: sql`${t.id} IN ${importedByCondition(actor, filter.import_ids)}` };
  if (filter.trip_ticket_numbers?.length)
    return { from, where: sql`${t.trip_ticket_number} IN ${jsonListSql(filter.trip_ticket_numbers)}` };
  if (filter.job_destination_ids?.length)
    return { from, where: sql`${t.job_destination_id} IN ${jsonListSql(filter.job_destination_ids)}` };
  return filter.job_ids?.length ? { from, where: sql`${t.job_id} IN ${jsonListSql(filter.job_ids)}` } : null;
}

const findOwn = prepareQuery((read) =>
  read
    .select({ n: sql<number>`coalesce(sum(n), 0)` })
    .from(sql`company_status_count`)
    .where(sql`company_id = ${sql.placeholder("me")}`),
);
const notScaled = (statuses: unknown): Way => ({
  from: sql`${tripTicket} INDEXED BY trip_ticket_not_scaled`,
  where: sql`${tripTicket.scaled_volume} IS NULL AND ${tripTicket.trip_ticket_status_id} IN (SELECT value FROM json_each(${statuses}))`,
});
const findLed = prepareQuery((read) => {
  const { from, where } = notScaled(sql.placeholder("statuses"));
  return read
    .select({ n: sql<number>`n` })
    .from(
      sql`(SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ${sql.placeholder("most")}))`,
    );
});

/**
 * Return a search condition for unscaled loads; null if there are more than `FEW` of these, or more than the company
 * has tickets.
 */
async function unscaledWay(ctx: ReadCtx, filter: TicketFilter): Promise<Way | null> {
  if (filter.scaled !== false) return null;
  const ids = filter.trip_ticket_status_ids?.length ? filter.trip_ticket_status_ids : STATUS_IDS;
  const statuses = JSON.stringify(ids);
  const [own] = await findOwn(ctx.read, { me: ctx.actor.company.id });
  const most = Math.min(FEW, own?.n ?? 0);
  const [led] = await findLed(ctx.read, { statuses, most: most + 1 });
  return (led?.n ?? 0) <= most ? notScaled(statuses) : null;
}

async function byWay(
  ctx: ReadCtx,
  filter: TicketFilter,
  way: Way,
  { descending, most }: PageRequest,
): Promise<MatchResult> {
  const t = tripTicket;
  const order = sql.raw(descending ? "DESC" : "ASC");
  const where = [way.where, visibleTicketsQuery(ctx.actor), ...buildFilterConditions(ctx.actor, filter)];
  const [found] = await ctx.read.select({ ids: IDS_JSON }).from(
    sql`(SELECT ${t.id} AS id FROM ${way.from} WHERE ${sql.join(where, sql` AND `)}
        ORDER BY +${t.last_modified_at} ${order}, +${t.id} ${order} LIMIT ${most})`,
  );
  const ids = parseIdsJson(found);
  return { ids, whole: ids.length < most };
}

/**
 * Return the ids of all visible tickets that match a filter, latest change first, without limit: for exports and for
 * actions on all matches. The scan starts at the oldest change, so that a ticket that changes in the meantime comes up later
 * and isn't missed. Each id appears once.
 */
export async function readMatchingIds(
  ctx: ReadCtx,
  filter: TicketFilter,
  most = 2_000_000,
): Promise<number[]> {
  const { ids } = await findPageIds(ctx, filter, { descending: false, most });
  return [...new Set(ids)].reverse();
}

/** Split a list into parts of `size`, to read rows by id without keeping all of them in memory. */
export function* splitIntoChunks<T>(list: readonly T[], size = 500): Generator<T[]> {
  for (let index = 0; index < list.length; index += size) yield list.slice(index, index + size);
}
