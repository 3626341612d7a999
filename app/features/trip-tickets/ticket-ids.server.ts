import { type SQL, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepared, type Query } from "#db/prepared.server";
import { status } from "~/core/tickets/status-sql.server";
import type { Sort } from "~/domain/tickets/list-query";
import { STATUS } from "~/domain/tickets/trip-ticket";
import type { Reading } from "~/web/procedure";
import { IDS_AS_TEXT, idsOfText } from "./id-text.server";
import { orderBy } from "./ticket-order.server";

export type Order = { sort: Sort; descending: boolean };
export type Part = { take: number; skip: number };

/** Which of the visible tickets: by status, and by a few numbers or jobs (an empty list means no restriction). */
export type Filter = { statuses: readonly number[]; numbers?: readonly number[]; jobs?: readonly number[] };

/** What decides how a query is put together; every combination is a query of its own, made once. */
export type Shape = Order & {
  numbered: boolean;
  ofJobs: boolean;
  /** Nothing completed is asked for, so the index of the others will do. */
  open: boolean;
  /** Counted from the far end, which is nearer. */
  backwards: boolean;
};

/** A part, counted from one end or the other. */
export type Walk = Part & { backwards?: boolean };

/**
 * The same rows of `total`, counted from the end that is nearer: what is skipped is read all the same. Only lists
 * in the order of the last change have an end that can be begun from.
 */
export function fromNearerEnd(part: Part, total: number, filter: Filter, { sort }: Order): Walk {
  const { take, skip } = part;
  const after = total - skip - take;
  if (
    take < 0 ||
    skip <= after ||
    sort !== "last_modified_at" ||
    filter.numbers?.length ||
    filter.jobs?.length
  )
    return part;
  return { take: Math.max(0, Math.min(take, total - skip)), skip: Math.max(0, after), backwards: true };
}

/** Sorting by anything but the last change is offered up to this many matches (docs/decisions/005). */
export const SORTABLE_UP_TO = 1000;

/** The acting company, for queries that are prepared. */
export const ME = sql.placeholder("me");
/** Ids that a prepared query is given as a list. */
export const among = (name: string) => sql`(SELECT value FROM json_each(${sql.placeholder(name)}))`;
const WINDOW = sql`LIMIT ${sql.placeholder("take")} OFFSET ${sql.placeholder("skip")}`;
/** "+status" keeps the planner on the primary key of ticket_company, which is the order wanted. */
const OF_STATUS = sql`c.company_id = ${ME} AND +c.status IN ${among("statuses")}`;
/** A company's tickets in the order of their last change: all of them, or the few that are not completed. */
const MINE = sql`ticket_company c`;
const MINE_OPEN = sql`ticket_company c INDEXED BY ticket_company_open`;

/** Few enough tickets to be looked up one by one: those of some numbers or jobs, each asked whether it is visible. */
function narrow({ numbered, ofJobs }: Shape): SQL {
  const where = [
    ...(numbered ? [sql`t.trip_ticket_number IN ${among("numbers")}`] : []),
    ...(ofJobs ? [sql`${numbered ? sql.raw("+") : sql.raw("")}t.job_id IN ${among("jobs")}`] : []),
    sql`+t.trip_ticket_status_id IN ${among("statuses")}`,
    sql`EXISTS (SELECT 1 FROM ticket_company c WHERE c.company_id = ${ME} AND c.last_modified_at = t.last_modified_at AND c.ticket_id = t.id)`,
  ];
  return sql`FROM trip_ticket t WHERE ${sql.join(where, sql` AND `)}`;
}

/**
 * The ids of a part of the visible tickets, as a query in brackets. By status they come straight from
 * ticket_company; sorts that its key does not give look at SORTABLE_UP_TO rows at most.
 */
