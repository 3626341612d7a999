/** Windows-1252 from 0x80 to 0x9f, beyond Latin 1; blanks are bytes that it leaves out. */
const FROM_80 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";
/** What has no base letter to become, and is plain all the same. */
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

/** Text as a PDF's own fonts can show it: letters that they have not become their base letter, else a question mark. */
export function winAnsi(text: string): string {
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

/** A file in Windows-1252, line breaks and tabs kept; what it lacks is written as `winAnsi` shows it. */
export function winAnsiBytes(text: string): Uint8Array {
  const parts = text.split(/([\t\r\n]+)/).map((part, at) => (at % 2 ? part : winAnsi(part)));
  return Uint8Array.from(parts.join(""), (letter) => {
    const code = letter.charCodeAt(0);
    return code < 0x100 ? code : 0x80 + FROM_80.indexOf(letter);
  });
}
