import PDFDocument from "pdfkit";
import { drawQr, qrAddress } from "~/core/tickets/qr.server";
import { winAnsi } from "~/domain/text/win-ansi";
import type { ExportRow } from "./columns";
import { factWithUnit, LINE_COLUMNS, printedFact, SHEET_BLOCKS } from "./pdf-layout";

type Doc = InstanceType<typeof PDFDocument>;
/** The loop is given back to others after so many tickets. */
const BREATH = 25;
/** The reader of a slow line is waited for above so many bytes. */
const MOST_WAITING = 1 << 20;

/** One line for each ticket, on lying Letter sheets with a heading on each. */
export const pdfLines = (chunks: AsyncIterable<ExportRow[]>, title: string) =>
  written({ size: "LETTER", layout: "landscape", margin: 36 }, title, async (doc, breathe) => {
    let page = 0;
    let y = 0;
    for await (const rows of chunks)
      for (const row of rows) {
        if (y === 0 || y > doc.page.height - 50) {
          doc.addPage();
          y = lineHead(doc, title, ++page);
        }
        let x = 36;
        for (const { key, width, align } of LINE_COLUMNS) {
          put(doc, winAnsi(printedFact(row, key)), x, y, width - 6, align);
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

/**
 * Text on one line within a width, cut where it is longer. The library's own cutting takes a letter off at a time, which
 * made a list seven times slower than its writing.
 */
function put(doc: Doc, text: string, x: number, y: number, width: number, align?: "right") {
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

/** One sheet for each ticket, with the code that its printed ticket carries. */
export const pdfPages = (chunks: AsyncIterable<ExportRow[]>) =>
  written({ size: "LETTER", margin: 48 }, "Trip tickets", async (doc, breathe) => {
    let page = 0;
    for await (const rows of chunks)
      for (const row of rows) {
        page++;
        doc.addPage();
        sheet(doc, row);
        await breathe();
      }
    if (page === 0) doc.addPage().font("Helvetica").fontSize(11).text("No trip tickets found", 48, 48);
  });

function sheet(doc: Doc, row: ExportRow) {
  const right = doc.page.width - 48;
  const { path, size } = drawQr(qrAddress(row.id));
  const scale = 100 / size;
  doc
    .save()
    .translate(right - 100, 40)
    .scale(scale)
    .path(path)
    .fill("black")
    .restore();
  doc.font("Helvetica-Bold").fontSize(20).text(`Trip Ticket #${row.load_id}`, 48, 48, { lineBreak: false });
  doc.font("Helvetica").fontSize(11);
  put(doc, winAnsi(`Load ${row.load_number} of ${row.job}`), 48, 76, right - 170);
  put(doc, winAnsi(`${row.company} · ${row.status}`), 48, 92, right - 170);
  let y = 160;
  for (const { title, facts } of SHEET_BLOCKS) {
    doc.font("Helvetica-Bold").fontSize(12).text(title, 48, y, { lineBreak: false });
    doc
      .moveTo(48, y + 16)
      .lineTo(right, y + 16)
      .lineWidth(0.5)
      .stroke();
    y += 24;
    for (const [at, { label, ...fact }] of facts.entries()) {
      const x = at % 2 === 0 ? 48 : 312;
      doc.font("Helvetica").fontSize(8).fillColor("#555").text(label, x, y, { lineBreak: false });
      doc.fontSize(10).fillColor("black");
      put(doc, winAnsi(factWithUnit(row, fact)), x, y + 10, 240);
      if (at % 2 === 1 || at === facts.length - 1) y += 30;
    }
    y += 8;
  }
}

/** Writes a document while it is being read, with pauses for everybody else. */
async function* written(
  options: PDFKit.PDFDocumentOptions,
  title: string,
  draw: (doc: Doc, breathe: () => Promise<void>) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const doc = new PDFDocument({ ...options, autoFirstPage: false, info: { Title: title } });
  let drawn = 0;
  const breathe = async () => {
    if (++drawn % BREATH) return;
    do await new Promise((resolve) => setImmediate(resolve));
    while (doc.readableLength > MOST_WAITING && !doc.destroyed);
    if (doc.destroyed) throw new Error("the reader has gone");
  };
  const drawing = draw(doc, breathe).then(
    () => doc.end(),
    (error: Error) => void doc.destroy(error),
  );
  try {
    for await (const piece of doc) yield piece;
  } finally {
    doc.destroy();
    await drawing;
  }
}
