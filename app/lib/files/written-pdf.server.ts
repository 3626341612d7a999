import type PDFDocument from "pdfkit";

export type PdfDocument = InstanceType<typeof PDFDocument>;
/** Number of drawn items after which rendering yields to the event loop. */
const BREATH = 25;
/** Maximum number of bytes to buffer for a reader on a slow connection. */
const MAX_WAITING = 1 << 20;

/**
 * Render a PDF while it is being read, yielding regularly to other work. The library is large, and loaded only on first
 * use.
 */
export async function* renderPdf(
  options: PDFKit.PDFDocumentOptions,
  title: string,
  draw: (doc: PdfDocument, breathe: () => Promise<void>) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const { default: Pdf } = await import("pdfkit");
  const doc = new Pdf({ ...options, autoFirstPage: false, info: { Title: title } });
  let drawn = 0;
  const breathe = async () => {
    if (++drawn % BREATH) return;
    do await new Promise((resolve) => setImmediate(resolve));
    while (doc.readableLength > MAX_WAITING && !doc.destroyed);
    if (doc.destroyed) throw new Error("the reader has gone");
  };
  const drawing = draw(doc, breathe).then(
    () => doc.end(),
    (error: Error) => void doc.destroy(error),
  );
  try {
    for await (const piece of doc) yield piece;
  } finally {
    doc.destroy();
    await drawing;
  }
}
