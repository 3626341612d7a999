/** Windows-1252 from 0x80 to 0x9f, beyond Latin 1; blanks are unassigned bytes. */
const FROM_80 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";
/** Replacements for letters that can't be reduced to a base letter. */
const PLAIN: Record<string, string> = {
  Ł: "L",
  ł: "l",
  Đ: "D",
  đ: "d",
  "‐": "-",
  "‑": "-",
  "−": "-",
  "′": "'",
  "″": '"',
};

/**
 * Convert text to characters that a PDF's built-in fonts contain: other letters become their base letter, or a question
 * mark.
 */
export function toWinAnsi(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return [...text.normalize("NFC")]
    .map((letter) => {
      if (/[\x20-\x7e\u00a0-\u00ff]/.test(letter)) return letter;
      if (/\s/.test(letter)) return " ";
      if (FROM_80.includes(letter)) return letter;
      const base = PLAIN[letter] ?? letter.normalize("NFD")[0] ?? "";
      return /[\x20-\x7e]/.test(base) ? base : "?";
    })
    .join("");
}

/** Encode a file in Windows-1252, with line breaks and tabs unchanged; missing characters are written as in `toWinAnsi`. */
export function encodeWinAnsi(text: string): Uint8Array {
  const parts = text.split(/([\t\r\n]+)/).map((part, index) => (index % 2 ? part : toWinAnsi(part)));
  return Uint8Array.from(parts.join(""), (letter) => {
    const code = letter.charCodeAt(0);
    return code < 0x100 ? code : 0x80 + FROM_80.indexOf(letter);
  });
}
