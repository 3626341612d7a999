import { stringify } from "csv-stringify/sync";
import { guardedCell } from "~/domain/text/csv-guard";
import { type Column, cellMaker, type ExportRow, SEPARATORS } from "./columns";

/**
 * Tickets as separated values, with the mark that Excel knows UTF-8 by. What a spreadsheet would take for a formula is
 * written with an apostrophe before it, also where the spreadsheet parts cells at semicolons.
 */
export async function* csvOf(
  chunks: AsyncIterable<ExportRow[]>,
  columns: readonly Column[],
  separator: string,
): AsyncGenerator<Uint8Array> {
  const cellsOf = cellMaker(columns);
  const written = cellWriter(separator);
  const line = (cells: readonly (string | number | null)[]) => `${cells.map(written).join(separator)}\n`;
  yield Buffer.from(`\ufeff${line(columns.map(({ value }) => value))}`);
  for await (const rows of chunks) yield Buffer.from(rows.map((row) => line(cellsOf(row))).join(""));
}

/** What may need quotes, or a guard at its beginning or after a separator: the rest stands in a file as it is. */
const SPECIAL = /^[=+\-@\uff1d\uff0b\uff0d\uff20]|[";,\t|\r\n]/;
/** So many cells are remembered as they are written: names come again, and comments don't. */
const MOST_KEPT = 500;

/** Cells as the library writes them, which is asked for those alone that it does something for. */
function cellWriter(separator: string) {
  const kept = new Map<string, string>();
  const byLibrary = (cell: string) => {
    const known = kept.get(cell);
    if (known !== undefined) return known;
    const options = { delimiter: separator, escape_formulas: true, quoted_match: /[;\t|]/, eof: false };
    const made = stringify([[guardedCell(cell)]], options);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(cell, made);
    return made;
  };
  const isPlain = Object.hasOwn(SEPARATORS, separator) ? (cell: string) => !SPECIAL.test(cell) : () => false;
  return (cell: string | number | null): string => {
    if (typeof cell !== "string") return cell === null ? "" : String(cell);
    return isPlain(cell) ? cell : byLibrary(cell);
  };
}
