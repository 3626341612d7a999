import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { ticketSelection, tripTicket } from "#db/schema";
import {
  filterShape,
  isNarrowed,
  resolveFilter,
  type TicketFilter,
} from "~/modules/trip-tickets/list/rules/filter";
import { parseListQuery } from "~/modules/trip-tickets/rules/list-query";
import { STATUS_IDS, VIEWS } from "~/modules/trip-tickets/rules/trip-ticket";
import { visibleTicketsQuery } from "~/modules/trip-tickets/shared/access.server";
import { readMatchingIds } from "~/modules/trip-tickets/shared/query-plan.server";
import { countTickets } from "~/modules/trip-tickets/shared/ticket-ids.server";
import type { ReadCtx } from "~/web/procedure";

/** The filter as programs send it; every part is optional. Ids override everything else. */
export const sourceInput = z.strictObject({
  ...filterShape,
  trip_ticket_ids: z.array(z.number().int().positive()).max(1000).optional(),
});

/** Source of an export: the address of a list, or an API request. */
export type Source = { query: string } | { dto: z.output<typeof sourceInput> };

/** Tickets of an export: these ids, or all that match a filter. */
type Wanted = { ids: number[] } | { filter: TicketFilter };

async function wantedOf(ctx: ReadCtx, source: Source): Promise<Wanted> {
  if ("dto" in source) {
    const { trip_ticket_ids, ...filter } = source.dto;
    // A selection that was emptied in the meantime means no tickets, not all of them.
    return trip_ticket_ids ? { ids: await visible(ctx, trip_ticket_ids) } : { filter };
  }
  const params = new URLSearchParams(source.query);
  if (params.has("selection")) return { ids: await selected(ctx) };
  const named = params.getAll("ids").flatMap((text) => text.split(","));
  const ids = [...new Set(named.filter((t) => /^[1-9]\d{0,14}$/.test(t)).map(Number))].slice(0, 1000);
  if (params.has("ids")) return { ids: await visible(ctx, ids) };
  return { filter: listFilter(params, ctx.actor.zone) };
}

/** Filter of a list's address; if it names no status, the statuses of its view. */
function listFilter(params: URLSearchParams, zone: string): TicketFilter {
  const { view, page: _page, sort: _sort, descending: _way, ...query } = parseListQuery(params).input;
  const filter = resolveFilter(query, zone);
  // A request for ticket numbers returns those tickets in any status.
  if (filter.trip_ticket_status_ids?.length || filter.trip_ticket_numbers?.length) return filter;
  return { ...filter, trip_ticket_status_ids: [...VIEWS[view].statuses] };
}

/** Return those of the named tickets that the acting company may see, in the order in which they were named. */
async function visible(ctx: ReadCtx, ids: number[]): Promise<number[]> {
  const rows = await ctx.read
    .select({ id: tripTicket.id })
    .from(tripTicket)
    .where(and(inArray(tripTicket.id, ids), visibleTicketsQuery(ctx.actor)));
  const seen = new Set(rows.map((row) => row.id));
  return ids.filter((id) => seen.has(id));
}

/** Tickets that the user has selected in this company. */
async function selected(ctx: ReadCtx): Promise<number[]> {
  const rows = await ctx.read
    .select({ id: tripTicket.id })
    .from(ticketSelection)
    .innerJoin(tripTicket, eq(tripTicket.id, ticketSelection.trip_ticket_id))
    .where(
      and(
        eq(ticketSelection.user_id, ctx.actor.user?.id ?? 0),
        eq(ticketSelection.company_id, ctx.actor.company.id),
        visibleTicketsQuery(ctx.actor),
      ),
    )
    .orderBy(tripTicket.id);
  return rows.map((row) => row.id);
}

/** Number of tickets a source has now. */
export async function countSourceTickets(ctx: ReadCtx, source: Source): Promise<number> {
  const expected = await wantedOf(ctx, source);
  if ("ids" in expected) return expected.ids.length;
  const { trip_ticket_status_ids: statuses, trip_ticket_numbers: numbers } = expected.filter;
  // Counters exist for filters by status alone.
  if (isNarrowed(expected.filter) || numbers?.length)
    return (await readMatchingIds(ctx, expected.filter)).length;
  return countTickets(ctx, { statuses: statuses?.length ? statuses : STATUS_IDS });
}

/**
 * Return the ids of a source's tickets, the last changed first: taken before anything is written, so that a concurrent
 * change neither loses a ticket nor repeats it. The tickets themselves are read a chunk at a time.
 */
export async function readSourceIds(ctx: ReadCtx, source: Source, most: number): Promise<number[]> {
  const expected = await wantedOf(ctx, source);
  return "ids" in expected
    ? expected.ids.slice(0, most)
    : (await readMatchingIds(ctx, expected.filter)).slice(0, most);
}
