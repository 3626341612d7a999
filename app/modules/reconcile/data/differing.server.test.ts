import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { guessMapping } from "../rules/statement";
import { createDeliveredTicket, readTicketRow } from "../testing/delivered.server";
import { acceptStatement } from "./accept.server";
import { getStatement } from "./statement-page.server";
import { addStatement, mapStatement } from "./statements.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

/** Add a statement about one ticket, map it by its headings, and return its page data. */
async function about(text: string) {
  const { id } = await h.manager.call(addStatement, { mill_company_id: h.ids.mill.id, text });
  const { headings } = await h.manager.call(getStatement, { statement_id: id });
  await h.manager.call(mapStatement, { statement_id: id, ...guessMapping(headings) });
  const page = await h.manager.call(getStatement, { statement_id: id });
  return { id, page, mapped_at: page.mapped_at ?? "" };
}
const numberOf = async (id: number) => (await readTicketRow(db, id)).trip_ticket_number;

describe("a difference between a mill's line and the ticket", () => {
  test("a line beyond tolerance is shown, not selected, and accepted only if explicitly selected", async () => {
    const ours = await createDeliveredTicket(h, { scaled_volume: 49_430, scaled_wood_unit_type_id: 2 });
    const { id, page, mapped_at } = await about(`Ticket,Tons\n${await numberOf(ours)},48.43`);
    expect(page.matched).toMatchObject([
      { standing: "beyond", difference: "-1 ton (-2.02%)", expected: false, scaled: "48.43 tons" },
    ]);
    expect(page.totals).toEqual([
      { loads: 1, ours: "49.43 tons", theirs: "48.43 tons", difference: "-1 ton (-2.02%)" },
    ]);
    const accept = { statement_id: id, mapped_at };
    expect((await catchError(h.manager.call(acceptStatement, { ...accept, all: true }))).kind).toBe("notNow");
    const unlooked = await h.manager.call(acceptStatement, { ...accept, lines: [1] });
    expect(unlooked).toMatchObject({ accepted: 0, refused: 1 });
    expect(await readTicketRow(db, ours)).toMatchObject({ scaled_volume: 49_430, version: 1 });
    expect(await h.manager.call(acceptStatement, { ...accept, beyond: [1] })).toMatchObject({ accepted: 1 });
    expect(await readTicketRow(db, ours)).toMatchObject({ scaled_volume: 48_430, version: 2 });
  });

  test("a line is refused if its difference arose after the page was read", async () => {
    const ours = await createDeliveredTicket(h, { estimated_volume: 48_000 });
    const { id, page, mapped_at } = await about(`Ticket,Tons\n${await numberOf(ours)},48.43`);
    expect(page.matched).toMatchObject([{ standing: "new", expected: true }]);
    await db.batch([
      {
        sql: "UPDATE trip_ticket SET scaled_volume = 30000, scaled_wood_unit_type_id = 2 WHERE id = ?",
        params: [ours],
      },
    ]);
    const accept = { statement_id: id, mapped_at, lines: [1] };
    expect(await h.manager.call(acceptStatement, accept)).toMatchObject({ accepted: 0, refused: 1 });
    expect((await readTicketRow(db, ours)).scaled_volume).toBe(30_000);
    const { matched } = await h.manager.call(getStatement, { statement_id: id });
    expect(matched[0]?.refused).toContain("differs by more than scales do");
  });

  test("a line within scale tolerance is selected by default and accepted with the rest", async () => {
    const ours = await createDeliveredTicket(h, { scaled_volume: 48_600, scaled_wood_unit_type_id: 2 });
    const { id, page, mapped_at } = await about(`Ticket,Tons\n${await numberOf(ours)},48.43`);
    expect(page.matched).toMatchObject([{ standing: "within", expected: true }]);
    const accept = { statement_id: id, mapped_at, all: true };
    expect(await h.manager.call(acceptStatement, accept)).toMatchObject({ accepted: 1 });
    expect((await readTicketRow(db, ours)).scaled_volume).toBe(48_430);
  });

  test("a line in another unit is never selected by default: weights or tons don't change a load in cords", async () => {
    await db.batch([
      {
        sql: "UPDATE job_product_mix SET wood_unit_type_id = 3 WHERE job_destination_id = ?",
        params: [h.ids.destination],
      },
    ]);
    const cords = { scaled_volume: 22_767, scaled_wood_unit_type_id: 3, net_pounds: 109_280 };
    const ours = await createDeliveredTicket(h, { ...cords, gross_pounds: 160_000, tare_pounds: 50_720 });
    const weights = await about(`Ticket,Gross,Tare\n${await numberOf(ours)},160000,50720`);
    expect(weights.page.matched).toMatchObject([{ standing: "equal", expected: true, scaled: null }]);
    await h.manager.call(acceptStatement, {
      statement_id: weights.id,
      mapped_at: weights.mapped_at,
      lines: [1],
    });
    expect(await readTicketRow(db, ours)).toMatchObject({ ...cords, version: 1 });
    const tons = await about(`Ticket,Tons\n${await numberOf(ours)},54.64`);
    expect(tons.page.matched).toMatchObject([{ standing: "other unit", expected: false }]);
    const accept = { statement_id: tons.id, mapped_at: tons.mapped_at, lines: [1] };
    expect(await h.manager.call(acceptStatement, accept)).toMatchObject({ accepted: 0, refused: 1 });
    expect(await readTicketRow(db, ours)).toMatchObject({ ...cords, version: 1 });
    await db.batch([
      {
        sql: "UPDATE job_product_mix SET wood_unit_type_id = 2 WHERE job_destination_id = ?",
        params: [h.ids.destination],
      },
    ]);
  });
});

