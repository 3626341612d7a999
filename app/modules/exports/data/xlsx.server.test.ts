import { strFromU8, unzipSync } from "fflate";
import readXlsx from "read-excel-file/node";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { tripTicket } from "#db/schema";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { ALL_COLUMNS, addHeadingZones, type ExportRow } from "../rules/columns";
import { getColumnLetters, toSerialDate } from "../rules/xlsx-parts";
import { grantExportFeature, readBytes } from "../testing/exporting.server";
import { downloadShortExport } from "./exports.server";
import { writeXlsx } from "./write-xlsx.server";

let db: Database;
let h: Harvest;
const clock = new Date();
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  await grantExportFeature(db, h.ids.manager.id, clock);
  for (let n = 0; n < 30; n++)
    await h.ticket({
      trip_ticket_status_id: 3,
      hauler_company_id: h.ids.hauler.id,
      // Include times before and after midnight and the end of daylight saving time, and loads without a time.
      dropped_off_at: n % 3 ? new Date(Date.UTC(2026, 9, 31, 12 + n * 2)).toISOString() : null,
      ...(n % 4 ? { scaled_volume: 27_401 + n * 37, scaled_wood_unit_type_id: n % 4 } : {}),
      ...(n % 2 ? { gross_pounds: 98_180, tare_pounds: 32_000 + n, net_pounds: 66_180 - n } : {}),
    });
});

type Sheet = { sheet: string; data: unknown[][] };
const opened = async (columns: "all" | "standard" = "all") => {
  const file = await readBytes(
    (await h.manager.call(downloadShortExport, { kind: "xlsx", query: "", columns })).body,
  );
  return { file, sheets: (await readXlsx(file)) as unknown as Sheet[] };
};
const UNITS: Record<number, string> = { 1: "MBF", 2: "ton", 3: "cord" };

test("exports times as date cells in the user's time zone, and numbers as number cells", async () => {
  const { sheets } = await opened();
  const [head = [], ...rows] = sheets[0]?.data ?? [];
  expect(head).toEqual(addHeadingZones(ALL_COLUMNS, h.manager.actor.zone).map((column) => column.value));
  const saved = await db.read.select().from(tripTicket);
  const wall = new Intl.DateTimeFormat("sv-SE", {
    timeZone: h.manager.actor.zone,
    dateStyle: "short",
    timeStyle: "short",
  });
  const at = (row: unknown[], name: string) => row[head.indexOf(name)];
  expect(rows).toHaveLength(saved.length);
  for (const row of rows) {
    const ticket = saved.find((t) => t.trip_ticket_number === at(row, "Load ID"));
    const dropped = at(row, "Dropped Off (Eastern time)");
    if (ticket?.dropped_off_at) {
      expect(dropped).toBeInstanceOf(Date);
      // Spreadsheet times have no time zone and are shown as local time. Their fractions of a day are rounded to the
      // minute.
      const minute = new Date(Math.round((dropped as Date).getTime() / 60_000) * 60_000);
      expect(minute.toISOString().slice(0, 16).replace("T", " ")).toBe(
        wall.format(new Date(ticket.dropped_off_at)),
      );
    } else expect(dropped).toBeNull();
    expect(at(row, "Net (lb)")).toBe(ticket?.net_pounds ?? null);
    expect(at(row, "Scaled Volume")).toBe(
      ticket?.scaled_volume === null ? null : Number(ticket?.scaled_volume) / 1000,
    );
    expect(at(row, "Scaled Unit")).toBe(
      ticket?.scaled_volume === null ? null : UNITS[Number(ticket?.scaled_wood_unit_type_id)],
    );
  }
});

