import { z } from "zod";
import { trimmedField } from "~/lib/text/input";
import { invalid } from "~/web/refusal";

export const NO_NAME = "Name is required";
/** Input fields of the forms and calls about places. */
export const nameField = z
  .string(NO_NAME)
  .trim()
  .min(1, NO_NAME)
  .max(120, "A name can be at most 120 characters");

export const latitudeField = (message: string) =>
  z.number(message).min(-90, "Latitude must be from -90 to 90").max(90, "Latitude must be from -90 to 90");
export const longitudeField = (message: string) =>
  z
    .number(message)
    .min(-180, "Longitude must be from -180 to 180")
    .max(180, "Longitude must be from -180 to 180");

export const ZIP = /^\d{5}(-\d{4})?$/;
export const ZIP_FORMAT = "A ZIP code has five digits, or nine with a hyphen";

const words = (most: number) => z.string().trim().max(most, `This can be at most ${most} characters`);

/** Fields of the longer form; none is needed to place it on the map. */
export const addressFields = {
  address: words(200).nullable().optional(),
  city: words(80).nullable().optional(),
  us_state_id: z.number("Choose a state from the list").int().nullable().optional(),
  zip: trimmedField(10, ZIP_FORMAT)
    .regex(/^(\d{5}(-\d{4})?)?$/, ZIP_FORMAT)
    .nullable()
    .optional(),
};

/** Check that an id repeated in an update's payload (docs/domain.md#programs) is the same one. */
export function requireSameId(count: number | undefined, address: number) {
  if (count !== undefined && count !== address) throw invalid({ id: ["This is not the id in the address."] });
}

export const versionField = z.number("Reload the page, then save.").int().min(1).max(1_000_000_000);

/**
 * Return the version at which a form was opened: moving its map reloads the page, and must not hide a change saved in
 * between. The form sends one more than it read.
 */
export function readVersion(typed: URLSearchParams, saved: number): number {
  const sent = Number(typed.get("version"));
  return typed.has("name") && Number.isSafeInteger(sent) && sent > 0 ? Math.min(sent - 1, saved) : saved;
}
