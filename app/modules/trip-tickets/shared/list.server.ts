import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { tripTicket } from "#db/schema";
import { createTextSchema } from "~/lib/text/input";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure, type ReadCtx } from "~/web/procedure";
import { readTicketRows, readTicketRowsByIds } from "../list/data/list-rows.server";
import { readTabCounts, sumTickets, sumTicketsByIds } from "../list/data/list-sums.server";
import { requiresSearch, type TicketFilter, ticketFilterFields } from "../list/rules/filter";
import type { ColumnChoice } from "../list/rules/list-columns";
import { isDescendingByDefault, MAX_PAGE_ROWS, TICKET_SORTS } from "../rules/list-query";
import { STATUS_IDS, TICKET_VIEWS, type TicketView } from "../rules/trip-ticket";
import { visibleTicketsQuery } from "./access.server";
import { findIdsByName } from "./find-named.server";
import { readColumnChoice } from "./list-columns.server";
import { findPageIds, MAX_SCANNED_TICKETS } from "./query-plan.server";
import {
  countTickets,
  findIdsByNumberFilter,
  MAX_SORTABLE_TICKETS,
  type PagePartRequest,
  scanFromNearerEnd,
  type TicketOrder,
} from "./ticket-ids.server";

/** The list's input: a filter, the view whose statuses apply by default, the order, the page. */
const listInput = z.strictObject({
  view: z.enum(["loads", "available"]).default("loads"),
  ...ticketFilterFields,
  /** True if part of the URL's filter can't be read; the list is then empty. */
  is_unreadable: z.boolean().optional(),
  /** Alias of `trip_ticket_status_ids`. */
  status_ids: z.array(z.number().int()).max(10).optional(),
  sort: z.enum(TICKET_SORTS).optional(),
  descending: z.boolean().optional(),
  page: z.number().int().min(0).max(100_000).default(0),
  /** Number of rows per page, if more than the view's default. */
  rows: z.literal(MAX_PAGE_ROWS).optional(),
});

/**
 * Return the statuses that a view shows: the requested ones that it offers, else its defaults; any status if ticket
 * numbers are requested.
 */
export function getShownStatuses(view: TicketView, requests: readonly number[], numbered: boolean): number[] {
  const offered: readonly number[] = TICKET_VIEWS[view].offered;
  const statuses = requests.filter((id) => offered.includes(id));
  if (statuses.length) return statuses;
  return numbered ? [...STATUS_IDS] : [...TICKET_VIEWS[view].statuses];
}

/**
 * Return a page of the visible tickets. With status, number and job filters the total is exact. With other filters
 * matches are counted up to a thousand (`capped`). If the search stopped early, `looked` is the number of the company's
 * tickets that it scanned.
 */
