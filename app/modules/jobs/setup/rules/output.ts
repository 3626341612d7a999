import { z } from "zod";
import { outputId as id } from "~/web/output";

/** API output for the job that is being set up. */
export const jobDraftOutput = z.strictObject({
  version: id,
  href: z.string().describe("Where its setup continues."),
  request_user_company_id: id.nullable(),
  location_method: z.string().nullable(),
  draft: z
    .record(z.string(), z.unknown())
    .describe(
      "What is typed and chosen so far, exactly as POST /api/jobs takes it: rates in dollars, geom as GeoJSON.",
    ),
  files: z
    .array(z.string())
    .describe("Names of the PDFs in the setup. POST /api/jobs without a draft creates the job with them."),
});
export const draftDeletedOutput = z.strictObject({ done: z.boolean() });
export const draftSavedOutput = z.strictObject({
  version: id.describe("The next change sends this plus one."),
});