test("reads board feet as MBF, including 10,000 and more, with the log rule in the heading", async () => {
  const unit = (id: number) => ({
    sql: "UPDATE job_product_mix SET wood_unit_type_id = ? WHERE job_destination_id = ?",
    params: [id, h.ids.destination],
  });
  await db.batch([unit(1)]);
  const logs = { estimated_wood_unit_type_id: 1, estimated_volume: 9_000 };
  const [first, second, third] = [
    await createDeliveredTicket(h, logs),
    await createDeliveredTicket(h, logs),
    await createDeliveredTicket(h, logs),
  ];
  const lines = [
    `${await numberOf(first)},"10,250"`,
    `${await numberOf(second)},9871`,
    `${await numberOf(third)},98710`,
  ];
  const { id, page, mapped_at } = await about(["Ticket,Scribner Board Feet", ...lines].join("\n"));
  expect(page.matched.map((m) => [m.scaled, m.standing, m.expected])).toEqual([
    ["10.25 MBF", "new", true],
    ["9.871 MBF", "new", true],
    ["98.71 MBF", "beyond", false],
  ]);
  const accept = { statement_id: id, mapped_at };
  expect(await h.manager.call(acceptStatement, { ...accept, lines: [1, 2, 3] })).toMatchObject({
    accepted: 2,
    refused: 1,
  });
  expect(await readTicketRow(db, first)).toMatchObject({ scaled_volume: 10_250, log_rule: "SCRIBNER" });
  expect(await readTicketRow(db, second)).toMatchObject({
    scaled_volume: 9_871,
    scaled_wood_unit_type_id: 1,
  });
  await h.manager.call(acceptStatement, { ...accept, beyond: [3] });
  expect(await readTicketRow(db, third)).toMatchObject({ scaled_volume: 98_710 });
  await db.batch([unit(2)]);
});

