import { z } from "zod";
import { ROLE_FLAGS } from "~/lib/access/company-roles";
import { buildRecord } from "~/lib/object/records";
import { outputId as id, listPagingOutput } from "~/web/output";

const text = z.string().nullable();
/** Roles of a company, one flag each. */
export const rolesShape = buildRecord(ROLE_FLAGS, () => z.boolean());

const location = z.strictObject({
  id,
  company_id: id,
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});

export const companyCardsOutput = z.strictObject({
  companies: z.array(
    z.strictObject({
      id,
      name: z.string(),
      logo_url: text,
      city: text,
      state: text,
      ...rolesShape,
      created_at: z.string().describe("When the company came to Timbertally."),
      is_partner: z
        .boolean()
        .describe("Your companies are on a job together. Partners come first among equal names."),
      jobs_together: z.number().int(),
      verified_email_domain: text.describe(
        "The domain of an admin's verified email. null without one, or where anyone can have an email.",
      ),
      company_location: z
        .array(location)
        .optional()
        .describe("With include=location: your own locations and those of mills."),
    }),
  ),
  meta: listPagingOutput,
});
