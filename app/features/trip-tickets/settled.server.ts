import { eq, sql } from "drizzle-orm";
import { settlementStatusType, tripTicket, tripTicketSettlement } from "#db/schema";
import { STATUS } from "~/domain/tickets/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";

type Load = { id: number; numbering_company_id: number; status: number };

/**
 * The state of each load's settlements in a word, for people who handle settlements; null for others, who mustn't learn
 * whether there are any (decisions, section 10). A completed load without one is unpaid.
 */
export async function settlementsOf(
  ctx: Pick<Ctx<CompanyActor>, "read" | "actor">,
  ids: readonly number[],
): Promise<(load: Load) => string | null> {
  const me = ctx.actor.company.id;
  const rows = ids.length
    ? await ctx.read
        .select({ id: tripTicketSettlement.trip_ticket_id, name: settlementStatusType.name })
        .from(tripTicketSettlement)
        .innerJoin(tripTicket, eq(tripTicket.id, tripTicketSettlement.trip_ticket_id))
        .innerJoin(
          settlementStatusType,
          eq(settlementStatusType.id, tripTicketSettlement.trip_ticket_settlement_status_type_id),
        )
        .where(
          sql`${tripTicketSettlement.trip_ticket_id} IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${tripTicket.numbering_company_id} = ${me}`,
        )
    : [];
  const names = new Map<number, Set<string>>();
  for (const { id, name } of rows) names.set(id, (names.get(id) ?? new Set()).add(name));
  return (load) => {
    const found = names.get(load.id);
    if (found) return [...found].join(", ");
    return load.numbering_company_id === me && load.status === STATUS.completed ? "Unpaid" : null;
  };
}
