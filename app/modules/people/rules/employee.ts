import { z } from "zod";
import { PRESET_IDS, type PresetId } from "~/lib/access/crew-presets";
import { INVALID_PHONE_MESSAGE, parseApiPhone } from "~/lib/text/phone";
import { emailInput, personNameField } from "./person";

export const PHONE_TOO_SHORT = "Phone number must be at least 10 digits";
export const PHONE_TOO_LONG = "Phone number must be at most 13 digits";
/** Fallback message. */
export const EMPLOYEE_SAVE_FAILED =
  "Sorry, an error occurred while creating or updating or deleting the employee. Please try again.";

/** An employee's phone number: 10 to 13 characters after everything except digits and + is removed. */
export const employeePhoneField = z
  .string(PHONE_TOO_SHORT)
  .max(40, { abort: true, error: PHONE_TOO_LONG })
  .superRefine((text, ctx) => {
    const { length } = text.replace(/[^\d+]/g, "");
    const message =
      length < 10
        ? PHONE_TOO_SHORT
        : length > 13
          ? PHONE_TOO_LONG
          : parseApiPhone(text)
            ? null
            : INVALID_PHONE_MESSAGE;
    if (message) ctx.addIssue({ code: "custom", message });
  });

/** Fields of a new employee, for a row of the form and for the API. */
export const employeeFields = {
  first_name: personNameField("First name"),
  last_name: personNameField("Last name"),
  phone_number: employeePhoneField,
  email: emailInput.optional(),
  is_admin: z.boolean().default(false),
  work: z
    .enum(PRESET_IDS, "Choose what this person does")
    .optional()
    .describe(
      "What the person does, which picks the crew unless crews are named. Without either: driver, who sees the least.",
    ),
};
export type NewEmployee = {
  first_name: string;
  last_name: string;
  phone_number: string;
  email?: string;
  is_admin: boolean;
  work?: PresetId;
  crew_ids?: number[];
};

export const crewIdsField = z.array(z.number().int()).max(50, "Choose at most 50 crews");

export type CrewSummary = { id: number; name: string; is_primary: boolean };

/**
 * Return the ids of the crews chosen for a person, with the primary crew if they become an admin. Empty if none was
 * chosen; null if a chosen crew isn't a regular crew of the company.
 */
export function selectCrewIds(
  crews: readonly CrewSummary[],
  wish: { is_admin: boolean; crew_ids?: readonly number[] },
): number[] | null {
  const chosen = [...new Set(wish.crew_ids ?? [])];
  const regular = crews.filter((c) => !c.is_primary);
  if (chosen.some((id) => !regular.some((c) => c.id === id))) return null;
  const primary = crews.find((c) => c.is_primary);
  return [...(wish.is_admin && primary ? [primary.id] : []), ...chosen];
}
