import { drawPdfLine } from "~/lib/files/pdf-line.server";
import { type PdfDocument, renderPdf } from "~/lib/files/written-pdf.server";
import { formatMoney } from "~/lib/money/money";
import { formatCount } from "~/lib/text/text";
import { toWinAnsi } from "~/lib/text/win-ansi";
import { formatDay } from "~/lib/time/time";
import type { Balance } from "../../shared/read.server";
import {
  formatStatementTitle,
  groupLines,
  type LineGroup,
  type PayStatement,
  type PayStatementLine,
} from "../rules/paper";
import {
  formatFooter,
  formatGroupTitle,
  formatPayment,
  getStatementHeaderFacts,
  type Payment,
} from "../rules/paper-words";
import { listStatementSums } from "../rules/sums";

/** Statement with everything that its PDF shows, for the payer or the payee. */
export type StatementPdfData = PayStatement & { is_payer: boolean; payments: Payment[]; balances: Balance[] };

const LEFT = 36;
/** Width between the margins of a Letter sheet. */
const WIDE = 540;
const ROW = 12;
const MONEY = 110;
/** Column widths; they add up to the width of a Letter sheet between its margins. */
const COLUMNS = [
  ["date", 54],
  ["load", 26],
  ["ticket", 34],
  ["scale_ticket", 54],
  ["product", 100],
  ["destination", 76],
  ["quantity", 58],
  ["rate", 80],
  ["amount", 58],
] as const;
const TITLES = {
  date: "Date",
  load: "Load",
  ticket: "Ticket",
  scale_ticket: "Scale ticket",
  product: "Product",
  destination: "Destination",
  quantity: "Quantity",
  rate: "Rate",
  amount: "Amount",
};

/** Position of the next row to draw. */
type Pen = { doc: PdfDocument; running: string; page: number; y: number };
type Breathe = () => Promise<void>;

/** Write a statement as a PDF of Letter sheets while it is read, pausing so that other requests can run. */
export function writeStatementPdf(paper: StatementPdfData): AsyncGenerator<Uint8Array> {
  const { head } = paper;
  const title = formatStatementTitle(head);
  const running = `${title}, ${head.payer} to ${head.receiver}`;
  return renderPdf({ size: "LETTER", margin: LEFT }, title, (doc, breathe) =>
    draw({ doc, running, page: 0, y: 0 }, breathe, paper),
  );
}

/** Start a new sheet if the needed height doesn't fit on the current one. */
function room(pen: Pen, needed = ROW) {
  const { doc } = pen;
  if (pen.page > 0 && pen.y + needed <= doc.page.height - 40) return;
  doc.addPage();
  pen.page++;
  doc.font("Helvetica").fontSize(8);
  drawPdfLine(doc, pen.running, LEFT, 28, 440);
  drawPdfLine(doc, `Page ${pen.page}`, LEFT + WIDE - 60, 28, 60, true);
  pen.y = 48;
}

const look = (doc: PdfDocument, size: number, bold = false) =>
  doc.font(bold ? "Helvetica-Bold" : "Helvetica").fontSize(size);

type Place = { x: number; width: number; size: number };

/** Draw a typed text in full, on as many rows as it needs; call `beside` to draw next to its first row. */
function words(pen: Pen, typed: string, { x, width, size }: Place, beside: (y: number) => void = () => {}) {
  const { doc } = pen;
  const text = toWinAnsi(typed);
  look(doc, size);
  const high = doc.widthOfString(text) > width ? doc.heightOfString(text, { width }) : size + 1;
  room(pen, high + 4);
  look(doc, size);
  beside(pen.y);
  doc.text(text, LEFT + x, pen.y, { width });
  pen.y += high + 3.5;
}

const FACT: Place = { x: 64, width: WIDE - 64, size: 9.5 };
const NOTE: Place = { x: 62, width: WIDE - 62 - MONEY, size: 7.5 };
const PAID: Place = { x: 74, width: WIDE - 74 - MONEY, size: 8.5 };

/** Draw a label with an amount at the right. */
function sum(pen: Pen, label: string, cents: number, bold = false, size = 8.5) {
  room(pen);
  look(pen.doc, size, bold);
  drawPdfLine(pen.doc, label, LEFT, pen.y, WIDE - MONEY - 10);
  drawPdfLine(pen.doc, formatMoney(cents), LEFT + WIDE - MONEY, pen.y, MONEY, true);
  pen.y += size + 4.5;
}

/** Draw the heading of a section, on the same sheet as the content after it. */
function heading(pen: Pen, name: string) {
  room(pen, ROW * 4);
  look(pen.doc, 10, true);
  drawPdfLine(pen.doc, name, LEFT, pen.y, WIDE);
  pen.y += 15;
}

