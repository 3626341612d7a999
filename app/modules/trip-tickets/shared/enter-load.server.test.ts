import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { printBook } from "~/modules/sheets/shared/sheets.server";
import { createTicket } from "../create/data/create.server";
import { getKeyForm } from "../create/data/key-form.server";
import { moveTicket } from "../life-cycle/data/change-status.server";
import { getTicketPage } from "./detail.server";
import { keyLoad } from "./enter-load.server";
import { getTicket } from "./record.server";
import { updateTicket } from "./update.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  await h.cutRate({ rate: 40_000 });
});

const paper = (more: object = {}) => ({
  job_id: h.ids.job,
  job_destination_id: h.ids.destination,
  product: "5-746-0",
  cutter_company_id: h.ids.logger.id,
  hauler_company_id: h.ids.hauler.id,
  loaded_at: "2026-10-01T11:30:00Z",
  dropped_off_at: "2026-10-01T13:05:00Z",
  gross_pounds: "80,000",
  tare_pounds: "30,000",
  truck_number: "17",
  ...more,
});
const claims = async (id: number) => {
  const { rows } = await db.client.execute({
    sql: "SELECT settlement_type_id, receiving_company_id, quantity, due_cents, problem, earned_on, miles FROM amount_owed WHERE trip_ticket_id = ? ORDER BY 1, 2",
    args: [id],
  });
  return rows.map((row) => ({ ...row }));
};

test("a load is keyed as delivered at its own times, with tons computed from its weights, and with its pay", async () => {
  const { id } = await h.manager.call(keyLoad, paper({ scale_ticket_number: "K-1" }));
  const { trip_ticket } = await h.manager.call(getTicket, { id });
  expect(trip_ticket).toMatchObject({
    trip_ticket_status_id: 3,
    loaded_at: "2026-10-01T11:30:00.000Z",
    picked_up_at: "2026-10-01T11:30:00.000Z",
    dropped_off_at: "2026-10-01T13:05:00.000Z",
    scaled_volume: 25,
    truck_number: "17",
  });
  const { history } = await h.manager.call(getTicketPage, { id });
  expect(history).toHaveLength(2);
  expect((await claims(id))[0]).toMatchObject({ settlement_type_id: 1, due_cents: 10_000, problem: null });
});

test("a keyed load pays the same as a load created, picked up and dropped off separately", async () => {
  const keyed = await h.manager.call(keyLoad, paper({ scale_ticket_number: "K-2" }));
  const { loaded_at, dropped_off_at, gross_pounds, tare_pounds, truck_number: _truck, ...start } = paper();
  const walked = await h.manager.call(createTicket, start);
  await h.manager.call(moveTicket, { id: walked.id, verb: "pickup", version: 2 });
  await h.manager.call(moveTicket, { id: walked.id, verb: "dropoff", version: 3 });
  await h.manager.call(updateTicket, {
    id: walked.id,
    version: 4,
    picked_up_at: loaded_at,
    dropped_off_at,
    gross_pounds,
    tare_pounds,
  });
  expect(await claims(keyed.id)).toEqual(await claims(walked.id));
});

test("invalid values are refused at their fields, and a repeated scale ticket needs confirmation", async () => {
  const refused = async (more: object) =>
    (await catchError(h.manager.call(keyLoad, paper(more)))).refusal.facts.fields;
  expect(await refused({ tare_pounds: "90,000" })).toEqual({ tare_pounds: ["Tare is more than gross."] });
  expect(await refused({ dropped_off_at: "2026-10-01T10:00:00Z" })).toHaveProperty("dropped_off_at");
  expect(await refused({ dropped_off_at: "2199-10-01T10:00:00Z" })).toEqual({
    dropped_off_at: ["This time is in the future."],
  });
  expect(await refused({ hauler_company_id: h.ids.logger.id })).toHaveProperty("hauler_company_id");
  expect(await refused({ sheet_number: 987_654 })).toHaveProperty("sheet_number");
  await h.manager.call(keyLoad, paper({ scale_ticket_number: "K-3" }));
  expect(await refused({ scale_ticket_number: "K-3" })).toHaveProperty("scale_ticket_number");
  await h.manager.call(keyLoad, paper({ scale_ticket_number: "K-3", again: true }));
});

test("the office and the named hauler may key a delivered load, other companies may not", async () => {
  await h.hauler.call(keyLoad, paper());
  const kind = async (who: { call: Harvest["logger"]["call"] }) =>
    (await catchError(who.call(keyLoad, paper()))).kind;
  expect(await kind(h.second)).toMatch(/forbidden|invalid/);
  expect(await kind(h.logger)).toMatch(/forbidden|invalid/);
  expect(await kind(h.mill)).toBe("forbidden");
  expect(await kind(h.rival)).toBe("missing");
});

test("a load on a printed sheet gets the sheet's numbers, only once", async () => {
  await h.manager.call(printBook, { job_id: h.ids.job, sheets: 1 });
  const [sheet] = (
    await db.client.execute("SELECT trip_ticket_number AS n, load_number AS l FROM blank_sheet")
  ).rows;
  const sheet_number = Number(sheet?.n);
  const { id } = await h.manager.call(keyLoad, paper({ sheet_number }));
  const { trip_ticket } = await h.manager.call(getTicket, { id });
  expect([trip_ticket.trip_ticket_number, trip_ticket.load_number]).toEqual([sheet_number, Number(sheet?.l)]);
  expect((await catchError(h.manager.call(keyLoad, paper({ sheet_number })))).kind).toBe("notNow");
});

test("the next form for keying a load reuses repeated values, only from the company's own previous load", async () => {
  const { id } = await h.manager.call(keyLoad, paper());
  const page = await h.manager.call(getKeyForm, { job_id: h.ids.job, after: id });
  expect(page.last?.id).toBe(id);
  expect(page.start).toMatchObject({
    truck_number: "17",
    product: "5-746-0",
    hauler_company_id: String(h.ids.hauler.id),
    cutter_company_id: String(h.ids.logger.id),
  });
  expect((await h.hauler.call(getKeyForm, { job_id: h.ids.job, after: id })).last).toBeNull();
});
