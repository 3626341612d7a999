import { type PdfDocument, renderPdf } from "~/lib/files/written-pdf.server";
import { toWinAnsi } from "~/lib/text/win-ansi";
import {
  createSheetBlocks,
  createTearOffFacts,
  getSheetFooter,
  getSheetHeader,
  type PaperFact,
  SIGNATURE_LABELS,
} from "~/modules/trip-tickets/paper/rules/sheet-blocks";
import type { QrDrawing } from "~/ui/qr";
import type { ExportSheet } from "./export-sheets.server";
import { drawText, toPdfPathOperators } from "./pdf-document.server";

const LEFT = 48;
const RIGHT = 612 - LEFT;
const QR = 96;
const TERM = 66;
const LINE = 13.5;
/** Height in points (9.5 mm) of a blank line, large enough for writing with a gloved hand. */
const BLANK = 27;
/** Vertical position of the signatures and the tear-off part; a sheet whose facts reach below it gets another page. */
const FOOT = 650;

/** Write one sheet for each ticket, with the same `createSheetBlocks` contents as the printed page. */
export const writePdfPages = (chunks: AsyncIterable<ExportSheet[]>) =>
  renderPdf({ size: "LETTER", margin: LEFT }, "Trip tickets", async (doc, breathe) => {
    let page = 0;
    for await (const sheets of chunks)
      for (const sheet of sheets) {
        page++;
        doc.addPage();
        draw(doc, sheet);
        await breathe();
      }
    if (page === 0) doc.addPage().font("Helvetica").fontSize(11).text("No trip tickets found", LEFT, LEFT);
  });

function draw(doc: PdfDocument, { sheet, logo }: ExportSheet) {
  let y = head(doc, sheet, logo);
  for (const { title, columns, none } of createSheetBlocks(sheet)) {
    if (y > FOOT - 60) {
      doc.addPage();
      y = LEFT;
    }
    doc.font("Helvetica-Bold").fontSize(11).text(toWinAnsi(title), LEFT, y, { lineBreak: false });
    rule(doc, LEFT, y + 14, RIGHT);
    y += 19;
    const isEmpty = columns.every((facts) => facts.length === 0);
    if (isEmpty && none) {
      doc.font("Helvetica").fontSize(9.5).text(none, LEFT, y, { lineBreak: false });
      y += LINE;
    }
    y = columnsOf(doc, columns, y) + 7;
  }
  if (y > FOOT) {
    doc.addPage();
    y = LEFT;
  }
  foot(doc, sheet);
}

function head(doc: PdfDocument, sheet: ExportSheet["sheet"], logo: Buffer | null): number {
  const { title, line } = getSheetHeader(sheet);
  code(doc, sheet.qr, RIGHT - QR, 36);
  doc.font("Helvetica").fontSize(7.5);
  drawText(doc, toWinAnsi(sheet.in_words), RIGHT - QR - 30, 36 + QR + 2, QR + 30, "right");
  if (logo) doc.image(logo, LEFT, 36, { fit: [150, 40] });
  else {
    doc.font("Helvetica-Bold").fontSize(11);
    drawText(doc, toWinAnsi(sheet.land_manager), LEFT, 48, RIGHT - QR - LEFT - 20);
  }
  doc.font("Helvetica-Bold").fontSize(22).text(title, LEFT, 84, { lineBreak: false });
  doc.font("Helvetica").fontSize(10);
  drawText(doc, toWinAnsi(line), LEFT, 112, RIGHT - QR - LEFT - 20);
  drawText(doc, toWinAnsi(sheet.typed_address), LEFT, 126, RIGHT - QR - LEFT - 20);
  return 152;
}

function code(doc: PdfDocument, { path, size }: QrDrawing, x: number, y: number) {
  doc
    .save()
    .translate(x, y)
    .scale(QR / size)
    .addContent(toPdfPathOperators(path))
    .fill("black")
    .restore();
}

/**
 * Draw facts in adjacent columns, with a blank line for each unknown fact. Return the vertical end of the longest
 * column.
 */
function columnsOf(doc: PdfDocument, columns: readonly PaperFact[][], top: number): number {
  const width = (RIGHT - LEFT) / Math.max(1, columns.length);
  let end = top;
  for (const [place, facts] of columns.entries()) {
    const x = LEFT + place * width;
    const room = width - TERM - (place < columns.length - 1 ? 14 : 0);
    let y = top;
    for (const { term, value } of facts) {
      doc.font("Helvetica").fontSize(8);
      drawText(doc, toWinAnsi(term), x, value === null ? y + BLANK - 14 : y + 1.5, TERM - 4);
      if (value === null) rule(doc, x + TERM, y + BLANK - 6, x + TERM + room);
      y += value === null ? BLANK : putValue(doc, value, x + TERM, y, room);
    }
    end = Math.max(end, y);
  }
  return end;
}

/** Draw a whole value on as many lines as it needs; return its height. */
function putValue(doc: PdfDocument, value: string, x: number, y: number, width: number): number {
  const text = toWinAnsi(value);
  doc.font("Helvetica-Bold").fontSize(9);
  const wide = doc.widthOfString(text);
  if (wide <= width) {
    drawText(doc, { text, wide }, x, y, width);
    return LINE;
  }
  const high = doc.heightOfString(text, { width });
  doc.text(text, x, y, { width });
  return high + 2.5;
}

function foot(doc: PdfDocument, sheet: ExportSheet["sheet"]) {
  const third = (RIGHT - LEFT) / 3;
  doc.font("Helvetica").fontSize(8);
  for (const [place, who] of SIGNATURE_LABELS.entries()) {
    const x = LEFT + place * third;
    rule(doc, x, FOOT + 24, x + third - 16);
    doc.text(who, x, FOOT + 27, { lineBreak: false });
  }
  const sheetFoot = getSheetFooter(sheet);
  if (sheetFoot) doc.text(sheetFoot, LEFT, FOOT + 42, { lineBreak: false });
  doc
    .moveTo(LEFT, FOOT + 58)
    .lineTo(RIGHT, FOOT + 58)
    .lineWidth(0.7)
    .dash(4, { space: 3 })
    .stroke()
    .undash();
  doc.text("Tear off here. The driver keeps this part.", LEFT, FOOT + 63, { lineBreak: false });
  doc.font("Helvetica-Bold").fontSize(9.5);
  drawText(
    doc,
    toWinAnsi(`Trip Ticket #${sheet.number} · Load ${sheet.load_number} of ${sheet.job.name}`),
    LEFT,
    FOOT + 75,
    RIGHT - LEFT,
  );
  const width = (RIGHT - LEFT) / 4;
  for (const [place, { term, value }] of createTearOffFacts(sheet).entries()) {
    const x = LEFT + place * width;
    doc
      .font("Helvetica")
      .fontSize(7.5)
      .text(term, x, FOOT + 90, { lineBreak: false });
    if (value === null) rule(doc, x, FOOT + 112, x + width - 12);
    else {
      doc.font("Helvetica-Bold").fontSize(8);
      doc.text(toWinAnsi(value), x, FOOT + 100, { width: width - 12, height: 20, ellipsis: true });
    }
  }
}

const rule = (doc: PdfDocument, from: number, y: number, to: number) =>
  doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).stroke();
