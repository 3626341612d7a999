/** The words of a text as they are compared: small letters, without punctuation. */
export const plainWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
