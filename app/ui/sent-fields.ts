type Replied = { reply?: { initialValue?: Record<string, unknown> | null } } | null | undefined;

/** What a form held when it was sent, by field; empty where it has not been sent. */
export const sentFields = (result: Replied): Record<string, unknown> => result?.reply?.initialValue ?? {};

/** What a field held that may be sent many times, as ticked boxes are. */
export const sentList = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => typeof one === "string");

/** The same, of fields that are plain texts. */
export const sentTexts = (result: Replied): Partial<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(sentFields(result)).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
