import { sql } from "drizzle-orm";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { formatPartyName, type JobParty } from "../../shared/job-parties.server";
import type { VisibleTicket } from "../../shared/ticket-row.server";
import type { HistoryValues, TicketPatch } from "../../shared/write.server";

/** Number of a mill's latest loads to search for haulers that delivered to it. */
const LATEST = 500;

/**
 * List the haulers of a job that may be assigned to an unclaimed load. A company that only receives the wood may not
 * see who works on the job, so it chooses among haulers that delivered to it before.
 */
export async function listHaulersToAssign(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
): Promise<JobParty[]> {
  if (ticket.row.trip_ticket.hauler_company_id !== null) return [];
  const haulers = ticket.parties.filter((party) => party.is_hauler && party.on_behalf_of === null);
  const isOnJob = [...ticket.roles].some((role) => role !== "mill");
  if (isOnJob || haulers.length === 0) return haulers;
  const ids = JSON.stringify(haulers.map((party) => party.company_id));
  const known = await ctx.read
    .selectDistinct({ id: sql<number>`t.hauler_company_id` })
    .from(
      sql`(SELECT c.ticket_id FROM ticket_company c WHERE c.company_id = ${ctx.actor.company.id}
        ORDER BY c.last_modified_at DESC, c.ticket_id DESC LIMIT ${LATEST}) l CROSS JOIN trip_ticket t ON t.id = l.ticket_id`,
    )
    .where(sql`t.hauler_company_id IN (SELECT value FROM json_each(${ids}))`);
  const knownIds = new Set(known.map(({ id }) => id));
  return haulers.filter((party) => knownIds.has(party.company_id));
}

/**
 * Return the changes that set an unclaimed load's hauler; refuse a company that isn't one of the haulers offered for
 * the load.
 */
export async function planHaulerAssignment(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  id: number,
): Promise<{ patch: TicketPatch; said: HistoryValues }> {
  const hauler = (await listHaulersToAssign(ctx, ticket)).find((party) => party.company_id === id);
  if (!hauler) throw invalid({ hauler_company_id: ["Choose who hauled this load, or leave it open."] });
  return {
    patch: { hauler_company_id: id, hauler_user_id: null, hauler_on_behalf_of_company_id: null },
    said: { hauler_company: formatPartyName(hauler) },
  };
}
