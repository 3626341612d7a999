import type { Doc } from "~/core/files/written-pdf.server";

/** A text as it fits, and how wide it is. */
export type Fitted = { text: string; wide: number };

/**
 * Text cut where it is longer than a width. The library's own cutting takes a letter off at a time, which made a list seven
 * times slower than its writing.
 */
export function fitted(doc: Doc, whole: string, width: number): Fitted {
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

/** Text on one line within a width. */
export function put(
  doc: Doc,
  given: string | Fitted,
  x: number,
  y: number,
  width: number,
  align?: "right",
): void {
  const { text, wide } = typeof given === "string" ? fitted(doc, given, width) : given;
  // The library measures again what it isn't told.
  const told = { lineBreak: false, textWidth: wide, wordCount: 1 };
  doc.text(text, align === "right" ? x + width - wide : x, y, told);
}

/** A run of a code's dark modules, as `drawQr` writes it. */
const RUN = /M(\d+) (\d+)h(\d+)v1h-\d+z/g;

/**
 * A code's path in the words of a PDF, as the library writes it. It reads a path letter by letter and keeps each line of it
 * apart, and a code has hundreds: that made a fifth of a sheet.
 */
export const runsContent = (path: string): string =>
  path
    .replace(RUN, (_, left: string, top: string, run: string) => {
      const [right, below] = [Number(left) + Number(run), Number(top) + 1];
      return `${left} ${top} m\n${right} ${top} l\n${right} ${below} l\n${left} ${below} l\nh\n`;
    })
    .slice(0, -1);
