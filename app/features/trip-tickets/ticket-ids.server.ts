import { type SQL, sql } from "drizzle-orm";
import { tripTicket } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import type { Sort } from "./list-query";

export type Order = { sort: Sort; descending: boolean };
export type Part = { take: number; skip: number };

/** Which of the visible tickets: by status, or within a few numbers or jobs (an empty list is no wish). */
export type Filter = { statuses: readonly number[]; numbers?: readonly number[]; jobs?: readonly number[] };

/** Sorting by anything but the last change is offered up to this many matches (docs/decisions/005). */
export const SORTABLE_UP_TO = 1000;

type Columns = Record<"last_modified_at" | "id" | "number" | "created_at" | "priority", SQL>;
const inner: Columns = {
  last_modified_at: sql`t.last_modified_at`,
  id: sql`t.id`,
  number: sql`t.trip_ticket_number`,
  created_at: sql`t.created_at`,
  priority: sql`t.trip_ticket_priority_id`,
};
const outer: Columns = {
  last_modified_at: sql`${tripTicket.last_modified_at}`,
  id: sql`${tripTicket.id}`,
  number: sql`${tripTicket.trip_ticket_number}`,
  created_at: sql`${tripTicket.created_at}`,
  priority: sql`${tripTicket.trip_ticket_priority_id}`,
};

function orderBy({ sort, descending }: Order, t: Columns): SQL {
  const way = sql.raw(descending ? "DESC" : "ASC");
  if (sort === "last_modified_at") return sql`${t.last_modified_at} ${way}, ${t.id} ${way}`;
  if (sort === "priority") return sql`${t.priority} ${way}, ${t.last_modified_at} DESC, ${t.id} DESC`;
  return sql`${sort === "number" ? t.number : t.created_at} ${way}, ${t.id} ${way}`;
}

/** The order of a list, over the table itself. */
export const ticketOrder = (order: Order): SQL => orderBy(order, outer);

/** The order that a sort has where nobody says: the newest first, all else from the lowest. */
export const usualWay = (sort: Sort): boolean => sort === "last_modified_at" || sort === "created_at";

const isNarrow = (filter: Filter) => Boolean(filter.numbers?.length || filter.jobs?.length);

/** Few enough tickets to be looked up one by one: those of some numbers or jobs, each asked whether it is visible. */
function narrow(ctx: Ctx<CompanyActor>, { statuses, numbers = [], jobs = [] }: Filter): SQL {
  const where = [
    numbers.length ? sql`t.trip_ticket_number IN ${numbers}` : sql`TRUE`,
    jobs.length ? sql`t.job_id IN ${jobs}` : sql`TRUE`,
    statuses.length ? sql`+t.trip_ticket_status_id IN ${statuses}` : sql`TRUE`,
    sql`EXISTS (SELECT 1 FROM ticket_company c WHERE c.company_id = ${ctx.actor.company.id} AND c.last_modified_at = t.last_modified_at AND c.ticket_id = t.id)`,
  ];
  return sql`FROM trip_ticket t WHERE ${sql.join(where, sql` AND `)}`;
}

/**
 * A part of the visible tickets' ids, as a query. By status they come straight from ticket_company: "+status"
 * keeps the planner on its primary key, which is the order wanted; other sorts look at SORTABLE_UP_TO rows at most.
 */
export function ticketIds(ctx: Ctx<CompanyActor>, filter: Filter, order: Order, part: Part): SQL {
  const window = sql`LIMIT ${part.take} OFFSET ${part.skip}`;
  if (isNarrow(filter))
    return sql`SELECT t.id AS id ${narrow(ctx, filter)} ORDER BY ${orderBy(order, inner)} ${window}`;
  const mine = sql`c.company_id = ${ctx.actor.company.id} AND +c.status IN ${filter.statuses}`;
  if (order.sort !== "last_modified_at")
    return sql`SELECT t.id AS id FROM ticket_company c CROSS JOIN trip_ticket t ON t.id = c.ticket_id WHERE ${mine} ORDER BY ${orderBy(order, inner)} ${window}`;
  const way = sql.raw(order.descending ? "DESC" : "ASC");
  return sql`SELECT c.ticket_id AS id FROM ticket_company c WHERE ${mine} ORDER BY c.last_modified_at ${way}, c.ticket_id ${way} ${window}`;
}

/** How many visible tickets there are; by status alone exact from the counters that triggers keep. */
export async function countTickets(ctx: Ctx<CompanyActor>, filter: Filter): Promise<number> {
  if (isNarrow(filter)) {
    const [row] = await ctx.read
      .select({ n: sql<number>`n` })
      .from(sql`(SELECT count(*) AS n ${narrow(ctx, filter)})`);
    return row?.n ?? 0;
  }
  const [row] = await ctx.read
    .select({ n: sql<number>`coalesce(sum(n), 0)` })
    .from(sql`company_status_count`)
    .where(sql`company_id = ${ctx.actor.company.id} AND status IN ${filter.statuses}`);
  return row?.n ?? 0;
}
