import type { z } from "zod";

const MAX_CHOICES_NAMED = 12;
const isBlank = (value: unknown): boolean => value === undefined || value === null || value === "";
const REQUIRED = "This is required.";

const BY_TYPE: Readonly<Record<string, string>> = {
  number: "Use a number.",
  int: "Use a whole number.",
  string: "Use text.",
  boolean: "Use true or false.",
  array: "Use a list.",
  object: "Use fields with names.",
  record: "Use fields with names.",
  date: "Use a date.",
};
const BY_FORMAT: Readonly<Record<string, string>> = {
  email: "Use an email like name@example.com.",
  url: "Use an address like https://example.com.",
  date: "Use a date like 2026-12-31.",
  datetime: "Use a time like 2026-12-31T14:05:00Z.",
};

const sizeMessage = (origin: string, size: string, isMost: boolean): string =>
  origin === "string"
    ? `Use ${isMost ? "at most" : "at least"} ${size} characters.`
    : origin === "array" || origin === "set" || origin === "map"
      ? `Use ${isMost ? "at most" : "at least"} ${size} of these.`
      : `Use ${size} or ${isMost ? "less" : "more"}.`;

/**
 * Return the app's message for an invalid input whose schema defines no message. Users see the message next to a field,
 * API clients in `errors`. zod's own messages are never shown.
 */
export const inputMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return isBlank(issue.input)
        ? REQUIRED
        : (BY_TYPE[issue.expected] ?? "This isn't the right kind of value.");
    case "too_big":
      return sizeMessage(issue.origin, issue.maximum.toLocaleString("en-US"), true);
    case "too_small":
      if (issue.origin === "string" && issue.input === "") return REQUIRED;
      return sizeMessage(issue.origin, issue.minimum.toLocaleString("en-US"), false);
    case "invalid_value":
      if (isBlank(issue.input)) return REQUIRED;
      return issue.values.length <= MAX_CHOICES_NAMED
        ? `Choose one of these: ${issue.values.map(String).join(", ")}.`
        : "Choose one from the list.";
    case "invalid_format":
      return BY_FORMAT[issue.format] ?? "This isn't in the right form.";
    case "not_multiple_of":
      return `Use a multiple of ${issue.divisor}.`;
    case "unrecognized_keys":
      return "Unknown field.";
    case "invalid_union":
      return isBlank(issue.input) ? REQUIRED : "This isn't the right kind of value.";
    default:
      return "This value can't be used.";
  }
};
