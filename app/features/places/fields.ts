import { z } from "zod";

/** What the forms and calls about places take (spec 2, section 5). */
export const name = z
  .string("Name is required")
  .trim()
  .min(1, "Name is required")
  .max(120, "A name has 120 characters at most");

export const latitude = (message: string) =>
  z.number(message).min(-90, "A latitude is from -90 to 90").max(90, "A latitude is from -90 to 90");
export const longitude = (message: string) =>
  z.number(message).min(-180, "A longitude is from -180 to 180").max(180, "A longitude is from -180 to 180");

export const ZIP = /^\d{5}(-\d{4})?$/;
export const ZIP_FORMAT = "A ZIP code has five digits, or nine with a hyphen";

const words = (most: number) => z.string().trim().max(most, `This has ${most} characters at most`);

/** The fuller form's fields; none of them is needed to find a place on the map. */
export const address = {
  address: words(200).nullable().optional(),
  city: words(80).nullable().optional(),
  us_state_id: z.number("Choose a state of the list").int().nullable().optional(),
  zip: z
    .string()
    .trim()
    .regex(/^(\d{5}(-\d{4})?)?$/, ZIP_FORMAT)
    .nullable()
    .optional(),
};

export const version = z.number("Open the page again, then save.").int().min(1).max(1_000_000_000);
