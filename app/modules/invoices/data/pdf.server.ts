import { drawPdfLine } from "~/lib/files/pdf-line.server";
import { type PdfDocument, renderPdf } from "~/lib/files/written-pdf.server";
import { formatMoney } from "~/lib/money/money";
import { formatPhone } from "~/lib/text/phone";
import { toWinAnsi } from "~/lib/text/win-ansi";
import { formatDay } from "~/lib/time/time";
import { INVOICE_STATUS_LABELS } from "../rules/invoices";
import { type InvoiceDocument, invoiceStatusMessage } from "../rules/paper";

const LEFT = 48;
const WIDTH = 516;
const AMOUNT = 90;

/** An invoice, or its receipt, as a PDF of Letter sheets. */
export function writeInvoicePdf(
  paper: InvoiceDocument,
  as: "invoice" | "receipt",
): AsyncGenerator<Uint8Array> {
  const title = as === "receipt" ? `Receipt for ${paper.title.toLowerCase()}` : paper.title;
  return renderPdf({ size: "LETTER", margin: LEFT }, title, (doc, breathe) =>
    draw(doc, breathe, paper, title),
  );
}

async function draw(doc: PdfDocument, breathe: () => Promise<void>, paper: InvoiceDocument, title: string) {
  let y = 0;
  let page = 0;
  const room = (needed: number) => {
    if (page > 0 && y + needed <= doc.page.height - LEFT) return;
    doc.addPage();
    page++;
    y = LEFT;
    if (page === 1) return;
    doc.font("Helvetica").fontSize(8);
    drawPdfLine(doc, `${title} from ${paper.issuer.name}, page ${page}`, LEFT, 30, WIDTH);
  };
  const put = (text: string, size = 10, bold = false, indent = 0) => {
    const width = WIDTH - AMOUNT - indent;
    doc.font(bold ? "Helvetica-Bold" : "Helvetica").fontSize(size);
    const height = doc.heightOfString(toWinAnsi(text), { width });
    room(height + 3);
    doc.text(toWinAnsi(text), LEFT + indent, y, { width });
    y += height + 3;
  };
  const sum = (label: string, cents: number, bold = false) => {
    room(16);
    doc.font(bold ? "Helvetica-Bold" : "Helvetica").fontSize(10);
    drawPdfLine(doc, label, LEFT + 260, y, WIDTH - 260 - AMOUNT);
    drawPdfLine(doc, formatMoney(cents), LEFT + WIDTH - AMOUNT, y, AMOUNT, true);
    y += 15;
  };
  room(200);
  put(paper.issuer.name, 14, true);
  if (paper.issuer.address) put(paper.issuer.address);
  if (paper.issuer.phone) put(formatPhone(paper.issuer.phone));
  y += 14;
  put(title, 20, true);
  put(`${INVOICE_STATUS_LABELS[paper.status]}. ${invoiceStatusMessage(paper)}`);
  put(`Date ${formatDay(paper.issued_on)}${paper.due_on ? `, due ${formatDay(paper.due_on)}` : ""}`);
  y += 8;
  put("Bill to", 9, true);
  put(paper.customer.name);
  if (paper.customer.address) put(paper.customer.address);
  y += 12;
  for (const line of paper.lines) {
    room(40);
    const top = y;
    doc.font("Helvetica").fontSize(10);
    drawPdfLine(doc, formatMoney(line.amount_cents), LEFT + WIDTH - AMOUNT, top, AMOUNT, true);
    put(line.description);
    if (line.quantity) put(line.quantity, 8.5, false, 10);
    if (line.claim) put(line.claim, 8.5, false, 10);
    doc
      .moveTo(LEFT, y)
      .lineTo(LEFT + WIDTH, y)
      .lineWidth(0.3)
      .stroke();
    y += 5;
    await breathe();
  }
  y += 6;
  for (const { label, cents } of paper.sums) sum(label, cents, label === "Total");
  if (paper.payments.length) {
    y += 6;
    put("Payments", 9, true);
    for (const p of paper.payments) sum(`${formatDay(p.day)} ${p.words}`, p.amount_cents);
  }
  if (paper.memo) {
    y += 10;
    put(paper.memo);
  }
  y += 10;
  put("Amounts in US dollars.", 8.5);
}
