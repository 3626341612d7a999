import { streamZip } from "../data/zip-stream.server";
import { createWorkbookParts, STYLES_XML } from "../rules/xlsx-parts";

async function* text(whole: string): AsyncGenerator<string> {
  yield whole;
}

/**
 * Write a workbook of these sheets, streaming each sheet as it is generated. The first sheet is finished before the
 * second one starts.
 */
export const writeWorkbook = (
  sheets: readonly { name: string; xml: AsyncIterable<string> }[],
): AsyncGenerator<Uint8Array> =>
  streamZip([
    ...createWorkbookParts(sheets.map(({ name }) => name)).map(({ path, xml }) => ({
      path,
      text: text(xml),
    })),
    { path: "xl/styles.xml", text: text(STYLES_XML) },
    ...sheets.map(({ xml }, index) => ({ path: `xl/worksheets/sheet${index + 1}.xml`, text: xml })),
  ]);
