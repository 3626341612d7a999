import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** Return the text of each page of a PDF, line by line from the top. */
export async function readPdfPages(bytes: Buffer): Promise<string[]> {
  const loading = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
  const document = await loading.promise;
  const pages: string[] = [];
  for (let n = 1; n <= document.numPages; n++) {
    const { items } = await (await document.getPage(n)).getTextContent();
    const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : " ") : ""));
    pages.push(text.join(""));
  }
  await loading.destroy();
  return pages;
}
