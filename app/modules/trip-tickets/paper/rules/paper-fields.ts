import { z } from "zod";
import { buildRecord } from "~/lib/object/records";
import { createTextSchema } from "~/lib/text/input";
import { isFuture, parseTime } from "~/lib/time/place-time";
import { invalid } from "~/web/refusal";
import { getBeforeStartWarnings } from "../../edit/rules/times";

const WHEN = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z?$/;

/** Field for a time on paper: an instant as API programs send it, or a local date and time. */
export const paperTimeField = () =>
  createTextSchema(24, "Enter a date and time")
    .regex(WHEN, "Enter a date and time")
    .describe("UTC with a Z, or without one the clock of its place: the job's for loading, else the mill's");
export const paperTextField = (label: string, most: number) =>
  z.string().trim().max(most, `${label} is too long`).optional();

/** Fields that loader and driver write on a load's paper. */
export const paperFields = {
  driver_name: paperTextField("The name", 80),
  truck_number: paperTextField("The truck number", 40),
  truck_plate: paperTextField("The plate", 40),
  trailer_plate: paperTextField("The plate", 40),
  loader_name: paperTextField("The name", 80),
  loader_machine: paperTextField("The machine", 80),
  loaded_at: paperTimeField().optional(),
};
const WRITTEN = [
  "driver_name",
  "truck_number",
  "truck_plate",
  "trailer_plate",
  "loader_name",
  "loader_machine",
] as const;

type Written = Partial<Record<keyof typeof paperFields, string>>;

/** Return the handwritten fields as stored: empty fields become null. */
export const pickPaperTexts = (sent: Written) => buildRecord(WRITTEN, (name) => sent[name] || null);

/** Return a typed time as an instant, with any warnings to confirm, or the reason that it is invalid. */
export function parseTypedInstant(typed: string, { zone, now }: { zone: string; now: Date }) {
  const reading = parseTime(typed, zone);
  if (reading.iso === null) return { iso: null, wrong: reading.problem, question: null };
  return { ...reading, wrong: isFuture(reading.iso, now) ? "This time is in the future." : null };
}

/** Parse the fields already handwritten on a load's paper, as stored; a blank sheet is filled in before it is claimed. */
export function parsePaperFields(
  { loaded_at, save_anyway, ...sent }: Written & { save_anyway?: boolean },
  { job_zone, start_date }: { job_zone: string; start_date: string },
  now: Date,
) {
  if (!loaded_at) return { ...pickPaperTexts(sent), loaded_at: null };
  const { iso, wrong, question } = parseTypedInstant(loaded_at, { zone: job_zone, now });
  if (wrong) throw invalid({ loaded_at: [wrong] });
  const early = getBeforeStartWarnings({ loaded_at: iso }, { job_zone, mill_zone: job_zone, start_date });
  const questions = question ? [question, ...early] : early;
  if (questions.length && !save_anyway) throw invalid({ save_anyway: questions });
  return { ...pickPaperTexts(sent), loaded_at: iso };
}
