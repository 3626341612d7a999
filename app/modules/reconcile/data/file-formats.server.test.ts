import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeOds } from "hucre/ods";
import { writeXlsx } from "hucre/xlsx";
import { afterAll, describe, expect, test } from "vitest";
import { buildZip } from "~/modules/maps/testing/shapefile";
import { MAX_LINES, parseDelimitedTable, readStatementFile } from "../shared/read-statement.server";
import { buildOldXls } from "../testing/old-xls";

const folder = mkdtempSync(join(tmpdir(), "formats-"));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (bytes: Uint8Array | string, sheet?: string) => {
  const path = join(folder, "sent");
  writeFileSync(path, bytes);
  return readStatementFile({ path, of: "loads", sheet });
};

const HEAD = ["Tix", "Date", "Mill", "Product", "Net lb", "Scale ticket"];
const LOAD = ["Q", "11/18/2026", "Grayling wood yard", "Aspen pulpwood", "50540", "00123"];
const TABLE = { headings: HEAD, lines: [LOAD] };
const withProduct = (product: string) => ({ headings: HEAD, lines: [LOAD.with(3, product)] });
const rows = [HEAD, LOAD];
const csv = (product: string, separator = ",") =>
  `${HEAD.join(separator)}\r\n${LOAD.with(3, product).join(separator)}\r\n`;

describe("quotation marks in delimited text", () => {
  test.each([
    ['16" Aspen pulpwood', '16" Aspen pulpwood'],
    ['"16"" Aspen pulpwood"', '16" Aspen pulpwood'],
    ['"16" Aspen pulpwood"', '16" Aspen pulpwood'],
    ['"Aspen ""pole"" wood"', 'Aspen "pole" wood'],
    ['="00123"', "00123"],
    ['"=""00123"""', "00123"],
    ["'=00123", "=00123"],
    ["'-5", "-5"],
    ["O'Brien's", "O'Brien's"],
  ])("reads %s as the cell %s", (product, cell) => {
    expect(parseDelimitedTable(csv(product), "loads")).toEqual(withProduct(cell));
  });

  test.each([
    ["at the end of a file", csv('"16 Aspen'), 2],
    ["over the next lines", `${csv('"16 Aspen')}${LOAD.join()}\n${LOAD.with(3, 'x"').join()}\n`, 2],
    ["below empty lines", `${HEAD.join()}\n\n\n${LOAD.join()}\n${LOAD.with(5, '"7').join()}\n`, 5],
  ])("names the line of an unclosed quotation mark %s", (_where, text, line) => {
    expect(parseDelimitedTable(text, "loads")).toEqual({
      problem: `Line ${line} can't be read: a quotation mark opens there and isn't closed. Fix that line, then send it again.`,
    });
  });

  test("reads a quoted cell with line breaks as one cell", () => {
    expect(parseDelimitedTable(csv('"Aspen, clean\nand dry"'), "loads")).toEqual(
      withProduct("Aspen, clean\nand dry"),
    );
  });
});

describe("character encodings", () => {
  const curly = "O’Brien – 12 ½";
  test.each([
    ["UTF-16 with tabs, as Excel's Unicode Text", Buffer.from(`\uFEFF${csv(curly, "\t")}`, "utf16le")],
    ["UTF-16 without a mark", Buffer.from(csv(curly), "utf16le")],
    ["UTF-16, the other byte first", Buffer.from(`\uFEFF${csv(curly)}`, "utf16le").swap16()],
    ["UTF-8", Buffer.from(`\uFEFF${csv(curly)}`)],
    [
      "Windows-1252",
      Buffer.from(csv(curly).replace("’", "\x92").replace("–", "\x96").replace("½", "\xBD"), "latin1"),
    ],
  ])("reads %s", async (_what, bytes) => {
    expect(await read(bytes)).toEqual(withProduct(curly));
  });
});

describe("workbooks", () => {
  const instructions = { name: "Instructions", rows: [["How to fill in"]] };
  const empty = { name: "Notes", rows: [] };

  test("reads XLS of Excel 97 to 2003", async () => {
    expect(await read(buildOldXls())).toMatchObject({
      headings: ["Tix", "Date", "Mill", "Product", "Hauler", "Net lb"],
      lines: [["Q", "11/18/2026", "Grayling wood yard", "Aspen pulpwood", "Manistee River Hauling", "50540"]],
    });
  });

  test("reads ODS", async () => {
    expect(await read(await writeOds({ sheets: [instructions, { name: "Loads", rows }] }))).toEqual(TABLE);
  });

  test("reads the only sheet with table rows, wherever it is in the workbook", async () => {
    const book = { sheets: [instructions, empty, { name: "Loads", rows }] };
    expect(await read(await writeXlsx(book))).toEqual(TABLE);
  });

  test("ignores a hidden sheet", async () => {
    const old = { name: "old", rows: [HEAD, LOAD, LOAD], hidden: true };
    expect(await read(await writeXlsx({ sheets: [old, { name: "Loads", rows }] }))).toEqual(TABLE);
    expect(await read(await writeXlsx({ sheets: [instructions, old] }))).toHaveProperty("problem");
  });

  test("asks for a sheet if several have rows, then reads the chosen sheet", async () => {
    const lines = Array.from({ length: MAX_LINES + 1 }, () => LOAD);
    const book = await writeXlsx({
      sheets: [
        { name: "May", rows },
        { name: "June", rows: [HEAD, LOAD, LOAD] },
        instructions,
        { name: "All", rows: [HEAD, ...lines] },
      ],
    });
    expect(await read(book)).toEqual({ sheets: ["May", "June", "All"] });
    expect(await read(book, "June")).toEqual({ headings: HEAD, lines: [LOAD, LOAD] });
    expect(await read(book, "All")).toEqual({ problem: expect.stringContaining("5,000 lines") });
    expect(await read(book, "July")).toEqual({ sheets: ["May", "June", "All"] });
  });
});

test.each([
  ["PDF", "%PDF-1.7 a statement", "This is a PDF."],
  ["picture", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), "This is a picture."],
  ["web page", "\uFEFF<html><table><tr><td>Tix</td></tr></table></html>", "This is a web page"],
  [
    "wide web page",
    Buffer.from("\uFEFF<table><tr><td>Tix</td></tr></table>", "utf16le"),
    "This is a web page",
  ],
  [
    "XML spreadsheet",
    '<?xml version="1.0"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
    "This is an XML spreadsheet.",
  ],
  [
    "spreadsheet with a password",
    Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from("EncryptedPackage", "utf16le")]),
    "This spreadsheet is protected with a password.",
  ],
  [
    "spreadsheet of Excel 95",
    Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from("Book", "utf16le")]),
    "This spreadsheet is from a version of Excel before 1997.",
  ],
  ["spreadsheet of Excel 4", Buffer.from([0x09, 0x04, 0x06, 0x00, 0x00]), "This spreadsheet is from"],
  ["Numbers file", buildZip({ "Index/Document.iwa": Buffer.from("x") }), "This is an Apple Numbers"],
  ["Word document", buildZip({ "word/document.xml": Buffer.from("x") }), "This is a Word document."],
])("names the unsupported format %s and tells how to send the file instead", async (_what, bytes, words) => {
  expect(await read(bytes)).toEqual({ problem: expect.stringContaining(words) });
});
