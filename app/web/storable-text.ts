// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are looked for
const UNKEEPABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/;

/**
 * Check whether a database and a page can store a text unchanged: it has no control characters, and no partial or
 * corrupt characters.
 */
export const isStorable = (text: string): boolean => text.isWellFormed() && !UNKEEPABLE.test(text);

export const INVALID_CHARACTERS_MESSAGE = "This has characters we can't store. Type it again.";

/** Return the dotted names of all values whose text can't be stored, and of all field names that can't. */
export function findInvalidTexts(value: unknown, instant = ""): string[] {
  if (typeof value === "string") return isStorable(value) ? [] : [instant];
  if (!value || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    isStorable(key) ? findInvalidTexts(inner, instant ? `${instant}.${key}` : key) : [instant],
  );
}
