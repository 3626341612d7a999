import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeXlsx } from "hucre/xlsx";
import { afterAll, expect, test, vi } from "vitest";
import { buildZip } from "~/modules/maps/testing/shapefile";
import { MAX_LINES, readStatementFile } from "../shared/read-statement.server";
import { readSentStatement } from "../shared/sent-statement.server";
import { buildWorkbook } from "../testing/book";

// Separate processes are slow on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const folder = mkdtempSync(join(tmpdir(), "bombs-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const kept = (bytes: Uint8Array) => {
  files += 1;
  const path = join(folder, `${files}.xlsx`);
  writeFileSync(path, bytes);
  return path;
};
const LARGER = { problem: "This spreadsheet is too large for a statement." };

test("a megabyte in every line's cell costs no more than a short cell", async () => {
  const path = kept(
    buildWorkbook({
      shared: ["Ticket", "Net", `1042 ${"\u0007".repeat(1_000_000)}`],
      rows: [[0, 1], ...Array.from({ length: MAX_LINES }, () => [2, 2])],
    }),
  );
  const cpu = process.cpuUsage();
  const read = await readStatementFile({ path });
  const { user } = process.cpuUsage(cpu);
  expect(read).toMatchObject({ headings: ["Ticket", "Net"], lines: { length: MAX_LINES } });
  expect("lines" in read && read.lines[7]).toEqual(["1042", "1042"]);
  // Without the cut, ten thousand cells of a million characters each take over eleven seconds.
  expect(user / 1000).toBeLessThan(4_000);
});

test("refuses a spreadsheet with cells in the last column without using the server's memory", async () => {
  const before = process.memoryUsage().rss;
  const path = kept(
    buildWorkbook({ shared: ["x"], rows: Array.from({ length: 5_000 }, () => [0]), column: "XFD" }),
  );
  const read = await readSentStatement(path, "user:1");
  expect(read).toEqual(LARGER);
  expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
});

test("refuses oversized text in few cells, even if it compresses well", async () => {
  const long = "7".repeat(200);
  const rows = [[0, 0], ...Array.from({ length: 4_000 }, () => Array.from({ length: 60 }, () => 1))];
  expect(await readStatementFile({ path: kept(buildWorkbook({ shared: ["Ticket", long], rows })) })).toEqual(
    LARGER,
  );
  const unpacked = buildZip({ "xl/worksheets/sheet1.xml": Buffer.alloc(25 * 1024 * 1024, 0x20) });
  expect(await readStatementFile({ path: kept(unpacked) })).toEqual(LARGER);
});

test("reads a typical statement in a separate process and refuses one that takes too long", async () => {
  const rows = [["Ticket", "Net"], ...Array.from({ length: 1_000 }, (_, i) => [1000 + i, 54_800])];
  const path = kept(await writeXlsx({ sheets: [{ name: "A", rows }] }));
  expect(await readSentStatement(path, "user:2")).toMatchObject({ lines: { length: 1_000 } });
  expect(await readSentStatement(path, "user:2", { ms: 10, heap: 160, megabytes: 320 })).toEqual({
    problem: "This file takes too long to read. Send the statement as CSV.",
  });
});
