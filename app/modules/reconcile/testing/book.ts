import { buildZip } from "~/modules/maps/testing/shapefile";

/** Build a spreadsheet as no program would write it: rows of indexes into shared texts, starting at `column` if given. */
export function buildWorkbook({
  shared,
  rows,
  column,
}: {
  shared: string[];
  rows: number[][];
  column?: string;
}) {
  const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`;
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packed = "http://schemas.openxmlformats.org/package/2006";
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const cells = (row: number[], index: number) =>
    row.map((n) => `<c${column ? ` r="${column}${index + 1}"` : ""} t="s"><v>${n}</v></c>`).join("");
  return buildZip({
    "[Content_Types].xml": xml(
      `<Types xmlns="${packed}/content-types"><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${type}.sharedStrings+xml"/></Types>`,
    ),
    "_rels/.rels": xml(
      `<Relationships xmlns="${packed}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    "xl/workbook.xml": xml(
      `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": xml(
      `<Relationships xmlns="${packed}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ),
    "xl/sharedStrings.xml": xml(
      `<sst ${main}>${shared.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`,
    ),
    "xl/worksheets/sheet1.xml": xml(
      `<worksheet ${main}><sheetData>${rows.map((row, i) => `<row r="${i + 1}">${cells(row, i)}</row>`).join("")}</sheetData></worksheet>`,
    ),
  });
}
