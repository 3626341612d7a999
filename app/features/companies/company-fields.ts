import { z } from "zod";
import { ROLE_FLAGS, type RoleFlag } from "~/domain/access/company-roles";
import { recordOf } from "~/domain/records/records";
import { trimmed } from "~/domain/text/input";

/** What people type of a company, by the rules of spec 2, section 5; one schema each for forms and the API. */
export const companyName = z
  .string("Company Name is required")
  .trim()
  .min(1, "Company Name is required")
  .max(120, "A name can be at most 120 characters");

const textOf = (label: string, most: number) =>
  z.string().trim().max(most, `${label} can be at most ${most} characters`);

export const EIN_FORMAT = "EIN must follow the format 12-3456789";
export const ein = trimmed(10, EIN_FORMAT).regex(/^\d{2}-\d{7}$/, EIN_FORMAT);

export const bio = textOf("The bio", 1000);
export const address = textOf("The address", 200);
export const city = textOf("The city", 100);
export const zip = z
  .string()
  .trim()
  .max(10, { abort: true, error: "Enter a ZIP code like 49738 or 49738-1234" })
  .regex(/^\d{5}(-\d{4})?$/, "Enter a ZIP code like 49738 or 49738-1234");
export const stateId = z.number("Choose a state").int();

/** More than any truck takes. */
const MOST_TONS = 200;

/**
 * Tons per load: empty, 0 or below means the company has none of its own (spec 2, section 5). Three decimals are kept
 * as typed and more are refused, so that a number never changes silently.
 */
export const defaultLoadAmount = z
  .number("Enter a number of tons")
  .min(-MOST_TONS, "Enter a number of tons")
  .max(MOST_TONS, `A load can be at most ${MOST_TONS} tons`)
  .refine((tons) => Math.abs(tons * 1000 - Math.round(tons * 1000)) < 1e-6, "Use three decimals at most")
  .transform((tons) => (tons <= 0 ? null : tons));

export const ROLE_NEEDED = "At least one role must be selected";
export const roleList = z.array(z.enum(ROLE_FLAGS, "Choose from the roles"), ROLE_NEEDED).min(1, ROLE_NEEDED);

/** The roles as the flags that a company's row has. */
export const flagsOf = (roles: readonly RoleFlag[]): Record<RoleFlag, boolean> =>
  recordOf(ROLE_FLAGS, (flag) => roles.includes(flag));
