import PDFDocument from "pdfkit";
import { expect, test } from "vitest";
import type { Doc } from "~/lib/files/written-pdf.server";
import { drawQr } from "~/modules/trip-tickets/shared/qr.server";
import { buildRunsPath } from "./pdf-document.server";

/** A page with its drawn content, without its creation time. */
function pageOf(draw: (doc: Doc) => Doc): string {
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
  return (doc.read() as Buffer).toString("latin1");
}

test("a code is drawn as the library draws its path, whatever it says", () => {
  for (let n = 0; n < 20; n++) {
    const { path } = drawQr(`https://t.test/trip-tickets/${7 ** n}?p=${"a1B2".repeat(n)}`);
    const drawn = pageOf((doc) => doc.addContent(buildRunsPath(path)));
    expect(drawn).toBe(pageOf((doc) => doc.path(path)));
    expect(drawn.match(/ l$/gm)).toHaveLength(3 * (path.match(/M/g)?.length ?? 0));
  }
});
