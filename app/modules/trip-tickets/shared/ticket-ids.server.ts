import { type SQL, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { jsonListSql } from "#db/json-list";
import { type PreparableQuery, prepareQuery } from "#db/prepared.server";
import type { ReadCtx } from "~/web/procedure";
import { IDS_JSON, parseIdsJson } from "../list/data/id-text.server";
import { orderBySql } from "../list/data/ticket-order.server";
import type { TicketSort } from "../rules/list-query";
import { STATUS } from "../rules/trip-ticket";
import { statusIdSql } from "./status-sql.server";

export type TicketOrder = { sort: TicketSort; descending: boolean };
export type PagePartRequest = { take: number; skip: number };

/** Restriction on the visible tickets: by status, and by a few numbers or jobs (an empty list means no restriction). */
export type IdFilter = { statuses: readonly number[]; numbers?: readonly number[]; jobs?: readonly number[] };

/** Properties that determine a query's SQL; each combination is a separate query, built once. */
export type QueryShape = TicketOrder & {
  numbered: boolean;
  ofJobs: boolean;
  /** True if no completed tickets are requested, so that the index of uncompleted ones suffices. */
  open: boolean;
  /** True to count from the end of the list, because that end is nearer. */
  backwards: boolean;
};

/** Request for a part of a list, counted from the list's start or from its end. */
export type ScanRequest = PagePartRequest & { backwards?: boolean };

/**
 * Return a request for the same rows, counted from the nearer end of the `total` rows, because skipped rows are read
 * too. Only lists ordered by last change can be read from either end.
 */
export function scanFromNearerEnd(
  part: PagePartRequest,
  total: number,
  filter: IdFilter,
  { sort }: TicketOrder,
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

/** Maximum number of matches that can be sorted by anything but the last change (docs/decisions/005). */
export const MAX_SORTABLE_TICKETS = 1000;

/** Parameter for the acting company's id in prepared queries. */
export const ACTING_COMPANY_PARAM = sql.placeholder("me");
/** SQL for a list of ids that is passed to a prepared query. */
export const idListSql = (name: string) => jsonListSql(sql.placeholder(name));
const WINDOW = sql`LIMIT ${sql.placeholder("take")} OFFSET ${sql.placeholder("skip")}`;
/** "+status" keeps the planner on the primary key of ticket_company, which has the required order. */
const OF_STATUS = sql`c.company_id = ${ACTING_COMPANY_PARAM} AND +c.status IN ${idListSql("statuses")}`;
/** A company's tickets ordered by last change: all, or only the few uncompleted ones. */
const MINE = sql`ticket_company c`;
const MINE_OPEN = sql`ticket_company c INDEXED BY ticket_company_open`;

/** Select tickets by number or job, few enough to read one by one, and check each for visibility. */
function narrow({ numbered, ofJobs }: QueryShape): SQL {
  const where = [
    ...(numbered ? [sql`t.trip_ticket_number IN ${idListSql("numbers")}`] : []),
    ...(ofJobs ? [sql`${numbered ? sql.raw("+") : sql.raw("")}t.job_id IN ${idListSql("jobs")}`] : []),
    sql`+t.trip_ticket_status_id IN ${idListSql("statuses")}`,
    sql`EXISTS (SELECT 1 FROM ticket_company c WHERE c.company_id = ${ACTING_COMPANY_PARAM} AND c.last_modified_at = t.last_modified_at AND c.ticket_id = t.id)`,
  ];
  return sql`FROM trip_ticket t WHERE ${sql.join(where, sql` AND `)}`;
}

/**
 * Build the query, in parentheses, for the ids of a part of the visible tickets. By status the ids come straight from
 * ticket_company; sort orders that its key doesn't provide read SORTABLE_UP_TO rows at most.
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

/** Read exact counts by status alone from counters that triggers maintain. */
const counted = (read: Read, shape: QueryShape) =>
  shape.numbered || shape.ofJobs
    ? read.select({ n: sql<number>`n` }).from(sql`(SELECT count(*) AS n ${narrow(shape)})`)
    : read
        .select({ n: sql<number>`coalesce(sum(n), 0)` })
        .from(sql`company_status_count`)
        .where(sql`company_id = ${ACTING_COMPANY_PARAM} AND status IN ${idListSql("statuses")}`);

/** Return a function that runs a query for a filter, an order and a part; the query is built once for each shape. */
export function prepareByShape<T>(build: (read: Read, shape: QueryShape) => PreparableQuery<T>) {
  const map = new Map<string, ReturnType<typeof prepareQuery<T>>>();
  return (ctx: ReadCtx, filter: IdFilter, order: TicketOrder, part: ScanRequest): Promise<T[]> => {
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

/** Return a function that runs a query over known ticket ids in an order; the query is built once for each order. */
export function prepareByOrder<T>(build: (read: Read, order: TicketOrder) => PreparableQuery<T>) {
  const map = new Map<string, ReturnType<typeof prepareQuery<T>>>();
  return (read: Read, { sort, descending }: TicketOrder, values: Record<string, unknown>): Promise<T[]> => {
    const key = `${sort} ${descending}`;
    const query = map.get(key) ?? prepareQuery((of) => build(of, { sort, descending }));
    map.set(key, query);
    return query(read, values);
  };
}

const first = prepareByShape((read, shape) =>
  read.select({ ids: IDS_JSON }).from(sql`(SELECT t.id AS id ${narrow(shape)} ${WINDOW})`),
);

/** Return the ids of all visible tickets with some numbers, unordered; null if there are more than a list can sort. */
export async function findIdsByNumberFilter(ctx: ReadCtx, filter: IdFilter): Promise<number[] | null> {
  const order = { sort: "last_modified_at", descending: true } as const;
  const [found] = await first(ctx, filter, order, { take: MAX_SORTABLE_TICKETS + 1, skip: 0 });
  const ids = parseIdsJson(found);
  return ids.length > MAX_SORTABLE_TICKETS ? null : ids;
}

const count = prepareByShape(counted);

/** Return the number of visible tickets that match a filter. */
export async function countTickets(ctx: ReadCtx, filter: IdFilter): Promise<number> {
  const [row] = await count(
    ctx,
    filter,
    { sort: "last_modified_at", descending: true },
    { take: 1, skip: 0 },
  );
  return row?.n ?? 0;
}
