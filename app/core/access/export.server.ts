import { FEATURE, hasFeature } from "~/domain/access/company-features";
import type { Reading } from "~/web/procedure";
import { forbidden } from "~/web/refusal";
import { featuresOf } from "./features.server";

/** Whether the acting company may export now (decisions, section 3: feature 2 gates every type). */
export async function mayExport(ctx: Reading): Promise<boolean> {
  return hasFeature(await featuresOf(ctx), FEATURE.advancedExport, ctx.now);
}

export async function checkMayExport(ctx: Reading) {
  if (!(await mayExport(ctx))) throw forbidden("Exporting trip tickets needs a company subscription.");
}
