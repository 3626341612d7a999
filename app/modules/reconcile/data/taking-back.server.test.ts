import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { createRandom } from "#db/random";
import { auditEntry, type tripTicket } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { verifyHistory } from "~/modules/history/shared/verify.server";
import { updateTicket } from "~/modules/trip-tickets/shared/update.server";
import { guessMapping } from "../rules/statement";
import { createDeliveredTicket, readTicketRow } from "../testing/delivered.server";
import { acceptStatement } from "./accept.server";
import { publishStatement } from "./publish.server";
import { getStatement } from "./statement-page.server";
import { addStatement, listStatements, mapStatement } from "./statements.server";
import { takeBackStatement } from "./take-back.server";
import { getTolerance, saveTolerance } from "./tolerance.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

async function about(text: string, who = h.manager) {
  const { id } = await who.call(addStatement, { mill_company_id: h.ids.mill.id, text });
  const { headings } = await who.call(getStatement, { statement_id: id });
  await who.call(mapStatement, { statement_id: id, ...guessMapping(headings) });
  const page = await who.call(getStatement, { statement_id: id });
  return { id, page, mapped_at: page.mapped_at ?? "" };
}
const numberOf = async (id: number) => (await readTicketRow(db, id)).trip_ticket_number;
/** Return the scaled values of a ticket. */
const measures = async (id: number) => {
  const t = await readTicketRow(db, id);
  const { scaled_volume, scaled_wood_unit_type_id, scale_ticket_number } = t;
  const { gross_pounds, tare_pounds, net_pounds, deduction_pounds, scaled_at } = t;
  return [
    [scaled_volume, scaled_wood_unit_type_id, scale_ticket_number],
    [gross_pounds, tare_pounds, net_pounds, deduction_pounds, scaled_at],
  ];
};

describe("undoing an accepted line", () => {
  const HEAD = "Ticket,Scale ticket,Date,Gross,Tare,Tons,Deduction,Price";
  test.each<[string, Partial<typeof tripTicket.$inferInsert>]>([
    ["was never scaled", {}],
    [
      "was scaled before",
      { scaled_volume: 25_100, scaled_wood_unit_type_id: 2, scale_ticket_number: "OLD", net_pounds: 50_200 },
    ],
  ])("is taken back to what the load said before, where it %s", async (_, values) => {
    const weights = values.net_pounds ? { gross_pounds: 80_200, tare_pounds: 30_000 } : {};
    const id = await createDeliveredTicket(h, { ...values, ...weights });
    const before = await measures(id);
    const line = `${await numberOf(id)},W-${id},11/16/2026,80000,30000,25,400,$38.00`;
    const { id: statement_id, mapped_at } = await about(`${HEAD}\n${line}`);
    const accept = { statement_id, mapped_at, beyond: [1] };
    expect(await h.manager.call(acceptStatement, accept)).toMatchObject({ accepted: 1, refused: 0 });
    expect(await measures(id)).toMatchObject([
      [25_000, 2, `W-${id}`],
      [80_000, 30_000, 50_000, 400, expect.any(String)],
    ]);
    const back = { statement_id, lines: [1] };
    expect(await h.manager.call(takeBackStatement, back)).toMatchObject({ taken_back: 1, refused: 0 });
    expect(await measures(id)).toEqual(before);
    const entries = await db.read.select().from(auditEntry).where(eq(auditEntry.trip_ticket_id, id));
    expect(JSON.stringify(entries.at(-1)?.details)).toContain(`Taken back from statement ${statement_id}`);
    // A line can be undone only once, and can then be accepted again.
    expect(await h.manager.call(takeBackStatement, back)).toMatchObject({ taken_back: 0, refused: 1 });
    expect(await h.manager.call(acceptStatement, accept)).toMatchObject({ accepted: 1 });
  });

  test("undoing is refused with the reason if the load was changed afterwards", async () => {
    const id = await createDeliveredTicket(h);
    const { id: statement_id, mapped_at } = await about(`Ticket,Tons\n${await numberOf(id)},25`);
    await h.manager.call(acceptStatement, { statement_id, mapped_at, beyond: [1] });
    await h.manager.call(updateTicket, {
      id,
      version: (await readTicketRow(db, id)).version + 1,
      scaled_volume: "26",
    });
    const answer = await h.manager.call(takeBackStatement, { statement_id, lines: [1] });
    expect(answer).toMatchObject({ taken_back: 0, refused: 1 });
    expect((await readTicketRow(db, id)).scaled_volume).toBe(26_000);
    const { matched } = await h.manager.call(getStatement, { statement_id });
    expect(matched).toMatchObject([
      { accepted: true, refused: expect.stringContaining("was changed after") },
    ]);
  });

  test("another company can't undo the line", async () => {
    const { id: statement_id } = await about("Ticket,Tons\n1,25");
    const refused = await catchError(h.rival.call(takeBackStatement, { statement_id, lines: [1] }));
    expect(refused.kind).toBe("missing");
  });
});

