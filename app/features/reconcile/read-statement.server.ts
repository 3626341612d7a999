import { readFile } from "node:fs/promises";
import { inflateRawSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { isKeepable } from "~/web/well-formed";
import { delimiterOf, headingRow, isLoad, loadWords } from "./statement-table";

export const STATEMENT_MEGABYTES = 4;
export const MOST_LINES = 5_000;
const MOST_COLUMNS = 60;
const MOST_CHARACTERS = 200;
/** A spreadsheet wider than this isn't a statement, and a row's empty cells take as much room as full ones. */
const MOST_WIDTH = 1_000;
/** Longer than any cell that is read; what comes behind it is cut off before the cell is looked at. */
const MOST_BEFORE_TRIM = 1_000;
/** An unpacked spreadsheet with the most lines allowed is far smaller than this; a larger one isn't a statement. */
const MOST_UNPACKED = 24 * 1024 * 1024;
/** All cells together may hold as much as a statement sent as text. */
const MOST_TEXT = STATEMENT_MEGABYTES * 1024 * 1024;

/** What a table is read as: a mill's statement, or an office's list of delivered loads. */
export type TableOf = "statement" | "loads";
const WORDS: Record<TableOf, { tooLarge: string; notRead: string; nothing: string; most: string }> = {
  statement: {
    tooLarge: "This spreadsheet is too large for a statement.",
    notRead: "We couldn't read this statement. Send CSV, text with tabs, or a spreadsheet (XLSX).",
    nothing: "There's nothing to reconcile. A statement needs a heading line and a line for each load.",
    most: "A statement can have at most",
  },
  loads: {
    tooLarge: "This spreadsheet is too large.",
    notRead: "We couldn't read these rows. Send CSV, text with tabs, or a spreadsheet (XLSX).",
    nothing: "There aren't any loads in it. It needs a line of headings and a row for each load.",
    most: "A list of loads can have at most",
  },
};

/** A statement's heading and lines as text, or why it cannot be read, in words. */
export type StatementRead = { headings: string[]; lines: string[][] } | { problem: string };

/** Reads a pasted or uploaded statement: commas, tabs or semicolons between the cells. */
export function readText(text: string, of: TableOf = "statement"): StatementRead {
  if (text.includes("\0")) return { problem: WORDS[of].notRead };
  const delimiter = delimiterOf(text);
  try {
    const rows: string[][] = parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      relax_quotes: delimiter === "\t",
      max_record_size: 64 * 1024,
      to: MOST_LINES + 50,
    });
    return tidy(rows, of);
  } catch {
    return { problem: WORDS[of].notRead };
  }
}

/** Read an uploaded file by its content, never by its name; run in a process of its own (`readSentStatement`). */
export async function readStatementFile({
  path,
  of = "statement",
}: {
  path: string;
  of?: TableOf;
}): Promise<StatementRead> {
  const bytes = await readFile(path);
  if (bytes.subarray(0, 2).toString("latin1") !== "PK") {
    const utf8 = new TextDecoder("utf-8", { fatal: true });
    try {
      return readText(utf8.decode(bytes), of);
    } catch {
      return readText(bytes.toString("latin1"), of);
    }
  }
  const unpacked = unpackedSize(bytes);
  if (unpacked === null) return { problem: WORDS[of].notRead };
  if (unpacked > MOST_UNPACKED) return { problem: WORDS[of].tooLarge };
  try {
    const { streamXlsxRows } = await import("hucre/xlsx");
    const rows: string[][] = [];
    for await (const { values } of streamXlsxRows(new Uint8Array(bytes))) {
      if (values.length > MOST_WIDTH) return { problem: WORDS[of].tooLarge };
      rows.push(values.slice(0, MOST_COLUMNS).map(textOf));
      if (rows.length >= MOST_LINES + 50) break;
    }
    return tidy(rows, of);
  } catch {
    return { problem: WORDS[of].notRead };
  }
}

function textOf(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : dateText(value.toISOString());
  if (typeof value === "number")
    return Number.isInteger(value) ? String(value) : String(Number(value.toFixed(3)));
  return typeof value === "string" || typeof value === "boolean" ? String(value) : "";
}

/** A spreadsheet's day, with its clock where that says something. */
const dateText = (iso: string) =>
  iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : iso.slice(0, 16).replace("T", " ");

/**
 * How large a zip's parts are, found by unpacking them, because the sizes that a zip states may be false. Null if the
 * zip is damaged. Never unpacks more than `MOST_UNPACKED`.
 */
export function unpackedSize(zip: Buffer): number | null {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > zip.length) return null;
  let at = zip.readUInt32LE(end + 16);
  let total = 0;
  for (let part = zip.readUInt16LE(end + 10); part > 0; part--) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02014b50) return null;
    const packed = zip.readUInt32LE(at + 20);
    const from = zip.readUInt32LE(at + 42);
    if (from + 30 > zip.length) return null;
    const start = from + 30 + zip.readUInt16LE(from + 26) + zip.readUInt16LE(from + 28);
    const size = partSize(
      zip.subarray(start, start + packed),
      zip.readUInt16LE(at + 10),
      MOST_UNPACKED - total,
    );
    if (size === null) return null;
    total += size;
    if (total > MOST_UNPACKED) return total;
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return total;
}

function partSize(packed: Buffer, method: number, most: number): number | null {
  if (method === 0) return packed.length;
  if (method !== 8) return null;
  try {
    return inflateRawSync(packed, { maxOutputLength: most + 1 }).length;
  } catch (error) {
    return error instanceof RangeError ? MOST_UNPACKED + 1 : null;
  }
}

/**
 * The heading and the loads: letterheads, sums and empty lines are removed, and repeated headings are made different.
 */
function tidy(rows: string[][], of: TableOf): StatementRead {
  const clean = rows
    .map((row) => row.slice(0, MOST_COLUMNS).map(cellText))
    .filter((row) => row.some(Boolean));
  let text = 0;
  for (const row of clean) for (const cell of row) text += cell.length;
  if (text > MOST_TEXT) return { problem: WORDS[of].tooLarge };
  const head = headingRow(clean, of === "loads" ? loadWords : undefined);
  const heading = clean[head] ?? [];
  const lines = head < 0 ? [] : clean.slice(head + 1).filter((row) => isLoad(row, heading));
  if (head < 0 || lines.length === 0) return { problem: WORDS[of].nothing };
  if (lines.length > MOST_LINES)
    return {
      problem: `${WORDS[of].most} ${MOST_LINES.toLocaleString("en-US")} lines. Send it in parts.`,
    };
  const seen = new Map<string, number>();
  const headings = heading.map((heading, at) => {
    const name = heading || `Column ${at + 1}`;
    const n = (seen.get(name) ?? 0) + 1;
    seen.set(name, n);
    return n === 1 ? name : `${name} (${n})`;
  });
  return { headings, lines };
}

/** A cell as it's stored: cut to its length first, so that a megabyte in a cell costs the same as a short one. */
const cellText = (cell: string) =>
  [...keepable(cell.slice(0, MOST_BEFORE_TRIM)).trim()].slice(0, MOST_CHARACTERS).join("");

/** Without the marks and halves of letters that no page can hold. */
const keepable = (text: string) => (isKeepable(text) ? text : [...text].filter(isKeepable).join(""));
