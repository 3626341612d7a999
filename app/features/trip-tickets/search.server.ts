import { and, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { tripTicket } from "#db/schema";
import { ticketsVisibleTo } from "~/core/tickets/access.server";
import { ticketListOutput } from "~/core/tickets/output";
import { selectTickets, withRights } from "~/core/tickets/ticket-row.server";
import { SORTS, usualWay } from "~/domain/tickets/list-query";
import { STATUS_IDS } from "~/domain/tickets/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import { paging } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { filterShape, isGathered, type TicketFilter } from "./filter";
import { gather, inChunks, matchingIds } from "./gather.server";
import { recordsOf, type TicketRecord } from "./record.server";
import {
  byShape,
  countTickets,
  type Filter,
  fromNearerEnd,
  idsOf,
  type Order,
  type Part,
  SORTABLE_UP_TO,
  type Walk,
} from "./ticket-ids.server";
import { ticketOrder } from "./ticket-order.server";

/** Read and sent at once where all are asked for, so that memory stays the same however many there are. */
const CHUNK = 100;

/**
 * The visible tickets that fit, in the specification's wrapper (spec 1, section 7). Every part is optional; an
 * empty list asks for nothing. `take: -1` gives all of them, a chunk at a time. Beyond statuses, numbers and jobs the
 * total is counted up to COUNTED_UP_TO; `more` says that there are others.
 */
export const searchTickets = procedure({
  name: "searchTickets",
  may: "trip_ticket.read",
  input: z.strictObject({
    ...filterShape,
    sort: z.enum(SORTS).default("last_modified_at"),
    descending: z.boolean().optional(),
    ...paging,
  }),
  output: ticketListOutput,
  async run(ctx, input) {
    const { take, skip, sort, descending = usualWay(sort), ...asked } = input;
    const order: Order = { sort, descending };
    if (isGathered(asked)) return gathered(ctx, asked, order, { take, skip });
    const filter: Filter = {
      statuses: input.trip_ticket_status_ids?.length ? input.trip_ticket_status_ids : STATUS_IDS,
      numbers: input.trip_ticket_numbers ?? [],
      jobs: input.job_ids ?? [],
    };
    const total = await countTickets(ctx, filter);
    if (sort !== "last_modified_at" && total > SORTABLE_UP_TO) throw tooManyToSort(total);
    const meta = { total, skip, take };
    if (take === -1) return { trip_tickets: allFrom(ctx, filter, order, skip), meta };
    const part = fromNearerEnd({ take, skip }, total, filter, order);
    return { trip_tickets: await readPart(ctx, filter, order, part), meta };
  },
});

/** Beyond this many a total is not counted where a filter has to be looked for. */
export const COUNTED_UP_TO = 10_000;

/** As above where the filter has to be looked for: the ids first, then the part that was asked for. */
async function gathered(ctx: Ctx<CompanyActor>, filter: TicketFilter, order: Order, { take, skip }: Part) {
  const byChange = order.sort === "last_modified_at";
  const most = take === -1 ? EVERYTHING : Math.max(COUNTED_UP_TO, skip + take) + 1;
  const { ids } =
    take === -1
      ? { ids: await matchingIds(ctx, filter) }
      : await gather(ctx, filter, { descending: byChange ? order.descending : true, most });
  if (take === -1 && byChange && !order.descending) ids.reverse();
  if (!byChange && ids.length > SORTABLE_UP_TO) throw tooManyToSort(ids.length);
  const more = take !== -1 && ids.length >= most;
  const meta = { total: more ? most - 1 : ids.length, skip, take, ...(more ? { more } : {}) };
  const inOrder = byChange ? ids : await sorted(ctx, ids, order);
  const part = inOrder.slice(skip, take === -1 ? undefined : skip + take);
  if (take === -1) return { trip_tickets: recordsIn(ctx, part, order), meta };
  const records: TicketRecord[] = [];
  for await (const one of recordsIn(ctx, part, order)) records.push(one);
  return { trip_tickets: records, meta };
}
const EVERYTHING = 2_000_000;

const tooManyToSort = (total: number) =>
  invalid({
    sort: [`${total} tickets match, too many to sort. Narrow the filter to ${SORTABLE_UP_TO} or fewer.`],
  });

const sorted = async (ctx: Ctx<CompanyActor>, ids: number[], order: Order) =>
  (
    await ctx.read
      .select({ id: tripTicket.id })
      .from(tripTicket)
      .where(sql`${tripTicket.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
      .orderBy(ticketOrder(order))
  ).map((row) => row.id);

const findTickets = byShape((read, shape) =>
  selectTickets(read)
    .where(inArray(tripTicket.id, idsOf(shape)))
    .orderBy(ticketOrder(shape)),
);

async function readPart(ctx: Ctx<CompanyActor>, filter: Filter, order: Order, part: Walk) {
  return recordsOf(ctx, await withRights(ctx, await findTickets(ctx, filter, order, part)));
}

const findIds = byShape((read, shape) => read.select({ id: sql<number>`id` }).from(idsOf(shape)));

/** Every ticket from here on. The ids are taken first, in one read, so that a change under way loses none. */
async function* allFrom(
  ctx: Ctx<CompanyActor>,
  filter: Filter,
  order: Order,
  skip: number,
): AsyncGenerator<TicketRecord> {
  const ids = await findIds(ctx, filter, order, { take: -1, skip });
  yield* recordsIn(
    ctx,
    ids.map((row) => row.id),
    order,
  );
}

/** Records by their ids, a chunk at a time, those that are still visible. */
async function* recordsIn(
  ctx: Ctx<CompanyActor>,
  ids: readonly number[],
  order: Order,
): AsyncGenerator<TicketRecord> {
  for (const chunk of inChunks(ids, CHUNK)) {
    const rows = await selectTickets(ctx.read)
      .where(and(inArray(tripTicket.id, chunk), ticketsVisibleTo(ctx.actor)))
      .orderBy(ticketOrder(order));
    yield* await recordsOf(ctx, await withRights(ctx, rows));
  }
}
