import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { ticketSelection, tripTicket } from "#db/schema";
import {
  hasExtraFilters,
  resolveFilter,
  type TicketFilter,
  ticketFilterFields,
} from "~/modules/trip-tickets/list/rules/filter";
import { parseListQuery } from "~/modules/trip-tickets/rules/list-query";
import { STATUS_IDS, TICKET_VIEWS } from "~/modules/trip-tickets/rules/trip-ticket";
import { visibleTicketsQuery } from "~/modules/trip-tickets/shared/access.server";
import { readMatchingIds } from "~/modules/trip-tickets/shared/query-plan.server";
import { countTickets } from "~/modules/trip-tickets/shared/ticket-ids.server";
import type { ReadCtx } from "~/web/procedure";

/** Ticket filter of an export API request; every field is optional. `trip_ticket_ids` overrides all other fields. */
export const exportSourceInput = z.strictObject({
  ...ticketFilterFields,
  trip_ticket_ids: z.array(z.number().int().positive()).max(1000).optional(),
});

/** Source of an export: the query string of a ticket list, or the input of an API request. */
export type ExportSource = { query: string } | { dto: z.output<typeof exportSourceInput> };

/** Tickets of an export: these ids, or all that match a filter. */
type Wanted = { ids: number[] } | { filter: TicketFilter };

async function wantedOf(ctx: ReadCtx, source: ExportSource): Promise<Wanted> {
  if ("dto" in source) {
    const { trip_ticket_ids, ...filter } = source.dto;
    // An empty id list, for example a selection that has been cleared since, means no tickets, not all of them.
    return trip_ticket_ids ? { ids: await visible(ctx, trip_ticket_ids) } : { filter };
  }
  const params = new URLSearchParams(source.query);
  if (params.has("selection")) return { ids: await selected(ctx) };
  const named = params.getAll("ids").flatMap((text) => text.split(","));
  const ids = [...new Set(named.filter((t) => /^[1-9]\d{0,14}$/.test(t)).map(Number))].slice(0, 1000);
  if (params.has("ids")) return { ids: await visible(ctx, ids) };
  return { filter: listFilter(params, ctx.actor.zone) };
}

/**
 * Return the filter of a ticket list's URL; without a status in the URL, the filter has the statuses of the list's
 * view.
 */
function listFilter(params: URLSearchParams, zone: string): TicketFilter {
  const { view, page: _page, sort: _sort, descending: _way, ...query } = parseListQuery(params).input;
  const filter = resolveFilter(query, zone);
  // A filter by ticket number matches tickets in any status.
  if (filter.trip_ticket_status_ids?.length || filter.trip_ticket_numbers?.length) return filter;
  return { ...filter, trip_ticket_status_ids: [...TICKET_VIEWS[view].statuses] };
}

/** Return the given ticket ids that the acting company may see, in the given order. */
async function visible(ctx: ReadCtx, ids: number[]): Promise<number[]> {
  const rows = await ctx.read
    .select({ id: tripTicket.id })
    .from(tripTicket)
    .where(and(inArray(tripTicket.id, ids), visibleTicketsQuery(ctx.actor)));
  const seen = new Set(rows.map((row) => row.id));
  return ids.filter((id) => seen.has(id));
}

/** Return the ids of the tickets that the user has selected in this company. */
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

/** Count the tickets that an export source matches now. */
export async function countSourceTickets(ctx: ReadCtx, source: ExportSource): Promise<number> {
  const expected = await wantedOf(ctx, source);
  if ("ids" in expected) return expected.ids.length;
  const { trip_ticket_status_ids: statuses, trip_ticket_numbers: numbers } = expected.filter;
  // Stored ticket counts exist only by status; other filters count their matching ids.
  if (hasExtraFilters(expected.filter) || numbers?.length)
    return (await readMatchingIds(ctx, expected.filter)).length;
  return countTickets(ctx, { statuses: statuses?.length ? statuses : STATUS_IDS });
}

/**
 * Return the ids of a source's tickets, last changed first. All ids are read before writing starts, so that a
 * concurrent change neither loses nor repeats a ticket. The tickets themselves are read later, a chunk at a time.
 */
export async function readSourceIds(ctx: ReadCtx, source: ExportSource, most: number): Promise<number[]> {
  const expected = await wantedOf(ctx, source);
  return "ids" in expected
    ? expected.ids.slice(0, most)
    : (await readMatchingIds(ctx, expected.filter)).slice(0, most);
}
