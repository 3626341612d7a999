import { asc, eq, sql } from "drizzle-orm";
import { fuelRule } from "#db/schema";
import type { ReadCtx } from "~/web/procedure";

/**
 * Read the fuel surcharges that the acting company offers. Include the surcharge that a rate already has, even if it is
 * no longer offered.
 */
export const readOwnFuelRules = (ctx: Pick<ReadCtx, "read" | "actor">, count: number | null = null) =>
  ctx.read
    .select()
    .from(fuelRule)
    .where(
      sql`(${eq(fuelRule.company_id, ctx.actor.company.id)} AND ${fuelRule.is_deleted} = 0) OR ${fuelRule.id} = ${count ?? 0}`,
    )
    .orderBy(asc(fuelRule.id));
