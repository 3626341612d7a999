import { eq } from "drizzle-orm";
import { companyFeatureAccess } from "#db/schema";
import { FEATURE, hasFeature } from "~/domain/access/company-features";
import type { Reading } from "~/web/procedure";
import { forbidden } from "~/web/refusal";

/** Whether the acting company may export now (decisions, section 3: feature 2 gates every type). */
export async function mayExport(ctx: Reading): Promise<boolean> {
  const rows = await ctx.read
    .select()
    .from(companyFeatureAccess)
    .where(eq(companyFeatureAccess.company_id, ctx.actor.company.id));
  return hasFeature(rows, FEATURE.advancedExport, ctx.now);
}

export async function checkMayExport(ctx: Reading) {
  if (!(await mayExport(ctx))) throw forbidden("Exporting trip tickets needs a company subscription.");
}
