import { type CellStyle, writeSheetXml, type XlsxCell } from "~/modules/exports/rules/xlsx-parts";
import { writeWorkbook } from "~/modules/exports/shared/xlsx-workbook.server";
import type { PayStatement, PayStatementHeader, PayStatementLine } from "../rules/paper";
import { listStatementSums } from "../rules/sums";

/** Number of rows to write before serving other requests. */
const CHUNK = 500;

/** Convert a string of digits to a number; leave any other text unchanged. */
const whole = (digits: string) => (/^\d+$/.test(digits) ? Number(digits) : digits);

type Value = (line: PayStatementLine, head: PayStatementHeader) => XlsxCell["value"];
/** Workbook columns, with cell style and width. */
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

const text = (value: string): XlsxCell => ({ value, style: "text" });
const heading = (names: readonly string[]): XlsxCell[] => names.map((value) => ({ value, style: "head" }));

function* lineChunks({ head, lines }: PayStatement): Generator<XlsxCell[][]> {
  yield [heading(COLUMNS.map(([name]) => name))];
  for (let index = 0; index < lines.length; index += CHUNK)
    yield lines
      .slice(index, index + CHUNK)
      .map((line) => COLUMNS.map(([, style, , value]) => ({ value: value(line, head), style })));
}

const partyRows = (term: string, name: string, address: string | null): XlsxCell[][] => [
  [text(term), text(name)],
  ...(address ? [[text(`${term} Address`), text(address)]] : []),
];

/** Build rows with the total, followed by both companies and the note on the statement, which belong to no single line. */
const sumRows = ({ head }: PayStatement): XlsxCell[][] => [
  heading(["Sum", "Amount"]),
  ...listStatementSums(head).map(({ label, cents }): XlsxCell[] => [
    text(label),
    { value: cents / 100, style: "money" },
  ]),
  [],
  ...partyRows("From", head.payer, head.payer_address),
  ...partyRows("To", head.receiver, head.receiver_address),
  ...(head.memo ? [[], [text("Memo"), text(head.memo)]] : []),
];

/**
 * Build a workbook of a statement's lines. Days are dates; quantities, rates and amounts are numbers, each with its
 * unit in the next cell. Everything else is text, which no spreadsheet evaluates.
 */
export const writeStatementXlsx = (paper: PayStatement): AsyncGenerator<Uint8Array> =>
  writeWorkbook([
    {
      name: "Lines",
      xml: writeSheetXml(
        lineChunks(paper),
        COLUMNS.map(([, , width]) => width),
        { filter: true },
      ),
    },
    { name: "Sums", xml: writeSheetXml([sumRows(paper)], [36, 14], { filter: false }) },
  ]);
