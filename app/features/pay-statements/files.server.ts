import { stringify } from "csv-stringify/sync";
import { guardedCell } from "~/domain/text/csv-guard";
import { PAPER_COLUMNS, type PayPaper } from "./paper";
import { BILL_COLUMNS, billRows } from "./quickbooks";

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

/** The lines of a statement, a row each. */
export const statementCsv = (paper: PayPaper): string => csvText(NAMES, rowsOf(paper));
/** A statement as rows of one bill. */
export const billsCsv = (paper: PayPaper, accounts: Record<string, string>): string =>
  csvText(BILL_COLUMNS, billRows(paper, accounts));
