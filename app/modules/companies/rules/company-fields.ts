import { z } from "zod";
import { ROLE_FLAGS, type RoleFlag } from "~/lib/access/company-roles";
import { buildRecord } from "~/lib/object/records";
import { createTrimmedTextSchema } from "~/lib/text/input";

/**
 * Company fields as typed, by the rules of docs/domain.md#company-profile; the schemas are shared by forms and the API.
 */
export const companyNameField = z
  .string("Company Name is required")
  .trim()
  .min(1, "Company Name is required")
  .max(120, "A name can be at most 120 characters");

const textOf = (label: string, most: number) =>
  z.string().trim().max(most, `${label} can be at most ${most} characters`);

export const EIN_FORMAT_MESSAGE = "EIN must follow the format 12-3456789";
export const einField = createTrimmedTextSchema(10, EIN_FORMAT_MESSAGE).regex(
  /^\d{2}-\d{7}$/,
  EIN_FORMAT_MESSAGE,
);

export const bioField = textOf("The bio", 1000);
export const addressField = textOf("The address", 200);
export const cityField = textOf("The city", 100);
export const zipField = z
  .string()
  .trim()
  .max(10, { abort: true, error: "Enter a ZIP code like 49738 or 49738-1234" })
  .regex(/^\d{5}(-\d{4})?$/, "Enter a ZIP code like 49738 or 49738-1234");
export const stateIdField = z.number("Choose a state").int();

/** Maximum tons per load, above the capacity of any truck. */
const MAX_TONS = 200;

/**
 * Default tons per load; empty, 0 or below means that the company has no default. Up to three decimals are stored as
 * typed; more are refused, so that a number never changes silently (docs/domain.md#company-profile).
 */
export const defaultLoadAmountField = z
  .number("Enter a number of tons")
  .min(-MAX_TONS, "Enter a number of tons")
  .max(MAX_TONS, `A load can be at most ${MAX_TONS} tons`)
  .refine((tons) => Math.abs(tons * 1000 - Math.round(tons * 1000)) < 1e-6, "Use three decimals at most")
  .transform((tons) => (tons <= 0 ? null : tons));

export const COMPANY_ROLE_REQUIRED_MESSAGE = "At least one role must be selected";
export const roleListField = z
  .array(z.enum(ROLE_FLAGS, "Choose from the roles"), COMPANY_ROLE_REQUIRED_MESSAGE)
  .min(1, COMPANY_ROLE_REQUIRED_MESSAGE);

/** Convert a list of roles to the flags of a company's row. */
export const toRoleFlags = (roles: readonly RoleFlag[]): Record<RoleFlag, boolean> =>
  buildRecord(ROLE_FLAGS, (flag) => roles.includes(flag));
