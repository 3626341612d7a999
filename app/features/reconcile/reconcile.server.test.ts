import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { writeXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { auditEntry, tripTicket } from "#db/schema";
import { refusalOf } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { testDatabase } from "#db/testing/test-database";
import { acceptStatement } from "./accept.server";
import { MOST_LINES, readStatementFile, readText } from "./read-statement.server";
import { getStatement } from "./statement-page.server";
import { addStatement, listStatements, mapStatement } from "./statements.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await testDatabase();
  h = await makeHarvest(db);
});
const folder = mkdtempSync(join(tmpdir(), "statements-"));
afterAll(() => rmSync(folder, { recursive: true }));

const delivered = (values: Partial<typeof tripTicket.$inferInsert> = {}) =>
  h.ticket({
    trip_ticket_status_id: 3,
    hauler_company_id: h.ids.hauler.id,
    picked_up_at: "2026-11-16T13:00:00.000Z",
    dropped_off_at: "2026-11-16T19:00:00.000Z",
    ...values,
  });
const rowOf = async (id: number) => {
  const [row] = await db.read.select().from(tripTicket).where(eq(tripTicket.id, id));
  if (!row) throw new Error("no ticket");
  return row;
};
const mapping = {
  trip_ticket_number: "Ticket",
  scale_ticket_number: "Scale",
  scaled_on: "Date",
  truck_number: "Truck",
  gross: "Gross",
  tare: "Tare",
};
/** Two loads on both sides, one line that only the mill has, one load that it does not name. */
let times = 0;
async function begun() {
  const n = ++times;
  const [one, two, third] = [
    await delivered(),
    await delivered({ truck_number: `T${n}` }),
    await delivered(),
  ];
  const text = [
    "Ticket\tScale\tDate\tTruck\tGross\tTare",
    `${(await rowOf(one)).trip_ticket_number}\tS-${n}-1\t11/16/2026\t9\t80,000\t25,200`,
    `\tS-${n}-2\t11/16/2026\tT${n}\t136,000\t26,000`,
    `999999\tS-${n}-3\t11/16/2026\t7\t80,000\t25,000`,
  ].join("\n");
  const { id, mapped } = await h.manager.call(addStatement, { mill_company_id: h.ids.mill.id, text });
  return { one, two, third, id, mapped };
}

test("a statement is mapped once, gives three lists, and is accepted once however often it is sent", async () => {
  const { one, two, third, id, mapped } = await begun();
  expect(mapped).toBe(false);
  await h.manager.call(mapStatement, { statement_id: id, ...mapping });
  const lists = await h.manager.call(getStatement, { statement_id: id });
  expect(lists.matched.map((m) => [m.ticket.id, m.by, m.scaled])).toEqual([
    [one, "number", "27.4 ton"],
    [two, "date, truck and net", "55 ton"],
  ]);
  expect(lists.theirs.map((l) => l.scale_ticket_number)).toEqual([`S-${times}-3`]);
  expect(lists.ours.map((l) => l.id)).toEqual([third]);

  const accept = { statement_id: id, lines: [1, 2], all: undefined };
  expect(await h.manager.send(acceptStatement, accept, "accept-once")).toMatchObject({
    accepted: 2,
    refused: 0,
  });
  expect(await h.manager.send(acceptStatement, accept, "accept-once")).toMatchObject({
    accepted: 2,
    refused: 0,
  });
  expect(await h.manager.call(acceptStatement, { statement_id: id, all: true })).toMatchObject({
    accepted: 0,
    refused: 0,
  });
  expect(await rowOf(one)).toMatchObject({
    scaled_volume: 27_400,
    scaled_wood_unit_type_id: 2,
    scale_ticket_number: `S-${times}-1`,
    gross_pounds: 80_000,
    tare_pounds: 25_200,
    net_pounds: 54_800,
    scaled_at: "2026-11-16T19:00:00.000Z",
    version: 2,
  });
  const history = await db.read.select().from(auditEntry).where(eq(auditEntry.trip_ticket_id, one));
  expect(history).toHaveLength(1);
  expect(history[0]?.activity).toBe("trip_ticket_updated");
  expect((await h.manager.call(getStatement, { statement_id: id })).matched.every((m) => m.accepted)).toBe(
    true,
  );
});