async function draw(
  pen: Pen,
  breathe: Breathe,
  { head, lines, is_payer, payments, balances }: StatementPdfData,
) {
  const { doc } = pen;
  room(pen);
  look(doc, 18, true).text(toWinAnsi(formatStatementTitle(head)), LEFT, pen.y, { lineBreak: false });
  pen.y += 26;
  const { parties, terms } = getStatementHeaderFacts(head, is_payer);
  for (const { term, value } of [
    ...parties,
    ...terms,
    { term: "Total", value: formatMoney(head.total_cents) },
  ])
    words(pen, value || "—", FACT, (y) => drawPdfLine(doc, term, LEFT, y, 60));
  pen.y += 6;
  for (const group of groupLines(lines)) await drawGroup(pen, breathe, group);
  if (balances.length) drawBalances(pen, balances);
  room(pen, ROW * 6);
  for (const { label, cents } of listStatementSums(head))
    if (label === "Total") sum(pen, label, cents, true, 12);
    else sum(pen, label, cents);
  pen.y += 8;
  if (payments.length) heading(pen, "Payments");
  for (const payment of payments) {
    words(pen, formatPayment(payment), PAID, (y) => {
      drawPdfLine(doc, formatDay(payment.paid_on), LEFT, y, 70);
      drawPdfLine(doc, formatMoney(payment.amount_cents), LEFT + WIDE - MONEY, y, MONEY, true);
    });
    await breathe();
  }
  if (payments.length) pen.y += 8;
  words(pen, formatFooter(head), { x: 0, width: WIDE, size: 8.5 });
}

async function drawGroup(pen: Pen, breathe: Breathe, group: LineGroup) {
  const { doc } = pen;
  heading(pen, formatGroupTitle(group));
  const isLoad = group.lines[0]?.section !== "below";
  if (isLoad) columnHeads(pen);
  const days = new Map<string, { cents: number; lines: number }>();
  for (const [at, line] of group.lines.entries()) {
    room(pen);
    look(doc, 7.5);
    if (isLoad) cells(pen, line);
    else {
      drawPdfLine(doc, line.service, LEFT, pen.y, WIDE - MONEY - 10);
      drawPdfLine(doc, formatMoney(line.amount_cents), LEFT + WIDE - MONEY, pen.y, MONEY, true);
    }
    pen.y += ROW;
    for (const note of [line.words, ...line.remarks]) if (note) words(pen, note, NOTE);
    const day = days.get(line.date) ?? { cents: 0, lines: 0 };
    days.set(line.date, { cents: day.cents + line.amount_cents, lines: day.lines + 1 });
    if (group.lines[at + 1]?.date !== line.date) daySum(pen, line.date, days, group.lines.length);
    await breathe();
  }
  sum(pen, "Subtotal", group.cents, true);
  pen.y += 6;
}

/** Draw a day's sum, if that day has several lines and the statement has other days. */
function daySum(pen: Pen, date: string, days: Map<string, { cents: number; lines: number }>, all: number) {
  const day = days.get(date);
  if (!date || !day || day.lines < 2 || day.lines === all) return;
  sum(pen, `${formatDay(date)}: ${formatCount(day.lines, "line")}`, day.cents, false, 7.5);
}

/** Draw one text in each column; amounts align at the right with all other amounts on the statement. */
function columns({ doc, y }: Pen, texts: Record<(typeof COLUMNS)[number][0], string>) {
  let x = LEFT;
  for (const [name, width] of COLUMNS) {
    const isLast = name === "amount";
    drawPdfLine(doc, texts[name], x, y, isLast ? width : width - 5, isLast);
    x += width;
  }
}

const cells = (pen: Pen, line: PayStatementLine) =>
  columns(pen, {
    ...line,
    date: line.date ? formatDay(line.date) : "",
    quantity: [line.quantity, line.unit].filter(Boolean).join(" "),
    amount: formatMoney(line.amount_cents),
  });

function rule({ doc, y }: Pen) {
  doc
    .moveTo(LEFT, y + 10)
    .lineTo(LEFT + WIDE, y + 10)
    .lineWidth(0.5)
    .stroke();
}

function columnHeads(pen: Pen) {
  look(pen.doc, 7.5, true);
  columns(pen, TITLES);
  rule(pen);
  pen.y += 14;
}

/** Draw the balance between payer and payee before the statement, the change by the statement, and the balance after it. */
function drawBalances(pen: Pen, balances: Balance[]) {
  const { doc } = pen;
  const row = (label: string, cents: readonly string[]) => {
    drawPdfLine(doc, label, LEFT, pen.y, WIDE - MONEY * 3);
    for (const [at, text] of cents.entries())
      drawPdfLine(doc, text, LEFT + WIDE - MONEY * (3 - at), pen.y, MONEY, true);
  };
  heading(pen, "Balances between you");
  look(doc, 8.5, true);
  row("Balance", ["Opening", "This statement", "Closing"]);
  rule(pen);
  pen.y += 14;
  for (const { label, opening, movement, closing } of balances) {
    room(pen);
    look(doc, 8.5);
    row(label, [opening, movement, closing].map(formatMoney));
    pen.y += 13;
  }
  pen.y += 6;
}
