type Replied = { reply?: { initialValue?: Record<string, unknown> | null } } | null | undefined;

/** Return the values of a form when it was sent, by field; empty if it has not been sent. */
export const getSentFields = (result: Replied): Record<string, unknown> => result?.reply?.initialValue ?? {};

/** Return the values of a field that may be sent many times, as checkboxes are. */
export const toStringList = (value: unknown): string[] =>
  [value].flat().filter((item): item is string => typeof item === "string");

/** Return the same for plain text fields. */
export const getSentTexts = (result: Replied): Partial<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(getSentFields(result)).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
