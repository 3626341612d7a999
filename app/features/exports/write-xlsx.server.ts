import { type Column, cellMaker, type ExportRow } from "./columns";
import { sheetKinds, widthOf } from "./sheet-columns";
import { type Cell, sheetXml } from "./xlsx-parts";
import { sheetTotals } from "./xlsx-totals";
import { workbookOf } from "./xlsx-workbook.server";

/**
 * Tickets as a spreadsheet: dates are dates, numbers are numbers, each column is as wide as what it holds, and a second
 * sheet has what it comes to, by unit and by product. Text is stored as text, which no program evaluates. Rows are written
 * as they are read; of the totals only the sums are held.
 */
export async function* xlsxOf(
  chunks: AsyncIterable<ExportRow[]>,
  columns: readonly Column[],
  zone: string,
): AsyncGenerator<Uint8Array> {
  const totals = sheetTotals(zone);
  // A date in a form of its own is text: a spreadsheet would write it as it likes.
  const kinds = columns.map(({ key, dates }) => (dates ? "text" : sheetKinds(key)));
  const cellsOf = cellMaker(columns);
  async function* rows(): AsyncGenerator<Cell[][]> {
    yield [columns.map(({ value }) => ({ value, style: "head" }))];
    for await (const chunk of chunks)
      yield chunk.map((row) => {
        totals.add(row);
        return cellsOf(row).map((value, n) => ({ value, style: kinds[n] ?? "text" }));
      });
  }
  const widths = columns.map(({ key, value }) => widthOf(key, value));
  yield* workbookOf([
    { name: "Trip tickets", xml: sheetXml(rows(), widths, { filter: true }) },
    // Read when the first sheet is written, so the sums are whole.
    { name: "Totals", xml: sheetXml([totals.rows()], totals.widths, { filter: false }) },
  ]);
}
