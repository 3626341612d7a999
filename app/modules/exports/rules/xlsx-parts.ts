/** Cell styles; the index in this list is the style's number in the file. */
const CELL_STYLES = ["text", "head", "date", "whole", "day", "money", "rate"] as const;
export type CellStyle = (typeof CELL_STYLES)[number];
/**
 * Cell of a spreadsheet. A value of style "date" is a local time, "2026-11-16 14:05"; a value of style "day" has no
 * time, "2026-11-16".
 */
export type XlsxCell = { value: string | number | null; style: CellStyle };

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Maximum number of characters in a cell. */
const MAX_LENGTH = 32_767;
/** Characters that XML can't contain: control characters, and two code points that aren't characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const UNTELLABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Characters to escape or remove, including lone surrogates. Most texts have none of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const TO_MEND = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;

const mended = (text: string) =>
  text
    .toWellFormed()
    .replace(UNTELLABLE, "")
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

function escaped(whole: string): string {
  const text = whole.slice(0, MAX_LENGTH);
  return TO_MEND.test(text) ? mended(text) : text;
}

/** Return the letters of a column: 0 is A, 26 is AA. */
export const getColumnLetters = (column: number): string =>
  (column >= 26 ? getColumnLetters(Math.floor(column / 26) - 1) : "") +
  String.fromCharCode(65 + (column % 26));

const DAY_MS = 86_400_000;
/** Length of a date without a time, which is parsed as midnight UTC. */
const DAY_LETTERS = "2026-11-16".length;
/** Day zero of spreadsheet dates. The nonexistent February 29, 1900, that spreadsheets count doesn't affect later dates. */
const EPOCH = Date.UTC(1899, 11, 30);

/** Convert a local time or a date to a spreadsheet's serial number; return null for any other text. */
export function toSerialDate(local: string): number | null {
  const ms = Date.parse(local.length === DAY_LETTERS ? local : `${local.replace(" ", "T")}Z`);
  return Number.isNaN(ms) ? null : (ms - EPOCH) / DAY_MS;
}

function cellXml({ value, style }: XlsxCell, instant: string): string {
  if (value === null || value === "") return "";
  const s = style === "text" ? "" : ` s="${CELL_STYLES.indexOf(style)}"`;
  const isDate = style === "date" || style === "day";
  const number = typeof value === "number" ? value : isDate ? toSerialDate(value) : null;
  return number !== null && Number.isFinite(number)
    ? `<c r="${instant}"${s}><v>${number}</v></c>`
    : `<c r="${instant}" t="inlineStr"${style === "head" ? s : ""}><is><t xml:space="preserve">${escaped(String(value))}</t></is></c>`;
}

/**
 * Write the XML of a sheet whose first row stays visible when scrolling. With `filter`, users can filter by any column.
 * Rows arrive in chunks.
 */
export async function* writeSheetXml(
  chunks: AsyncIterable<Iterable<XlsxCell[]>> | Iterable<Iterable<XlsxCell[]>>,
  widths: readonly number[],
  { filter }: { filter: boolean },
): AsyncGenerator<string> {
  const cols = widths.map((w, n) => `<col min="${n + 1}" max="${n + 1}" width="${w}" customWidth="1"/>`);
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${cols.length ? `<cols>${cols.join("")}</cols>` : ""}<sheetData>`;
  let row = 0;
  const names: string[] = [];
  for await (const rows of chunks) {
    let text = "";
    for (const cells of rows) {
      row++;
      while (names.length < cells.length) names.push(getColumnLetters(names.length));
      text += `<row r="${row}">${cells.map((cell, n) => cellXml(cell, `${names[n]}${row}`)).join("")}</row>`;
    }
    yield text;
  }
  const all = `A1:${getColumnLetters(Math.max(0, widths.length - 1))}${Math.max(1, row)}`;
  yield `</sheetData>${filter ? `<autoFilter ref="${all}"/>` : ""}</worksheet>`;
}

/**
 * Cell formats, in the order of `CELL_STYLES`: plain; bold heading; date and time; thousands separators; date; cents;
 * two to four decimals.
 */
export const STYLES_XML = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="#,##0.00##"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** Parts every workbook has in addition to its sheets and styles. */
export function createWorkbookParts(sheets: readonly string[]): { path: string; xml: string }[] {
  const each = (part: (n: number, name: string) => string) =>
    sheets.map((name, i) => part(i + 1, name)).join("");
  return [
    {
      path: "[Content_Types].xml",
      xml: `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`)}</Types>`,
    },
    {
      path: "_rels/.rels",
      xml: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      path: "xl/workbook.xml",
      xml: `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each((n, name) => `<sheet name="${escaped(name)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    },
    {
      path: "xl/_rels/workbook.xml.rels",
      xml: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each((n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    },
  ];
}
