const FORMS = /\s+(?:inc|llc|co|company|corp|corporation|ltd|lp|llp)$/;

/** A name without what people write differently: capitals, signs, the form of a company. */
export function plainName(text: string): string {
  let plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  while (FORMS.test(plain)) plain = plain.replace(FORMS, "");
  return plain;
}

/** A company's name as other companies' names are compared with it: "The A.B. Smith & Sons, L.L.C." is "ab smith sons". */
export const companyKey = (name: string): string =>
  plainName(
    name
      .replace(/[.'’]/g, "")
      .replace(/&|\band\b/gi, " ")
      .replace(/^\s*the\s+/i, ""),
  );
