import type { Column, ExportRow } from "./columns";
import { EXPORT_KINDS, type ExportKind } from "./kinds";
import { boostOf } from "./write-boost.server";
import { csvOf } from "./write-csv.server";
import { pdfLines, pdfPages } from "./write-pdf.server";
import { xlsxOf } from "./write-xlsx.server";

/** Tickets in the bytes of a kind, written as they are read: memory stays the same however many there are. */
export function bytesOf(
  kind: ExportKind,
  chunks: AsyncIterable<ExportRow[]>,
  columns: readonly Column[],
  separator: string,
  zone: string,
): AsyncGenerator<Uint8Array> {
  switch (EXPORT_KINDS[kind].format) {
    case "csv":
      return csvOf(chunks, columns, separator);
    case "xlsx":
      return xlsxOf(chunks, columns, zone);
    case "lines":
      return pdfLines(chunks, "Trip tickets");
    case "pages":
      return pdfPages(chunks);
    case "json":
      return boostOf(chunks);
  }
}
