import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow } from "#db/factories";
import { landing, landingInventory } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getJobChecks } from "~/modules/checks/data/checks.server";
import { addLanding, updateLanding } from "~/modules/inventory/data/landing-form.server";
import { createTicket } from "../../create/data/create.server";
import { moveTicket } from "../../life-cycle/data/change-status.server";
import { getTicketPage } from "../../shared/detail.server";
import { newTicketForm } from "../../shared/new-ticket.server";
import { getTicket } from "../../shared/record.server";
import { updateTicket } from "../../shared/update.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
});

const pile = (name: string) =>
  insertRow(db, landing, {
    job_id: h.ids.job,
    name,
    creator_user_id: h.manager.actor.user?.id ?? 0,
    creator_company_id: h.ids.manager.id,
    created_at: "2026-01-01T00:00:00.000Z",
  });

/** Amount taken from each landing for a load, in thousandths. */
async function taken(ticket: number) {
  const { rows } = await db.client.execute({
    sql: "SELECT l.name, -sum(i.estimated_volume_remaining) AS taken FROM landing_inventory i JOIN landing l ON l.id = i.landing_id WHERE i.trip_ticket_id = ? GROUP BY l.id HAVING taken <> 0",
    args: [ticket],
  });
  return Object.fromEntries(rows.map((row) => [String(row.name), Number(row.taken)]));
}

const newLoad = async (more: object = {}) => {
  const { start } = await h.manager.call(newTicketForm, { job_id: h.ids.job });
  const { id } = await h.manager.call(createTicket, {
    job_id: h.ids.job,
    job_destination_id: start.job_destination_id ?? 0,
    product: start.product ?? "",
    estimated_volume: "24",
    hauler_company_id: h.ids.hauler.id,
    ...more,
  });
  return id;
};
const pickUp = (id: number, more: object = {}) =>
  h.hauler.call(moveTicket, { id, verb: "pickup", version: 2, ...more });

test("a load gets its job's only landing automatically", async () => {
  h = await makeHarvest(db);
  const north = await pile("North landing");
  const id = await newLoad();
  const { trip_ticket, landing: named } = await h.manager.call(getTicket, { id });
  expect(trip_ticket.landing_id).toBe(north);
  expect(named).toEqual({ id: north, name: "North landing", latitude: null, longitude: null });
  await pickUp(id);
  expect(await taken(id)).toEqual({ "North landing": 24_000 });
});

test("a load of a job with several landings gets none until pickup, and each landing's amounts are separate", async () => {
  h = await makeHarvest(db);
  const [north, south] = [await pile("North landing"), await pile("South landing")];
  const [silent, said] = [await newLoad(), await newLoad()];
  expect((await h.hauler.call(getTicketPage, { id: said })).landings).toEqual([
    { value: String(north), label: "North landing" },
    { value: String(south), label: "South landing" },
  ]);
  await pickUp(silent);
  await pickUp(said, { landing_id: south });
  expect(await taken(silent)).toEqual({});
  expect(await taken(said)).toEqual({ "South landing": 24_000 });
  const checks = await h.manager.call(getJobChecks, { job_id: h.ids.job });
  expect(checks.unlanded.tickets.map((t) => t.id)).toEqual([silent]);

  // Setting, changing or clearing the landing updates the amounts taken from each.
  await h.manager.call(updateTicket, { id: silent, version: 3, landing_id: north });
  expect(await taken(silent)).toEqual({ "North landing": 24_000 });
  await h.manager.call(updateTicket, { id: silent, version: 4, landing_id: south });
  expect(await taken(silent)).toEqual({ "South landing": 24_000 });
  expect((await h.manager.call(getTicketPage, { id: silent })).history[0]?.what).toBe(
    "Landing changed from North landing to South landing",
  );
  expect((await h.manager.call(getJobChecks, { job_id: h.ids.job })).unlanded.total).toBe(0);
});

