// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are looked for
const UNKEEPABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/;

/** Text that a database and a page can hold as it is: no control characters, no half or spoilt characters. */
export const isKeepable = (text: string): boolean => text.isWellFormed() && !UNKEEPABLE.test(text);

export const UNKEEPABLE_TEXT = "This has characters we can't store. Type it again.";

/** The places in a value, as dotted names, whose text cannot be kept; names of fields count too. */
export function unkeepableIn(value: unknown, at = ""): string[] {
  if (typeof value === "string") return isKeepable(value) ? [] : [at];
  if (!value || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    isKeepable(key) ? unkeepableIn(inner, at ? `${at}.${key}` : key) : [at],
  );
}