export const listTickets = procedure({
  name: "listTickets",
  may: "trip_ticket.read",
  input: listInput,
  async run(ctx, { view: name, status_ids, sort: wanted, descending: way, page, rows: many, ...filter }) {
    const view = TICKET_VIEWS[name];
    const numbers = filter.trip_ticket_numbers ?? [];
    const requests = filter.trip_ticket_status_ids ?? status_ids ?? [];
    // A search by numbers returns tickets of any status.
    const statuses = getShownStatuses(
      name,
      numbers.length ? (filter.trip_ticket_status_ids ?? []) : requests,
      numbers.length > 0,
    );
    const columns = await readColumnChoice(ctx);
    const pageSize = many ?? view.pageSize;
    const part = { take: pageSize, skip: page * pageSize };
    const shown = { page, pageSize, statuses, columns };
    const orderOf = (sortable: boolean) => {
      const sort = sortable ? (wanted ?? view.sort) : "last_modified_at";
      return { sort, descending: way ?? isDescendingByDefault(sort) };
    };
    if (!requiresSearch(filter)) {
      const plain = { statuses, numbers, jobs: filter.job_ids ?? [] };
      const ids = numbers.length ? await findIdsByNumberFilter(ctx, plain) : null;
      if (ids) return { ...shown, ...(await allOf(ctx, ids, orderOf(true), part, columns)) };
      const total = await countTickets(ctx, plain);
      const sortable = total <= MAX_SORTABLE_TICKETS;
      const order = orderOf(sortable);
      const rows = await readTicketRows(
        ctx,
        plain,
        order,
        scanFromNearerEnd(part, total, plain, order),
        columns,
      );
      const sums = await sumTickets(ctx, plain, total);
      return { ...shown, ...order, rows, total, sortable, sums, capped: false, looked: null };
    }
    const matches = await findMatches(
      ctx,
      { ...filter, trip_ticket_status_ids: statuses },
      way,
      wanted,
      part,
    );
    const sortable = matches.total <= MAX_SORTABLE_TICKETS;
    const order = orderOf(sortable);
    const here = sortable ? matches.ids : matches.ids.slice(part.skip, part.skip + part.take);
    const rows = await readTicketRowsByIds(
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
      total: Math.min(matches.total, MAX_SORTABLE_TICKETS),
      sortable,
      sums: await sumTicketsByIds(ctx, matches.ids),
      capped: !sortable,
      looked: matches.looked,
    };
  },
});

/** Return a page of tickets from a list of all their ids, so that one search serves every part of the response. */
async function allOf(
  ctx: Ctx<CompanyActor>,
  ids: readonly number[],
  order: TicketOrder,
  part: PagePartRequest,
  columns: ColumnChoice,
) {
  const rows = await readTicketRowsByIds(ctx, ids, order, part, columns);
  const sums = await sumTicketsByIds(ctx, ids);
  return { ...order, rows, total: ids.length, sortable: true, sums, capped: false, looked: null };
}

/** Number of loads in each tab of the list. */
export const countTabs = procedure({
  name: "countTabs",
  may: "trip_ticket.read",
  input: z.strictObject({}),
  run: (ctx) => readTabCounts(ctx),
});

/** Find as many matches as the page needs, but at least a thousand and one; fewer results mean the list is complete. */
async function findMatches(
  ctx: Ctx<CompanyActor>,
  filter: TicketFilter,
  way: boolean | undefined,
  sort: string | undefined,
  part: { take: number; skip: number },
) {
  const byChange = sort === undefined || sort === "last_modified_at";
  const descending = byChange ? (way ?? true) : true;
  const most = Math.max(MAX_SORTABLE_TICKETS + 1, part.skip + part.take + 1);
  const { ids, whole } = await findPageIds(ctx, filter, { descending, most, lookAt: MAX_SCANNED_TICKETS });
  const gaveUp = !whole && ids.length < most;
  return { ids, total: ids.length, looked: gaveUp ? MAX_SCANNED_TICKETS : null };
}

/**
 * Return the id of the only visible ticket with exactly this number, if there is just one; a search for the number
 * opens that ticket.
 */
export async function findOnlyTicketByNumber(ctx: ReadCtx, number: number): Promise<number | null> {
  const rows = await ctx.read
    .select({ id: tripTicket.id })
    .from(tripTicket)
    .where(and(eq(tripTicket.trip_ticket_number, number), visibleTicketsQuery(ctx.actor)))
    .limit(2);
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

/** Find the only ticket with a number, for a page; people who may not read tickets learn nothing about numbers. */
export const findNumbered = procedure({
  name: "findNumbered",
  may: "trip_ticket.read",
  input: z.strictObject({
    number: z.number().int(),
    /** Search text as typed, which may include the numbering company's letters. */
    typed: createTextSchema(400).default(""),
  }),
  async run(ctx, { number, typed }) {
    const named = await findIdsByName(ctx, typed);
    return named.length === 1 ? (named[0] ?? null) : findOnlyTicketByNumber(ctx, number);
  },
});
