import { type SQL, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepareQuery } from "#db/prepared.server";
import { tripTicket } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import type { Ctx, ReadCtx } from "~/web/procedure";
import type { TabCounts } from "../../rules/list-tabs";
import { getGroupStatuses } from "../../rules/status-groups";
import { STATUS, TICKET_VIEWS } from "../../rules/trip-ticket";
import { findPageIds } from "../../shared/query-plan.server";
import { statusIdSql } from "../../shared/status-sql.server";
import {
  ACTING_COMPANY_PARAM,
  buildIdsQuery,
  type IdFilter,
  idListSql,
  MAX_SORTABLE_TICKETS,
  prepareByShape,
} from "../../shared/ticket-ids.server";

/** Totals of a list's loads: each unit separately, since tons and board feet can't be added. */
export type TicketSums = { volumes: { unit: number; volume: number }[]; unscaled: number };

/** Sum the loads' volumes by unit, using each load's scaled volume or else its estimate. */
const summed = (read: Read, ids: SQL) =>
  read
    .select({
      unit: sql<
        number | null
      >`CASE WHEN ${tripTicket.scaled_volume} IS NULL THEN ${tripTicket.estimated_wood_unit_type_id} ELSE ${tripTicket.scaled_wood_unit_type_id} END AS unit`,
      volume: sql<number>`sum(coalesce(${tripTicket.scaled_volume}, ${tripTicket.estimated_volume}, 0))`,
      unscaled: sql<number>`sum(${tripTicket.scaled_volume} IS NULL AND ${tripTicket.trip_ticket_status_id} = ${statusIdSql("completed")})`,
    })
    .from(tripTicket)
    .where(sql`${tripTicket.id} IN ${ids}`)
    .groupBy(sql`unit`);

const sumAmong = prepareQuery((read) => summed(read, idListSql("ids")));
const sumPlain = prepareByShape((read, shape) => summed(read, buildIdsQuery(shape)));

const told = (rows: { unit: number | null; volume: number; unscaled: number }[]): TicketSums => ({
  volumes: rows.flatMap(({ unit, volume }) => (unit === null || volume === 0 ? [] : [{ unit, volume }])),
  unscaled: rows.reduce((n, row) => n + row.unscaled, 0),
});

/**
 * Sum the tickets by status, number or job; null if there are more than a list can sort, because each page computes the
 * sums again.
 */
export async function sumTickets(ctx: ReadCtx, filter: IdFilter, total: number): Promise<TicketSums | null> {
  if (total === 0 || total > MAX_SORTABLE_TICKETS) return null;
  const order = { sort: "last_modified_at", descending: true } as const;
  return told(await sumPlain(ctx, filter, order, { take: MAX_SORTABLE_TICKETS, skip: 0 }));
}

/** Sum the tickets that a filter found. */
export async function sumTicketsByIds(ctx: ReadCtx, ids: readonly number[]): Promise<TicketSums | null> {
  if (ids.length === 0 || ids.length > MAX_SORTABLE_TICKETS) return null;
  return told(await sumAmong(ctx.read, { ids: JSON.stringify(ids) }));
}

const byStatus = prepareQuery((read) =>
  read
    .select({ status: sql<number>`status`, n: sql<number>`n` })
    .from(sql`company_status_count`)
    .where(sql`company_id = ${ACTING_COMPANY_PARAM}`),
);

/** Maximum number of a company's own loads to scan for a count; above it the count is omitted. */
const COUNTED = 5_000;

/** Count the loads of each tab: by status from the counters, else by a bounded scan. */
export async function readTabCounts(ctx: Ctx<CompanyActor>): Promise<TabCounts> {
  const counters = await byStatus(ctx.read, { me: ctx.actor.company.id });
  const of = (...ids: number[]) =>
    counters.filter((c) => ids.includes(c.status)).reduce((n, c) => n + c.n, 0);
  const me = ctx.actor.user?.id;
  const small = counters.reduce((n, c) => n + c.n, 0) <= COUNTED;
  const look = async (filter: Parameters<typeof findPageIds>[1]) => {
    const { ids, whole } = await findPageIds(ctx, filter, {
      descending: true,
      most: MAX_SORTABLE_TICKETS + 1,
      lookAt: COUNTED,
    });
    return whole ? ids.length : null;
  };
  return {
    loads: of(...TICKET_VIEWS.loads.statuses),
    available: of(...getGroupStatuses("available")),
    open: of(...getGroupStatuses("under_way")),
    in_transit: of(STATUS.inTransit),
    to_scale: await look({ trip_ticket_status_ids: [STATUS.completed], scaled: false }),
    done: of(STATUS.completed),
    cancelled: of(STATUS.cancelled),
    mine:
      me && small
        ? await look({ trip_ticket_status_ids: [...TICKET_VIEWS.loads.statuses], user_ids: [me] })
        : null,
  };
}
