import { type Cell, type CellStyle, sheetXml } from "~/features/exports/xlsx-parts";
import { workbookOf } from "~/features/exports/xlsx-workbook.server";
import type { PaperHead, PaperLine, PayPaper } from "./paper";
import { sumsOf } from "./sums";

/** Rows that are written before others are served. */
const CHUNK = 500;

/** A number that people count by stays one; anything else is text. */
const whole = (digits: string) => (/^\d+$/.test(digits) ? Number(digits) : digits);

type Value = (line: PaperLine, head: PaperHead) => Cell["value"];
/** The columns of the workbook, how their cells are shown, and how wide they are. */
const COLUMNS: readonly (readonly [name: string, style: CellStyle, width: number, value: Value])[] = [
  ["Statement", "text", 13, (_, head) => head.number],
  ["Date", "day", 12, (line) => line.date],
  ["Load", "text", 9, (line) => whole(line.load)],
  ["Ticket", "text", 10, (line) => whole(line.ticket)],
  ["Scale Ticket", "text", 16, (line) => line.scale_ticket],
  ["Job", "text", 24, (line) => line.job],
  ["For", "text", 16, (line) => line.service],
  ["Product", "text", 24, (line) => line.product],
  ["Destination", "text", 24, (line) => line.destination],
  ["Quantity", "text", 12, (line) => line.figures.quantity],
  ["Unit", "text", 10, (line) => line.unit],
  ["Rate", "rate", 11, (line) => line.figures.rate],
  ["Rate Unit", "text", 16, (line) => line.figures.per],
  ["Amount", "money", 13, (line) => line.amount_cents / 100],
  ["Note", "text", 40, (line) => line.words],
  ["Remarks", "text", 40, (line) => line.remarks.join("; ")],
];

const text = (value: string): Cell => ({ value, style: "text" });
const heading = (names: readonly string[]): Cell[] => names.map((value) => ({ value, style: "head" }));

function* lineChunks({ head, lines }: PayPaper): Generator<Cell[][]> {
  yield [heading(COLUMNS.map(([name]) => name))];
  for (let at = 0; at < lines.length; at += CHUNK)
    yield lines
      .slice(at, at + CHUNK)
      .map((line) => COLUMNS.map(([, style, , value]) => ({ value: value(line, head), style })));
}

const partyRows = (term: string, name: string, address: string | null): Cell[][] => [
  [text(term), text(name)],
  ...(address ? [[text(`${term} Address`), text(address)]] : []),
];

/** What it comes to, below it both companies and the note on the statement, which is of no single line. */
const sumRows = ({ head }: PayPaper): Cell[][] => [
  heading(["Sum", "Amount"]),
  ...sumsOf(head).map(({ label, cents }): Cell[] => [text(label), { value: cents / 100, style: "money" }]),
  [],
  ...partyRows("From", head.payer, head.payer_address),
  ...partyRows("To", head.receiver, head.receiver_address),
  ...(head.memo ? [[], [text("Memo"), text(head.memo)]] : []),
];

/**
 * The lines of a statement as a workbook: days are dates, and quantities, rates and amounts are numbers, each with its unit
 * beside it. Words are text, which no program evaluates.
 */
export const statementXlsx = (paper: PayPaper): AsyncGenerator<Uint8Array> =>
  workbookOf([
    {
      name: "Lines",
      xml: sheetXml(
        lineChunks(paper),
        COLUMNS.map(([, , width]) => width),
        { filter: true },
      ),
    },
    { name: "Sums", xml: sheetXml([sumRows(paper)], [36, 14], { filter: false }) },
  ]);
