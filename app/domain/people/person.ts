import { z } from "zod";
import { text, trimmed } from "~/domain/text/input";
import { apiPhone, callPhone, INVALID_PHONE } from "./phone";

/** A name, an email, a phone, as people type them; one schema each for every form. */
export const nameOf = (label: string) =>
  z.string(`${label} is required`).trim().min(1, `${label} is required`).max(80, `${label} is too long`);

/** No letter of an email can be read in two ways, so that looking takes as long as the text is, and no longer. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

export const emailInput = trimmed(254, "This email is too long", "Email is required").regex(
  EMAIL,
  "Type an email like pat@example.com",
);

export const phoneInput = text(40, INVALID_PHONE).refine((phone) => apiPhone(phone) !== null, INVALID_PHONE);

/** A number that is called and never texted, like an office's: it may have an extension. */
export const callPhoneInput = text(40, INVALID_PHONE).refine(
  (phone) => callPhone(phone) !== null,
  INVALID_PHONE,
);

/** Emails are compared without case. */
export const plainEmail = (email: string) => email.trim().toLowerCase();
