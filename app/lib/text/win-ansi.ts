/** Windows-1252 from 0x80 to 0x9f, beyond Latin 1; blanks are unassigned bytes. */
const FROM_80 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";
/** Letters without a base letter that still have a plain replacement. */
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

/** Text that a PDF's own fonts can show: letters they lack become their base letter, else a question mark. */
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
