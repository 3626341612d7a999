import { z } from "zod";
import { ROLE_FLAGS } from "~/lib/access/company-roles";
import { buildRecord } from "~/lib/object/records";
import { INVALID_PHONE_MESSAGE, parsePhoneWithExtension } from "~/lib/text/phone";
import { personNameField } from "./person";

/** Onboarding stages in order (docs/domain.md#accounts). */
export const ONBOARDING_STAGES = [
  "join-company",
  "choose-company-perspective",
  "create-company",
  "invite-team",
] as const;
export type OnboardingStage = (typeof ONBOARDING_STAGES)[number];

/** Return the stage before this one; null for the first. */
export const getPreviousStage = (stage: OnboardingStage): OnboardingStage | null =>
  ONBOARDING_STAGES[ONBOARDING_STAGES.indexOf(stage) - 1] ?? null;

export const buildStagePath = (stage: OnboardingStage) => `/onboarding/${stage}`;

export const ROLE_REQUIRED_MESSAGE = "At least one role must be selected";
export const onboardingRoles = z
  .array(z.enum(ROLE_FLAGS, "Unknown role"))
  .max(ROLE_FLAGS.length, "Too many roles");

export const onboardingName = z
  .string("Company Name is required")
  .trim()
  .min(1, "Company Name is required")
  .max(120, "A company name can be at most 120 characters");

export const contactPhoneField = z
  .string("Contact Phone Number is required")
  .trim()
  .min(1, "Contact Phone Number is required")
  .max(40, { abort: true, error: INVALID_PHONE_MESSAGE })
  .refine((text) => text === "" || parsePhoneWithExtension(text) !== null, INVALID_PHONE_MESSAGE);

export const contactFirstNameField = personNameField("Contact First Name");
export const contactLastNameField = personNameField("Contact Last Name");

export const licenseField = z
  .string()
  .trim()
  .min(1, "Type the license")
  .max(60, "A license can be at most 60 characters");
/** Certification types offered: FSC and SFI, without the types whose names contain URL (docs/domain.md#certification). */
export const OFFERED_CERTIFICATIONS = [
  { value: 1, label: "FSC" },
  { value: 2, label: "SFI" },
];
export const certificationField = z
  .number("Choose FSC or SFI")
  .int()
  .refine((id) => OFFERED_CERTIFICATIONS.some((c) => c.value === id), "Choose FSC or SFI");

const degrees = (most: number, message: string) => z.number(message).min(-most, message).max(most, message);
export const onboardingLatitude = degrees(90, "Latitude must be between -90 and 90");
export const onboardingLongitude = degrees(180, "Longitude must be between -180 and 180");

/** Fields of the company form stored between stages, as typed. */
export const DRAFT_FIELDS = [
  "name",
  "contact_first_name",
  "contact_last_name",
  "contact_phone_number",
  "address",
  "city",
  "us_state_id",
  "certification_type_id",
  "license",
] as const;
const onboardingDraft = z.object({
  roles: z.array(z.enum(ROLE_FLAGS)).default([]),
  ...buildRecord(DRAFT_FIELDS, () => z.string().optional()),
});
export type OnboardingDraft = z.output<typeof onboardingDraft>;
/** Parse the stored draft of the form; empty if there is none. */
export const parseOnboardingDraft = (stored: string | undefined): OnboardingDraft =>
  onboardingDraft.parse(JSON.parse(stored ?? "{}"));
