import { stringify } from "csv-stringify/sync";
import { escapeFormulaCell } from "~/lib/text/csv-guard";
import { type PayStatement, STATEMENT_CSV_COLUMNS } from "../rules/paper";
import { BILL_COLUMNS, createBillRows } from "../rules/quickbooks";

/**
 * Build a CSV file. It starts with the byte order mark by which Excel recognizes UTF-8; text that a spreadsheet would
 * read as a formula is escaped.
 */
export function formatCsv(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const isAmount = /^-?\d+(\.\d+)?$/;
  // A negative amount stays a number and isn't escaped like a formula.
  const cells = (row: readonly string[]) =>
    row
      .map((text) => (/^[=+\-@\t\r]/.test(text) && !isAmount.test(text) ? `'${text}` : text))
      .map(escapeFormulaCell);
  return stringify([cells(head), ...rows.map(cells)], { bom: true, quoted_match: /[;\t|]/ });
}

/** Yield a complete file as one chunk of bytes. */
export async function* toByteStream(body: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof body === "string" ? new TextEncoder().encode(body) : body;
}

const rowsOf = ({ head, lines }: PayStatement) =>
  lines.map((line) => STATEMENT_CSV_COLUMNS.map(([, value]) => value(head, line)));
const NAMES = STATEMENT_CSV_COLUMNS.map(([name]) => name);

/** Format a statement as CSV, with one row per statement line. */
export const formatStatementCsv = (paper: PayStatement): string => formatCsv(NAMES, rowsOf(paper));
/** Format a statement as the CSV rows of one bill. */
export const formatBillsCsv = (paper: PayStatement, accounts: Record<string, string>): string =>
  formatCsv(BILL_COLUMNS, createBillRows(paper, accounts));
