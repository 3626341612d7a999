import { toWinAnsi } from "~/lib/text/win-ansi";
import type { PdfDocument } from "./written-pdf.server";

/** Write text on one line of a PDF, truncated if too wide; the library's own truncation is slow. */
export function drawPdfLine(
  doc: PdfDocument,
  text: string,
  x: number,
  y: number,
  width: number,
  right = false,
) {
  let fitting = toWinAnsi(text);
  let wide = doc.widthOfString(fitting);
  while (wide > width && fitting.length > 2) {
    fitting = `${fitting.slice(0, Math.max(1, Math.floor((fitting.length * width) / wide) - 2))}…`;
    wide = doc.widthOfString(fitting);
  }
  doc.text(fitting, right ? x + width - wide : x, y, { lineBreak: false });
}