test("the next statement of the mill needs no mapping, and a rival's mapping is its own", async () => {
  const { mapped, id, one } = await begun();
  expect(mapped).toBe(true);
  expect(
    (await h.manager.call(getStatement, { statement_id: id })).matched.map((m) => m.ticket.id),
  ).toContain(one);
});

test("another company has no such statement, cannot map or accept it, and finds no load by it", async () => {
  const { id, one } = await begun();
  const tries = [
    h.rival.call(getStatement, { statement_id: id }),
    h.rival.call(mapStatement, { statement_id: id, ...mapping }),
    h.rival.call(acceptStatement, { statement_id: id, all: true }),
    h.hauler.call(getStatement, { statement_id: id }),
  ];
  for (const { kind } of await Promise.all(tries.map(refusalOf))) expect(kind).toBe("missing");
  const text = `Ticket,Net\n${(await rowOf(one)).trip_ticket_number},54800`;
  const mill = { mill_company_id: h.ids.mill.id, text };
  expect((await refusalOf(h.rival.call(addStatement, mill))).kind).toBe("invalid");
  const own = await h.rival.call(addStatement, { ...mill, mill_company_id: h.ids.rival.id });
  await h.rival.call(mapStatement, { statement_id: own.id, trip_ticket_number: "Ticket", net: "Net" });
  expect((await h.rival.call(getStatement, { statement_id: own.id })).matched).toEqual([]);
  expect((await h.rival.call(listStatements, {})).statements.map((s) => s.id)).toEqual([own.id]);
});

test("what may not be changed is refused with its reason, and the other loads are scaled all the same", async () => {
  const { id, one, two } = await begun();
  await db.batch([
    db.write
      .update(tripTicket)
      .set({ picked_up_at: "2026-11-18T13:00:00.000Z", dropped_off_at: null })
      .where(eq(tripTicket.id, one))
      .toSQL(),
  ]);
  expect(await h.manager.call(acceptStatement, { statement_id: id, lines: [1, 2] })).toMatchObject({
    accepted: 1,
    refused: 1,
  });
  const { matched } = await h.manager.call(getStatement, { statement_id: id });
  expect(matched.find((m) => m.ticket.id === one)?.refused).toBe("Scaled is before picked up.");
  expect(await rowOf(one)).toMatchObject({ scaled_volume: null, version: 1 });
  expect((await rowOf(two)).scaled_volume).toBe(55_000);
});

test("a company without the right on a ticket scales nothing", async () => {
  const { one } = await begun();
  const text = `Ticket,Net,Date\n${(await rowOf(one)).trip_ticket_number},54800,2026-11-16`;
  const { id } = await h.owner.call(addStatement, { mill_company_id: h.ids.mill.id, text });
  await h.owner.call(mapStatement, {
    statement_id: id,
    trip_ticket_number: "Ticket",
    net: "Net",
    scaled_on: "Date",
  });
  expect(await h.owner.call(acceptStatement, { statement_id: id, all: true })).toMatchObject({ refused: 1 });
  expect((await rowOf(one)).scaled_volume).toBeNull();
});

describe("files", () => {
  const file = (name: string, bytes: Buffer | Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return readStatementFile(path);
  };
  test("a spreadsheet reads as its text, days as days", async () => {
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
    ["half a zip", Buffer.from("PK\x03\x04 and no more")],
    ["too many lines", Buffer.from(`a,b\n${"1,2\n".repeat(MOST_LINES + 1)}`)],
    ["an open quote", Buffer.from('a,b\n"1,2')],
  ])("%s is refused in words", async (_what, bytes) => {
    expect(await file("bad", bytes)).toEqual({ problem: expect.stringMatching(/\.$/) });
  });
  test("a zip that unpacks without end is refused before it is read", async () => {
    const packed = deflateRawSync(Buffer.alloc(70 * 1024 * 1024));
    const name = Buffer.from("xl/worksheets/sheet1.xml");
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(packed.length, 20);
    // It says of itself that it is small.
    central.writeUInt32LE(100, 24);
    central.writeUInt16LE(name.length, 28);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(30 + name.length + packed.length, 16);
    expect(await file("bomb.xlsx", Buffer.concat([local, name, packed, central, name, end]))).toEqual({
      problem: "This spreadsheet is larger than a statement can be.",
    });
  });
  test("headings that come twice are told apart, and an empty one gets a name", () => {
    expect(readText("Net;Net;;Date\n1;2;3;4")).toMatchObject({
      headings: ["Net", "Net (2)", "Column 3", "Date"],
    });
  });
});
