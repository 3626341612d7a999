import { z } from "zod";
import { passwordProblem } from "./password";
import { apiPhone, INVALID_PHONE } from "./phone";

/** A name, an email, a phone, as people type them; one schema each for every form. */
export const nameOf = (label: string) =>
  z.string(`${label} is required`).trim().min(1, `${label} is required`).max(80, `${label} is too long`);

export const emailInput = z
  .string("Email is required")
  .trim()
  .max(254, "This email is too long")
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "Type an email like pat@example.com");

export const phoneInput = z
  .string()
  .max(40, INVALID_PHONE)
  .refine((text) => apiPhone(text) !== null, INVALID_PHONE);

export const newPassword = z.string("Password is required").superRefine((password, ctx) => {
  const problem = passwordProblem(password);
  if (problem) ctx.addIssue({ code: "custom", message: problem });
});

/** Emails are compared without case. */
export const plainEmail = (email: string) => email.trim().toLowerCase();