export function idsOf(shape: Shape): SQL {
  if (shape.numbered || shape.ofJobs)
    return sql`(SELECT t.id AS id ${narrow(shape)} ORDER BY ${orderBy(shape, "t")} ${WINDOW})`;
  const from = shape.open ? MINE_OPEN : MINE;
  const where = shape.open ? sql`${OF_STATUS} AND c.status <> ${status("completed")}` : OF_STATUS;
  if (shape.sort !== "last_modified_at")
    return sql`(SELECT t.id AS id FROM ${from} CROSS JOIN trip_ticket t ON t.id = c.ticket_id WHERE ${where} ORDER BY ${orderBy(shape, "t")} ${WINDOW})`;
  const way = sql.raw(shape.descending === shape.backwards ? "ASC" : "DESC");
  return sql`(SELECT c.ticket_id AS id FROM ${from} WHERE ${where} ORDER BY c.last_modified_at ${way}, c.ticket_id ${way} ${WINDOW})`;
}

/** By status alone exact from the counters that triggers keep. */
const counted = (read: Read, shape: Shape) =>
  shape.numbered || shape.ofJobs
    ? read.select({ n: sql<number>`n` }).from(sql`(SELECT count(*) AS n ${narrow(shape)})`)
    : read
        .select({ n: sql<number>`coalesce(sum(n), 0)` })
        .from(sql`company_status_count`)
        .where(sql`company_id = ${ME} AND status IN ${among("statuses")}`);

/** A query over a filter, an order and a part, put together once for each shape that they have. */
export function byShape<T>(build: (read: Read, shape: Shape) => Query<T>) {
  const made = new Map<string, ReturnType<typeof prepared<T>>>();
  return (ctx: Reading, filter: Filter, order: Order, part: Walk): Promise<T[]> => {
    const { sort, descending } = order;
    const numbered = Boolean(filter.numbers?.length);
    const ofJobs = Boolean(filter.jobs?.length);
    const shape = {
      sort,
      descending,
      numbered,
      ofJobs,
      open: !filter.statuses.includes(STATUS.completed),
      backwards: part.backwards === true,
    };
    const key = Object.values(shape).join(" ");
    const query = made.get(key) ?? prepared((read) => build(read, shape));
    made.set(key, query);
    return query(ctx.read, {
      me: ctx.actor.company.id,
      statuses: JSON.stringify(filter.statuses),
      numbers: JSON.stringify(filter.numbers ?? []),
      jobs: JSON.stringify(filter.jobs ?? []),
      take: part.take,
      skip: part.skip,
    });
  };
}

/** A query over tickets that were gathered, in an order, put together once for each order that there is. */
export function byOrder<T>(build: (read: Read, order: Order) => Query<T>) {
  const made = new Map<string, ReturnType<typeof prepared<T>>>();
  return (read: Read, { sort, descending }: Order, values: Record<string, unknown>): Promise<T[]> => {
    const key = `${sort} ${descending}`;
    const query = made.get(key) ?? prepared((of) => build(of, { sort, descending }));
    made.set(key, query);
    return query(read, values);
  };
}

const first = byShape((read, shape) =>
  read.select({ ids: IDS_AS_TEXT }).from(sql`(SELECT t.id AS id ${narrow(shape)} ${WINDOW})`),
);

/** All visible tickets of some numbers, in no order; null where there are more than a list sorts. */
export async function idsNumbered(ctx: Reading, filter: Filter): Promise<number[] | null> {
  const order = { sort: "last_modified_at", descending: true } as const;
  const [found] = await first(ctx, filter, order, { take: SORTABLE_UP_TO + 1, skip: 0 });
  const ids = idsOfText(found);
  return ids.length > SORTABLE_UP_TO ? null : ids;
}

const count = byShape(counted);

/** How many visible tickets there are. */
export async function countTickets(ctx: Reading, filter: Filter): Promise<number> {
  const [row] = await count(
    ctx,
    filter,
    { sort: "last_modified_at", descending: true },
    { take: 1, skip: 0 },
  );
  return row?.n ?? 0;
}
