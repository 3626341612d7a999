import { stringify } from "csv-stringify";
import { writeXlsxStream } from "hucre/xlsx";
import PDFDocument from "pdfkit";
import type { Doc } from "~/core/files/written-pdf.server";
import { drawQr } from "~/core/tickets/qr.server";
import { BOOST_CONTEXT, boostDocument, boostEntities } from "~/features/exports/boost";
import { type Column, cellMaker, type ExportRow } from "~/features/exports/columns";
import type { ExportSheet } from "~/features/exports/export-sheets.server";
import type { Format } from "~/features/exports/kinds";
import { LINE_COLUMNS } from "~/features/exports/pdf-layout";
import { pdfPages } from "~/features/exports/pdf-sheets.server";

/** The same rows by the library alone, as its own documentation does it. */
export async function* bareRows(
  format: Exclude<Format, "pages">,
  held: ExportRow[],
  columns: readonly Column[],
): AsyncGenerator<Uint8Array> {
  if (format === "json") {
    const told = new Set<string>();
    const graph = held.flatMap((row) => {
      const document = boostDocument(row);
      if (!document) return [];
      const named = boostEntities(row, told);
      for (const [id] of named) told.add(id);
      return [...named.map(([, entity]) => entity), document];
    });
    yield Buffer.from(JSON.stringify({ "@context": BOOST_CONTEXT, "@type": "Collection", "@graph": graph }));
    return;
  }
  const cells = held.map(cellMaker(columns));
  if (format === "csv") {
    const out = stringify({ bom: true, escape_formulas: true });
    for (const row of cells) out.write(row);
    out.end();
    yield* out as AsyncIterable<Uint8Array>;
    return;
  }
  if (format === "xlsx") {
    yield* writeXlsxStream(cells, { name: "Trip tickets" }) as unknown as AsyncIterable<Uint8Array>;
    return;
  }
  const doc = new PDFDocument({ size: "LETTER", layout: "landscape" });
  doc.fontSize(7.5);
  for (const [n, row] of held.entries()) {
    if (n > 0 && n % 42 === 0) doc.addPage();
    let x = 36;
    for (const { key, width } of LINE_COLUMNS) {
      doc.text(String(row[key] ?? ""), x, 60 + (n % 42) * 12, { width, height: 9, ellipsis: true });
      x += width;
    }
  }
  doc.end();
  yield* doc as unknown as AsyncIterable<Uint8Array>;
}

/** A call of the library. */
type Call = [name: string, given: unknown[]];
/** What the app asks of the library as it draws a sheet. */
const CALLED = [
  ...["addPage", "font", "fontSize", "text", "widthOfString", "heightOfString", "image", "moveTo", "lineTo"],
  ...[
    "lineWidth",
    "stroke",
    "dash",
    "undash",
    "save",
    "restore",
    "translate",
    "scale",
    "addContent",
    "fill",
    "rect",
  ],
];

/** Every call of the library that drawing these sheets makes: what is left of an export where the app takes no time. */
export async function callsOf(sheets: AsyncIterable<ExportSheet[]>): Promise<Call[]> {
  const calls: Call[] = [];
  const methods = PDFDocument.prototype as unknown as Record<string, (...given: unknown[]) => unknown>;
  const own = new Map(CALLED.map((name) => [name, methods[name]]));
  let inside = false;
  for (const [name, method] of own)
    methods[name] = function (this: Doc, ...given: unknown[]) {
      if (inside) return method?.apply(this, given);
      calls.push([name, given]);
      inside = true;
      try {
        return method?.apply(this, given);
      } finally {
        inside = false;
      }
    };
  for await (const _ of pdfPages(sheets));
  for (const [name, method] of own) if (method) methods[name] = method;
  return calls;
}

/** Sheets by the libraries alone: their codes as paths, and every other call that draws them. The file is the app's. */
export async function* bareSheets(calls: readonly Call[], addresses: readonly string[]) {
  const doc = new PDFDocument({ size: "LETTER", margin: 48, autoFirstPage: false });
  const methods = doc as unknown as Record<string, (...given: unknown[]) => unknown>;
  let drawn = 0;
  const codes = addresses.values();
  for (const [name, given] of calls) {
    if (name === "addContent") doc.path(drawQr(codes.next().value ?? "").path);
    else methods[name]?.(...given);
    // What is written is let go of, or a document of ten thousand sheets would be held whole.
    if (++drawn % 5_000 === 0) for (let piece = doc.read(); piece; piece = doc.read()) yield piece as Buffer;
  }
  doc.end();
  yield* doc as unknown as AsyncIterable<Uint8Array>;
}
