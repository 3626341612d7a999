export const INVALID_PHONE_MESSAGE = "Invalid phone number";

/**
 * Return the ten digits of a US number, or null: remove all but digits, then accept ten digits, or eleven with a
 * leading 1 (docs/domain.md#company-profile).
 */
export function normalizePhone(text: string): string | null {
  const digits = text.replace(/\D/g, "");
  if (digits.length === 10) return digits;
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : null;
}

/** Parse a number into the API's format, +1 and ten digits; null if invalid. */
export function parseApiPhone(text: string): string | null {
  const digits = normalizePhone(text);
  return digits && `+1${digits}`;
}

/** Extension after a number, as people write it and as it is stored: "x12", "ext. 12", "#12", ";ext=12" (RFC 3966). */
const EXTENSION = /(?:;ext=|ext(?:ension)?\.?|x|#)\s*(\d{1,6})\s*$/i;

function splitExtension(text: string): { number: string; extension: string | null } {
  const match = EXTENSION.exec(text);
  return match
    ? { number: text.slice(0, match.index), extension: match[1] ?? null }
    : { number: text, extension: null };
}

/** Parse a number that is called and never texted into its stored form: +1, ten digits, and its extension after ";ext=". */
export function parsePhoneWithExtension(text: string): string | null {
  const { number, extension } = splitExtension(text);
  const stored = parseApiPhone(number);
  return stored && extension ? `${stored};ext=${extension}` : stored;
}

/** Remove the extension, for a field whose number may be texted. */
export const stripExtension = (text: string): string => splitExtension(text).number;

/**
 * Return the stored form of a number that can be texted; null if it has an extension, because office lines receive no
 * texts.
 */
export const parseTextPhone = (text: string): string | null =>
  splitExtension(text).extension === null ? parseApiPhone(text) : null;

/** Format a phone number as people read and type it: (906)555-0100, (906)555-0100 x12. Anything else is returned unchanged. */
export function formatPhone(text: string): string {
  const { number, extension } = splitExtension(text);
  const digits = normalizePhone(number);
  if (!digits) return text;
  const formatted = `(${digits.slice(0, 3)})${digits.slice(3, 6)}-${digits.slice(6)}`;
  return extension ? `${formatted} x${extension}` : formatted;
}
