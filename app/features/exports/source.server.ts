import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { ticketSelection, tripTicket } from "#db/schema";
import { ticketsVisibleTo } from "~/core/tickets/access.server";
import { readListQuery } from "~/domain/tickets/list-query";
import { STATUS_IDS, VIEWS } from "~/domain/tickets/trip-ticket";
import { filterShape, isNarrowed, resolveFilter, type TicketFilter } from "~/features/trip-tickets/filter";
import { matchingIds } from "~/features/trip-tickets/gather.server";
import { countTickets } from "~/features/trip-tickets/ticket-ids.server";
import type { Reading } from "~/web/procedure";

/** The filter as programs send it; every part is optional. Ids override everything else. */
export const dtoInput = z.strictObject({
  ...filterShape,
  trip_ticket_ids: z.array(z.number().int().positive()).max(1000).optional(),
});

/** Which tickets are meant: the address of a list, or what a program asked for. */
export type Source = { query: string } | { dto: z.output<typeof dtoInput> };

/** What an export is of: these tickets one by one, or all that fit a filter. */
type Wanted = { ids: number[] } | { filter: TicketFilter };

async function wantedOf(ctx: Reading, source: Source): Promise<Wanted> {
  if ("dto" in source) {
    const { trip_ticket_ids, ...filter } = source.dto;
    // A selection that was emptied in between means no tickets, not all of them.
    return trip_ticket_ids ? { ids: await visible(ctx, trip_ticket_ids) } : { filter };
  }
  const params = new URLSearchParams(source.query);
  if (params.has("selection")) return { ids: await selected(ctx) };
  const named = params.getAll("ids").flatMap((text) => text.split(","));
  const ids = [...new Set(named.filter((t) => /^[1-9]\d{0,14}$/.test(t)).map(Number))].slice(0, 1000);
  if (params.has("ids")) return { ids: await visible(ctx, ids) };
  return { filter: listFilter(params, ctx.actor.zone) };
}

/** What a list's address shows: its filter, and where it names no status, those of its view. */
function listFilter(params: URLSearchParams, zone: string): TicketFilter {
  const { view, page: _page, sort: _sort, descending: _way, ...query } = readListQuery(params).input;
  const filter = resolveFilter(query, zone);
  // Who asks for numbers wants these tickets, whatever has become of them.
  if (filter.trip_ticket_status_ids?.length || filter.trip_ticket_numbers?.length) return filter;
  return { ...filter, trip_ticket_status_ids: [...VIEWS[view].statuses] };
}

/** Those of the named tickets that the acting company may see, in the order in which they were named. */
async function visible(ctx: Reading, ids: number[]): Promise<number[]> {
  const rows = await ctx.read
    .select({ id: tripTicket.id })
    .from(tripTicket)
    .where(and(inArray(tripTicket.id, ids), ticketsVisibleTo(ctx.actor)));
  const seen = new Set(rows.map((row) => row.id));
  return ids.filter((id) => seen.has(id));
}

/** The tickets that the person has picked in this company. */
async function selected(ctx: Reading): Promise<number[]> {
  const rows = await ctx.read
    .select({ id: tripTicket.id })
    .from(ticketSelection)
    .innerJoin(tripTicket, eq(tripTicket.id, ticketSelection.trip_ticket_id))
    .where(
      and(
        eq(ticketSelection.user_id, ctx.actor.user?.id ?? 0),
        eq(ticketSelection.company_id, ctx.actor.company.id),
        ticketsVisibleTo(ctx.actor),
      ),
    )
    .orderBy(tripTicket.id);
  return rows.map((row) => row.id);
}

/** How many tickets a source has now. */
export async function countOf(ctx: Reading, source: Source): Promise<number> {
  const wanted = await wantedOf(ctx, source);
  if ("ids" in wanted) return wanted.ids.length;
  const { trip_ticket_status_ids: statuses, trip_ticket_numbers: numbers } = wanted.filter;
  // By statuses alone there are counters.
  if (isNarrowed(wanted.filter) || numbers?.length) return (await matchingIds(ctx, wanted.filter)).length;
  return countTickets(ctx, { statuses: statuses?.length ? statuses : STATUS_IDS });
}

/**
 * The ids of a source's tickets, the last changed first: taken before anything is written, so that a change under way
 * neither loses a ticket nor brings it twice. The tickets themselves are read a chunk at a time.
 */
export async function idsOfSource(ctx: Reading, source: Source, most: number): Promise<number[]> {
  const wanted = await wantedOf(ctx, source);
  return "ids" in wanted ? wanted.ids.slice(0, most) : (await matchingIds(ctx, wanted.filter)).slice(0, most);
}
