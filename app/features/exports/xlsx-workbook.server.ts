import { STYLES, workbookParts } from "./xlsx-parts";
import { zipStream } from "./zip-stream.server";

async function* text(whole: string): AsyncGenerator<string> {
  yield whole;
}

/** A workbook of these sheets, each written as it is read, the first before the second is begun. */
export const workbookOf = (
  sheets: readonly { name: string; xml: AsyncIterable<string> }[],
): AsyncGenerator<Uint8Array> =>
  zipStream([
    ...workbookParts(sheets.map(({ name }) => name)).map(({ path, xml }) => ({ path, text: text(xml) })),
    { path: "xl/styles.xml", text: text(STYLES) },
    ...sheets.map(({ xml }, at) => ({ path: `xl/worksheets/sheet${at + 1}.xml`, text: xml })),
  ]);
