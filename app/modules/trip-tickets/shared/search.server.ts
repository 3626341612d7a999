import { and, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { jsonListSql } from "#db/json-list";
import { tripTicket } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import { pagingParams } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { ticketOrderSql } from "../list/data/ticket-order.server";
import { requiresSearch, type TicketFilter, ticketFilterFields } from "../list/rules/filter";
import { isDescendingByDefault, TICKET_SORTS } from "../rules/list-query";
import { ticketListOutput } from "../rules/ticket-output";
import { STATUS_IDS } from "../rules/trip-ticket";
import { visibleTicketsQuery } from "./access.server";
import { findPageIds, readMatchingIds, splitIntoChunks } from "./query-plan.server";
import { readTicketRecords, type TicketRecord } from "./record.server";
import {
  buildIdsQuery,
  countTickets,
  type IdFilter,
  MAX_SORTABLE_TICKETS,
  type PagePartRequest,
  prepareByShape,
  type ScanRequest,
  scanFromNearerEnd,
  type TicketOrder,
} from "./ticket-ids.server";
import { addTicketRights, selectTickets } from "./ticket-row.server";

/** Number of rows to read and send at a time when a client requests all rows, so that memory use stays constant. */
const CHUNK = 100;

/**
 * Return the matching visible tickets in the format of the API. Every filter is optional; an empty list means no
 * restriction. `take: -1` returns all tickets, a chunk at a time. With filters beyond statuses, numbers and jobs, the
 * total is counted up to COUNTED_UP_TO; `more` is true if there are more tickets.
 */
export const searchTickets = procedure({
  name: "searchTickets",
  may: "trip_ticket.read",
  input: z.strictObject({
    ...ticketFilterFields,
    sort: z.enum(TICKET_SORTS).default("last_modified_at"),
    descending: z.boolean().optional(),
    ...pagingParams,
  }),
  output: ticketListOutput,
  async run(ctx, input) {
    const { take, skip, sort, descending = isDescendingByDefault(sort), ...asked } = input;
    const order: TicketOrder = { sort, descending };
    if (requiresSearch(asked)) return gathered(ctx, asked, order, { take, skip });
    const filter: IdFilter = {
      statuses: input.trip_ticket_status_ids?.length ? input.trip_ticket_status_ids : STATUS_IDS,
      numbers: input.trip_ticket_numbers ?? [],
      jobs: input.job_ids ?? [],
    };
    const total = await countTickets(ctx, filter);
    if (sort !== "last_modified_at" && total > MAX_SORTABLE_TICKETS) throw tooManyToSort(total);
    const meta = { total, skip, take };
    if (take === -1) return { trip_tickets: allFrom(ctx, filter, order, skip), meta };
    const part = scanFromNearerEnd({ take, skip }, total, filter, order);
    return { trip_tickets: await readPart(ctx, filter, order, part), meta };
  },
});

/** Maximum total to count when a filter requires a search. */
export const MAX_COUNTED_TICKETS = 10_000;

/** Return matching tickets when a filter requires a search: reads the ids first, then the requested part. */
async function gathered(
  ctx: Ctx<CompanyActor>,
  filter: TicketFilter,
  order: TicketOrder,
  { take, skip }: PagePartRequest,
) {
  const byChange = order.sort === "last_modified_at";
  const most = take === -1 ? EVERYTHING : Math.max(MAX_COUNTED_TICKETS, skip + take) + 1;
  const { ids } =
    take === -1
      ? { ids: await readMatchingIds(ctx, filter) }
      : await findPageIds(ctx, filter, { descending: byChange ? order.descending : true, most });
  if (take === -1 && byChange && !order.descending) ids.reverse();
  if (!byChange && ids.length > MAX_SORTABLE_TICKETS) throw tooManyToSort(ids.length);
  const more = take !== -1 && ids.length >= most;
  const meta = { total: more ? most - 1 : ids.length, skip, take, ...(more ? { more } : {}) };
  const inOrder = byChange ? ids : await sorted(ctx, ids, order);
  const part = inOrder.slice(skip, take === -1 ? undefined : skip + take);
  if (take === -1) return { trip_tickets: recordsIn(ctx, part, order), meta };
  const records: TicketRecord[] = [];
  for await (const item of recordsIn(ctx, part, order)) records.push(item);
  return { trip_tickets: records, meta };
}
const EVERYTHING = 2_000_000;

const tooManyToSort = (total: number) =>
  invalid({
    sort: [
      `${total} tickets match, too many to sort. Narrow the filter to ${MAX_SORTABLE_TICKETS} or fewer.`,
    ],
  });

const sorted = async (ctx: Ctx<CompanyActor>, ids: number[], order: TicketOrder) =>
  (
    await ctx.read
      .select({ id: tripTicket.id })
      .from(tripTicket)
      .where(sql`${tripTicket.id} IN ${jsonListSql(ids)}`)
      .orderBy(ticketOrderSql(order))
  ).map((row) => row.id);

const findTickets = prepareByShape((read, shape) =>
  selectTickets(read)
    .where(inArray(tripTicket.id, buildIdsQuery(shape)))
    .orderBy(ticketOrderSql(shape)),
);

async function readPart(ctx: Ctx<CompanyActor>, filter: IdFilter, order: TicketOrder, part: ScanRequest) {
  return readTicketRecords(ctx, await addTicketRights(ctx, await findTickets(ctx, filter, order, part)));
}

const findIds = prepareByShape((read, shape) =>
  read.select({ id: sql<number>`id` }).from(buildIdsQuery(shape)),
);

/**
 * Yield every ticket after the skipped ones. All ids are read first in a single read, so that a concurrent change loses
 * no ticket.
 */
async function* allFrom(
  ctx: Ctx<CompanyActor>,
  filter: IdFilter,
  order: TicketOrder,
  skip: number,
): AsyncGenerator<TicketRecord> {
  const ids = await findIds(ctx, filter, order, { take: -1, skip });
  yield* recordsIn(
    ctx,
    ids.map((row) => row.id),
    order,
  );
}

/** Yield the still visible records with these ids, a chunk at a time. */
async function* recordsIn(
  ctx: Ctx<CompanyActor>,
  ids: readonly number[],
  order: TicketOrder,
): AsyncGenerator<TicketRecord> {
  for (const chunk of splitIntoChunks(ids, CHUNK)) {
    const rows = await selectTickets(ctx.read)
      .where(and(inArray(tripTicket.id, chunk), visibleTicketsQuery(ctx.actor)))
      .orderBy(ticketOrderSql(order));
    yield* await readTicketRecords(ctx, await addTicketRights(ctx, rows));
  }
}
