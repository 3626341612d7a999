import { sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepared.server";
import { tripTicket } from "#db/schema";
import { ticketsVisibleToCompanyQuery } from "~/modules/trip-tickets/shared/access.server";
import { IS_OPEN_SQL } from "~/modules/trip-tickets/shared/status-sql.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { millZoneSql } from "../shared/place-zones.server";

const ME = sql.placeholder("me");

/** Find each job's newest delivery, and its newest dropped-off load that isn't, or is no longer, completed. */
const findLast = prepareQuery((read) =>
  read
    .select({
      id: tripTicket.id,
      job_id: tripTicket.job_id,
      number: tripTicket.trip_ticket_number,
      at: sql<string>`${tripTicket.dropped_off_at}`,
      zone: millZoneSql(tripTicket.job_destination_id),
    })
    .from(sql`json_each(${sql.placeholder("jobs")}) j`)
    .innerJoin(
      tripTicket,
      sql`${tripTicket.id} IN (
        (SELECT d.ticket_id FROM company_delivery d INDEXED BY company_delivery_by_job WHERE d.company_id = ${ME} AND d.job_id = j.value
          ORDER BY d.at DESC, d.ticket_id DESC LIMIT 1),
        (SELECT trip_ticket.id FROM trip_ticket
          WHERE trip_ticket.job_id = j.value AND ${IS_OPEN_SQL} AND dropped_off_at IS NOT NULL AND ${ticketsVisibleToCompanyQuery(ME)}
          ORDER BY dropped_off_at DESC, trip_ticket.id DESC LIMIT 1))`,
    )
    .orderBy(tripTicket.dropped_off_at, tripTicket.id),
);

/** `zone` is that of the place where the load was dropped off. */
export type LastLoad = { id: number; number: number; at: string; zone: string };

/**
 * Return each job's load that was dropped off last, among the loads that the acting company sees. A job without such a
 * load has no entry.
 */
export async function readLastLoads(
  ctx: Ctx<CompanyActor>,
  jobs: readonly number[],
): Promise<Map<number, LastLoad>> {
  const rows = await findLast(ctx.read, { jobs: JSON.stringify(jobs), me: ctx.actor.company.id });
  return new Map(rows.map(({ job_id, ...load }) => [job_id, load]));
}
