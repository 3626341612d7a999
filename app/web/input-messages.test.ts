import { expect, test } from "vitest";
import { z } from "zod";
import { inputMessage } from "./input-messages";

z.config({ localeError: inputMessage });

const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

test.each<[z.ZodType, unknown, string]>([
  [z.number(), "x", "Use a number."],
  [z.number(), undefined, "This is required."],
  [z.number().int(), 1.5, "Use a whole number."],
  [z.boolean(), "yes", "Use true or false."],
  [z.string().min(1), "", "This is required."],
  [z.string().max(3), "abcd", "Use at most 3 characters."],
  [z.array(z.number()).max(1), [1, 2], "Use at most 1 of these."],
  [z.number().min(1), 0, "Use 1 or more."],
  [z.number().max(10_000), 20_000, "Use 10,000 or less."],
  [z.enum(["a", "b"]), "c", "Choose one of these: a, b."],
  [z.union([z.string(), z.number()]), {}, "This isn't the right kind of value."],
  [z.email(), "x", "Use an email like name@example.com."],
  [z.string().regex(/a/), "b", "This isn't in the right form."],
  [z.number("Choose a crew"), "x", "Choose a crew"],
])("%# says what to use in place of %j", (schema, value, message) => {
  expect(messageOf(schema, value)).toBe(message);
});
