import { zipStream } from "../data/zip-stream.server";
import { createWorkbookParts, STYLES_XML } from "../rules/xlsx-parts";

async function* text(whole: string): AsyncGenerator<string> {
  yield whole;
}

/** A workbook of these sheets, each written as it is read, the first before the second is started. */
export const writeWorkbook = (
  sheets: readonly { name: string; xml: AsyncIterable<string> }[],
): AsyncGenerator<Uint8Array> =>
  zipStream([
    ...createWorkbookParts(sheets.map(({ name }) => name)).map(({ path, xml }) => ({
      path,
      text: text(xml),
    })),
    { path: "xl/styles.xml", text: text(STYLES_XML) },
    ...sheets.map(({ xml }, index) => ({ path: `xl/worksheets/sheet${index + 1}.xml`, text: xml })),
  ]);
