/** Crockford's alphabet: no I, L, O or U, so that letters aren't confused on paper. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 16 letters of five bits each: 80 bits, in four groups that a person can type from a card. */
export const CODE_LENGTH = 16;

/** Encode random bytes as a code of `CODE_LENGTH` letters, using five bits of each byte. */
export const encodeCardCode = (bytes: Uint8Array): string =>
  [...bytes.slice(0, CODE_LENGTH)].map((byte) => LETTERS[byte & 31]).join("");

/** Code as printed and read aloud: "K7M2-9QXV-4T8A-0ZRP". */
export const formatCardCode = (code: string): string => code.replace(/(.{4})(?=.)/g, "$1-");

/** Normalize a typed or scanned code: accept lower case, blanks and letters that look like digits. */
export function parseCardCode(typed: string): string | null {
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
