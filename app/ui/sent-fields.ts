type Replied = { reply?: { initialValue?: Record<string, unknown> | null } } | null | undefined;

/** What a form held when it was sent, by field; empty where it has not been sent. */
export const sentFields = (result: Replied): Record<string, unknown> => result?.reply?.initialValue ?? {};

/** The same, of fields that are plain texts. */
export const sentTexts = (result: Replied): Partial<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(sentFields(result)).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
