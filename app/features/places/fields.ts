import { z } from "zod";
import { trimmed } from "~/domain/text/input";
import { invalid } from "~/web/refusal";

export const NO_NAME = "Name is required";
/** What the forms and calls about places take (spec 2, section 5). */
export const name = z.string(NO_NAME).trim().min(1, NO_NAME).max(120, "A name can be at most 120 characters");

export const latitude = (message: string) =>
  z.number(message).min(-90, "Latitude must be from -90 to 90").max(90, "Latitude must be from -90 to 90");
export const longitude = (message: string) =>
  z
    .number(message)
    .min(-180, "Longitude must be from -180 to 180")
    .max(180, "Longitude must be from -180 to 180");

export const ZIP = /^\d{5}(-\d{4})?$/;
export const ZIP_FORMAT = "A ZIP code has five digits, or nine with a hyphen";

const words = (most: number) => z.string().trim().max(most, `This can be at most ${most} characters`);

/** The fuller form's fields; none of them is needed to find a place on the map. */
export const addressFields = {
  address: words(200).nullable().optional(),
  city: words(80).nullable().optional(),
  us_state_id: z.number("Choose a state from the list").int().nullable().optional(),
  zip: trimmed(10, ZIP_FORMAT)
    .regex(/^(\d{5}(-\d{4})?)?$/, ZIP_FORMAT)
    .nullable()
    .optional(),
};

/** An update's payload may name the row once more, as the specification has it (spec 2, section 7): the same one. */
export function sameId(said: number | undefined, address: number) {
  if (said !== undefined && said !== address) throw invalid({ id: ["This is not the id in the address."] });
}

export const formVersion = z.number("Reload the page, then save.").int().min(1).max(1_000_000_000);

/**
 * The version that a form was opened at: a look at its map reads the page again, and must not hide what somebody saved in
 * between. The form sends one more than it read.
 */
export function versionRead(typed: URLSearchParams, saved: number): number {
  const sent = Number(typed.get("version"));
  return typed.has("name") && Number.isSafeInteger(sent) && sent > 0 ? Math.min(sent - 1, saved) : saved;
}
