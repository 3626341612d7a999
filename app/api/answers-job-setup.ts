import { z } from "zod";

/** What the calls about setting up jobs answer. */
const id = z.number().int();

export const jobMade = z.strictObject({ id });
export const leadMade = z.strictObject({ id });
export const jobDraft = z.strictObject({
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
export const draftDeleted = z.strictObject({ done: z.boolean() });
export const draftKept = z.strictObject({ version: id.describe("The next change sends this plus one.") });
