import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import {
  certification,
  company,
  companyCertification,
  companyFeatureAccess,
  companyLocation,
  companyLocationType,
  crew,
  crewMember,
  onboarding,
  session,
  user,
} from "#db/schema";
import { FEATURE, TRIAL_DAYS } from "~/lib/access/company-features";
import { type CompanyRoles, ROLE_FLAGS } from "~/lib/access/company-roles";
import { buildRecord } from "~/lib/object/records";
import { parsePhoneWithExtension } from "~/lib/text/phone";
import {
  certificationField,
  contactFirstNameField,
  contactLastNameField,
  contactPhoneField,
  licenseField,
  onboardingLatitude,
  onboardingLongitude,
  onboardingName,
  onboardingRoles,
  ROLE_REQUIRED_MESSAGE,
} from "~/modules/people/rules/onboarding";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, notFound, unprocessable } from "~/web/refusal";
import * as field from "../rules/company-fields";
import { createAnywayField, describeDuplicateCompanies } from "./company-twins.server";
import { requireExistingUsState } from "./edit-company.server";

/** Maximum number of companies per user: above any real need, to stop scripts that create companies endlessly. */
const MAX_COMPANIES = 20;
const LOCATION = { mill: 1, yard: 2 } as const;

type NewCompany = {
  name: string;
  create_anyway?: boolean;
  phone: string | null;
  /** More columns of the company's row, if provided. */
  more: Partial<
    Pick<
      typeof company.$inferInsert,
      "ein" | "bio" | "address" | "city" | "us_state_id" | "default_load_amount" | "force_drop_off"
    >
  >;
  contact: { first_name: string; last_name: string; phone_number: string };
  roles: CompanyRoles;
  location?: { name?: string; latitude: number; longitude: number };
  certifications: { certification_type_id: number; license: string }[];
};

const flags = (is: (flag: (typeof ROLE_FLAGS)[number]) => boolean | undefined) =>
  buildRecord(ROLE_FLAGS, (f) => is(f) ?? false);

const short = (what: string, most: number) =>
  z.string().trim().min(1, `${what} is empty`).max(most, `${what} can be at most ${most} characters`);

/** Create a company through the API. */
export const createCompany = procedure({
  name: "createCompany",
  audience: "user",
  input: z.strictObject({
    name: onboardingName,
    phone: contactPhoneField.optional(),
    ein: field.einField.nullable().optional(),
    bio: field.bioField.nullable().optional(),
    address: field.addressField.nullable().optional(),
    city: field.cityField.nullable().optional(),
    us_state_id: field.stateIdField.nullable().optional(),
    default_load_amount: field.defaultLoadAmountField.nullable().optional(),
    force_drop_off: z.boolean().optional(),
    contact: z.strictObject({
      first_name: contactFirstNameField,
      last_name: contactLastNameField,
      phone_number: contactPhoneField,
    }),
    is_land_owner: z.boolean().optional(),
    is_land_manager: z.boolean().optional(),
    is_cutter: z.boolean().optional(),
    is_skidder: z.boolean().optional(),
    is_hauler: z.boolean().optional(),
    is_mill: z.boolean().optional(),
    create_anyway: createAnywayField,
    location: z
      .strictObject({
        name: short("The name", 120).optional(),
        latitude: onboardingLatitude,
        longitude: onboardingLongitude,
      })
      .optional(),
    certifications: z
      .array(z.strictObject({ certification_type_id: certificationField, license: licenseField }))
      .max(20, "Add 20 certifications at most")
      .optional(),
  }),
  output: idOutput,
  run: (ctx, input) =>
    found(ctx, {
      ...input,
      phone: parsePhoneWithExtension(input.phone ?? input.contact.phone_number),
      more: {
        ein: input.ein,
        bio: input.bio || null,
        address: input.address || null,
        city: input.city || null,
        us_state_id: input.us_state_id,
        default_load_amount: input.default_load_amount,
        force_drop_off: input.force_drop_off,
      },
      roles: flags((flag) => input[flag]),
      certifications: input.certifications ?? [],
    }),
});

/** Create a company from the onboarding form; its founder then works for it and continues by inviting the team. */
export const createOnboardingCompany = procedure({
  name: "createOnboardingCompany",
  audience: "user",
  input: z.strictObject({
    name: onboardingName,
    contact_first_name: contactFirstNameField,
    contact_last_name: contactLastNameField,
    contact_phone_number: contactPhoneField,
    roles: onboardingRoles.default([]),
    address: field.addressField.optional(),
    city: field.cityField.optional(),
    us_state_id: field.stateIdField.optional(),
    certification_type_id: certificationField.optional(),
    license: licenseField.optional(),
    create_anyway: createAnywayField,
    session: z.string().max(64).optional(),
  }),
  async run(ctx, input) {
    const { certification_type_id: type, license: number } = input;
    if (type !== undefined && number === undefined) throw invalid({ license: ["Type the license"] });
    if (type === undefined && number !== undefined)
      throw invalid({ certification_type_id: ["Choose FSC or SFI"] });
    return found(
      ctx,
      {
        name: input.name,
        create_anyway: input.create_anyway,
        phone: parsePhoneWithExtension(input.contact_phone_number),
        more: {
          address: input.address || null,
          city: input.city || null,
          us_state_id: input.us_state_id,
        },
        contact: {
          first_name: input.contact_first_name,
          last_name: input.contact_last_name,
          phone_number: input.contact_phone_number,
        },
        roles: flags((flag) => input.roles.includes(flag)),
        certifications:
          type !== undefined && number !== undefined
            ? [{ certification_type_id: type, license: number }]
            : [],
      },
      input.session,
    );
  },
});

