export const INVALID_PHONE = "Invalid phone number";

/** The ten digits of a US number, or null: strips all but digits; ten, or eleven with a leading 1 (spec 1, section 5). */
export function phoneDigits(text: string): string | null {
  const digits = text.replace(/\D/g, "");
  if (digits.length === 10) return digits;
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : null;
}

/** As the API has it: +1 and ten digits. */
export function apiPhone(text: string): string | null {
  const digits = phoneDigits(text);
  return digits && `+1${digits}`;
}

/** Format a phone number as people read and type it: (906)555-0100. Anything else is returned unchanged. */
export function formatPhone(text: string): string {
  const digits = phoneDigits(text);
  return digits ? `(${digits.slice(0, 3)})${digits.slice(3, 6)}-${digits.slice(6)}` : text;
}
