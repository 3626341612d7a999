import type { Doc } from "~/lib/files/written-pdf.server";

/** Text as it fits, with its width. */
export type FittedText = { text: string; wide: number };

/**
 * Cut a text that is longer than a width. The library's own cutting removes one letter at a time, which made a list
 * seven times slower to write.
 */
export function fitText(doc: Doc, whole: string, width: number): FittedText {
  let text = whole;
  let wide = doc.widthOfString(text);
  if (wide > width) {
    text = `${whole.slice(0, Math.max(1, Math.floor((whole.length * width) / wide) - 1))}…`;
    wide = doc.widthOfString(text);
    while (wide > width && text.length > 2) {
      text = `${text.slice(0, -2)}…`;
      wide = doc.widthOfString(text);
    }
  }
  return { text, wide };
}

/** Write text on one line within a width. */
export function drawText(
  doc: Doc,
  input: string | FittedText,
  x: number,
  y: number,
  width: number,
  align?: "right",
): void {
  const { text, wide } = typeof input === "string" ? fitText(doc, input, width) : input;
  // The library measures again any value that isn't passed to it.
  const details = { lineBreak: false, textWidth: wide, wordCount: 1 };
  doc.text(text, align === "right" ? x + width - wide : x, y, details);
}

/** Run of a code's dark modules, as `drawQr` writes it. */
const RUN = /M(\d+) (\d+)h(\d+)v1h-\d+z/g;

/**
 * Return a code's path as PDF operators, as the library writes it. The library parses a path letter by letter and
 * stores each line separately, and a code has hundreds: that took a fifth of a sheet's time.
 */
export const buildRunsPath = (path: string): string =>
  path
    .replace(RUN, (_, left: string, top: string, run: string) => {
      const [right, below] = [Number(left) + Number(run), Number(top) + 1];
      return `${left} ${top} m\n${right} ${top} l\n${right} ${below} l\n${left} ${below} l\nh\n`;
    })
    .slice(0, -1);
