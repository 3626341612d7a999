import { createCellMapper, type ExportColumn, type ExportRow } from "../rules/columns";
import { getCellStyle, getColumnWidth } from "../rules/sheet-columns";
import { writeSheetXml, type XlsxCell } from "../rules/xlsx-parts";
import { createSheetTotals } from "../rules/xlsx-totals";
import { writeWorkbook } from "../shared/xlsx-workbook.server";

/**
 * Write tickets as a spreadsheet: dates are dates, numbers are numbers, each column fits its contents, and a second
 * sheet has totals by unit and by product. Text is stored as text, which no program evaluates. Rows are written as they
 * are read; only the sums of the totals are held in memory.
 */
export async function* writeXlsx(
  chunks: AsyncIterable<ExportRow[]>,
  columns: readonly ExportColumn[],
  zone: string,
): AsyncGenerator<Uint8Array> {
  const totals = createSheetTotals(zone);
  // A date column with its own format is written as text, because a spreadsheet would reformat a date.
  const kinds = columns.map(({ key, dates }) => (dates ? "text" : getCellStyle(key)));
  const cellsOf = createCellMapper(columns);
  async function* rows(): AsyncGenerator<XlsxCell[][]> {
    yield [columns.map(({ value }) => ({ value, style: "head" }))];
    for await (const chunk of chunks)
      yield chunk.map((row) => {
        totals.add(row);
        return cellsOf(row).map((value, n) => ({ value, style: kinds[n] ?? "text" }));
      });
  }
  const widths = columns.map(({ key, value }) => getColumnWidth(key, value));
  yield* writeWorkbook([
    { name: "Trip tickets", xml: writeSheetXml(rows(), widths, { filter: true }) },
    // Generated after the first sheet is written, so that the sums are complete.
    { name: "Totals", xml: writeSheetXml([totals.rows()], totals.widths, { filter: false }) },
  ]);
}
