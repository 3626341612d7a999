import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { tripTicket } from "#db/schema";
import { textField } from "~/lib/text/input";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure, type ReadCtx } from "~/web/procedure";
import { readRows, readRowsByIds } from "../list/data/list-rows.server";
import { readTabCounts, sumTickets, sumTicketsByIds } from "../list/data/list-sums.server";
import { filterShape, isGathered, type TicketFilter } from "../list/rules/filter";
import type { ColumnChoice } from "../list/rules/list-columns";
import { getDefaultDirection, MAX_PAGE_ROWS, SORTS } from "../rules/list-query";
import { STATUS_IDS, type TicketView, VIEWS } from "../rules/trip-ticket";
import { visibleTicketsQuery } from "./access.server";
import { findIdsByName } from "./find-named.server";
import { readColumns } from "./list-columns.server";
import { findPageIds, MAX_SCANNED } from "./query-plan.server";
import {
  countTickets,
  findIdsByNumberFilter,
  type Order,
  type PagePartRequest,
  SORTABLE_UP_TO,
  scanFromNearerEnd,
} from "./ticket-ids.server";

/** The list's input: a filter, the view whose statuses apply by default, the order, the page. */
const listInput = z.strictObject({
  view: z.enum(["loads", "available"]).default("loads"),
  ...filterShape,
  /** Returns an empty list, because part of the address's filter can't be read. */
  is_unreadable: z.boolean().optional(),
  /** The same as trip_ticket_status_ids. */
  status_ids: z.array(z.number().int()).max(10).optional(),
  sort: z.enum(SORTS).optional(),
  descending: z.boolean().optional(),
  page: z.number().int().min(0).max(100_000).default(0),
  /** More rows on a page than the view has. */
  rows: z.literal(MAX_PAGE_ROWS).optional(),
});

/**
 * Return the statuses that a view shows: the requested ones that it offers, else its own; any status if ticket numbers
 * are requested.
 */
export function getShownStatuses(view: TicketView, requests: readonly number[], numbered: boolean): number[] {
  const offered: readonly number[] = VIEWS[view].offered;
  const statuses = requests.filter((id) => offered.includes(id));
  if (statuses.length) return statuses;
  return numbered ? [...STATUS_IDS] : [...VIEWS[view].statuses];
}

/**
 * Return a page of the visible tickets. By status, number and job the total is exact; by other filters it is counted up
 * to a thousand (`capped`), and `looked` is the number of the company's tickets after which the search was given up, if
 * it was.
 */
export const listTickets = procedure({
  name: "listTickets",
  may: "trip_ticket.read",
  input: listInput,
  async run(ctx, { view: name, status_ids, sort: wanted, descending: way, page, rows: many, ...filter }) {
    const view = VIEWS[name];
    const numbers = filter.trip_ticket_numbers ?? [];
    const requests = filter.trip_ticket_status_ids ?? status_ids ?? [];
    // A search by numbers returns these tickets whatever their status.
    const statuses = getShownStatuses(
      name,
      numbers.length ? (filter.trip_ticket_status_ids ?? []) : requests,
      numbers.length > 0,
    );
    const columns = await readColumns(ctx);
    const pageSize = many ?? view.pageSize;
    const part = { take: pageSize, skip: page * pageSize };
    const shown = { page, pageSize, statuses, columns };
    const orderOf = (sortable: boolean) => {
      const sort = sortable ? (wanted ?? view.sort) : "last_modified_at";
      return { sort, descending: way ?? getDefaultDirection(sort) };
    };
    if (!isGathered(filter)) {
      const plain = { statuses, numbers, jobs: filter.job_ids ?? [] };
      const ids = numbers.length ? await findIdsByNumberFilter(ctx, plain) : null;
      if (ids) return { ...shown, ...(await allOf(ctx, ids, orderOf(true), part, columns)) };
      const total = await countTickets(ctx, plain);
      const sortable = total <= SORTABLE_UP_TO;
      const order = orderOf(sortable);
      const rows = await readRows(ctx, plain, order, scanFromNearerEnd(part, total, plain, order), columns);
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
    const sortable = matches.total <= SORTABLE_UP_TO;
    const order = orderOf(sortable);
    const here = sortable ? matches.ids : matches.ids.slice(part.skip, part.skip + part.take);
    const rows = await readRowsByIds(
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
      total: Math.min(matches.total, SORTABLE_UP_TO),
      sortable,
      sums: await sumTicketsByIds(ctx, matches.ids),
      capped: !sortable,
      looked: matches.looked,
    };
  },
});

/** Return a page of tickets whose ids are all known: they are searched once, and not for each part of the answer. */
async function allOf(
  ctx: Ctx<CompanyActor>,
  ids: readonly number[],
  order: Order,
  part: PagePartRequest,
  columns: ColumnChoice,
) {
  const rows = await readRowsByIds(ctx, ids, order, part, columns);
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

/** Find as many matches as the page needs, a thousand and one at least: fewer found means the list is complete. */
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
  const { ids, whole } = await findPageIds(ctx, filter, { descending, most, lookAt: MAX_SCANNED });
  const gaveUp = !whole && ids.length < most;
  return { ids, total: ids.length, looked: gaveUp ? MAX_SCANNED : null };
}

/** Return the only visible ticket with exactly this number, if there is just one: a search for it opens it. */
export async function findOnlyNumbered(ctx: ReadCtx, number: number): Promise<number | null> {
  const rows = await ctx.read
    .select({ id: tripTicket.id })
    .from(tripTicket)
    .where(and(eq(tripTicket.trip_ticket_number, number), visibleTicketsQuery(ctx.actor)))
    .limit(2);
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

/** Like {@link onlyNumbered}, for a page: people who may not read tickets learn nothing about numbers. */
export const findNumbered = procedure({
  name: "findNumbered",
  may: "trip_ticket.read",
  input: z.strictObject({
    number: z.number().int(),
    /** Search text as typed, which may include whose number it is. */
    typed: textField(400).default(""),
  }),
  async run(ctx, { number, typed }) {
    const named = await findIdsByName(ctx, typed);
    return named.length === 1 ? (named[0] ?? null) : findOnlyNumbered(ctx, number);
  },
});
