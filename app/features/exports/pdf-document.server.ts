import PDFDocument from "pdfkit";

export type Doc = InstanceType<typeof PDFDocument>;
/** The loop is given back to others after so many tickets. */
const BREATH = 25;
/** The reader of a slow line is waited for above so many bytes. */
const MOST_WAITING = 1 << 20;

/**
 * Text on one line within a width, cut where it is longer. The library's own cutting takes a letter off at a time, which
 * made a list seven times slower than its writing.
 */
export function put(doc: Doc, text: string, x: number, y: number, width: number, align?: "right") {
  let fitting = text;
  let wide = doc.widthOfString(text);
  if (wide > width) {
    fitting = `${text.slice(0, Math.max(1, Math.floor((text.length * width) / wide) - 1))}…`;
    wide = doc.widthOfString(fitting);
    while (wide > width && fitting.length > 2) {
      fitting = `${fitting.slice(0, -2)}…`;
      wide = doc.widthOfString(fitting);
    }
  }
  doc.text(fitting, align === "right" ? x + width - wide : x, y, { lineBreak: false });
}

/** Writes a document while it is being read, with pauses for everybody else. */
export async function* written(
  options: PDFKit.PDFDocumentOptions,
  title: string,
  draw: (doc: Doc, breathe: () => Promise<void>) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const doc = new PDFDocument({ ...options, autoFirstPage: false, info: { Title: title } });
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