test("a load gets the only landing that has its product", async () => {
  h = await makeHarvest(db);
  await pile("North landing");
  const south = await pile("South landing");
  const id = await newLoad();
  const { trip_ticket: t } = await h.manager.call(getTicket, { id });
  await insertRow(db, landingInventory, {
    landing_id: south,
    product_type_id: t.product_type_id,
    wood_species_id: t.wood_species_id,
    wood_species_type_id: t.wood_species_type_id,
    wood_unit_type_id: 2,
    estimated_volume_remaining: 100_000,
    created_at: "2026-01-01T00:00:00.000Z",
  });
  await pickUp(id);
  expect(await taken(id)).toEqual({ "South landing": 24_000 });
});

test("turn times show the landing's name", async () => {
  h = await makeHarvest(db);
  await pile("North landing");
  const id = await newLoad();
  await pickUp(id);
  await h.hauler.call(moveTicket, { id, verb: "dropoff", version: 3 });
  const { turns } = await h.manager.call(getJobChecks, { job_id: h.ids.job });
  expect(turns.map((t) => t.landing)).toContain("North landing");
});

test("the mill can't see its load's landing in the ticket, history or turn times", async () => {
  h = await makeHarvest(db);
  const [north, south] = [await pile("Hidden landing"), await pile("South landing")];
  const id = await newLoad({ landing_id: north });
  await h.manager.call(updateTicket, { id, version: 2, landing_id: south });
  await pickUp(id, { version: 3 });
  await h.hauler.call(moveTicket, { id, verb: "dropoff", version: 4 });
  const message = JSON.stringify([
    await h.mill.call(getTicket, { id }),
    await h.mill.call(getTicketPage, { id }),
    await h.mill.call(getJobChecks, { job_id: h.ids.job }).catch(() => null),
  ]);
  expect(message).not.toMatch(/Hidden landing|South landing/);
  expect((await h.mill.call(getTicket, { id })).trip_ticket.landing_id).toBeNull();
});

test("a landing of another job is refused everywhere", async () => {
  h = await makeHarvest(db);
  const foreign = await pile("Elsewhere");
  h = await makeHarvest(db);
  await pile("North landing");
  const id = await newLoad();
  const wrong = { landing_id: ["Choose a landing of this job."] };
  expect((await catchError(newLoad({ landing_id: foreign }))).refusal.facts.fields).toEqual(wrong);
  expect((await catchError(pickUp(id, { landing_id: foreign }))).refusal.facts.fields).toEqual(wrong);
  expect(
    (await catchError(h.manager.call(updateTicket, { id, version: 2, landing_id: foreign }))).refusal.facts
      .fields,
  ).toEqual(wrong);
});

test("directions lead to the ticket's own position, else the landing's coordinates, else the job's", async () => {
  h = await makeHarvest(db);
  const { id: at } = await h.logger.call(addLanding, {
    job_id: h.ids.job,
    name: "North landing",
    coordinates: "44°50'10\"N 84°49'13\"W",
  });
  const id = await newLoad();
  expect((await h.hauler.call(getTicketPage, { id })).loaded_from).toBe("44.836111, -84.820278");
  await h.manager.call(updateTicket, { id, version: 2, latitude: 44.9, longitude: -84.9 });
  expect((await h.hauler.call(getTicketPage, { id })).loaded_from).toBe("44.9, -84.9");
  await h.logger.call(updateLanding, { job_id: h.ids.job, landing_id: at, version: 2, coordinates: null });
  const other = await newLoad();
  expect((await h.hauler.call(getTicketPage, { id: other })).loaded_from).not.toBe("44.836111, -84.820278");
  const bad = h.logger.call(addLanding, { job_id: h.ids.job, name: "South", coordinates: "by the creek" });
  expect((await catchError(bad)).refusal.facts.fields).toEqual({
    coordinates: ["Type coordinates like 44.8361, -84.8203"],
  });
});
