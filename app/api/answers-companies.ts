import { z } from "zod";
import { ROLE_FLAGS, type RoleFlag } from "~/features/companies/company-roles";
import { meta } from "./answers";

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

export const company = z.strictObject({
  company: z.strictObject({
    id,
    version: id.describe("An edit sends this plus one."),
    name: z.string(),
    logo_url: text,
    ein: text,
    bio: text,
    address: text,
    city: text,
    us_state_id: id.nullable(),
    phone: text,
    default_load_amount: id.nullable().describe("Tons."),
    ...roles,
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
