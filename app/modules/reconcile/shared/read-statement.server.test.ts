import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { writeXlsx } from "hucre/xlsx";
import { afterAll, expect, test } from "vitest";
import { MAX_LINES, parseDelimitedTable, readStatementFile } from "./read-statement.server";

const folder = mkdtempSync(join(tmpdir(), "statements-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, bytes: Buffer | Uint8Array) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return readStatementFile({ path });
};
test("reads a spreadsheet's cells as text and its dates as dates", async () => {
  const rows = [
    ["Mill statement"],
    ["Ticket", "Date", "Net"],
    [1042, new Date("2026-11-16T00:00:00Z"), 54_800],
  ];
  const book = await writeXlsx({ sheets: [{ name: "A", rows }] });
  expect(await file("a.xlsx", book)).toEqual({
    headings: ["Ticket", "Date", "Net"],
    lines: [["1042", "2026-11-16", "54800"]],
  });
});
test.each([
  ["nothing", Buffer.from("")],
  ["one heading", Buffer.from("Ticket\n1042")],
  ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])],
  ["half a zip", Buffer.from("PK\x03\x04 and nothing after it")],
  ["too many lines", Buffer.from(`a,b\n${"1,2\n".repeat(MAX_LINES + 1)}`)],
  ["an open quote", Buffer.from('a,b\n"1,2')],
])("refuses %s with a clear message", async (_what, bytes) => {
  expect(await file("bad", bytes)).toEqual({ problem: expect.stringMatching(/\.$/) });
});
test("refuses an oversized zip before reading it", async () => {
  const packed = deflateRawSync(Buffer.alloc(70 * 1024 * 1024));
  const name = Buffer.from("xl/worksheets/sheet1.xml");
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  // The archive falsely declares a small size.
  central.writeUInt32LE(100, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(30 + name.length + packed.length, 16);
  expect(await file("bomb.xlsx", Buffer.concat([local, name, packed, central, name, end]))).toEqual({
    problem: "This spreadsheet is too large for a statement.",
  });
});
test("numbers repeated headings and names empty ones", () => {
  expect(parseDelimitedTable("Net;Net;;Date\n1;2;3;4")).toMatchObject({
    headings: ["Net", "Net (2)", "Column 3", "Date"],
  });
});
