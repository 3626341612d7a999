import { z } from "zod";
import { ROLE_FLAGS, type RoleFlag } from "~/domain/access/company-roles";
import { meta } from "./answers";
import { certificationAnswers } from "./answers-certifications";
import { peopleAnswers } from "./answers-people";
import { companyLocationRecord } from "./answers-places";

/** What the calls about companies answer (spec 2, section 7). */
const id = z.number().int();
const text = z.string().nullable();
const roles = Object.fromEntries(ROLE_FLAGS.map((flag) => [flag, z.boolean()])) as Record<
  RoleFlag,
  z.ZodBoolean
>;

const location = z.strictObject({
  id,
  company_id: id,
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});

export const companyFaces = z.strictObject({
  companies: z.array(
    z.strictObject({
      id,
      name: z.string(),
      logo_url: text,
      city: text,
      state: text,
      ...roles,
      company_location: z
        .array(location)
        .optional()
        .describe("With include of location: one's own places and those of mills."),
    }),
  ),
  meta,
});

const record = {
  id,
  version: id.describe("Send this plus one with an edit."),
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
  ...roles,
};
export const company = z.strictObject({ company: z.strictObject(record) });

const featureAccess = z.strictObject({
  feature_id: id.describe("Job creation 1, advanced export 2, settlements 3."),
  is_active: z.boolean(),
  created_at: z.string(),
  expires_at: text,
});
export const features = z.strictObject({ company_feature_access: z.array(featureAccess), meta });

const { certifications, requests } = certificationAnswers;
export const companyRead = z.strictObject({
  company: z.strictObject({
    ...record,
    is_deleted: z.boolean(),
    on_behalf_of_company: z.strictObject({ id, name: z.string() }).nullable(),
    subscription: z.strictObject({ is_active: z.boolean() }),
    company_stripe_account: z.null().describe("Null: Timbertally has no payment accounts yet."),
    company_feature_access: z.array(featureAccess),
    company_location: z.array(companyLocationRecord).optional(),
    crews: peopleAnswers.crews.shape.crews.optional(),
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
    certifications: certifications.shape.certifications?.optional(),
    certification_requests: requests.shape.certification_requests?.optional(),
    employee_count: id.optional(),
    job_creator_count: id.optional().describe("How many people have set up a job for the company."),
    trip_tickets_hauled: id.optional().describe("Loads that the company hauled to the end."),
  }),
});

/** A row was made. */
export const made = z.strictObject({ id });

export const landOwners = z.strictObject({
  land_owners: z.array(
    z.strictObject({
      id,
      name: z.string(),
      contact_first_name: text,
      contact_last_name: text,
      contact_phone_number: text,
      version: id,
    }),
  ),
  meta,
});
