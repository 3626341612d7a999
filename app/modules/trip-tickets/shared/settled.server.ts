import { eq, sql } from "drizzle-orm";
import { jsonListSql } from "#db/json-list";
import { amountOwed, settlementStatusType } from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { visibleSettlementsQuery } from "~/modules/settlements/shared/access.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { STATUS } from "../rules/trip-ticket";

type Load = { id: number; numbering_company_id: number; status: number };

/**
 * Return a function that returns a one-word label for the state of a load's settlements. Only payer, payee and the
 * job's requester see it, and only users who handle settlements. For other readers it returns null, because they
 * mustn't learn whether there are settlements. To the requester, a completed load without a settlement is unpaid
 * (docs/domain.md#ticket-lists).
 */
export async function createSettlementLabeler(
  ctx: Pick<Ctx<CompanyActor>, "read" | "actor">,
  ids: readonly number[],
): Promise<(load: Load) => string | null> {
  if (!hasPermission(ctx.actor.permissions, "settlement.read")) return () => null;
  const me = ctx.actor.company.id;
  const rows = ids.length
    ? await ctx.read
        .select({ id: amountOwed.trip_ticket_id, name: settlementStatusType.name })
        .from(amountOwed)
        .innerJoin(settlementStatusType, eq(settlementStatusType.id, amountOwed.status_type_id))
        .where(
          sql`${amountOwed.trip_ticket_id} IN ${jsonListSql(ids)} AND ${visibleSettlementsQuery(ctx.actor)}`,
        )
    : [];
  const names = new Map<number, Set<string>>();
  for (const { id, name } of rows) names.set(id, (names.get(id) ?? new Set()).add(name));
  return (load) => {
    const match = names.get(load.id);
    if (match) return [...match].sort().join(", ");
    return load.numbering_company_id === me && load.status === STATUS.completed ? "Unpaid" : null;
  };
}
