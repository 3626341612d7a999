import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow } from "#db/factories";
import { jobProduct, landing } from "#db/schema";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { moveTicket } from "~/modules/trip-tickets/life-cycle/data/change-status.server";
import { addLandingInventory } from "./landing-inventory.server";
import { getLandingPage } from "./landings.server";

let db: Database;
let h: Harvest;
let id: number;
let index: number;
const ASPEN = "5-746-0";
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  id = h.ids.job;
  await putOn();
  const created_at = "2026-09-01T00:00:00.000Z";
  index = await insertRow(db, landing, { job_id: id, creator_company_id: h.ids.logger.id, created_at });
});
const putOn = () => insertRow(db, jobProduct, { job_id: id, product_type_id: 5, wood_species_id: 746 });
const products = async () => (await h.manager.call(getLandingPage, { id })).landings[0]?.products ?? [];
const add = (volume: string) =>
  h.logger.call(addLandingInventory, {
    job_id: id,
    landing_id: index,
    product: ASPEN,
    estimated_volume_remaining: volume,
    wood_unit_type_id: 2,
  });

test("shows the volume hauled, not a negative one, for a landing without recorded inventory", async () => {
  const load = await h.ticket({ trip_ticket_status_id: 1, hauler_company_id: h.ids.hauler.id });
  await h.hauler.call(moveTicket, { id: load, verb: "pickup", version: 2 });
  expect(await products()).toMatchObject([{ held: "55 tons hauled, not counted", negative: false }]);
  await add("40");
  expect(await products()).toMatchObject([{ held: "-15 tons", negative: true }]);
});

test("shows a removed product by its name until none of it is left on the landing", async () => {
  const takeOff = () => db.client.execute("DELETE FROM job_product");
  await takeOff();
  expect(await products()).toMatchObject([{ name: "Pulpwood, quaking aspen", held: "-15 tons" }]);
  await putOn();
  await add("15");
  await takeOff();
  expect(await products()).toEqual([]);
});
