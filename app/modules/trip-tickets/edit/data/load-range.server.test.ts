import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow } from "#db/factories";
import { jobProduct, landing } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { addLandingInventory } from "~/modules/inventory/data/landing-inventory.server";
import { addProductRate } from "~/modules/rates/data/change.server";
import { getRateForm } from "~/modules/rates/data/rates.server";
import { createTicket } from "../../create/data/create.server";
import { receiveLoad } from "../../scale-house/data/receive.server";
import { keyLoad, keyPaper } from "../../shared/enter-load.server";
import { getTicket } from "../../shared/record.server";
import { saveTicketBox, updateTicket } from "../../shared/update.server";
import { saveWeighRows } from "./weigh-rows.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

const BOARD_FEET = "The scaled volume is 4,321 MBF. One truck carries 0.2 to 17 MBF. Is this board feet?";
const start = () => ({ job_id: h.ids.job, job_destination_id: h.ids.destination, product: "5-746-0" });
const paper = () => ({
  ...start(),
  cutter_company_id: h.ids.logger.id,
  hauler_company_id: h.ids.hauler.id,
  dropped_off_at: "2026-10-01T13:05:00Z",
});
const ticketCount = async () =>
  Number((await db.client.execute("SELECT count(*) AS n FROM trip_ticket")).rows[0]?.n);
const fieldsOf = async (call: Promise<unknown>) => {
  const { kind, refusal } = await catchError(call);
  return [kind, refusal.facts.fields];
};
const volumeOf = async (id: number) => (await h.manager.call(getTicket, { id })).trip_ticket.scaled_volume;
const onRoad = (values: Parameters<Harvest["ticket"]>[0] = {}) =>
  h.ticket({
    trip_ticket_status_id: 2,
    hauler_company_id: h.ids.hauler.id,
    picked_up_at: new Date(Date.now() - 3_600_000).toISOString(),
    estimated_wood_unit_type_id: 1,
    estimated_volume: 4_000,
    ...values,
  });

describe("confirmation of a volume too large or small for one truck", () => {
  test.each([
    ["keyed from its paper by a program", keyLoad],
    ["keyed from its paper by the form", keyPaper],
  ])("questions an unlikely volume when a load is %s", async (_where, procedure) => {
    const before = await ticketCount();
    const load = { ...paper(), estimated_wood_unit_type_id: 1, estimated_volume: "4", scaled_volume: "4321" };
    expect(await fieldsOf(h.manager.call(procedure, load))).toEqual([
      "invalid",
      { save_anyway: [BOARD_FEET] },
    ]);
    expect(await ticketCount()).toBe(before);
    const { id } = await h.manager.call(procedure, { ...load, save_anyway: true });
    expect(await volumeOf(id)).toBe(4_321);
  });

  test("questions an unlikely volume when a ticket is created, except for a company's own default volume", async () => {
    const typed = { ...start(), estimated_volume: "550" };
    const words = "The estimated volume is 550 tons. One truck carries 1 to 82 tons.";
    expect(await fieldsOf(h.manager.call(createTicket, typed))).toEqual([
      "invalid",
      { save_anyway: [words] },
    ]);
    await h.manager.call(createTicket, { ...typed, save_anyway: true });
    await db.client.execute({
      sql: "UPDATE company SET default_load_amount = 90 WHERE id = ?",
      args: [h.ids.manager.id],
    });
    await h.manager.call(createTicket, start());
    await h.manager.call(createTicket, { ...start(), estimated_volume: "90" });
    await db.client.execute({
      sql: "UPDATE company SET default_load_amount = NULL WHERE id = ?",
      args: [h.ids.manager.id],
    });
  });

  test("questions an unlikely volume when a ticket is edited, on the page or through the API", async () => {
    const id = await onRoad();
    const change = { id, version: 2, scaled_volume: "4321", scaled_wood_unit_type_id: 1 };
    const { refusal } = await catchError(h.mill.call(saveTicketBox, change));
    expect(refusal.facts.fields?.save_anyway).toContain(BOARD_FEET);
    expect(await fieldsOf(h.mill.call(updateTicket, change))).toEqual([
      "invalid",
      { save_anyway: [BOARD_FEET] },
    ]);
    expect(await volumeOf(id)).toBeNull();
    await h.mill.call(updateTicket, { ...change, save_anyway: true });
    expect(await volumeOf(id)).toBe(4_321);
    // A confirmed measure isn't questioned again when another field changes.
    await h.mill.call(updateTicket, { id, version: 3, scale_ticket_number: "R-1" });
  });

  test("questions an unlikely volume at the scale house", async () => {
    const id = await onRoad();
    const { trip_ticket } = await h.manager.call(getTicket, { id });
    const weighed = {
      load: String(trip_ticket.trip_ticket_number),
      ticket_id: id,
      ticket_for: String(trip_ticket.trip_ticket_number),
      scaled_volume: "4321",
    };
    expect(await fieldsOf(h.mill.call(receiveLoad, weighed))).toEqual([
      "invalid",
      { save_anyway: [BOARD_FEET] },
    ]);
    expect(await volumeOf(id)).toBeNull();
    await h.mill.call(receiveLoad, { ...weighed, save_anyway: true });
    expect(await volumeOf(id)).toBe(4_321);
  });

  test("questions a net weight of half a ton when several loads' slips are keyed", async () => {
    const id = await onRoad({ estimated_wood_unit_type_id: 2, estimated_volume: 25_000 });
    const row = { id, version: 2, was: "||", gross_pounds: "31,000", tare_pounds: "30,000" };
    const [, fields] = await fieldsOf(h.manager.call(saveWeighRows, { rows: [row] }));
    expect(JSON.stringify(fields)).toContain(
      "The net weight is 1,000 lb. One truck carries 2,000 to 164,000 lb.",
    );
    await h.manager.call(saveWeighRows, { rows: [{ ...row, anyway: true }] });
    expect(await volumeOf(id)).toBe(0.5);
  });
});

