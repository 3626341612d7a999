import { asc, eq, sql } from "drizzle-orm";
import { fuelRule } from "#db/schema";
import type { ReadCtx } from "~/web/procedure";

/**
 * Fuel surcharges that the acting company offers; `kept` is one that a rate already has, which is included even if no
 * longer offered.
 */
export const readOwnFuelRules = (ctx: Pick<ReadCtx, "read" | "actor">, count: number | null = null) =>
  ctx.read
    .select()
    .from(fuelRule)
    .where(
      sql`(${eq(fuelRule.company_id, ctx.actor.company.id)} AND ${fuelRule.is_deleted} = 0) OR ${fuelRule.id} = ${count ?? 0}`,
    )
    .orderBy(asc(fuelRule.id));
