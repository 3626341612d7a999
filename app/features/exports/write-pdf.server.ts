import { type Doc, written } from "~/core/files/written-pdf.server";
import { winAnsi } from "~/domain/text/win-ansi";
import type { ExportRow } from "./columns";
import { type Fitted, fitted, put } from "./pdf-document.server";
import { LINE_COLUMNS, printedFact } from "./pdf-layout";

/** One line for each ticket, on lying Letter sheets with a heading on each. */
export const pdfLines = (chunks: AsyncIterable<ExportRow[]>, title: string) =>
  written({ size: "LETTER", layout: "landscape", margin: 36 }, title, async (doc, breathe) => {
    let page = 0;
    let y = 0;
    const cells = LINE_COLUMNS.map((line) => ({ ...line, fit: fitter(doc, line.width - 6) }));
    for await (const rows of chunks)
      for (const row of rows) {
        if (y === 0 || y > doc.page.height - 50) {
          doc.addPage();
          y = lineHead(doc, title, ++page);
        }
        let x = 36;
        for (const { key, width, align, fit } of cells) {
          put(doc, fit(printedFact(row, key)), x, y, width - 6, align);
          x += width;
        }
        y += 12;
        await breathe();
      }
    if (page === 0) {
      doc.addPage();
      y = lineHead(doc, title, 1);
      doc.text("No trip tickets found", 36, y);
    }
  });

/** So many of a column's texts are remembered as they fit: names come again, numbers don't. */
const MOST_KEPT = 500;

function fitter(doc: Doc, width: number) {
  const kept = new Map<string, Fitted>();
  return (fact: string): Fitted => {
    const known = kept.get(fact);
    if (known) return known;
    const made = fitted(doc, winAnsi(fact), width);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(fact, made);
    return made;
  };
}

function lineHead(doc: Doc, title: string, page: number): number {
  doc.font("Helvetica-Bold").fontSize(12).text(winAnsi(title), 36, 30, { lineBreak: false });
  doc
    .font("Helvetica")
    .fontSize(8)
    .text(`Page ${page}`, doc.page.width - 96, 33, { width: 60, align: "right" });
  doc.font("Helvetica-Bold").fontSize(7.5);
  let x = 36;
  for (const { label, width, align } of LINE_COLUMNS) {
    put(doc, label, x, 54, width - 6, align);
    x += width;
  }
  doc
    .moveTo(36, 65)
    .lineTo(doc.page.width - 36, 65)
    .lineWidth(0.5)
    .stroke();
  doc.font("Helvetica").fontSize(7.5);
  return 70;
}
