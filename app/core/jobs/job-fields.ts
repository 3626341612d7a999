import { z } from "zod";
import { keysOf } from "~/domain/records/records";
import { text } from "~/domain/text/input";

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
/** A day that exists: a parser would take February 30 for March 2. */
const isDay = (day: string) => DAY.test(day) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

export const day = (message: string) => text(10, message, message).refine(isDay, message);

/** An optional text; null clears it. */
export const words = (label: string, most: number) =>
  z.string().trim().max(most, `${label} can be at most ${most} characters`).nullable().optional();

/** How far a destination is, by the road. */
export const mileage = z
  .number("Enter miles like 31.5")
  .min(0, "Enter miles like 31.5")
  .max(3000, "Use at most 3,000 miles")
  .nullable()
  .optional();

/** The fields of a job that people type, with their labels, as the edit page, the history and conflicts name them. */
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
export const JOB_FIELD_NAMES = keysOf(JOB_FIELDS);

/** What a change of a job may name; what it does not name stays (decisions, section 6). */
export const jobChange = {
  name: z
    .string("Name is required")
    .trim()
    .min(1, "Name is required")
    .max(120, "The name can be at most 120 characters")
    .optional(),
  contract_number: words("The contract number", 60),
  start_date: day("Start date is required").optional(),
  end_date: day("Type a date like 2026-11-30").nullable().optional(),
  township: words("The township", 60),
  range: words("The range", 60),
  section: words("The section", 60),
  harvest_notification_number: words("The harvest notification number", 60),
  log_brand: words("The log brand", 40),
};