test("a keyed load keeps the log rule of its board feet", async () => {
  const load = { ...paper(), estimated_wood_unit_type_id: 1, estimated_volume: "4", scaled_volume: "4.321" };
  const { id } = await h.manager.call(keyLoad, { ...load, log_rule: "SCRIBNER" });
  expect((await h.manager.call(getTicket, { id })).trip_ticket.log_rule).toBe("SCRIBNER");
});

test("inventory and rates use the product's unit unless another is chosen", async () => {
  const sawlogs = { product_type_id: 1, wood_species_id: 125, wood_unit_type_id: 1 };
  await insertRow(db, jobProduct, { job_id: h.ids.job, ...sawlogs });
  const landing_id = await insertRow(db, landing, {
    job_id: h.ids.job,
    name: "North landing",
    creator_company_id: h.ids.manager.id,
    created_at: "2026-09-01T12:00:00.000Z",
  });
  const wood = { job_id: h.ids.job, landing_id, product: "1-125-0" };
  const { id } = await h.manager.call(addLandingInventory, { ...wood, estimated_volume_remaining: "12" });
  const [entry] = (
    await db.client.execute({ sql: "SELECT * FROM landing_inventory WHERE id = ?", args: [id] })
  ).rows;
  expect(entry).toMatchObject({ wood_unit_type_id: 1, estimated_volume_remaining: 12_000 });
  const form = await h.manager.call(getRateForm, { id: h.ids.job, kind: "product" });
  expect(form.values.wood_unit_type_id).toBe("");
  const rate = await h.manager.call(addProductRate, {
    job_id: h.ids.job,
    job_product_rate_type_id: 4,
    receiving_company_id: h.ids.manager.id,
    paying_company_id: h.ids.mill.id,
    product: "1-125-0",
    rate: "480",
  });
  const [saved] = (
    await db.client.execute({ sql: "SELECT * FROM job_product_rate WHERE id = ?", args: [rate.id] })
  ).rows;
  expect(saved).toMatchObject({ wood_unit_type_id: 1 });
});
