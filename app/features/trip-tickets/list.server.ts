import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { tripTicket } from "#db/schema";
import { ticketsVisibleTo } from "~/core/tickets/access.server";
import { idsByName } from "~/core/tickets/find-named.server";
import { text } from "~/domain/text/input";
import { MANY_ROWS, SORTS, usualWay } from "~/domain/tickets/list-query";
import { STATUS_IDS, type TicketView, VIEWS } from "~/domain/tickets/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure, type Reading } from "~/web/procedure";
import { filterShape, isGathered, type TicketFilter } from "./filter";
import { gather, LOOK_AT } from "./gather.server";
import type { ColumnChoice } from "./list-columns";
import { readColumns } from "./list-columns.server";
import { readGathered, readRows } from "./list-rows.server";
import { readTabCounts, sumGathered, sumTickets } from "./list-sums.server";
import {
  countTickets,
  fromNearerEnd,
  idsNumbered,
  type Order,
  type Part,
  SORTABLE_UP_TO,
} from "./ticket-ids.server";

/** The list's input: a filter, the view whose statuses apply if none are asked for, the order, the page. */
const listInput = z.strictObject({
  view: z.enum(["loads", "available"]).default("loads"),
  ...filterShape,
  /** Lists nothing, as part of the address's filter can't be read. */
  is_unreadable: z.boolean().optional(),
  /** The same as trip_ticket_status_ids. */
  status_ids: z.array(z.number().int()).max(10).optional(),
  sort: z.enum(SORTS).optional(),
  descending: z.boolean().optional(),
  page: z.number().int().min(0).max(100_000).default(0),
  /** More rows on a page than the view has. */
  rows: z.literal(MANY_ROWS).optional(),
});

/** The statuses that a view shows: those asked for that it offers, else its own; who names numbers wants any. */
export function statusesShown(view: TicketView, asked: readonly number[], numbered: boolean): number[] {
  const offered: readonly number[] = VIEWS[view].offered;
  const statuses = asked.filter((id) => offered.includes(id));
  if (statuses.length) return statuses;
  return numbered ? [...STATUS_IDS] : [...VIEWS[view].statuses];
}

/**
 * A page of the visible tickets. By status, number and job the total is exact; by other filters it is counted up to a
 * thousand (`capped`), and `looked` says after how many of the company's tickets the search was given up, if it was.
 */
export const listTickets = procedure({
  name: "listTickets",
  may: "trip_ticket.read",
  input: listInput,
  async run(ctx, { view: name, status_ids, sort: wanted, descending: way, page, rows: many, ...filter }) {
    const view = VIEWS[name];
    const numbers = filter.trip_ticket_numbers ?? [];
    const asked = filter.trip_ticket_status_ids ?? status_ids ?? [];
    // Who asks for numbers wants these tickets, whatever has become of them.
    const statuses = statusesShown(
      name,
      numbers.length ? (filter.trip_ticket_status_ids ?? []) : asked,
      numbers.length > 0,
    );
    const columns = await readColumns(ctx);
    const pageSize = many ?? view.pageSize;
    const part = { take: pageSize, skip: page * pageSize };
    const shown = { page, pageSize, statuses, columns };
    const orderOf = (sortable: boolean) => {
      const sort = sortable ? (wanted ?? view.sort) : "last_modified_at";
      return { sort, descending: way ?? usualWay(sort) };
    };
    if (!isGathered(filter)) {
      const plain = { statuses, numbers, jobs: filter.job_ids ?? [] };
      const ids = numbers.length ? await idsNumbered(ctx, plain) : null;
      if (ids) return { ...shown, ...(await allOf(ctx, ids, orderOf(true), part, columns)) };
      const total = await countTickets(ctx, plain);
      const sortable = total <= SORTABLE_UP_TO;
      const order = orderOf(sortable);
      const rows = await readRows(ctx, plain, order, fromNearerEnd(part, total, plain, order), columns);
      const sums = await sumTickets(ctx, plain, total);
      return { ...shown, ...order, rows, total, sortable, sums, capped: false, looked: null };
    }
    const found = await findMatches(ctx, { ...filter, trip_ticket_status_ids: statuses }, way, wanted, part);
    const sortable = found.total <= SORTABLE_UP_TO;
    const order = orderOf(sortable);
    const here = sortable ? found.ids : found.ids.slice(part.skip, part.skip + part.take);
    const rows = await readGathered(
      ctx,
      here,
      order,
      sortable ? part : { take: part.take, skip: 0 },
      columns,
    );
    return {
      ...shown,
      ...order,
      rows,
      total: Math.min(found.total, SORTABLE_UP_TO),
      sortable,
      sums: await sumGathered(ctx, found.ids),
      capped: !sortable,
      looked: found.looked,
    };
  },
});

/** A page of tickets that are all known by their ids: they are looked for once, and not for each thing that is said of them. */
async function allOf(
  ctx: Ctx<CompanyActor>,
  ids: readonly number[],
  order: Order,
  part: Part,
  columns: ColumnChoice,
) {
  const rows = await readGathered(ctx, ids, order, part, columns);
  const sums = await sumGathered(ctx, ids);
  return { ...order, rows, total: ids.length, sortable: true, sums, capped: false, looked: null };
}

/** How many loads each tab of the list has. */
export const countTabs = procedure({
  name: "countTabs",
  may: "trip_ticket.read",
  input: z.strictObject({}),
  run: (ctx) => readTabCounts(ctx),
});

/** As many matches as the page needs, a thousand and one at least: fewer are all that there are. */
async function findMatches(
  ctx: Ctx<CompanyActor>,
  filter: TicketFilter,
  way: boolean | undefined,
  sort: string | undefined,
  part: { take: number; skip: number },
) {
  const byChange = sort === undefined || sort === "last_modified_at";
  const descending = byChange ? (way ?? true) : true;
  const most = Math.max(SORTABLE_UP_TO + 1, part.skip + part.take + 1);
  const { ids, whole } = await gather(ctx, filter, { descending, most, lookAt: LOOK_AT });
  const gaveUp = !whole && ids.length < most;
  return { ids, total: ids.length, looked: gaveUp ? LOOK_AT : null };
}

/** The visible ticket with exactly this number, where there is one only: a search for it opens it. */
export async function onlyNumbered(ctx: Reading, number: number): Promise<number | null> {
  const rows = await ctx.read
    .select({ id: tripTicket.id })
    .from(tripTicket)
    .where(and(eq(tripTicket.trip_ticket_number, number), ticketsVisibleTo(ctx.actor)))
    .limit(2);
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

/** Like {@link onlyNumbered}, for a page: people who may not read tickets learn nothing about numbers. */
export const findNumbered = procedure({
  name: "findNumbered",
  may: "trip_ticket.read",
  input: z.strictObject({
    number: z.number().int(),
    /** As it was typed, where that says whose number it is. */
    typed: text(400).default(""),
  }),
  async run(ctx, { number, typed }) {
    const named = await idsByName(ctx, typed);
    return named.length === 1 ? (named[0] ?? null) : onlyNumbered(ctx, number);
  },
});
