import { z } from "zod";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { invalid } from "~/web/refusal";

export const NAME_REQUIRED = "Name is required";
/** Input fields of the forms and API calls about places. */
export const nameField = z
  .string(NAME_REQUIRED)
  .trim()
  .min(1, NAME_REQUIRED)
  .max(120, "A name can be at most 120 characters");

export const latitudeField = (message: string) =>
  z.number(message).min(-90, "Latitude must be from -90 to 90").max(90, "Latitude must be from -90 to 90");
export const longitudeField = (message: string) =>
  z
    .number(message)
    .min(-180, "Longitude must be from -180 to 180")
    .max(180, "Longitude must be from -180 to 180");

export const ZIP_PATTERN = /^\d{5}(-\d{4})?$/;
export const ZIP_FORMAT_MESSAGE = "A ZIP code has five digits, or nine with a hyphen";

const words = (most: number) => z.string().trim().max(most, `This can be at most ${most} characters`);

/** Fields of the longer form; none is required to put a place on the map. */
export const addressFields = {
  address: words(200).nullable().optional(),
  city: words(80).nullable().optional(),
  us_state_id: z.number("Choose a state from the list").int().nullable().optional(),
  zip: createTrimmedTextSchema(10, ZIP_FORMAT_MESSAGE)
    .regex(/^(\d{5}(-\d{4})?)?$/, ZIP_FORMAT_MESSAGE)
    .nullable()
    .optional(),
};

/** Check that an id repeated in an update's payload equals the id in the URL (docs/domain.md#programs). */
export function requireSameId(count: number | undefined, address: number) {
  if (count !== undefined && count !== address) throw invalid({ id: ["This is not the id in the address."] });
}

export const versionField = z.number("Reload the page, then save.").int().min(1).max(1_000_000_000);

/**
 * Return the version at which a form was opened. Moving the form's map reloads the page, which must not hide a change
 * saved in between. The form sends this version plus one.
 */
export function readVersion(typed: URLSearchParams, saved: number): number {
  const sent = Number(typed.get("version"));
  return typed.has("name") && Number.isSafeInteger(sent) && sent > 0 ? Math.min(sent - 1, saved) : saved;
}
