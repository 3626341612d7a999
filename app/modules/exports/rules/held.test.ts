import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { renderPdf } from "~/lib/files/written-pdf.server";
import { writeBoost } from "../data/write-boost.server";
import { writeCsv } from "../data/write-csv.server";
import { writePdfLines } from "../data/write-pdf.server";
import { writeXlsx } from "../data/write-xlsx.server";
import { EXPORT_COLUMN_KEYS, type ExportRow, STANDARD_COLUMNS } from "./columns";

/** Count the rows in memory while a file is written; measured memory would depend on the process and on garbage. */
setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");
const turn = () => new Promise((resolve) => setImmediate(resolve));

const CHUNK = 50;
let made = 0;
function load(): ExportRow {
  const id = ++made;
  const words = EXPORT_COLUMN_KEYS.map((key) => [key, `${key} ${id}`]);
  return {
    ...Object.fromEntries(words),
    id,
    is_delivered: true,
    instants: {},
    zones: { job_zone: "America/Detroit", mill_zone: "America/Detroit" },
    certificates: [],
    ids: { company: 1, mill: 5, hauler: 3, destination: 9, product: "5-746-0" },
    link: `https://t.test/trip-tickets/${id}`,
    scaled_volume: 27.4,
    net_pounds: 66_180,
    destination_position: "44.7, -84.7",
  } as unknown as ExportRow;
}

const WRITERS: Record<string, (chunks: AsyncIterable<ExportRow[]>) => AsyncIterable<Uint8Array>> = {
  csv: (chunks) => writeCsv(chunks, STANDARD_COLUMNS, ","),
  xlsx: (chunks) => writeXlsx(chunks, STANDARD_COLUMNS, "America/Detroit"),
  pdf: (chunks) => writePdfLines(chunks, "Trip tickets"),
  boost: (chunks) => writeBoost(chunks),
};

test.each(Object.keys(WRITERS))("a %s writer keeps only the rows being written in memory", async (kind) => {
  const rows: WeakRef<ExportRow>[] = [];
  const held: number[] = [];
  async function* chunks() {
    for (let n = 0; n < 24; n++) {
      yield Array.from({ length: CHUNK }, () => {
        const row = load();
        rows.push(new WeakRef(row));
        return row;
      });
      if (n % 8 !== 7) continue;
      // An object accessed through a weak reference stays in memory until the end of the event loop's turn.
      await turn();
      collect();
      held.push(rows.filter((row) => row.deref() !== undefined).length);
      await turn();
    }
  }
  let bytes = 0;
  for await (const piece of WRITERS[kind]?.(chunks()) ?? []) bytes += piece.byteLength;
  expect(bytes).toBeGreaterThan(10_000);
  expect(held).toHaveLength(3);
  for (const count of held) expect(count).toBeLessThanOrEqual(2 * CHUNK);
});

test.each([
  ["csv", 1],
  ["boost", 1],
  // Limited by bytes: compressed data waits in the stream's buffer, which has room for ten of these small chunks.
  ["xlsx", 20],
])("a %s writer reads only as fast as its output is consumed", async (kind, most) => {
  let asked = 0;
  async function* endless() {
    for (;;) {
      asked++;
      yield Array.from({ length: CHUNK }, load);
    }
  }
  const file = WRITERS[kind]?.(endless())[Symbol.asyncIterator]();
  while (asked === 0) await file?.next();
  for (let n = 0; n < 200; n++) await turn();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).toBeLessThanOrEqual(most);
  await file?.return?.();
});

test("a PDF pauses at a megabyte of unread output, and continues when it is read", async () => {
  const page = "0 0 m ".repeat(10_000);
  let drawn = 0;
  const file = renderPdf({ compress: false }, "Paper", async (doc, breathe) => {
    while (drawn < 400) {
      doc.addPage().addContent(page);
      drawn++;
      await breathe();
    }
  });
  await file.next();
  for (let n = 0; n < 200; n++) await turn();
  const waiting = drawn;
  // At most a megabyte, plus the data drawn between two checks of the limit.
  expect(waiting * page.length).toBeLessThanOrEqual((1 << 20) + 2 * 25 * page.length);
  let bytes = 0;
  for await (const piece of file) bytes += piece.byteLength;
  expect(drawn).toBe(400);
  expect(bytes).toBeGreaterThan(395 * page.length);
});
