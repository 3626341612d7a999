import { readFile } from "node:fs/promises";
import { CsvError, parse } from "csv-parse/sync";
import { decodeText } from "~/lib/files/decode-text";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { isStorable } from "~/web/storable-text";
import { isWorkbook, readWorkbook } from "../data/sheet-file.server";
import { getUnsupportedFormatMessage } from "../rules/file-format";
import { countColumnNameCells, detectDelimiter, findHeadingRow, isLoadRow } from "../rules/statement-table";

export const MAX_LINES = 5_000;
const MAX_COLUMNS = 60;
const MAX_CHARACTERS = 200;
/** Maximum number of characters of a cell before trimming; the rest is cut off. Longer than any cell that is stored. */
const MAX_BEFORE_TRIM = 1_000;
/** Maximum total size of all cells; the same as for a statement sent as text. */
const MAX_TEXT_BYTES = MAX_UPLOAD_MEGABYTES.table * 1024 * 1024;

/** Kind of table: a mill's statement, or an office's list of delivered loads. */
export type TableKind = "statement" | "loads";
const WORDS: Record<TableKind, { tooLarge: string; notRead: string; nothing: string; most: string }> = {
  statement: {
    tooLarge: "This spreadsheet is too large for a statement.",
    notRead:
      "We couldn't read this statement. Send CSV, text with tabs, or a spreadsheet (XLSX, XLS or ODS).",
    nothing: "There's nothing to reconcile. A statement needs a heading line and a line for each load.",
    most: "A statement can have at most",
  },
  loads: {
    tooLarge: "This spreadsheet is too large.",
    notRead: "We couldn't read these rows. Send CSV, text with tabs, or a spreadsheet (XLSX, XLS or ODS).",
    nothing: "There aren't any loads in it. It needs a line of headings and a row for each load.",
    most: "A list of loads can have at most",
  },
};

/** A table's headings and lines as text, or a message why the table can't be read. */
export type TableResult = { headings: string[]; lines: string[][] } | { problem: string };
/** Result of reading a file; `sheets` lists the sheet names if several sheets have rows and none was chosen. */
export type StatementResult = TableResult | { sheets: string[] };

/** Parse a pasted or uploaded table with commas, tabs or semicolons between cells. */
export function parseDelimitedTable(text: string, of: TableKind = "statement"): TableResult {
  if (text.includes("\0")) return { problem: WORDS[of].notRead };
  const delimiter = detectDelimiter(text);
  /** Line where the last complete record ended. */
  let ended = 0;
  let widest = 2;
  try {
    const rows: string[][] = parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      // An inch mark inside a cell is an ordinary character.
      relax_quotes: true,
      max_record_size: 64 * 1024,
      to: MAX_LINES + 50,
      on_record: (record: string[], { lines }) => {
        if (record.some((cell) => hasSwallowed(cell, delimiter, widest)))
          throw new OpenQuote(nextLine(text, ended));
        ended = lines;
        widest = Math.max(widest, record.length);
        return record.map(unquoted);
      },
    });
    return tidy(rows, of);
  } catch (error) {
    const isOpen = error instanceof CsvError && /QUOTE_NOT_CLOSED|MAX_RECORD_SIZE/.test(error.code);
    const line = error instanceof OpenQuote ? error.line : isOpen ? nextLine(text, ended) : null;
    if (line === null) return { problem: WORDS[of].notRead };
    return {
      problem: `Line ${line.toLocaleString("en-US")} can't be read: a quotation mark opens there and isn't closed. Fix that line, then send it again.`,
    };
  }
}

class OpenQuote extends Error {
  constructor(readonly line: number) {
    super("A quotation mark isn't closed");
  }
}

/**
 * Check whether an unclosed quotation mark pulled the following lines into a cell: a line in the cell has as many
 * columns as a row.
 */
const hasSwallowed = (cell: string, delimiter: string, columns: number): boolean =>
  cell.includes("\n") && cell.split("\n").some((line) => line.split(delimiter).length >= columns);

/** Return the number of the next nonempty line, counted from 1. */
function nextLine(text: string, after: number): number {
  const lines = text.split(/\r\n|\n|\r/);
  const index = lines.findIndex((line, index) => index >= after && line.trim() !== "");
  return (index < 0 ? after : index) + 1;
}

