import { type SQL, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepareQuery, type Query } from "#db/prepared.server";
import type { ReadCtx } from "~/web/procedure";
import { IDS_JSON, parseIdsJson } from "../list/data/id-text.server";
import { orderBySql } from "../list/data/ticket-order.server";
import type { Sort } from "../rules/list-query";
import { STATUS } from "../rules/trip-ticket";
import { statusIdSql } from "./status-sql.server";

export type Order = { sort: Sort; descending: boolean };
export type PagePartRequest = { take: number; skip: number };

/** Restriction on the visible tickets: by status, and by a few numbers or jobs (an empty list means no restriction). */
export type IdFilter = { statuses: readonly number[]; numbers?: readonly number[]; jobs?: readonly number[] };

/** Properties that determine how a query is built; every combination is a separate query, built once. */
export type QueryShape = Order & {
  numbered: boolean;
  ofJobs: boolean;
  /** True if no completed tickets are requested: the index of the others is enough. */
  open: boolean;
  /** True if counted from the far, nearer end. */
  backwards: boolean;
};

/** A part, counted from one end or the other. */
export type ScanRequest = PagePartRequest & { backwards?: boolean };

/**
 * Return the same rows of `total`, counted from the nearer end, because skipped rows are read too. Only lists ordered
 * by last change can be read from either end.
 */
export function scanFromNearerEnd(
  part: PagePartRequest,
  total: number,
  filter: IdFilter,
  { sort }: Order,
): ScanRequest {
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

/** Maximum number of matches for which sorting by anything but the last change is offered (docs/decisions/005). */
export const SORTABLE_UP_TO = 1000;

/** The acting company, for prepared queries. */
export const ME_PARAM = sql.placeholder("me");
/** Ids passed to a prepared query as a list. */
export const isAmongSql = (name: string) => sql`(SELECT value FROM json_each(${sql.placeholder(name)}))`;
const WINDOW = sql`LIMIT ${sql.placeholder("take")} OFFSET ${sql.placeholder("skip")}`;
/** "+status" keeps the planner on the primary key of ticket_company, which has the required order. */
const OF_STATUS = sql`c.company_id = ${ME_PARAM} AND +c.status IN ${isAmongSql("statuses")}`;
/** A company's tickets ordered by last change: all of them, or the few that are not completed. */
const MINE = sql`ticket_company c`;
const MINE_OPEN = sql`ticket_company c INDEXED BY ticket_company_open`;

/** Select few enough tickets to look up one by one: those of some numbers or jobs, each checked for visibility. */
function narrow({ numbered, ofJobs }: QueryShape): SQL {
  const where = [
    ...(numbered ? [sql`t.trip_ticket_number IN ${isAmongSql("numbers")}`] : []),
    ...(ofJobs ? [sql`${numbered ? sql.raw("+") : sql.raw("")}t.job_id IN ${isAmongSql("jobs")}`] : []),
    sql`+t.trip_ticket_status_id IN ${isAmongSql("statuses")}`,
    sql`EXISTS (SELECT 1 FROM ticket_company c WHERE c.company_id = ${ME_PARAM} AND c.last_modified_at = t.last_modified_at AND c.ticket_id = t.id)`,
  ];
  return sql`FROM trip_ticket t WHERE ${sql.join(where, sql` AND `)}`;
}

/**
 * Return the ids of a part of the visible tickets, as a query in parentheses. By status they come straight from
 * ticket_company; sorts that its key does not provide read SORTABLE_UP_TO rows at most.
 */
export function buildIdsQuery(shape: QueryShape): SQL {
  if (shape.numbered || shape.ofJobs)
    return sql`(SELECT t.id AS id ${narrow(shape)} ORDER BY ${orderBySql(shape, "t")} ${WINDOW})`;
  const from = shape.open ? MINE_OPEN : MINE;
  const where = shape.open ? sql`${OF_STATUS} AND c.status <> ${statusIdSql("completed")}` : OF_STATUS;
  if (shape.sort !== "last_modified_at")
    return sql`(SELECT t.id AS id FROM ${from} CROSS JOIN trip_ticket t ON t.id = c.ticket_id WHERE ${where} ORDER BY ${orderBySql(shape, "t")} ${WINDOW})`;
  const way = sql.raw(shape.descending === shape.backwards ? "ASC" : "DESC");
  return sql`(SELECT c.ticket_id AS id FROM ${from} WHERE ${where} ORDER BY c.last_modified_at ${way}, c.ticket_id ${way} ${WINDOW})`;
}

/** Exact counts by status alone come from trigger-maintained counters. */
const counted = (read: Read, shape: QueryShape) =>
  shape.numbered || shape.ofJobs
    ? read.select({ n: sql<number>`n` }).from(sql`(SELECT count(*) AS n ${narrow(shape)})`)
    : read
        .select({ n: sql<number>`coalesce(sum(n), 0)` })
        .from(sql`company_status_count`)
        .where(sql`company_id = ${ME_PARAM} AND status IN ${isAmongSql("statuses")}`);

/** Return a query over a filter, an order and a part, built once for each shape. */
export function byShape<T>(build: (read: Read, shape: QueryShape) => Query<T>) {
  const map = new Map<string, ReturnType<typeof prepareQuery<T>>>();
  return (ctx: ReadCtx, filter: IdFilter, order: Order, part: ScanRequest): Promise<T[]> => {
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
    const query = map.get(key) ?? prepareQuery((read) => build(read, shape));
    map.set(key, query);
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

/** Return a query over tickets already collected, in an order, built once for each order. */
export function byOrder<T>(build: (read: Read, order: Order) => Query<T>) {
  const map = new Map<string, ReturnType<typeof prepareQuery<T>>>();
  return (read: Read, { sort, descending }: Order, values: Record<string, unknown>): Promise<T[]> => {
    const key = `${sort} ${descending}`;
    const query = map.get(key) ?? prepareQuery((of) => build(of, { sort, descending }));
    map.set(key, query);
    return query(read, values);
  };
}

const first = byShape((read, shape) =>
  read.select({ ids: IDS_JSON }).from(sql`(SELECT t.id AS id ${narrow(shape)} ${WINDOW})`),
);

/** Return all visible tickets with some numbers, unordered; null if there are more than a list sorts. */
export async function findIdsByNumberFilter(ctx: ReadCtx, filter: IdFilter): Promise<number[] | null> {
  const order = { sort: "last_modified_at", descending: true } as const;
  const [found] = await first(ctx, filter, order, { take: SORTABLE_UP_TO + 1, skip: 0 });
  const ids = parseIdsJson(found);
  return ids.length > SORTABLE_UP_TO ? null : ids;
}

const count = byShape(counted);

/** Return the number of visible tickets. */
export async function countTickets(ctx: ReadCtx, filter: IdFilter): Promise<number> {
  const [row] = await count(
    ctx,
    filter,
    { sort: "last_modified_at", descending: true },
    { take: 1, skip: 0 },
  );
  return row?.n ?? 0;
}
