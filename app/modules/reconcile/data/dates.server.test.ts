import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { millStatementLine } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { DATE_ORDER_QUESTIONS } from "~/lib/time/read-when";
import { createDeliveredTicket } from "../testing/delivered.server";
import { getStatement } from "./statement-page.server";
import { addStatement, mapStatement } from "./statements.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

const mapping = { scaled_on: "Date", truck_number: "Truck", net: "Net (lb)" };
async function add(days: string[]) {
  const lines = days.map((day, index) => `${day}\tD${index}\t50,000`);
  const text = ["Date\tTruck\tNet (lb)", ...lines].join("\n");
  return h.manager.call(addStatement, { mill_company_id: h.ids.mill.id, text });
}
const map = async (id: number, dates?: "mdy" | "dmy") =>
  h.manager.call(mapStatement, { statement_id: id, ...mapping, dates });
const daysOf = async (id: number) => {
  const rows = await db.read
    .select({ day: millStatementLine.scaled_on })
    .from(millStatementLine)
    .where(eq(millStatementLine.mill_statement_id, id))
    .orderBy(millStatementLine.line);
  return rows.map((row) => row.day);
};

test("asks for the order of day and month if every date is ambiguous, and remembers the answer for the mill", async () => {
  const { id } = await add(["06/11/2026"]);
  expect((await catchError(map(id))).refusal.facts.fields).toEqual({ dates: [DATE_ORDER_QUESTIONS.either] });
  expect(await daysOf(id)).toEqual([null]);
  await map(id, "dmy");
  expect(await daysOf(id)).toEqual(["2026-11-06"]);
  const next = await add(["07/11/2026"]);
  expect(next.mapped).toBe(true);
  expect(await daysOf(next.id)).toEqual(["2026-11-07"]);
});

test("a day after the twelfth settles the date order of the whole statement, and the load is found", async () => {
  const load = await createDeliveredTicket(h, {
    truck_number: "D1",
    dropped_off_at: "2026-11-06T19:00:00.000Z",
    net_pounds: 50_000,
  });
  const { id } = await add(["13/11/2026", "06/11/2026"]);
  await map(id);
  expect(await daysOf(id)).toEqual(["2026-11-13", "2026-11-06"]);
  const { matched } = await h.manager.call(getStatement, { statement_id: id });
  expect(matched.map((m) => m.ticket.id)).toEqual([load]);
});

test("asks for the date order if a statement has dates in both orders, whatever is remembered", async () => {
  const { id, mapped } = await add(["25/11/2026", "11/26/2026"]);
  expect(mapped).toBe(false);
  expect((await catchError(map(id))).refusal.facts.fields).toEqual({ dates: [DATE_ORDER_QUESTIONS.mixed] });
  await map(id, "dmy");
  expect(await daysOf(id)).toEqual(["2026-11-25", null]);
});
