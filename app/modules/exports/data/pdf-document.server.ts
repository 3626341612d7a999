import type { PdfDocument } from "~/lib/files/written-pdf.server";

/** Text cut to fit a width, with its measured width. */
export type FittedText = { text: string; wide: number };

/**
 * Cut a text that is wider than the given width. The PDF library removes one letter at a time, which made writing a
 * list seven times slower.
 */
export function fitText(doc: PdfDocument, whole: string, width: number): FittedText {
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

/** Draw text on one line within the given width. */
export function drawText(
  doc: PdfDocument,
  input: string | FittedText,
  x: number,
  y: number,
  width: number,
  align?: "right",
): void {
  const { text, wide } = typeof input === "string" ? fitText(doc, input, width) : input;
  // Pass the measured values, because the PDF library otherwise measures the text again.
  const details = { lineBreak: false, textWidth: wide, wordCount: 1 };
  doc.text(text, align === "right" ? x + width - wide : x, y, details);
}

/** Pattern of one run of dark modules in a QR code's path, as `drawQr` writes it. */
const RUN = /M(\d+) (\d+)h(\d+)v1h-\d+z/g;

/**
 * Convert a QR code's path to PDF operators, the same as the PDF library writes. The library parses a path letter by
 * letter and stores each of a code's hundreds of lines separately, which took a fifth of the time to write a sheet.
 */
export const toPdfPathOperators = (path: string): string =>
  path
    .replace(RUN, (_, left: string, top: string, run: string) => {
      const [right, below] = [Number(left) + Number(run), Number(top) + 1];
      return `${left} ${top} m\n${right} ${top} l\n${right} ${below} l\n${left} ${below} l\nh\n`;
    })
    .slice(0, -1);
