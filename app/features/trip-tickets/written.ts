import { z } from "zod";
import { recordOf } from "~/domain/records/records";
import { text } from "~/domain/text/input";
import { isFuture, readTime } from "~/domain/time/place-time";
import { invalid } from "~/web/refusal";
import { beforeStart } from "./times";

const WHEN = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z?$/;

/** A time on paper: an instant as programs send it, or a day and clock of the place. */
export const when = () =>
  text(24, "Enter a date and time")
    .regex(WHEN, "Enter a date and time")
    .describe("UTC with a Z, or without one the clock of its place: the job's for loading, else the mill's");
export const writtenText = (label: string, most: number) =>
  z.string().trim().max(most, `${label} is too long`).optional();

/** What is written on a load's paper by who loads and drives it. */
export const writtenFields = {
  driver_name: writtenText("The name", 80),
  truck_number: writtenText("The truck number", 40),
  truck_plate: writtenText("The plate", 40),
  trailer_plate: writtenText("The plate", 40),
  loader_name: writtenText("The name", 80),
  loader_machine: writtenText("The machine", 80),
  loaded_at: when().optional(),
};
const WRITTEN = [
  "driver_name",
  "truck_number",
  "truck_plate",
  "trailer_plate",
  "loader_name",
  "loader_machine",
] as const;

type Written = Partial<Record<keyof typeof writtenFields, string>>;

/** The same as it is kept: what was left empty is null. */
export const writtenWords = (sent: Written) => recordOf(WRITTEN, (name) => sent[name] || null);

/** A typed time as an instant, with what must be asked about it; or why it can't be one. */
export function instantTyped(typed: string, { zone, now }: { zone: string; now: Date }) {
  const reading = readTime(typed, zone);
  if (reading.iso === null) return { iso: null, wrong: reading.problem, question: null };
  return { ...reading, wrong: isFuture(reading.iso, now) ? "This time is in the future." : null };
}

/** What is written on its paper already, as it is kept: a blank sheet is filled in before it is claimed. */
export function readWritten(
  { loaded_at, save_anyway, ...sent }: Written & { save_anyway?: boolean },
  { job_zone, start_date }: { job_zone: string; start_date: string },
  now: Date,
) {
  if (!loaded_at) return { ...writtenWords(sent), loaded_at: null };
  const { iso, wrong, question } = instantTyped(loaded_at, { zone: job_zone, now });
  if (wrong) throw invalid({ loaded_at: [wrong] });
  const early = beforeStart({ loaded_at: iso }, { job_zone, mill_zone: job_zone, start_date });
  const questions = question ? [question, ...early] : early;
  if (questions.length && !save_anyway) throw invalid({ save_anyway: questions });
  return { ...writtenWords(sent), loaded_at: iso };
}
