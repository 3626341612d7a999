import { z } from "zod";
import { rolesShape } from "~/lib/access/output";
import { certificationRequestsOutput, certificationsOutput } from "~/modules/certifications/rules/output";
import { crewsOutput } from "~/modules/people/rules/output";
import { companyLocationShape } from "~/modules/places/rules/output";
import { outputId as id, listOutput, outputVersion } from "~/web/output";

/** Response shapes of companies. */
const text = z.string().nullable();

const record = {
  id,
  version: outputVersion,
  name: z.string(),
  logo_url: text,
  ein: text,
  bio: text,
  address: text,
  city: text,
  us_state_id: id.nullable(),
  phone: text,
  contact: z.strictObject({ first_name: text, last_name: text, phone_number: text }),
  default_load_amount: z.number().nullable().describe("Tons, to thousandths."),
  force_drop_off: z.boolean().describe("A driver drops off a load before claiming another."),
  on_behalf_of_company_id: id.nullable(),
  ...rolesShape,
};
export const companyOutput = z.strictObject({ company: z.strictObject(record) });

const featureAccess = z.strictObject({
  feature_id: id.describe("Job creation 1, advanced export 2, settlements 3."),
  is_active: z.boolean(),
  created_at: z.string(),
  expires_at: text,
});
export const featuresOutput = listOutput("company_feature_access", featureAccess);

export const companyDetailsOutput = z.strictObject({
  company: z.strictObject({
    ...record,
    is_deleted: z.boolean(),
    on_behalf_of_company: z.strictObject({ id, name: z.string() }).nullable(),
    subscription: z.strictObject({ is_active: z.boolean() }),
    company_stripe_account: z.null().describe("Null: Timbertally has no payment accounts yet."),
    company_feature_access: z.array(featureAccess),
    company_location: z.array(companyLocationShape).optional(),
    crews: crewsOutput.shape.crews.optional(),
    crew_member_request: z
      .array(
        z.strictObject({
          id,
          user: z.strictObject({ id, first_name: z.string(), last_name: z.string(), email: text }),
          created_at: z.string(),
          accepted_at: text,
          rejected_at: text,
        }),
      )
      .optional()
      .describe("Pending ones; for admins."),
    certifications: certificationsOutput.shape.certifications.optional(),
    certification_requests: certificationRequestsOutput.shape.certification_requests.optional(),
    employee_count: id.optional(),
    job_creator_count: id.optional().describe("How many people have set up a job for the company."),
    trip_tickets_hauled: id.optional().describe("Loads that the company delivered."),
  }),
});

export const landOwnersOutput = listOutput(
  "land_owners",
  z.strictObject({
    id,
    name: z.string(),
    contact_first_name: text,
    contact_last_name: text,
    contact_phone_number: text,
    version: id,
  }),
);
