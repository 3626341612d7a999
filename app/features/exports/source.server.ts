import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { ticketSelection, tripTicket } from "#db/schema";
import { ticketsVisibleTo } from "~/features/trip-tickets/access.server";
import { readListQuery } from "~/features/trip-tickets/list-query";
import {
  byShape,
  countTickets,
  type Filter,
  idsOf,
  type Order,
} from "~/features/trip-tickets/ticket-ids.server";
import { STATUS_IDS, VIEWS } from "~/features/trip-tickets/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";

const list = (most: number) => z.array(z.number().int().positive()).max(most).optional();

/** The filter as programs send it; every part is optional. */
export const dtoInput = z.strictObject({
  job_ids: list(100),
  trip_ticket_status_ids: z.array(z.number().int().min(1).max(7)).max(7).optional(),
  trip_ticket_numbers: list(100),
  trip_ticket_ids: list(1000),
});

/** Which tickets are meant: the address of a list, or what a program asked for. */
export type Source = { query: string } | { dto: z.output<typeof dtoInput> };

/** What an export is of: these tickets one by one, or all that fit a filter. */
type Wanted = { ids: number[] } | { filter: Filter };

const NEWEST: Order = { sort: "last_modified_at", descending: true };

async function wantedOf(ctx: Ctx<CompanyActor>, source: Source): Promise<Wanted> {
  if ("dto" in source) {
    const { trip_ticket_ids, trip_ticket_status_ids, trip_ticket_numbers, job_ids } = source.dto;
    if (trip_ticket_ids?.length) return { ids: await visible(ctx, trip_ticket_ids) };
    return {
      filter: {
        statuses: trip_ticket_status_ids?.length ? trip_ticket_status_ids : STATUS_IDS,
        numbers: trip_ticket_numbers ?? [],
        jobs: job_ids ?? [],
      },
    };
  }
  const params = new URLSearchParams(source.query);
  if (params.has("selection")) return { ids: await selected(ctx) };
  const named = params.getAll("ids").flatMap((text) => text.split(","));
  const ids = [...new Set(named.filter((t) => /^[1-9]\d{0,14}$/.test(t)).map(Number))].slice(0, 1000);
  if (ids.length) return { ids: await visible(ctx, ids) };
  const { input } = readListQuery(params);
  if (input.trip_ticket_numbers)
    return { filter: { statuses: STATUS_IDS, numbers: input.trip_ticket_numbers } };
  return { filter: { statuses: input.status_ids ?? [...VIEWS[input.view].statuses] } };
}

/** Those of the named tickets that the acting company may see, in the order in which they were named. */
async function visible(ctx: Ctx<CompanyActor>, ids: number[]): Promise<number[]> {
  const rows = await ctx.read
    .select({ id: tripTicket.id })
    .from(tripTicket)
    .where(and(inArray(tripTicket.id, ids), ticketsVisibleTo(ctx.actor)));
  const seen = new Set(rows.map((row) => row.id));
  return ids.filter((id) => seen.has(id));
}

/** The tickets that the person has picked in this company. */
async function selected(ctx: Ctx<CompanyActor>): Promise<number[]> {
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
export async function countOf(ctx: Ctx<CompanyActor>, source: Source): Promise<number> {
  const wanted = await wantedOf(ctx, source);
  return "ids" in wanted ? wanted.ids.length : countTickets(ctx, wanted.filter);
}

const findIds = byShape((read, shape) => read.select({ id: sql<number>`id` }).from(idsOf(shape)));

/**
 * The ids of a source's tickets, the last changed first: taken in one read, so that a change under way neither loses a
 * ticket nor brings it twice. Eight bytes a ticket; the tickets themselves are read a chunk at a time.
 */
export async function idsOfSource(ctx: Ctx<CompanyActor>, source: Source, most: number): Promise<number[]> {
  const wanted = await wantedOf(ctx, source);
  if ("ids" in wanted) return wanted.ids.slice(0, most);
  const rows = await findIds(ctx, wanted.filter, NEWEST, { take: most, skip: 0 });
  return rows.map((row) => row.id);
}
