import { inflateRawSync } from "node:zlib";
import { getUnsupportedFormatMessage } from "../rules/file-format";

/**
 * Maximum number of columns of a spreadsheet: a wider spreadsheet isn't a statement, and empty cells use as much memory
 * as full cells.
 */
const MAX_WIDTH = 1_000;
/** Maximum unpacked size in bytes. Even a spreadsheet with the most lines allowed is far smaller. */
const MAX_UNPACKED = 24 * 1024 * 1024;
/** Maximum number of sheets to read; a workbook with a sheet for each day of a month has 31. */
const MAX_SHEETS = 40;

/** Visible sheet of a workbook, with its cells as text. */
export type WorkbookSheet = { name: string; rows: string[][] };
/**
 * Sheets of a workbook or an error. `problem` is a message about the format; the caller words `too large` and
 * `unreadable`.
 */
export type WorkbookResult = { sheets: WorkbookSheet[] } | { problem: string } | "too large" | "unreadable";
type Limits = { rows: number; columns: number };

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** Check whether a file is a workbook and not a text: a zip (XLSX, ODS) or an OLE file (XLS). */
export const isWorkbook = (bytes: Buffer): boolean =>
  bytes.subarray(0, 2).toString("latin1") === "PK" || bytes.subarray(0, 4).equals(OLE);

/** Read the visible sheets of an XLSX, XLSM, XLSB, ODS or XLS file by its content, never by its name. */
export async function readWorkbook(bytes: Buffer, limits: Limits): Promise<WorkbookResult> {
  const problem = getUnsupportedFormatMessage(bytes);
  if (problem) return { problem };
  const isZip = bytes.subarray(0, 2).toString("latin1") === "PK";
  if (isZip) {
    const unpacked = unpackedSize(bytes);
    if (unpacked === null) return "unreadable";
    if (unpacked > MAX_UNPACKED) return "too large";
  }
  try {
    return isZip && isXlsx(bytes) ? await readXlsxSheets(bytes, limits) : await readWhole(bytes, limits);
  } catch {
    return "unreadable";
  }
}

const hasPart = (zip: Buffer, name: string) => zip.includes(name);
const isXlsx = (zip: Buffer) => !hasPart(zip, "opendocument.spreadsheet") && !hasPart(zip, "xl/workbook.bin");

/** Stream each visible sheet, so that a large sheet costs no more than the rows needed from it. */
async function readXlsxSheets(bytes: Buffer, limits: Limits): Promise<WorkbookResult> {
  const { readXlsx, streamXlsxRows } = await import("hucre/xlsx");
  const file = new Uint8Array(bytes);
  const visible: { index: number; name: string }[] = [];
  await readXlsx(file, {
    sheets: ({ name, hidden, veryHidden }, index) => {
      if (!hidden && !veryHidden && visible.length < MAX_SHEETS) visible.push({ index, name });
      return false;
    },
  });
  const sheets: WorkbookSheet[] = [];
  for (const { index, name } of visible) {
    const rows: string[][] = [];
    for await (const { values } of streamXlsxRows(file, { sheet: index })) {
      if (values.length > MAX_WIDTH) return "too large";
      rows.push(values.slice(0, limits.columns).map(cellText));
      if (rows.length >= limits.rows) break;
    }
    sheets.push({ name, rows });
  }
  return { sheets };
}

/** Read a workbook whose format has no row-by-row reader: XLS, XLSB and ODS. */
async function readWhole(bytes: Buffer, limits: Limits): Promise<WorkbookResult> {
  const file = new Uint8Array(bytes);
  const { readXls, readXlsb } = await import("hucre/xlsx");
  const { readOds } = await import("hucre/ods");
  const read = bytes.subarray(0, 4).equals(OLE)
    ? readXls
    : hasPart(bytes, "xl/workbook.bin")
      ? readXlsb
      : readOds;
  const book = await read(file);
  const visible = book.sheets.filter((sheet) => !sheet.hidden && !sheet.veryHidden).slice(0, MAX_SHEETS);
  if (visible.some(({ rows }) => rows.some((row) => row.length > MAX_WIDTH))) return "too large";
  return {
    sheets: visible.map(({ name, rows }) => ({
      name,
      rows: Array.from(rows.slice(0, limits.rows), (row = []) =>
        Array.from(row.slice(0, limits.columns), cellText),
      ),
    })),
  };
}

function cellText(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : dateText(value.toISOString());
  if (typeof value === "number")
    return Number.isInteger(value) ? String(value) : String(Number(value.toFixed(3)));
  return typeof value === "string" || typeof value === "boolean" ? String(value) : "";
}

/** Format a spreadsheet date, with its time unless it is midnight. */
const dateText = (iso: string) =>
  iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : iso.slice(0, 16).replace("T", " ");

/**
 * Compute the unpacked size of a zip by unpacking its parts, because the sizes declared in a zip may be false. Null if
 * the zip is damaged. Unpacks no more than `MAX_UNPACKED`.
 */
function unpackedSize(zip: Buffer): number | null {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > zip.length) return null;
  let entry = zip.readUInt32LE(end + 16);
  let total = 0;
  for (let part = zip.readUInt16LE(end + 10); part > 0; part--) {
    if (entry + 46 > zip.length || zip.readUInt32LE(entry) !== 0x02014b50) return null;
    const packed = zip.readUInt32LE(entry + 20);
    const from = zip.readUInt32LE(entry + 42);
    if (from + 30 > zip.length) return null;
    const start = from + 30 + zip.readUInt16LE(from + 26) + zip.readUInt16LE(from + 28);
    const size = partSize(
      zip.subarray(start, start + packed),
      zip.readUInt16LE(entry + 10),
      MAX_UNPACKED - total,
    );
    if (size === null) return null;
    total += size;
    if (total > MAX_UNPACKED) return total;
    entry += 46 + zip.readUInt16LE(entry + 28) + zip.readUInt16LE(entry + 30) + zip.readUInt16LE(entry + 32);
  }
  return total;
}

function partSize(packed: Buffer, method: number, most: number): number | null {
  if (method === 0) return packed.length;
  if (method !== 8) return null;
  try {
    return inflateRawSync(packed, { maxOutputLength: most + 1 }).length;
  } catch (error) {
    return error instanceof RangeError ? MAX_UNPACKED + 1 : null;
  }
}
