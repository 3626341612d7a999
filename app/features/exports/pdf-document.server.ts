import type { Doc } from "~/core/files/written-pdf.server";

/**
 * Text on one line within a width, cut where it is longer. The library's own cutting takes a letter off at a time, which
 * made a list seven times slower than its writing.
 */
export function put(doc: Doc, text: string, x: number, y: number, width: number, align?: "right") {
  let fitting = text;
  let wide = doc.widthOfString(text);
  if (wide > width) {
    fitting = `${text.slice(0, Math.max(1, Math.floor((text.length * width) / wide) - 1))}…`;
    wide = doc.widthOfString(fitting);
    while (wide > width && fitting.length > 2) {
      fitting = `${fitting.slice(0, -2)}…`;
      wide = doc.widthOfString(fitting);
    }
  }
  doc.text(fitting, align === "right" ? x + width - wide : x, y, { lineBreak: false });
}
