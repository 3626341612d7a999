import { and, asc, eq, sql } from "drizzle-orm";
import { tripTicket } from "#db/schema";
import { isActiveJob } from "~/modules/jobs/rules/job-status";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { STATUS } from "../../rules/trip-ticket";
import { visibleTicketsQuery } from "../../shared/access.server";
import { AVAILABLE_STATUS_IDS } from "../../shared/status-sql.server";
import type { VisibleTicket } from "../../shared/ticket-row.server";

/**
 * Return the next unclaimed load of the delivered load's job, product and destination, the most urgent and oldest
 * first, for its hauler. Null if there isn't one, or if this load isn't completed.
 */
export async function findNextSimilarLoad(
  ctx: Ctx<CompanyActor>,
  { row, roles }: VisibleTicket,
): Promise<{ id: number; number: number } | null> {
  const t = row.trip_ticket;
  if (t.trip_ticket_status_id !== STATUS.completed || !roles.has("hauler") || !isActiveJob(row.job))
    return null;
  if (!ctx.actor.permissions.trip_ticket.update) return null;
  const [next] = await ctx.read
    .select({ id: tripTicket.id, number: tripTicket.trip_ticket_number })
    .from(tripTicket)
    .where(
      and(
        eq(tripTicket.job_id, t.job_id),
        sql`${tripTicket.trip_ticket_status_id} IN ${AVAILABLE_STATUS_IDS}`,
        eq(tripTicket.is_deleted, false),
        sql`+${tripTicket.job_destination_id} = ${t.job_destination_id}`,
        eq(tripTicket.product_type_id, t.product_type_id),
        sql`${tripTicket.wood_species_id} IS ${t.wood_species_id}`,
        sql`${tripTicket.wood_species_type_id} IS ${t.wood_species_type_id}`,
        visibleTicketsQuery(ctx.actor),
      ),
    )
    .orderBy(asc(tripTicket.trip_ticket_priority_id), asc(tripTicket.id))
    .limit(1);
  return next ?? null;
}