test("doesn't compare a mill's value with an estimate that nobody entered", async () => {
  const tons = { estimated_wood_unit_type_id: 2 };
  const usual = await createDeliveredTicket(h, { ...tons, estimated_volume: 55_000 });
  const typed = await createDeliveredTicket(h, { ...tons, estimated_volume: 54_000 });
  await db.batch([
    { sql: "UPDATE company SET default_load_amount = 48 WHERE id = ?", params: [h.ids.hauler.id] },
  ]);
  const hauled = await createDeliveredTicket(h, { ...tons, estimated_volume: 48_000, truck_number: "T48" });
  const rows = [
    `${await numberOf(usual)},,,52000`,
    `${await numberOf(typed)},,,52000`,
    ",11/16/2026,T48,52000",
  ];
  const { page } = await about(["Ticket,Date,Truck,Net lb", ...rows].join("\n"));
  expect(page.matched.map((m) => [m.ticket.id, m.standing])).toEqual([
    [usual, "new"],
    [typed, "beyond"],
    [hauled, "new"],
  ]);
  await db.batch([
    { sql: "UPDATE company SET default_load_amount = NULL WHERE id = ?", params: [h.ids.hauler.id] },
  ]);
});

test("requires a volume unit if the statement names none", async () => {
  const text = "Ticket,Volume\n1,7";
  const { id } = await h.manager.call(addStatement, { mill_company_id: h.ids.mill.id, text });
  const columns = { statement_id: id, trip_ticket_number: "Ticket", scaled_volume: "Volume" };
  const { refusal } = await catchError(h.manager.call(mapStatement, columns));
  expect(refusal.facts.fields).toEqual({ volume_unit: ['Choose the unit of "Volume".'] });
  await h.manager.call(mapStatement, { ...columns, volume_unit: "bf" });
});

test("flags a scale ticket repeated on two lines or two statements and doesn't select it", async () => {
  const [one, two] = [await createDeliveredTicket(h), await createDeliveredTicket(h)];
  const lines = [`${await numberOf(one)},A1002,48.43`, `${await numberOf(two)},a-1002,48.43`];
  const { id, page, mapped_at } = await about(["Ticket,Scale ticket,Tons", ...lines].join("\n"));
  expect(page.matched.map((m) => [m.expected, m.duplicate])).toEqual([
    [false, "Scale ticket A1002 is also on line 2."],
    [false, "Scale ticket a-1002 is also on line 1."],
  ]);
  const accept = { statement_id: id, mapped_at, lines: [1, 2] };
  expect(await h.manager.call(acceptStatement, accept)).toMatchObject({ accepted: 0, refused: 2 });
  expect(await h.manager.call(acceptStatement, { ...accept, lines: [], beyond: [1] })).toMatchObject({
    accepted: 1,
  });
  const later = await about(`Ticket,Scale ticket,Tons\n${await numberOf(two)},A1002,48.43`);
  expect(later.page.matched[0]?.duplicate).toContain(`of statement ${id}`);
  expect(later.page.matched[0]?.expected).toBe(false);
});

test("reads statement dates in the mill's time zone, not the reader's", async () => {
  const own = await makeHarvest(db);
  // The mill is in Central time; the company reading the statement is in Detroit.
  await db.batch([
    { sql: "UPDATE company_location SET us_state_id = 55 WHERE company_id = ?", params: [own.ids.mill.id] },
  ]);
  // 11:40 PM on the 16th in Wisconsin is already the 17th in Michigan.
  const late = await own.ticket({
    trip_ticket_status_id: 3,
    hauler_company_id: own.ids.hauler.id,
    truck_number: "T9",
    estimated_volume: 27_000,
    picked_up_at: "2026-11-17T01:00:00.000Z",
    dropped_off_at: "2026-11-17T05:40:00.000Z",
  });
  const text = "Ticket,Date,Truck,Gross,Tare\n,11/16/2026,T9,80000,25200";
  const { id } = await own.manager.call(addStatement, { mill_company_id: own.ids.mill.id, text });
  const { mapping: guessed } = await own.manager.call(getStatement, { statement_id: id });
  await own.manager.call(mapStatement, { statement_id: id, ...guessed });
  const { matched, mapped_at } = await own.manager.call(getStatement, { statement_id: id });
  expect(matched.map((m) => m.ticket.id)).toEqual([late]);
  await own.manager.call(acceptStatement, { statement_id: id, mapped_at: mapped_at ?? "", lines: [1] });
  expect((await readTicketRow(db, late)).scaled_at).toBe("2026-11-17T05:40:00.000Z");
});
