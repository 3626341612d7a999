import { BOOST_COLUMNS } from "../rules/boost";
import type { ExportColumn, ExportRow } from "../rules/columns";
import { EXPORT_KINDS, type ExportKind } from "../rules/kinds";
import { PDF_LIST_COLUMNS } from "../rules/pdf-layout";
import type { ExportReadContext } from "./beside-tickets.server";
import { type ExportSheet, readExportSheets } from "./export-sheets.server";
import { writePdfPages } from "./pdf-sheets.server";
import { readExportRows } from "./rows.server";
import { writeBoost } from "./write-boost.server";
import { writeCsv } from "./write-csv.server";
import { writePdfLines } from "./write-pdf.server";
import { writeXlsx } from "./write-xlsx.server";

/**
 * Return functions that read the tickets in chunks, as rows of a file or as printed sheets. `noted` wraps each stream
 * of chunks.
 */
export function readExportChunks(
  ctx: ExportReadContext,
  ids: readonly number[],
  noted: <T>(chunks: AsyncIterable<T[]>) => AsyncIterable<T[]> = (chunks) => chunks,
): Chunks {
  return {
    rows: (columns) => noted(readExportRows(ctx, ids, columns)),
    sheets: () => noted(readExportSheets(ctx, ids)),
  };
}
type Chunks = {
  rows: (columns?: readonly Pick<ExportColumn, "key">[]) => AsyncIterable<ExportRow[]>;
  sheets: () => AsyncIterable<ExportSheet[]>;
};

/** Fields that the totals sheet of a spreadsheet needs, whatever columns the first sheet has. */
const TOTALED = (["product", "volume", "volume_unit", "volume_basis", "net_pounds"] as const).map((key) => ({
  key,
}));

/**
 * Yield the file's bytes in the given format while tickets are read, so that memory use doesn't grow with the number of
 * tickets.
 */
export function writeExportBytes(
  kind: ExportKind,
  chunks: Chunks,
  columns: readonly ExportColumn[],
  separator: string,
  zone: string,
): AsyncGenerator<Uint8Array> {
  switch (EXPORT_KINDS[kind].format) {
    case "csv":
      return writeCsv(chunks.rows(columns), columns, separator);
    case "xlsx":
      return writeXlsx(chunks.rows([...columns, ...TOTALED]), columns, zone);
    case "lines":
      return writePdfLines(chunks.rows(PDF_LIST_COLUMNS), "Trip tickets");
    case "pages":
      return writePdfPages(chunks.sheets());
    case "json":
      return writeBoost(chunks.rows(BOOST_COLUMNS));
  }
}
