import { z } from "zod";
import { emailInput, nameOf } from "~/domain/people/person";
import { apiPhone, INVALID_PHONE } from "~/domain/people/phone";

export const PHONE_SHORT = "Phone number must be at least 10 digits";
export const PHONE_LONG = "Phone number must be at most 13 digits";
/** What the specifications say where nothing more is known. */
export const EMPLOYEE_SORRY =
  "Sorry, an error occurred while creating or updating or deleting the employee. Please try again.";

/** An employee's phone: 10 to 13 characters once all but digits and + are gone (spec 2, section 5). */
export const employeePhone = z
  .string(PHONE_SHORT)
  .max(40, { abort: true, error: PHONE_LONG })
  .superRefine((text, ctx) => {
    const { length } = text.replace(/[^\d+]/g, "");
    const message =
      length < 10 ? PHONE_SHORT : length > 13 ? PHONE_LONG : apiPhone(text) ? null : INVALID_PHONE;
    if (message) ctx.addIssue({ code: "custom", message });
  });

/** A new employee, as a form's row and as the API have it. */
export const employeeFields = {
  first_name: nameOf("First name"),
  last_name: nameOf("Last name"),
  phone_number: employeePhone,
  email: emailInput.optional(),
  is_admin: z.boolean().default(false),
};
export type NewEmployee = {
  first_name: string;
  last_name: string;
  phone_number: string;
  email?: string;
  is_admin: boolean;
  crew_ids?: number[];
};

export const crewIds = z.array(z.number().int()).max(50, "Choose at most 50 crews");

export type CrewFacts = { id: number; name: string; is_primary: boolean };

/**
 * The crews that somebody is to be in: the primary one makes them an admin; of the others those chosen. Nobody is
 * in none, so that where nothing is left it is the first regular crew. Null where a crew is not the company's.
 */
export function crewsFor(
  crews: readonly CrewFacts[],
  wish: { is_admin: boolean; crew_ids?: readonly number[] },
): number[] | null {
  const chosen = [...new Set(wish.crew_ids ?? [])];
  const regular = crews.filter((c) => !c.is_primary);
  if (chosen.some((id) => !regular.some((c) => c.id === id))) return null;
  const primary = crews.find((c) => c.is_primary);
  const into = [...(wish.is_admin && primary ? [primary.id] : []), ...chosen];
  const first = regular[0];
  return into.length || !first ? into : [first.id];
}
