import { z } from "zod";
import { recordOf } from "~/domain/records/records";
import { text } from "~/domain/text/input";
import { fromLocal } from "~/domain/time/time";

const WHEN = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z?$/;
const HOUR = 3_600_000;

/** A time on paper: an instant as programs send it, or a day and clock in the reader's zone. */
export const when = () => text(24, "Enter a date and time").regex(WHEN, "Enter a date and time");
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

/** A typed time as an instant, or why it can't be one. */
export function instantTyped(typed: string, { zone, now }: { zone: string; now: Date }) {
  const iso = typed.endsWith("Z") ? new Date(typed).toISOString() : fromLocal(typed, zone);
  if (iso === null) return { iso, wrong: "Enter a date and time" };
  return { iso, wrong: Date.parse(iso) > now.getTime() + HOUR ? "This time is in the future." : null };
}
