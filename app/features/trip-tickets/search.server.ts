import { and, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { tripTicket } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import { paging } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { ticketsVisibleTo } from "./access.server";
import { SORTS } from "./list-query";
import { recordsOf, type TicketRecord } from "./record.server";
import {
  byShape,
  countTickets,
  type Filter,
  fromNearerEnd,
  idsOf,
  type Order,
  SORTABLE_UP_TO,
  ticketOrder,
  usualWay,
  type Walk,
} from "./ticket-ids.server";
import { selectTickets, withRights } from "./ticket-row.server";
import { STATUS_IDS } from "./trip-ticket";

/** Read and sent at once where all are asked for, so that memory stays the same however many there are. */
const CHUNK = 100;

const list = (most: number) => z.array(z.number().int().positive()).max(most).optional();

/**
 * The visible tickets that fit, in the specification's wrapper (spec 1, section 7). Every part is optional; an
 * empty list asks for nothing. `take: -1` gives all of them, a chunk at a time.
 */
export const searchTickets = procedure({
  name: "searchTickets",
  may: "trip_ticket.read",
  input: z.strictObject({
    job_ids: list(100),
    trip_ticket_status_ids: z.array(z.number().int().min(1).max(7)).max(7).optional(),
    trip_ticket_numbers: list(100),
    sort: z.enum(SORTS).default("last_modified_at"),
    descending: z.boolean().optional(),
    ...paging,
  }),
  async run(ctx, input) {
    const { take, skip, sort, descending = usualWay(sort) } = input;
    const order: Order = { sort, descending };
    const filter: Filter = {
      statuses: input.trip_ticket_status_ids?.length ? input.trip_ticket_status_ids : STATUS_IDS,
      numbers: input.trip_ticket_numbers ?? [],
      jobs: input.job_ids ?? [],
    };
    const total = await countTickets(ctx, filter);
    if (sort !== "last_modified_at" && total > SORTABLE_UP_TO)
      throw invalid({
        sort: [`${total} tickets fit, and up to ${SORTABLE_UP_TO} can be sorted so. Ask for fewer.`],
      });
    const meta = { total, skip, take };
    if (take === -1) return { trip_tickets: allFrom(ctx, filter, order, skip), meta };
    const part = fromNearerEnd({ take, skip }, total, filter, order);
    return { trip_tickets: await readPart(ctx, filter, order, part), meta };
  },
});

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
  for (let at = 0; at < ids.length; at += CHUNK) {
    const chunk = ids.slice(at, at + CHUNK).map((row) => row.id);
    const rows = await selectTickets(ctx.read)
      .where(and(inArray(tripTicket.id, chunk), ticketsVisibleTo(ctx.actor)))
      .orderBy(ticketOrder(order));
    yield* await recordsOf(ctx, await withRights(ctx, rows));
  }
}
