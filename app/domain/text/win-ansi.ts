/** The letters beyond Latin 1 that a PDF's own fonts have. */
const ALSO = new Set("€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ");

/** Text as a PDF's own fonts can show it: letters that they have not become their base letter, else a question mark. */
export function winAnsi(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return [...text.normalize("NFC")]
    .map((letter) => {
      if (/[\x20-\x7e\u00a0-\u00ff]/.test(letter) || ALSO.has(letter)) return letter;
      if (/\s/.test(letter)) return " ";
      const base = letter.normalize("NFD")[0] ?? "";
      return /[\x20-\x7e]/.test(base) ? base : "?";
    })
    .join("");
}
