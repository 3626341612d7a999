/** Crockford's letters: no I, L, O or U, so that nobody mistakes one for another on paper. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 16 letters of five bits each: 80 bits, in four groups that a person can type from a card. */
export const CODE_LENGTH = 16;

/** A code of so many random bytes, plain: five bits of each. */
export const cardCodeOf = (bytes: Uint8Array): string =>
  [...bytes.slice(0, CODE_LENGTH)].map((byte) => LETTERS[byte & 31]).join("");

/** As it is printed and read aloud: "K7M2-9QXV-4T8A-0ZRP". */
export const spokenCode = (code: string): string => code.replace(/(.{4})(?=.)/g, "$1-");

/** What somebody typed or scanned, as it was made: small letters, blanks and the letters that look like numbers count. */
export function plainCode(typed: string): string | null {
  if (typed.length > 60) return null;
  const plain = typed
    .toUpperCase()
    .replace(/[\s\-–—.]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return plain.length === CODE_LENGTH && [...plain].every((letter) => LETTERS.includes(letter))
    ? plain
    : null;
}
