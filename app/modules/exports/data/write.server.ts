import { BOOST_COLUMNS } from "../rules/boost";
import type { Column, ExportRow } from "../rules/columns";
import { EXPORT_KINDS, type ExportKind } from "../rules/kinds";
import { LINE_COLUMNS } from "../rules/pdf-layout";
import type { ExportReader } from "./beside-tickets.server";
import { type ExportSheet, readExportSheets } from "./export-sheets.server";
import { writePdfPages } from "./pdf-sheets.server";
import { readExportRows } from "./rows.server";
import { writeBoost } from "./write-boost.server";
import { writeCsv } from "./write-csv.server";
import { writePdfLines } from "./write-pdf.server";
import { writeXlsx } from "./write-xlsx.server";

/** Return tickets a chunk at a time, as rows of a file or as sheets of paper; `noted` receives each chunk as it passes. */
export function readChunks(
  ctx: ExportReader,
  ids: readonly number[],
  noted: <T>(chunks: AsyncIterable<T[]>) => AsyncIterable<T[]> = (chunks) => chunks,
): Chunks {
  return {
    rows: (columns) => noted(readExportRows(ctx, ids, columns)),
    sheets: () => noted(readExportSheets(ctx, ids)),
  };
}
type Chunks = {
  rows: (columns?: readonly Pick<Column, "key">[]) => AsyncIterable<ExportRow[]>;
  sheets: () => AsyncIterable<ExportSheet[]>;
};

/** Columns that the second sheet of a spreadsheet totals, whatever columns the first one has. */
const TOTALED = (["product", "volume", "volume_unit", "volume_basis", "net_pounds"] as const).map((key) => ({
  key,
}));

/** Return tickets as bytes of a kind, written as they are read: memory use stays the same however many there are. */
export function writeBytes(
  kind: ExportKind,
  chunks: Chunks,
  columns: readonly Column[],
  separator: string,
  zone: string,
): AsyncGenerator<Uint8Array> {
  switch (EXPORT_KINDS[kind].format) {
    case "csv":
      return writeCsv(chunks.rows(columns), columns, separator);
    case "xlsx":
      return writeXlsx(chunks.rows([...columns, ...TOTALED]), columns, zone);
    case "lines":
      return writePdfLines(chunks.rows(LINE_COLUMNS), "Trip tickets");
    case "pages":
      return writePdfPages(chunks.sheets());
    case "json":
      return writeBoost(chunks.rows(BOOST_COLUMNS));
  }
}
