import { stringify } from "csv-stringify/sync";
import { escapeFormulaCell } from "~/lib/text/csv-guard";
import { type Column, createCellMapper, type ExportRow, SEPARATORS } from "../rules/columns";

/**
 * Write tickets as separated values, with the byte order mark by which Excel recognizes UTF-8. Text that a spreadsheet
 * would take for a formula is written with an apostrophe before it, also where the spreadsheet splits cells at
 * semicolons.
 */
export async function* writeCsv(
  chunks: AsyncIterable<ExportRow[]>,
  columns: readonly Column[],
  separator: string,
): AsyncGenerator<Uint8Array> {
  const cellsOf = createCellMapper(columns);
  const written = cellWriter(separator);
  const line = (cells: readonly (string | number | null)[]) => `${cells.map(written).join(separator)}\n`;
  yield Buffer.from(`\ufeff${line(columns.map(({ value }) => value))}`);
  for await (const rows of chunks) yield Buffer.from(rows.map((row) => line(cellsOf(row))).join(""));
}

/** Characters that may need quotes, or a guard at the start or after a separator; other text is written unchanged. */
const SPECIAL = /^[=+\-@\uff1d\uff0b\uff0d\uff20]|[";,\t|\r\n]/;
/** Maximum number of formatted cells to cache: names repeat, comments don't. */
const MAX_CACHED = 500;

/** Write cells as the library does, calling it only for the cells that it changes. */
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
