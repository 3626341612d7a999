import type PDFDocument from "pdfkit";

export type Doc = InstanceType<typeof PDFDocument>;
/** The loop is given back to others after so many of what is drawn. */
const BREATH = 25;
/** The reader of a slow line is waited for above so many bytes. */
const MOST_WAITING = 1 << 20;

/** Writes a document while it is being read, with pauses for everybody else. The library is large, and not read before then. */
export async function* written(
  options: PDFKit.PDFDocumentOptions,
  title: string,
  draw: (doc: Doc, breathe: () => Promise<void>) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const { default: Pdf } = await import("pdfkit");
  const doc = new Pdf({ ...options, autoFirstPage: false, info: { Title: title } });
  let drawn = 0;
  const breathe = async () => {
    if (++drawn % BREATH) return;
    do await new Promise((resolve) => setImmediate(resolve));
    while (doc.readableLength > MOST_WAITING && !doc.destroyed);
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
