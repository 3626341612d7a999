import { FEATURE, hasFeature } from "~/lib/access/company-features";
import type { ReadCtx } from "~/web/procedure";
import { forbidden } from "~/web/refusal";
import { readCompanyFeatures } from "./features.server";

/** True if the acting company may export now (docs/domain.md#company-features). */
export async function canExport(ctx: ReadCtx): Promise<boolean> {
  return hasFeature(await readCompanyFeatures(ctx), FEATURE.advancedExport, ctx.now);
}

export async function requireExportPermission(ctx: ReadCtx) {
  if (!(await canExport(ctx))) throw forbidden("Exporting trip tickets needs a company subscription.");
}
