import { asc, eq, sql } from "drizzle-orm";
import { fuelRule } from "#db/schema";
import type { Reading } from "~/web/procedure";

/**
 * The surcharges for diesel that the acting company offers; `kept` is one that a rate has already, which stays though it is
 * not offered any longer.
 */
export const ownFuelRules = (ctx: Pick<Reading, "read" | "actor">, kept: number | null = null) =>
  ctx.read
    .select()
    .from(fuelRule)
    .where(
      sql`(${eq(fuelRule.company_id, ctx.actor.company.id)} AND ${fuelRule.is_deleted} = 0) OR ${fuelRule.id} = ${kept ?? 0}`,
    )
    .orderBy(asc(fuelRule.id));
