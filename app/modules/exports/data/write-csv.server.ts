import { stringify } from "csv-stringify/sync";
import { escapeFormulaCell } from "~/lib/text/csv-guard";
import { createCellMapper, type ExportColumn, type ExportRow, SEPARATORS } from "../rules/columns";

/**
 * Write tickets as separated values, starting with the byte order mark by which Excel recognizes UTF-8. Text that a
 * spreadsheet would evaluate as a formula gets an apostrophe in front, even if the spreadsheet splits cells at
 * semicolons.
 */
export async function* writeCsv(
  chunks: AsyncIterable<ExportRow[]>,
  columns: readonly ExportColumn[],
  separator: string,
): AsyncGenerator<Uint8Array> {
  const cellsOf = createCellMapper(columns);
  const written = cellWriter(separator);
  const line = (cells: readonly (string | number | null)[]) => `${cells.map(written).join(separator)}\n`;
  yield Buffer.from(`\ufeff${line(columns.map(({ value }) => value))}`);
  for await (const rows of chunks) yield Buffer.from(rows.map((row) => line(cellsOf(row))).join(""));
}

/**
 * Match cells that may need quotes, or an apostrophe at the start or after a separator. Other cells are written
 * unchanged.
 */
const SPECIAL = /^[=+\-@\uff1d\uff0b\uff0d\uff20]|[";,\t|\r\n]/;
/** Maximum number of formatted cells to cache: names repeat, comments don't. */
const MAX_CACHED = 500;

/**
 * Return a function that formats a cell exactly as the CSV library does, but calls the library only for cells that it
 * would change.
 */
function cellWriter(separator: string) {
  const cache = new Map<string, string>();
  const byLibrary = (cell: string) => {
    const known = cache.get(cell);
    if (known !== undefined) return known;
    const options = { delimiter: separator, escape_formulas: true, quoted_match: /[;\t|]/, eof: false };
    const text = stringify([[escapeFormulaCell(cell)]], options);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(cell, text);
    return text;
  };
  const isPlain = Object.hasOwn(SEPARATORS, separator) ? (cell: string) => !SPECIAL.test(cell) : () => false;
  return (cell: string | number | null): string => {
    if (typeof cell !== "string") return cell === null ? "" : String(cell);
    return isPlain(cell) ? cell : byLibrary(cell);
  };
}
