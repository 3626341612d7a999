import { stringify } from "csv-stringify";
import { guardedCell } from "~/domain/text/csv-guard";
import { type Column, cellsOf, type ExportRow } from "./columns";

/**
 * Tickets as separated values, with the mark that Excel knows UTF-8 by. What a spreadsheet would take for a formula is
 * written with an apostrophe before it, also where the spreadsheet parts cells at semicolons.
 */
export async function* csvOf(
  chunks: AsyncIterable<ExportRow[]>,
  columns: readonly Column[],
  separator: string,
): AsyncGenerator<Uint8Array> {
  const out = stringify({ delimiter: separator, bom: true, escape_formulas: true, quoted_match: /[;\t|]/ });
  const feeding = feed(out, chunks, columns).catch((error: Error) => out.destroy(error));
  for await (const piece of out) yield piece;
  await feeding;
}

async function feed(
  out: ReturnType<typeof stringify>,
  chunks: AsyncIterable<ExportRow[]>,
  columns: readonly Column[],
) {
  out.write(columns.map((column) => guardedCell(column.value)));
  for await (const rows of chunks) {
    let room = true;
    for (const row of rows) room = out.write(cellsOf(row, columns).map(guardedCell));
    if (!room && !out.destroyed)
      await new Promise<void>((resolve) => {
        const go = () => {
          out.off("drain", go);
          out.off("close", go);
          resolve();
        };
        out.once("drain", go);
        out.once("close", go);
      });
    if (out.destroyed) return;
  }
  out.end();
}
