import PDFDocument from "pdfkit";
import { expect, test } from "vitest";
import type { PdfDocument } from "~/lib/files/written-pdf.server";
import { drawQr } from "~/modules/trip-tickets/shared/qr.server";
import { toPdfPathOperators } from "./pdf-document.server";

/** Return the content of a page on which `draw` drew, without the creation time. */
function pageOf(draw: (doc: PdfDocument) => PdfDocument): string {
  const doc = new PDFDocument({ compress: false, info: { CreationDate: new Date(0) } });
  draw(
    doc
      .save()
      .translate(40, 36)
      .scale(96 / 45),
  )
    .fill("black")
    .restore();
  doc.end();
  return (doc.read(doc.readableLength) as Buffer).toString("latin1");
}

test("draws a QR code's path exactly as the PDF library does, for any content", () => {
  for (let n = 0; n < 20; n++) {
    const { path } = drawQr(`https://t.test/trip-tickets/${7 ** n}?p=${"a1B2".repeat(n)}`);
    const drawn = pageOf((doc) => doc.addContent(toPdfPathOperators(path)));
    expect(drawn).toBe(pageOf((doc) => doc.path(path)));
    expect(drawn.match(/ l$/gm)).toHaveLength(3 * (path.match(/M/g)?.length ?? 0));
  }
});