const id = selectInsertedId(company);

/** Create in one batch a company, its two crews, its founder as admin, its trial, first location and certificates. */
async function found(ctx: Ctx, input: NewCompany, sessionHash?: string) {
  const me = ctx.actor.user;
  if (!me) throw notFound();
  if (!ROLE_FLAGS.some((flag) => input.roles[flag])) throw invalid({ roles: [ROLE_REQUIRED_MESSAGE] });
  if (ctx.actor.companies.length >= MAX_COMPANIES)
    throw unprocessable(`You already belong to ${MAX_COMPANIES} companies, the most one person can have.`);
  if (input.more.us_state_id) await requireExistingUsState(ctx, input.more.us_state_id);
  const twins = input.create_anyway
    ? []
    : await describeDuplicateCompanies(ctx, { ...input.more, name: input.name });
  if (twins.length) throw invalid({ create_anyway: twins });
  const timestamp = ctx.now.toISOString();
  const ends = new Date(ctx.now.getTime() + TRIAL_DAYS * 86_400_000).toISOString();
  const firstCrew = (name: string, is_primary: boolean) =>
    expectOneRow(ctx.write.insert(crew).values({ company_id: id, name, is_primary, created_at: timestamp }));
  const admins = sql`(SELECT id FROM crew WHERE company_id = ${id} AND is_primary = 1)`;
  return ctx.commit(
    [
      expectOneRow(
        ctx.write.insert(company).values({
          name: input.name,
          phone: input.phone,
          ...input.more,
          contact_first_name: input.contact.first_name,
          contact_last_name: input.contact.last_name,
          contact_phone_number: parsePhoneWithExtension(input.contact.phone_number),
          ...input.roles,
          founder_user_id: me.id,
          created_at: timestamp,
        }),
      ),
      firstCrew("Admins", true),
      firstCrew("Crew", false),
      expectOneRow(
        ctx.write.insert(crewMember).values({ crew_id: admins, user_id: me.id, created_at: timestamp }),
      ),
      // Start the trial, which each user gets once, with the first company that the user sets up.
      ...[FEATURE.jobCreation, FEATURE.advancedExport].map((feature_id) =>
        allowAnyRows(sql`INSERT INTO ${companyFeatureAccess} (company_id, feature_id, is_active, created_at, expires_at)
          SELECT ${id}, ${feature_id}, 1, ${timestamp}, ${ends}
           WHERE NOT EXISTS (SELECT 1 FROM company WHERE founder_user_id = ${me.id} AND id <> ${id})`),
      ),
      ...placeSteps(ctx, input),
      ...certificateSteps(ctx, input),
      allowAnyRows(
        ctx.write
          .update(user)
          .set({ default_company_id: id })
          .where(and(eq(user.id, me.id), isNull(user.default_company_id))),
      ),
      ...(sessionHash ? foundersSteps(ctx, me.id, sessionHash, timestamp) : []),
    ],
    { id },
  );
}

/**
 * Create a first location type, so that a location can be put on the map at once, and the first location itself if
 * known.
 */
function placeSteps(ctx: Ctx, { name, roles, location }: NewCompany): Step[] {
  const kind = roles.is_mill ? LOCATION.mill : LOCATION.yard;
  const values = { company_id: id, location_type_id: kind, name: roles.is_mill ? "Mill" : "Yard" };
  return [
    expectOneRow(ctx.write.insert(companyLocationType).values(values)),
    ...(location
      ? [
          expectOneRow(
            ctx.write.insert(companyLocation).values({
              company_id: id,
              company_location_type_id: selectInsertedId(companyLocationType),
              name: location.name ?? name,
              latitude: location.latitude,
              longitude: location.longitude,
            }),
          ),
        ]
      : []),
  ];
}

const certificateSteps = (ctx: Ctx, { certifications }: NewCompany): Step[] =>
  certifications.flatMap((c) => [
    expectOneRow(ctx.write.insert(certification).values({ company_id: id, ...c })),
    expectOneRow(
      ctx.write.insert(companyCertification).values({
        company_id: id,
        certification_id: selectInsertedId(certification),
      }),
    ),
  ]);

/** Switch this session to the new company; onboarding continues with inviting its team. */
function foundersSteps(ctx: Ctx, userId: number, sessionHash: string, instant: string): Step[] {
  const next = { stage: "invite-team", company_id: id, draft: "{}", updated_at: instant };
  return [
    allowAnyRows(
      ctx.write
        .update(session)
        .set({ active_company_id: id })
        .where(and(eq(session.token_hash, sessionHash), eq(session.user_id, userId))),
    ),
    allowAnyRows(
      ctx.write
        .insert(onboarding)
        .values({ user_id: userId, ...next })
        .onConflictDoUpdate({ target: onboarding.user_id, set: next }),
    ),
  ];
}
