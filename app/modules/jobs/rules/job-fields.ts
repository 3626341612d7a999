import { z } from "zod";
import { typedKeys } from "~/lib/object/records";
import { createTextSchema } from "~/lib/text/input";

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
/** Check that the day exists, because a parser would read February 30 as March 2. */
const isDay = (day: string) => DAY.test(day) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

export const dayField = (message: string) => createTextSchema(10, message, message).refine(isDay, message);

/** Schema of an optional text; null clears the text. */
export const jobTextField = (label: string, most: number) =>
  z.string().trim().max(most, `${label} can be at most ${most} characters`).nullable().optional();

/** Schema of a destination's road distance in miles. */
export const mileageField = z
  .number("Enter miles like 31.5")
  .min(0, "Enter miles like 31.5")
  .max(3000, "Use at most 3,000 miles")
  .nullable()
  .optional();

/** Text fields of a job with their labels, as used on the edit page, in the history and in conflicts. */
export const JOB_FIELDS = {
  name: "Name",
  contract_number: "Contract number",
  start_date: "Start",
  end_date: "End",
  township: "Township",
  range: "Range",
  section: "Section",
  harvest_notification_number: "Harvest notification number",
  log_brand: "Log brand",
} as const;
export type JobField = keyof typeof JOB_FIELDS;
export const JOB_FIELD_NAMES = typedKeys(JOB_FIELDS);

/** Fields that a job change may contain; omitted fields stay unchanged. */
export const jobChangeFields = {
  name: z
    .string("Name is required")
    .trim()
    .min(1, "Name is required")
    .max(120, "The name can be at most 120 characters")
    .optional(),
  contract_number: jobTextField("The contract number", 60),
  start_date: dayField("Start date is required").optional(),
  end_date: dayField("Type a date like 2026-11-30").nullable().optional(),
  township: jobTextField("The township", 60),
  range: jobTextField("The range", 60),
  section: jobTextField("The section", 60),
  harvest_notification_number: jobTextField("The harvest notification number", 60),
  log_brand: jobTextField("The log brand", 40),
};
