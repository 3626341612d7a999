type Replied = { reply?: { initialValue?: Record<string, unknown> | null } } | null | undefined;

/** Return the sent values of a form, by field; empty if the form has not been sent. */
export const getSentFields = (result: Replied): Record<string, unknown> => result?.reply?.initialValue ?? {};

/** Return the texts of a field that may have several values, such as a group of checkboxes. */
export const toStringList = (value: unknown): string[] =>
  [value].flat().filter((item): item is string => typeof item === "string");

/** Return the sent text of each form field that has a single value, by field. */
export const getSentTexts = (result: Replied): Partial<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(getSentFields(result)).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
