import type { ExportReader } from "./beside-tickets.server";
import { BOOST_FACTS } from "./boost";
import type { Column, ExportRow } from "./columns";
import { type ExportSheet, exportSheets } from "./export-sheets.server";
import { EXPORT_KINDS, type ExportKind } from "./kinds";
import { LINE_COLUMNS } from "./pdf-layout";
import { pdfPages } from "./pdf-sheets.server";
import { exportRows } from "./rows.server";
import { boostOf } from "./write-boost.server";
import { csvOf } from "./write-csv.server";
import { pdfLines } from "./write-pdf.server";
import { xlsxOf } from "./write-xlsx.server";

/** Tickets a chunk at a time, as a file's rows or as sheets of paper; `noted` sees each chunk go by. */
export function chunksOf(
  ctx: ExportReader,
  ids: readonly number[],
  noted: <T>(chunks: AsyncIterable<T[]>) => AsyncIterable<T[]> = (chunks) => chunks,
): Chunks {
  return {
    rows: (columns) => noted(exportRows(ctx, ids, columns)),
    sheets: () => noted(exportSheets(ctx, ids)),
  };
}
type Chunks = {
  rows: (columns?: readonly Pick<Column, "key">[]) => AsyncIterable<ExportRow[]>;
  sheets: () => AsyncIterable<ExportSheet[]>;
};

/** What the second sheet of a spreadsheet adds up, whatever columns the first one has. */
const TOTALED = (["product", "volume", "volume_unit", "volume_basis", "net_pounds"] as const).map((key) => ({
  key,
}));

/** Tickets in the bytes of a kind, written as they are read: memory stays the same however many there are. */
export function bytesOf(
  kind: ExportKind,
  chunks: Chunks,
  columns: readonly Column[],
  separator: string,
  zone: string,
): AsyncGenerator<Uint8Array> {
  switch (EXPORT_KINDS[kind].format) {
    case "csv":
      return csvOf(chunks.rows(columns), columns, separator);
    case "xlsx":
      return xlsxOf(chunks.rows([...columns, ...TOTALED]), columns, zone);
    case "lines":
      return pdfLines(chunks.rows(LINE_COLUMNS), "Trip tickets");
    case "pages":
      return pdfPages(chunks.sheets());
    case "json":
      return boostOf(chunks.rows(BOOST_FACTS));
  }
}
