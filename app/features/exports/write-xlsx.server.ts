import { writeXlsxStream } from "hucre/xlsx";
import { type Column, cellsOf, type ExportRow } from "./columns";

/**
 * Tickets as a spreadsheet. Text is stored as text, which no program evaluates; the one place that knows the library.
 */
export async function* xlsxOf(
  chunks: AsyncIterable<ExportRow[]>,
  columns: readonly Column[],
): AsyncGenerator<Uint8Array> {
  async function* rows() {
    yield columns.map((column) => column.value);
    for await (const chunk of chunks) for (const row of chunk) yield cellsOf(row, columns);
  }
  const stream = writeXlsxStream(rows(), { name: "Trip tickets", freezePane: { rows: 1 } });
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Who stops reading stops what writes.
    await reader.cancel();
  }
}
