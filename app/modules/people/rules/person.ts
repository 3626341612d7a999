import { z } from "zod";
import { createTextSchema, createTrimmedTextSchema } from "~/lib/text/input";
import { INVALID_PHONE_MESSAGE, parseApiPhone, parsePhoneWithExtension } from "~/lib/text/phone";

/** Schemas of name, email and phone inputs, shared by all forms. */
export const personNameField = (label: string) =>
  z.string(`${label} is required`).trim().min(1, `${label} is required`).max(80, `${label} is too long`);

/** No character of an email can match in two ways, so matching takes time linear in the length of the text. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

export const emailInput = createTrimmedTextSchema(254, "This email is too long", "Email is required").regex(
  EMAIL,
  "Type an email like pat@example.com",
);

export const phoneInput = createTextSchema(40, INVALID_PHONE_MESSAGE).refine(
  (phone) => parseApiPhone(phone) !== null,
  INVALID_PHONE_MESSAGE,
);

/** Schema of a phone number for calls only, such as an office's; it may have an extension. */
export const callPhoneInput = createTextSchema(40, INVALID_PHONE_MESSAGE).refine(
  (phone) => parsePhoneWithExtension(phone) !== null,
  INVALID_PHONE_MESSAGE,
);

/** Emails are compared without case. */
export const normalizeEmail = (email: string) => email.trim().toLowerCase();