/** Remove the outer quotation marks of `"16" aspen"`, as written by programs that don't double the inner mark. */
const unquoted = (cell: string): string => (/^"[^"]*"[^"]*"$/.test(cell) ? cell.slice(1, -1) : cell);

/**
 * Read an uploaded file by its content, never by its name; run in a separate process (`readSentStatement`). `sheet`
 * selects a sheet if several visible sheets have rows; without `sheet`, the result is the sheet names.
 */
export async function readStatementFile({
  path,
  of = "statement",
  sheet,
}: {
  path: string;
  of?: TableKind;
  sheet?: string;
}): Promise<StatementResult> {
  const bytes = await readFile(path);
  if (!isWorkbook(bytes)) {
    const problem = getUnsupportedFormatMessage(bytes);
    return problem ? { problem } : parseDelimitedTable(decodeText(bytes), of);
  }
  const book = await readWorkbook(bytes, { rows: MAX_LINES + 50, columns: MAX_COLUMNS });
  if (book === "too large") return { problem: WORDS[of].tooLarge };
  if (book === "unreadable") return { problem: WORDS[of].notRead };
  if ("problem" in book) return book;
  const tables = book.sheets.map(({ name, rows }) => ({ name, table: tidy(rows, of) }));
  const chosen = tables.find(({ name }) => name === sheet);
  if (chosen) return chosen.table;
  // A page of instructions has no table and is skipped. A sheet with too many lines stays in the list, and its problem
  // is reported when it is chosen.
  const withRows = tables.filter(({ table }) => "lines" in table || table.problem !== WORDS[of].nothing);
  const [only, ...others] = withRows;
  if (!only) return { problem: WORDS[of].nothing };
  return others.length === 0 ? only.table : { sheets: withRows.map(({ name }) => name) };
}

/**
 * Return the headings and the loads. Letterheads, totals and empty lines are removed, and repeated headings are made
 * unique.
 */
function tidy(rows: string[][], of: TableKind): TableResult {
  const clean = rows.map((row) => row.slice(0, MAX_COLUMNS).map(cellText)).filter((row) => row.some(Boolean));
  let text = 0;
  for (const row of clean) for (const cell of row) text += cell.length;
  if (text > MAX_TEXT_BYTES) return { problem: WORDS[of].tooLarge };
  const head = findHeadingRow(clean, of === "loads" ? countColumnNameCells : undefined);
  const heading = clean[head] ?? [];
  const lines = head < 0 ? [] : clean.slice(head + 1).filter((row) => isLoadRow(row, heading));
  if (head < 0 || lines.length === 0) return { problem: WORDS[of].nothing };
  if (lines.length > MAX_LINES)
    return {
      problem: `${WORDS[of].most} ${MAX_LINES.toLocaleString("en-US")} lines. Send it in parts.`,
    };
  const seen = new Map<string, number>();
  const headings = heading.map((heading, index) => {
    const name = heading || `Column ${index + 1}`;
    const n = (seen.get(name) ?? 0) + 1;
    seen.set(name, n);
    return n === 1 ? name : `${name} (${n})`;
  });
  return { headings, lines };
}

/**
 * Return a cell as stored. The cell is cut before cleaning, so that a cell of one megabyte costs no more than a short
 * cell.
 */
const cellText = (cell: string) =>
  [...plainCell(keepable(cell.slice(0, MAX_BEFORE_TRIM)).trim())].slice(0, MAX_CHARACTERS).join("");

/**
 * Read `="00123"`, which a spreadsheet uses to preserve zeros, as 00123; remove the apostrophe of `'=`, which prevents
 * computing.
 */
const plainCell = (cell: string): string => {
  const quoted = /^="(.*)"$/.exec(cell)?.[1];
  return quoted === undefined ? cell.replace(/^'(?=[=+\-@])/, "") : quoted.replaceAll('""', '"').trim();
};

/** Remove characters and broken surrogates that can't be stored. */
const keepable = (text: string) => (isStorable(text) ? text : [...text].filter(isStorable).join(""));
