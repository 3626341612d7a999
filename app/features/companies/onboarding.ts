import { z } from "zod";
import { nameOf } from "~/features/people/person";
import { apiPhone, INVALID_PHONE } from "~/features/people/phone";
import { ROLE_FLAGS, type RoleFlag } from "./company-roles";

/** The stages of onboarding in their order (spec 2, section 2). */
export const STAGES = [
  "join-company",
  "choose-company-perspective",
  "create-company",
  "invite-team",
] as const;
export type Stage = (typeof STAGES)[number];

/** Back moves one stage; there is none from the first. */
export const stageBefore = (stage: Stage): Stage | null => STAGES[STAGES.indexOf(stage) - 1] ?? null;

export const stagePath = (stage: Stage) => `/onboarding/${stage}`;

export const NO_ROLE = "At least one role must be selected";
export const roleList = z
  .array(z.enum(ROLE_FLAGS as [RoleFlag, ...RoleFlag[]], "This is no role of a company."))
  .max(ROLE_FLAGS.length, "There are not so many roles.");

export const companyName = z
  .string("Company Name is required")
  .trim()
  .min(1, "Company Name is required")
  .max(120, "A company's name has 120 characters at most");

export const contactPhone = z
  .string("Contact Phone Number is required")
  .trim()
  .min(1, "Contact Phone Number is required")
  .max(40, INVALID_PHONE)
  .refine((text) => text === "" || apiPhone(text) !== null, INVALID_PHONE);

export const contactFirst = nameOf("Contact First Name");
export const contactLast = nameOf("Contact Last Name");

export const license = z
  .string()
  .trim()
  .min(1, "Type the license")
  .max(60, "A license has 60 characters at most");
/** FSC and SFI; types whose names contain URL are not offered (spec 2, section 5). */
export const OFFERED_CERTIFICATIONS = [
  { value: 1, label: "FSC" },
  { value: 2, label: "SFI" },
];
export const offeredCertification = z
  .number("Choose FSC or SFI")
  .int()
  .refine((id) => OFFERED_CERTIFICATIONS.some((c) => c.value === id), "Choose FSC or SFI");

const degrees = (most: number, message: string) => z.number(message).min(-most, message).max(most, message);
export const latitude = degrees(90, "Latitude is a number between -90 and 90");
export const longitude = degrees(180, "Longitude is a number between -180 and 180");

/** What is kept of the company's form between stages, as it was typed. */
export const DRAFT_FIELDS = [
  "name",
  "contact_first_name",
  "contact_last_name",
  "contact_phone_number",
  "location_name",
  "location_address",
  "latitude",
  "longitude",
  "certification_type_id",
  "license",
] as const;
export type Draft = { roles: RoleFlag[] } & Partial<Record<(typeof DRAFT_FIELDS)[number], string>>;
