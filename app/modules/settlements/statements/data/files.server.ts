import { stringify } from "csv-stringify/sync";
import { escapeFormulaCell } from "~/lib/text/csv-guard";
import { PAPER_COLUMNS, type PayPaper } from "../rules/paper";
import { BILL_COLUMNS, createBillRows } from "../rules/quickbooks";

/**
 * Build CSV with the byte order mark by which Excel recognizes UTF-8; text that a spreadsheet would read as a formula
 * is escaped.
 */
export function formatCsv(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const isAmount = /^-?\d+(\.\d+)?$/;
  // A negative amount is a number, not a formula.
  const cells = (row: readonly string[]) =>
    row
      .map((text) => (/^[=+\-@\t\r]/.test(text) && !isAmount.test(text) ? `'${text}` : text))
      .map(escapeFormulaCell);
  return stringify([cells(head), ...rows.map(cells)], { bom: true, quoted_match: /[;\t|]/ });
}

/** Yield a complete file as bytes to send. */
export async function* iterateOnce(body: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof body === "string" ? new TextEncoder().encode(body) : body;
}

const rowsOf = ({ head, lines }: PayPaper) =>
  lines.map((line) => PAPER_COLUMNS.map(([, value]) => value(head, line)));
const NAMES = PAPER_COLUMNS.map(([name]) => name);

/** CSV of a statement, one row per line. */
export const formatStatementCsv = (paper: PayPaper): string => formatCsv(NAMES, rowsOf(paper));
/** CSV of a statement as the rows of one bill. */
export const formatBillsCsv = (paper: PayPaper, accounts: Record<string, string>): string =>
  formatCsv(BILL_COLUMNS, createBillRows(paper, accounts));
