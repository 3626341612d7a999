import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { insertedId } from "#db/inserted-id";
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
import { parseCallPhone } from "~/lib/text/phone";
import {
  contactFirstNameField,
  contactLastNameField,
  contactPhoneField,
  licenseField,
  NO_ROLE,
  offeredCertification,
  onboardingLatitude,
  onboardingLongitude,
  onboardingName,
  onboardingRoles,
} from "~/modules/people/rules/onboarding";
import { anyRows, expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, notFound, unprocessable } from "~/web/refusal";
import * as field from "../rules/company-fields";
import { companyTwins, createAnyway } from "./company-twins.server";
import { requireKnownState } from "./edit-company.server";

/** Limit beyond what anyone needs; a script that creates companies endlessly exceeds it. */
const MAX_COMPANIES = 20;
const LOCATION = { mill: 1, yard: 2 } as const;

type NewCompany = {
  name: string;
  create_anyway?: boolean;
  phone: string | null;
  /** Further columns of the row, if provided. */
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

/** Create a company for a program. */
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
    create_anyway: createAnyway,
    location: z
      .strictObject({
        name: short("The name", 120).optional(),
        latitude: onboardingLatitude,
        longitude: onboardingLongitude,
      })
      .optional(),
    certifications: z
      .array(z.strictObject({ certification_type_id: offeredCertification, license: licenseField }))
      .max(20, "Add 20 certifications at most")
      .optional(),
  }),
  output: idOutput,
  run: (ctx, input) =>
    found(ctx, {
      ...input,
      phone: parseCallPhone(input.phone ?? input.contact.phone_number),
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

/** The same from the onboarding form; the founder then works for the company and continues by inviting the team. */
export const foundCompany = procedure({
  name: "foundCompany",
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
    certification_type_id: offeredCertification.optional(),
    license: licenseField.optional(),
    create_anyway: createAnyway,
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
        phone: parseCallPhone(input.contact_phone_number),
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

const id = insertedId(company);

/**
 * Create in one batch: the company, its two crews, its founder as an admin, its trial, its first place and
 * certificates.
 */
async function found(ctx: Ctx, input: NewCompany, sessionHash?: string) {
  const me = ctx.actor.user;
  if (!me) throw notFound();
  if (!ROLE_FLAGS.some((flag) => input.roles[flag])) throw invalid({ roles: [NO_ROLE] });
  if (ctx.actor.companies.length >= MAX_COMPANIES)
    throw unprocessable(`You already belong to ${MAX_COMPANIES} companies, the most one person can have.`);
  if (input.more.us_state_id) await requireKnownState(ctx, input.more.us_state_id);
  const twins = input.create_anyway ? [] : await companyTwins(ctx, { ...input.more, name: input.name });
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
          contact_phone_number: parseCallPhone(input.contact.phone_number),
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
      // One trial per person, with the first company that they set up.
      ...[FEATURE.jobCreation, FEATURE.advancedExport].map((feature_id) =>
        anyRows(sql`INSERT INTO ${companyFeatureAccess} (company_id, feature_id, is_active, created_at, expires_at)
          SELECT ${id}, ${feature_id}, 1, ${timestamp}, ${ends}
           WHERE NOT EXISTS (SELECT 1 FROM company WHERE founder_user_id = ${me.id} AND id <> ${id})`),
      ),
      ...placeSteps(ctx, input),
      ...certificateSteps(ctx, input),
      anyRows(
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
 * Create a first location type, so that the first location can be put on the map at once; and the location itself, if
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
              company_location_type_id: insertedId(companyLocationType),
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
        certification_id: insertedId(certification),
      }),
    ),
  ]);

/** Switch this session to the new company; onboarding continues with its team. */
function foundersSteps(ctx: Ctx, userId: number, sessionHash: string, instant: string): Step[] {
  const next = { stage: "invite-team", company_id: id, draft: "{}", updated_at: instant };
  return [
    anyRows(
      ctx.write
        .update(session)
        .set({ active_company_id: id })
        .where(and(eq(session.token_hash, sessionHash), eq(session.user_id, userId))),
    ),
    anyRows(
      ctx.write
        .insert(onboarding)
        .values({ user_id: userId, ...next })
        .onConflictDoUpdate({ target: onboarding.user_id, set: next }),
    ),
  ];
}
