import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
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
import { FEATURE, TRIAL_DAYS } from "~/domain/access/company-features";
import { type CompanyRoles, ROLE_FLAGS } from "~/domain/access/company-roles";
import {
  contactFirst,
  contactLast,
  contactPhone,
  license,
  NO_ROLE,
  offeredCertification,
  onboardingLatitude,
  onboardingLongitude,
  onboardingName,
  onboardingRoles,
} from "~/domain/people/onboarding";
import { apiPhone } from "~/domain/people/phone";
import { recordOf } from "~/domain/records/records";
import { mayMiss, mustHit } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, missing, notNow } from "~/web/refusal";
import * as field from "./company-fields";
import { companyTwins, createAnyway } from "./company-twins.server";
import { knownState } from "./edit-company.server";

/** Nobody works for more; a script that founds companies without end does. */
const MOST_COMPANIES = 20;
const LOCATION = { mill: 1, yard: 2 } as const;

type NewCompany = {
  name: string;
  create_anyway?: boolean;
  phone: string | null;
  /** What else its row has, as far as it was given. */
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
  recordOf(ROLE_FLAGS, (f) => is(f) ?? false);

const short = (what: string, most: number) =>
  z.string().trim().min(1, `${what} is empty`).max(most, `${what} can be at most ${most} characters`);

/** Founds a company as a program asks for it (spec 2, section 7). */
export const createCompany = procedure({
  name: "createCompany",
  audience: "user",
  input: z.strictObject({
    name: onboardingName,
    phone: contactPhone.optional(),
    ein: field.ein.nullable().optional(),
    bio: field.bio.nullable().optional(),
    address: field.address.nullable().optional(),
    city: field.city.nullable().optional(),
    us_state_id: field.stateId.nullable().optional(),
    default_load_amount: field.defaultLoadAmount.nullable().optional(),
    force_drop_off: z.boolean().optional(),
    contact: z.strictObject({
      first_name: contactFirst,
      last_name: contactLast,
      phone_number: contactPhone,
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
      .array(z.strictObject({ certification_type_id: offeredCertification, license }))
      .max(20, "Add 20 certifications at most")
      .optional(),
  }),
  output: idOutput,
  run: (ctx, input) =>
    found(ctx, {
      ...input,
      phone: apiPhone(input.phone ?? input.contact.phone_number),
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

/** The same from onboarding's form; the founder then works for the company and continues by inviting the team. */
export const foundCompany = procedure({
  name: "foundCompany",
  audience: "user",
  input: z.strictObject({
    name: onboardingName,
    contact_first_name: contactFirst,
    contact_last_name: contactLast,
    contact_phone_number: contactPhone,
    roles: onboardingRoles.default([]),
    address: field.address.optional(),
    city: field.city.optional(),
    us_state_id: field.stateId.optional(),
    certification_type_id: offeredCertification.optional(),
    license: license.optional(),
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
        phone: apiPhone(input.contact_phone_number),
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

const id = newest(company);

/** One batch: the company, its two crews, its founder among the admins, its trial, its first place and certificates. */
async function found(ctx: Ctx, input: NewCompany, sessionHash?: string) {
  const me = ctx.actor.user;
  if (!me) throw missing();
  if (!ROLE_FLAGS.some((flag) => input.roles[flag])) throw invalid({ roles: [NO_ROLE] });
  if (ctx.actor.companies.length >= MOST_COMPANIES)
    throw notNow(`You already belong to ${MOST_COMPANIES} companies, the most one person can have.`);
  if (input.more.us_state_id) await knownState(ctx, input.more.us_state_id);
  const twins = input.create_anyway ? [] : await companyTwins(ctx, { ...input.more, name: input.name });
  if (twins.length) throw invalid({ create_anyway: twins });
  const at = ctx.now.toISOString();
  const ends = new Date(ctx.now.getTime() + TRIAL_DAYS * 86_400_000).toISOString();
  const firstCrew = (name: string, is_primary: boolean) =>
    mustHit(ctx.write.insert(crew).values({ company_id: id, name, is_primary, created_at: at }));
  const admins = sql`(SELECT id FROM crew WHERE company_id = ${id} AND is_primary = 1)`;
  return ctx.commit(
    [
      mustHit(
        ctx.write.insert(company).values({
          name: input.name,
          phone: input.phone,
          ...input.more,
          contact_first_name: input.contact.first_name,
          contact_last_name: input.contact.last_name,
          contact_phone_number: apiPhone(input.contact.phone_number),
          ...input.roles,
          founder_user_id: me.id,
          created_at: at,
        }),
      ),
      firstCrew("Admins", true),
      firstCrew("Crew", false),
      mustHit(ctx.write.insert(crewMember).values({ crew_id: admins, user_id: me.id, created_at: at })),
      // One trial for a person, with the first company that they set up.
      ...[FEATURE.jobCreation, FEATURE.advancedExport].map((feature_id) =>
        mayMiss(sql`INSERT INTO ${companyFeatureAccess} (company_id, feature_id, is_active, created_at, expires_at)
          SELECT ${id}, ${feature_id}, 1, ${at}, ${ends}
           WHERE NOT EXISTS (SELECT 1 FROM company WHERE founder_user_id = ${me.id} AND id <> ${id})`),
      ),
      ...placeSteps(ctx, input),
      ...certificateSteps(ctx, input),
      mayMiss(
        ctx.write
          .update(user)
          .set({ default_company_id: id })
          .where(and(eq(user.id, me.id), isNull(user.default_company_id))),
      ),
      ...(sessionHash ? foundersSteps(ctx, me.id, sessionHash, at) : []),
    ],
    { id },
  );
}

/** A first type of location, so that the first one can be put on the map at once; and that, where it is known. */
function placeSteps(ctx: Ctx, { name, roles, location }: NewCompany): Step[] {
  const kind = roles.is_mill ? LOCATION.mill : LOCATION.yard;
  const values = { company_id: id, location_type_id: kind, name: roles.is_mill ? "Mill" : "Yard" };
  return [
    mustHit(ctx.write.insert(companyLocationType).values(values)),
    ...(location
      ? [
          mustHit(
            ctx.write.insert(companyLocation).values({
              company_id: id,
              company_location_type_id: newest(companyLocationType),
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
    mustHit(ctx.write.insert(certification).values({ company_id: id, ...c })),
    mustHit(
      ctx.write.insert(companyCertification).values({
        company_id: id,
        certification_id: newest(certification),
      }),
    ),
  ]);

/** This session acts for the new company; onboarding continues with its team. */
function foundersSteps(ctx: Ctx, userId: number, sessionHash: string, at: string): Step[] {
  const next = { stage: "invite-team", company_id: id, draft: "{}", updated_at: at };
  return [
    mayMiss(
      ctx.write
        .update(session)
        .set({ active_company_id: id })
        .where(and(eq(session.token_hash, sessionHash), eq(session.user_id, userId))),
    ),
    mayMiss(
      ctx.write
        .insert(onboarding)
        .values({ user_id: userId, ...next })
        .onConflictDoUpdate({ target: onboarding.user_id, set: next }),
    ),
  ];
}
