import { stringify } from "csv-stringify/sync";
import { putLine } from "~/core/files/pdf-line.server";
import { type Doc, written } from "~/core/files/written-pdf.server";
import { formatMoney } from "~/domain/money/money";
import { guardedCell } from "~/domain/text/csv-guard";
import { winAnsi } from "~/domain/text/win-ansi";
import { formatDay } from "~/domain/time/time";
import { groupsOf, PAPER_COLUMNS, type PaperLine, type PayPaper, titleOf } from "./paper";
import { BILL_COLUMNS, billRows } from "./quickbooks";
import { sumsOf } from "./sums";

/** Separated values with the mark that Excel knows UTF-8 by; what a spreadsheet would take for a formula is guarded. */
export function csvText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const isAmount = /^-?\d+(\.\d+)?$/;
  // An amount below zero is a number, not a formula.
  const cells = (row: readonly string[]) =>
    row
      .map((text) => (/^[=+\-@\t\r]/.test(text) && !isAmount.test(text) ? `'${text}` : text))
      .map(guardedCell);
  return stringify([cells(head), ...rows.map(cells)], { bom: true, quoted_match: /[;\t|]/ });
}

/** A file that is ready, as bytes to send. */
export async function* once(body: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof body === "string" ? new TextEncoder().encode(body) : body;
}

const rowsOf = ({ head, lines }: PayPaper) =>
  lines.map((line) => PAPER_COLUMNS.map(([, value]) => value(head, line)));
const NAMES = PAPER_COLUMNS.map(([name]) => name);

export const statementCsv = (paper: PayPaper): string => csvText(NAMES, rowsOf(paper));
export const billsCsv = (paper: PayPaper, accounts: Record<string, string>): string =>
  csvText(BILL_COLUMNS, billRows(paper, accounts));

/** Together as wide as a Letter sheet between its margins: 540 points. */
const WIDTHS = [
  ["date", 54],
  ["load", 26],
  ["ticket", 36],
  ["scale_ticket", 46],
  ["product", 104],
  ["destination", 78],
  ["quantity", 58],
  ["rate", 80],
  ["amount", 58],
] as const;
const HEADS = ["Date", "Load", "Ticket", "Scale", "Product", "Destination", "Quantity", "Rate", "Amount"];
const LEFT = 36;
const ROW = 12;

/** A statement as a PDF of Letter sheets, written while it is read, with pauses for everybody else. */
export function statementPdf(paper: PayPaper): AsyncGenerator<Uint8Array> {
  const title = titleOf(paper.head);
  return written({ size: "LETTER", margin: LEFT }, title, (doc, breathe) => draw(doc, breathe, paper, title));
}

async function draw(doc: Doc, breathe: () => Promise<void>, { head, lines }: PayPaper, title: string) {
  let y = 0;
  let page = 0;
  const right = () => doc.page.width - LEFT;
  const room = (needed = ROW) => {
    if (y !== 0 && y + needed <= doc.page.height - 40) return;
    doc.addPage();
    y = pageHead(doc, `${title}, ${head.payer} to ${head.receiver}`, ++page);
  };
  const line = (texts: readonly [string, string], bold = false, size = 8.5) => {
    room();
    doc.font(bold ? "Helvetica-Bold" : "Helvetica").fontSize(size);
    putLine(doc, texts[0], LEFT, y, 420);
    putLine(doc, texts[1], right() - 110, y, 110, true);
    y += size + 4.5;
  };
  room();
  doc.font("Helvetica-Bold").fontSize(18).text(winAnsi(title), LEFT, y, { lineBreak: false });
  y += 26;
  for (const [label, value] of [
    ["From", head.payer],
    ["To", [head.receiver, head.receiver_ein].filter(Boolean).join(", ")],
    ["Loads", `${formatDay(head.period_start)} to ${formatDay(head.period_end)}`],
    ["Pay date", formatDay(head.pay_on)],
    ["Status", [head.status, head.void_reason].filter(Boolean).join(": ")],
  ] as const) {
    doc.font("Helvetica").fontSize(9.5);
    putLine(doc, label, LEFT, y, 60);
    putLine(doc, value, LEFT + 64, y, 470);
    y += 14;
  }
  y += 6;
  for (const group of groupsOf(lines)) {
    room(ROW * 4);
    const of = [group.job, group.service].filter(Boolean).join(": ");
    doc.font("Helvetica-Bold").fontSize(10);
    putLine(doc, group.lines[0]?.section === "corrections" ? `Corrections: ${of}` : of, LEFT, y, 540);
    y += 15;
    const isLoad = group.lines[0]?.section !== "below";
    if (isLoad) y = columnHeads(doc, y);
    for (const l of group.lines) {
      room();
      doc.font("Helvetica").fontSize(7.5);
      if (isLoad) cellsOf(doc, l, y);
      else {
        putLine(doc, l.words || l.service, LEFT, y, 420);
        putLine(doc, formatMoney(l.amount_cents), right() - 110, y, 110, true);
      }
      y += ROW;
      for (const words of isLoad ? [l.words, ...l.remarks].filter(Boolean) : l.remarks) {
        room();
        putLine(doc, words, LEFT + 62, y, 470);
        y += ROW;
      }
      await breathe();
    }
    line(["Subtotal", formatMoney(group.cents)], true);
    y += 6;
  }
  room(ROW * 6);
  for (const { label, cents } of sumsOf(head))
    if (label === "Total") line([label, formatMoney(cents)], true, 12);
    else line([label, formatMoney(cents)]);
  y += 8;
  line([`Amounts in US dollars.${head.hash ? ` Check: ${head.hash.slice(0, 12)}` : ""}`, ""]);
}

function cellsOf(doc: Doc, l: PaperLine, y: number) {
  const values: Record<(typeof WIDTHS)[number][0], string> = {
    ...l,
    date: l.date ? formatDay(l.date) : "",
    quantity: [l.quantity, l.unit].filter(Boolean).join(" "),
    amount: formatMoney(l.amount_cents),
  };
  let x = LEFT;
  for (const [name, width] of WIDTHS) {
    putLine(doc, values[name], x, y, width - 5, name === "amount");
    x += width;
  }
}

function columnHeads(doc: Doc, y: number): number {
  doc.font("Helvetica-Bold").fontSize(7.5);
  let x = LEFT;
  for (const [at, [name, width]] of WIDTHS.entries()) {
    putLine(doc, HEADS[at] ?? "", x, y, width - 5, name === "amount");
    x += width;
  }
  doc
    .moveTo(LEFT, y + 10)
    .lineTo(doc.page.width - LEFT, y + 10)
    .lineWidth(0.5)
    .stroke();
  return y + 14;
}

function pageHead(doc: Doc, words: string, page: number): number {
  doc.font("Helvetica").fontSize(8);
  putLine(doc, words, LEFT, 28, 440);
  putLine(doc, `Page ${page}`, doc.page.width - LEFT - 60, 28, 60, true);
  return 48;
}
