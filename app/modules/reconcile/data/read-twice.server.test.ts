import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { createDeliveredTicket as deliveredAs, readTicketRow } from "../testing/delivered.server";
import { acceptStatement } from "./accept.server";
import { deleteStatement } from "./delete-statement.server";
import { publishStatement } from "./publish.server";
import { getStatement } from "./statement-page.server";
import { addStatement, listStatements, mapStatement } from "./statements.server";
import { takeBackStatement } from "./take-back.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

const COLUMNS = { trip_ticket_number: "Ticket", scale_ticket_number: "Scale", net: "Net" };
const delivered = (harvest: Harvest) => deliveredAs(harvest, { estimated_volume: 26_000 });
const numberOf = async (id: number) => (await readTicketRow(db, id)).trip_ticket_number;
const add = (text: string, who = h.manager) =>
  who.call(addStatement, { mill_company_id: h.ids.mill.id, text });
const page = (id: number, who = h.manager) => who.call(getStatement, { statement_id: id });
async function mapped(text: string, who = h.manager) {
  const { id, mapped } = await add(text, who);
  if (!mapped) await who.call(mapStatement, { statement_id: id, ...COLUMNS });
  return id;
}
const accept = async (id: number, lines: number[]) =>
  h.manager.call(acceptStatement, {
    statement_id: id,
    mapped_at: (await page(id)).mapped_at ?? "",
    lines,
  });

describe("a mill's file uploaded twice", () => {
  test("a line accepted from one upload can't be accepted from the other", async () => {
    const loads = [await delivered(h), await delivered(h)];
    const lines = await Promise.all(loads.map(async (id, n) => `${await numberOf(id)},TW${n},52000`));
    const text = ["Ticket,Scale,Net", ...lines].join("\n");
    const [first, second] = [await mapped(text), await mapped(text)];
    for (const id of [first, second])
      expect((await page(id)).matched).toMatchObject([
        { expected: true, duplicate: null },
        { expected: true, duplicate: null },
      ]);
    expect(await accept(second, [1, 2])).toMatchObject({ accepted: 2 });
    expect((await page(first)).matched).toMatchObject([
      { expected: false, duplicate: `Scale ticket TW0 is also on line 1 of statement ${second}.` },
      { expected: false },
    ]);
  });

  test("an upload can be deleted while none of its lines is accepted", async () => {
    const load = await delivered(h);
    const text = `Ticket,Scale,Net\n${await numberOf(load)},DL1,52000`;
    const id = await mapped(text);
    for (const who of [h.rival, h.hauler])
      expect((await catchError(who.call(deleteStatement, { statement_id: id }))).kind).toBe("missing");
    await accept(id, [1]);
    expect(await catchError(h.manager.call(deleteStatement, { statement_id: id }))).toMatchObject({
      message: "Some of its loads are accepted. Take them back first.",
    });
    await h.manager.call(takeBackStatement, { statement_id: id, lines: [1] });
    await h.manager.call(deleteStatement, { statement_id: id });
    expect((await catchError(page(id))).kind).toBe("missing");
    const { statements } = await h.manager.call(listStatements, {});
    expect(statements.map((statement) => statement.id)).not.toContain(id);
    expect(await readTicketRow(db, load)).toMatchObject({ scaled_volume: null });
  });

  test("a published statement can't be deleted by the mill or the supplier", async () => {
    const load = await delivered(h);
    const id = await mapped(`Ticket,Scale,Net\n${await numberOf(load)},PB1,52000`, h.mill);
    await h.mill.call(publishStatement, { statement_id: id });
    expect(await catchError(h.mill.call(deleteStatement, { statement_id: id }))).toMatchObject({
      message: "You published this statement, so it stays.",
    });
    const [published] = (await h.manager.call(listStatements, {})).statements;
    expect(published?.published).toBeTruthy();
    const refused = await catchError(h.manager.call(deleteStatement, { statement_id: published?.id ?? 0 }));
    expect(refused.message).toBe("The mill published this statement, so it stays.");
  });
});

test("merges a line with its negative correction into one load with the remaining amount", async () => {
  const [corrected, voided] = [await delivered(h), await delivered(h)];
  const [number, other] = [await numberOf(corrected), await numberOf(voided)];
  const id = await mapped(
    [
      "Ticket,Scale,Net",
      `${number},CR1,"52,000"`,
      `${other},CR2,"49,000"`,
      `${number},CR1,"-52,000"`,
      `${other},CR2,(49000)`,
      `${number},CR1,"50,000"`,
    ].join("\n"),
  );
  const { matched, theirs, corrections } = await page(id);
  expect(matched).toMatchObject([
    { line: 2, expected: false, problem: "The mill took this load back: nothing is left." },
    { line: 5, expected: true, net: "50,000 lb", duplicate: null },
  ]);
  expect(theirs).toEqual([]);
  expect(corrections).toMatchObject([
    { line: 1, problem: "Counted with line 5." },
    { line: 3, net: "-52,000 lb" },
    { line: 4 },
  ]);
  expect(await accept(id, [2, 5])).toMatchObject({ accepted: 1, refused: 1 });
  expect(await readTicketRow(db, corrected)).toMatchObject({ scaled_volume: 25_000 });
  expect(await readTicketRow(db, voided)).toMatchObject({ scaled_volume: null });
});

test("reuses a mill's column mapping only for a statement with the same headings", async () => {
  const load = await numberOf(await delivered(h));
  await mapped(`Ticket,Scale,Net\n${load},RM1,52000`);
  expect((await add(`Net,Scale,Ticket\n52000,RM2,${load}`)).mapped).toBe(true);
  expect((await add(`Ticket,Net\n${load},52000`)).mapped).toBe(false);
  const wider = await add(`Ticket,Scale,Net,Gross\n${load},RM3,52000,80000`);
  expect(wider.mapped).toBe(false);
  expect((await page(wider.id)).mapping).toMatchObject({ ...COLUMNS, gross: "Gross" });
  const { id } = await add(`Ticket,Scale,Net\n${load},RM4,52000`, h.mill);
  expect((await page(id, h.mill)).mapped).toBe(true);
});
