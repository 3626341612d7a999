import { and, eq, ne, sql } from "drizzle-orm";
import { company, tripTicket } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { unprocessable } from "~/web/refusal";
import { formatOneLoadMessage, type LoadInTransit } from "../rules/lifecycle";
import { STATUS } from "../rules/trip-ticket";
import { visibleTicketsQuery } from "./access.server";

/**
 * Return another load that this driver has in transit, for any company. The number is included only for users who may
 * see the load.
 */
export async function findOpenLoad(
  ctx: Ctx<CompanyActor>,
  hauler: { company_id: number; name: string },
  driverId: number,
  ticketId: number | null,
): Promise<LoadInTransit | null> {
  const seen = sql<number>`${visibleTicketsQuery(ctx.actor)}`;
  const [open] = await ctx.read
    .select({ number: sql<number | null>`CASE WHEN ${seen} THEN ${tripTicket.trip_ticket_number} END` })
    .from(tripTicket)
    .where(
      and(
        eq(tripTicket.hauler_user_id, driverId),
        eq(tripTicket.trip_ticket_status_id, STATUS.inTransit),
        eq(tripTicket.is_deleted, false),
        eq(tripTicket.is_sample, false),
        ticketId === null ? undefined : ne(tripTicket.id, ticketId),
      ),
    )
    .orderBy(sql`${seen} DESC`)
    .limit(1);
  if (!open) return null;
  return { number: open.number, company: hauler.company_id === ctx.actor.company.id ? null : hauler.name };
}

type Hauls = { status: number; hauler_company_id: number | null; hauler_user_id: number | null };

/**
 * Return the steps that limit a driver to one load if the hauler requires it (`force_drop_off`): a driver with a load
 * in transit can't be assigned or pick up another, whichever way the ticket is edited. The check is repeated in the
 * commit, so that one of two simultaneous pickups is refused.
 */
export async function buildOneLoadLimitSteps(
  ctx: Ctx<CompanyActor>,
  ticketId: number | null,
  before: Hauls | null,
  after: Hauls,
): Promise<Step[]> {
  const { hauler_company_id: companyId, hauler_user_id: driverId, status } = after;
  const held = status === STATUS.claimed || status === STATUS.inTransit;
  const same =
    before?.status === status && before.hauler_company_id === companyId && before.hauler_user_id === driverId;
  if (!held || same || companyId === null || driverId === null) return [];
  const [hauler] = await ctx.read
    .select({ company_id: company.id, name: company.name, one: company.force_drop_off })
    .from(company)
    .where(eq(company.id, companyId));
  if (!hauler?.one) return [];
  const open = await findOpenLoad(ctx, hauler, driverId, ticketId);
  if (open) throw unprocessable(formatOneLoadMessage(open));
  return ticketId === null
    ? []
    : [
        expectOneRow(sql`UPDATE trip_ticket SET version = version WHERE id = ${ticketId} AND NOT EXISTS (
          SELECT 1 FROM trip_ticket o WHERE o.hauler_user_id = ${driverId} AND o.is_deleted = 0 AND o.is_sample = 0
            AND o.trip_ticket_status_id = ${STATUS.inTransit} AND o.id <> ${ticketId})`),
      ];
}