test("the totals of loads and volumes by unit equal a separate calculation from the stored tickets", async () => {
  const { sheets } = await opened("standard");
  expect(sheets.map((s) => s.sheet)).toEqual(["Trip tickets", "Totals"]);
  const map = new Map<string, { loads: number; thousandths: number; unscaled: number }>();
  let pounds = 0;
  for (const t of await db.read.select().from(tripTicket)) {
    const [volume, unit] =
      t.scaled_volume === null
        ? [t.estimated_volume, t.estimated_wood_unit_type_id]
        : [t.scaled_volume, t.scaled_wood_unit_type_id];
    const name = volume === null ? "No volume" : (UNITS[Number(unit)] ?? "");
    const sum = map.get(name) ?? { loads: 0, thousandths: 0, unscaled: 0 };
    map.set(name, sum);
    sum.loads++;
    sum.thousandths += volume ?? 0;
    if (t.scaled_volume === null) sum.unscaled++;
    pounds += t.net_pounds ?? 0;
  }
  const rows = sheets[1]?.data ?? [];
  const end = rows.findIndex((row) => row[0] === "By product");
  const matches = rows.slice(1, end).filter((row) => row[0] !== null && row[0] !== undefined);
  expect(matches).toHaveLength(map.size);
  for (const [unit, loads, volume, , unscaled] of matches) {
    const sum = map.get(String(unit));
    expect([loads, volume, unscaled], String(unit)).toEqual([
      sum?.loads,
      (sum?.thousandths ?? 0) / 1000,
      sum?.unscaled,
    ]);
  }
  expect(rows.find((row) => row[0] === "Net (lb)")?.[1]).toBe(pounds);
  expect(rows.at(-1)?.[0]).toContain(h.manager.actor.zone);
});

test("sets column widths and a filter, and freezes the first row", async () => {
  const files = unzipSync((await opened()).file);
  const xml = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  expect(xml.match(/<col /g)).toHaveLength(ALL_COLUMNS.length);
  expect(xml).toContain('state="frozen"');
  expect(xml).toContain(`<autoFilter ref="A1:${getColumnLetters(ALL_COLUMNS.length - 1)}31"/>`);
  for (const part of xml.matchAll(/<col [^>]*width="(\d+)"/g)) expect(Number(part[1])).toBeGreaterThan(8);
});

test("keeps unusual text unchanged, except characters that a spreadsheet can't store", async () => {
  const odd = '  <b>&"Žeļez" \u{1f332}\nnext \ud800 \u0001=1+1  ';
  async function* one() {
    yield [{ load_id: 1, job: odd } as unknown as ExportRow];
  }
  const columns = [
    { key: "load_id", value: "A & B" },
    { key: "job", value: "Job" },
    { key: "", value: "Empty" },
  ];
  const [sheet] = (await readXlsx(await readBytes(writeXlsx(one(), columns, "UTC")), {
    trim: false,
  })) as unknown as Sheet[];
  expect(sheet?.data[0]).toEqual(["A & B", "Job", "Empty"]);
  expect(sheet?.data[1]?.[1]).toBe(odd.toWellFormed().replace("\u0001", ""));
});

test("stops reading tickets when the file's consumer stops", async () => {
  let stopped = false;
  async function* endless(): AsyncGenerator<ExportRow[]> {
    try {
      for (;;) yield [{ load_id: 1 } as unknown as ExportRow];
    } finally {
      stopped = true;
    }
  }
  const file = writeXlsx(endless(), [{ key: "load_id", value: "Load" }], "UTC");
  for (let n = 0; n < 18; n++) await file.next();
  await file.return(undefined);
  await expect.poll(() => stopped).toBe(true);
});

test.each([
  [0, "A"],
  [25, "Z"],
  [26, "AA"],
  [701, "ZZ"],
  [702, "AAA"],
])("names column %i as %s", (column, name) => {
  expect(getColumnLetters(column)).toBe(name);
});

test.each([
  ["1900-03-01 00:00", 61],
  ["2026-11-16 12:00", 46_342.5],
  ["no date", null],
])("converts %s to the spreadsheet date %s", (local, serial) => {
  expect(toSerialDate(local)).toBe(serial);
});
