const FORMS = /\s+(?:inc|llc|co|company|corp|corporation|ltd|lp|llp)$/;

/** Normalize a name by removing common differences in spelling: capitals, punctuation, the legal form of a company. */
export function normalizeName(text: string): string {
  let plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  while (FORMS.test(plain)) plain = plain.replace(FORMS, "");
  return plain;
}

/**
 * Normalized company name, for comparing with other companies' names: "The A.B. Smith & Sons, L.L.C." is "ab smith
 * sons".
 */
export const normalizeCompanyName = (name: string): string =>
  normalizeName(
    name
      .replace(/[.'’]/g, "")
      .replace(/&|\band\b/gi, " ")
      .replace(/^\s*the\s+/i, ""),
  );
