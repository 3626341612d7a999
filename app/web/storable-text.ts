// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are looked for
const UNKEEPABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/;

/** Check for text that a database and a page can store as is: no control characters, no partial or corrupt characters. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !UNKEEPABLE.test(text);

export const INVALID_CHARACTERS = "This has characters we can't store. Type it again.";

/** Return the positions in a value, as dotted names, whose text cannot be stored; names of fields count too. */
export function findInvalidTexts(value: unknown, instant = ""): string[] {
  if (typeof value === "string") return isStorable(value) ? [] : [instant];
  if (!value || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    isStorable(key) ? findInvalidTexts(inner, instant ? `${instant}.${key}` : key) : [instant],
  );
}
