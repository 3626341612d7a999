import { type PdfDocument, renderPdf } from "~/lib/files/written-pdf.server";
import { toWinAnsi } from "~/lib/text/win-ansi";
import type { ExportRow } from "../rules/columns";
import { formatPrintedFact, PDF_LIST_COLUMNS } from "../rules/pdf-layout";
import { drawText, type FittedText, fitText } from "./pdf-document.server";

/** Write a PDF with one line for each ticket, on landscape Letter pages with a heading on each page. */
export const writePdfLines = (chunks: AsyncIterable<ExportRow[]>, title: string) =>
  renderPdf({ size: "LETTER", layout: "landscape", margin: 36 }, title, async (doc, breathe) => {
    let page = 0;
    let y = 0;
    const cells = PDF_LIST_COLUMNS.map((line) => ({ ...line, fit: fitter(doc, line.width - 6) }));
    for await (const rows of chunks)
      for (const row of rows) {
        if (y === 0 || y > doc.page.height - 50) {
          doc.addPage();
          y = lineHead(doc, title, ++page);
        }
        let x = 36;
        for (const { key, width, align, fit } of cells) {
          drawText(doc, fit(formatPrintedFact(row, key)), x, y, width - 6, align);
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

/** Maximum number of texts, shortened to the column's width, to cache per column: names repeat, numbers don't. */
const MAX_CACHED = 500;

function fitter(doc: PdfDocument, width: number) {
  const cache = new Map<string, FittedText>();
  return (fact: string): FittedText => {
    const known = cache.get(fact);
    if (known) return known;
    const fittedText = fitText(doc, toWinAnsi(fact), width);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(fact, fittedText);
    return fittedText;
  };
}

function lineHead(doc: PdfDocument, title: string, page: number): number {
  doc.font("Helvetica-Bold").fontSize(12).text(toWinAnsi(title), 36, 30, { lineBreak: false });
  doc
    .font("Helvetica")
    .fontSize(8)
    .text(`Page ${page}`, doc.page.width - 96, 33, { width: 60, align: "right" });
  doc.font("Helvetica-Bold").fontSize(7.5);
  let x = 36;
  for (const { label, width, align } of PDF_LIST_COLUMNS) {
    drawText(doc, label, x, 54, width - 6, align);
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