test("accepting a line never changes a ticket's unit, whatever the statement or selection", async () => {
  const random = createRandom(187);
  const units = { 1: "mbf", 2: "ton", 3: "cord" } as const;
  const scaleds = [null, 1, 2, 3] as const;
  for (let n = 0; n < 36; n++) {
    const product = random.pick([1, 2, 3]);
    await db.batch([
      {
        sql: "UPDATE job_product_mix SET wood_unit_type_id = ? WHERE job_destination_id = ?",
        params: [product, h.ids.destination],
      },
    ]);
    const unit = random.pick(scaleds);
    const id = await createDeliveredTicket(h, {
      scaled_volume: unit === null ? null : random.between(1_000, 40_000),
      scaled_wood_unit_type_id: unit,
      estimated_volume: random.chance(0.5) ? 20_000 : null,
      ...(random.chance(0.5) ? { gross_pounds: 80_000, tare_pounds: 30_000, net_pounds: 50_000 } : {}),
    });
    const volume = random.chance(0.7) ? String(random.between(5, 40)) : "";
    const weights = random.chance(0.6) ? "81000,30500" : ",";
    const { id: statement_id } = await h.manager.call(addStatement, {
      mill_company_id: h.ids.mill.id,
      text: `Ticket,Truck,Volume,Gross,Tare\n${await numberOf(id)},T1,${volume},${weights}`,
    });
    const volume_unit = units[random.pick([1, 2, 3] as const)];
    const columns = { ...guessMapping(["Ticket", "Truck", "Volume", "Gross", "Tare"]), volume_unit };
    await h.manager.call(mapStatement, { statement_id, ...columns });
    const { mapped_at, matched } = await h.manager.call(getStatement, { statement_id });
    const send = random.chance(0.5) ? { lines: [1] } : { beyond: [1] };
    await h.manager.call(acceptStatement, { statement_id, mapped_at: mapped_at ?? "", ...send });
    const now = await readTicketRow(db, id);
    const lines = [n, product, unit, volume, volume_unit, weights, matched[0]?.standing];
    // A scaled load keeps its unit. An unscaled load gets the product's unit or stays unscaled.
    const allowed = unit === null ? [null, product] : [unit];
    expect([...lines, allowed.includes(now.scaled_wood_unit_type_id)]).toEqual([...lines, true]);
    if (!matched[0]?.acceptable) expect(now.version).toBe(1);
  }
  await db.batch([
    {
      sql: "UPDATE job_product_mix SET wood_unit_type_id = 2 WHERE job_destination_id = ?",
      params: [h.ids.destination],
    },
  ]);
});

test("names both loads if a line's scale ticket could mean two of our loads", async () => {
  const [one, two] = [
    await createDeliveredTicket(h, { scale_ticket_number: "D-77" }),
    await createDeliveredTicket(h, { scale_ticket_number: "D-77" }),
  ];
  const { page } = await about("Scale ticket,Tons\nD-77,25");
  const numbers = [await numberOf(one), await numberOf(two)];
  expect(page.matched).toEqual([]);
  for (const number of numbers) expect(page.theirs[0]?.several).toContain(String(number));
});

test("uses a company's own tolerance only for that company's statements", async () => {
  const id = await createDeliveredTicket(h, { scaled_volume: 25_000, scaled_wood_unit_type_id: 2 });
  const line = `Ticket,Tons\n${await numberOf(id)},25.3`;
  expect((await about(line)).page.matched).toMatchObject([{ standing: "beyond" }]);
  expect((await catchError(h.manager.call(saveTolerance, { pounds: 200, percent: 21 }))).kind).toBe(
    "invalid",
  );
  await h.manager.call(saveTolerance, { pounds: 700, percent: 0.5 });
  const { page, id: statement_id, mapped_at } = await about(line);
  expect(page.matched).toMatchObject([{ standing: "within", expected: true }]);
  expect(await h.rival.call(getTolerance, {})).toMatchObject({ pounds: 200, percent: 1 });
  await h.manager.call(saveTolerance, { pounds: 0, percent: 0 });
  // The line is checked again with the new tolerance when it is accepted.
  const accept = { statement_id, mapped_at, lines: [1] };
  expect(await h.manager.call(acceptStatement, accept)).toMatchObject({ accepted: 0, refused: 1 });
  await h.manager.call(saveTolerance, { pounds: 200, percent: 1 });
});

test("publishing a mill's statement gives each company only its own lines, to compare and accept", async () => {
  const other = await h.ticket({ trip_ticket_status_id: 3 });
  const id = await createDeliveredTicket(h, { estimated_volume: 25_000 });
  const text = `Ticket,Tons,Product,Price\n${await numberOf(id)},25,Aspen pulp,38.00\n987654,30,Oak,60.00`;
  const own = await about(text, h.mill);
  expect(own.page.publication).toMatchObject([{ lines: 1, published: null }]);
  const publish = { statement_id: own.id };
  for (const who of [h.manager, h.rival, h.hauler])
    expect((await catchError(who.call(publishStatement, publish))).kind).toBe("missing");
  expect(await h.mill.call(publishStatement, publish)).toMatchObject({ companies: 1 });
  expect((await catchError(h.mill.call(publishStatement, publish))).kind).toBe("notNow");

  const [got] = (await h.manager.call(listStatements, {})).statements;
  expect(got).toMatchObject({ published: 1, lines: 1 });
  const page = await h.manager.call(getStatement, { statement_id: got?.id ?? 0 });
  expect(page).toMatchObject({ published: true, publication: null, theirs: [] });
  expect(page.matched).toMatchObject([{ ticket: { id }, product: "Aspen pulp", price: "38.00" }]);
  expect(JSON.stringify(page)).not.toContain("987654");
  const accept = { statement_id: page.id, mapped_at: page.mapped_at ?? "", lines: [1] };
  expect(await h.manager.call(acceptStatement, accept)).toMatchObject({ accepted: 1 });
  expect((await readTicketRow(db, id)).scaled_volume).toBe(25_000);
  expect((await readTicketRow(db, other)).version).toBe(1);
  // A statement uploaded by the manager can't be published by the manager.
  const brought = await about(`Ticket,Tons\n${await numberOf(id)},25`);
  expect((await catchError(h.manager.call(publishStatement, { statement_id: brought.id }))).kind).toBe(
    "forbidden",
  );
});

test("ticket histories stay valid after all changes", async () => {
  const { broken } = await verifyHistory(db.read);
  expect(broken.filter(({ why }) => !/no history at all/.test(why))).toEqual([]);
});
