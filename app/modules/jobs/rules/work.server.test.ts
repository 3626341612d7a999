import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeJobDestination } from "#db/factories";
import { jobProduct, landing } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { actWithoutPermissions } from "#db/testing/limited";
import { openTestDatabase } from "#db/testing/test-database";
import {
  addLandingInventory,
  deleteLandingInventory,
  getInventoryEntry,
  updateLandingInventory,
} from "~/modules/inventory/data/landing-inventory.server";
import { getLandingPage, listJobLandings } from "~/modules/inventory/data/landings.server";
import { setInventoryUnit } from "~/modules/inventory/data/units.server";
import {
  deleteInventory,
  getInventoryReassignment,
  getJobSorts,
  reassignInventory,
} from "~/modules/inventory/shared/destination-inventory.server";
import { addRoad, listJobRoads } from "~/modules/maps/roads/data/roads.server";
import { moveTicket } from "~/modules/trip-tickets/life-cycle/data/change-status.server";
import { getJobLocationForm, updateJobLocation } from "../data/location.server";
import {
  addJobProduct,
  deleteJobProducts,
  getProductChoices,
  listJobProducts,
} from "../data/products.server";
import { getJob } from "../shared/overview.server";
import { deleteJob, setJobStatus, updateJob } from "../shared/update.server";

let db: Database;
let h: Harvest;
let id: number;
let index: number;
const ASPEN = "5-746-0";
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  id = h.ids.job;
  await insertRow(db, jobProduct, { job_id: id, product_type_id: 5, wood_species_id: 746 });
  index = await insertRow(db, landing, {
    job_id: id,
    creator_company_id: h.ids.logger.id,
    created_at: "2026-09-01T00:00:00.000Z",
  });
});
const held = async () => {
  const { landings } = await h.logger.call(getLandingPage, { id });
  return landings[0]?.products[0]?.held;
};
const add = (who: Harvest["logger"], volume: string) =>
  who.call(addLandingInventory, {
    job_id: id,
    landing_id: index,
    product: ASPEN,
    estimated_volume_remaining: volume,
    wood_unit_type_id: 2,
  });

test("editing a landing's inventory adds adjusting rows and never overwrites a recorded row", async () => {
  const { id: entry } = await add(h.logger, "100");
  const change = { job_id: id, landing_id: index, inventory_id: entry };
  const edit = (more: object) => h.logger.call(updateLandingInventory, { ...change, version: 2, ...more });
  expect((await catchError(add(h.hauler, "5"))).kind).toBe("forbidden");
  expect((await catchError(add(h.rival, "5"))).kind).toBe("missing");
  await edit({ estimated_volume_remaining: "80.125" });
  expect((await catchError(edit({ estimated_volume_remaining: "1" }))).kind).toBe("stale");
  await edit({ version: 3, wood_unit_type_id: 3, estimated_volume_remaining: 30 });
  expect(await held()).toBe("72 tons");
  const { landings } = await h.manager.call(listJobLandings, { job_id: id });
  expect(landings[0]?.landing_inventory.map((r) => r.estimated_volume_remaining)).toEqual([
    100, -19.875, -80.125, 30,
  ]);
  await h.manager.call(deleteLandingInventory, { ...change, version: 4 });
  expect(await held()).toBe("0 tons");
  expect((await catchError(edit({ version: 5, estimated_volume_remaining: 1 }))).kind).toBe("notNow");
});

test("a user who may delete inventory but not edit it can delete, and a user who may only edit can't delete", async () => {
  const { id: entry } = await add(h.logger, "7");
  const deleter = await actWithoutPermissions(db, h.ids.logger.id, "landing_inventory.update");
  const editor = await actWithoutPermissions(db, h.ids.logger.id, "landing_inventory.delete");
  const page = (who: Harvest["logger"], to: "edit" | "delete") =>
    who.call(getInventoryEntry, { id, inventory_id: Number(entry), to });
  expect((await catchError(page(deleter, "edit"))).kind).toBe("forbidden");
  expect((await catchError(page(editor, "delete"))).kind).toBe("forbidden");
  expect((await catchError(page(h.rival, "delete"))).kind).toBe("missing");
  expect(await page(editor, "edit")).toMatchObject({ may_delete: false });
  const { landing_id, version } = await page(deleter, "delete");
  const gone = { job_id: id, landing_id, inventory_id: Number(entry), version: version + 1 };
  expect((await catchError(editor.call(deleteLandingInventory, gone))).kind).toBe("forbidden");
  const elsewhere = deleter.call(deleteLandingInventory, { ...gone, landing_id: landing_id + 1 });
  expect((await catchError(elsewhere)).kind).toBe("missing");
  // Send the same form again, as if its first response had been lost.
  const first = await deleter.send(deleteLandingInventory, gone, "delete-once");
  expect(await deleter.send(deleteLandingInventory, gone, "delete-once")).toEqual(first);
});

test("picking up a load subtracts its estimate from the landing, even for companies that can't see the load", async () => {
  await add(h.logger, "200");
  const load = await h.ticket({ trip_ticket_status_id: 1, hauler_company_id: h.ids.hauler.id });
  await h.hauler.call(moveTicket, { id: load, verb: "pickup", version: 2 });
  expect(await held()).toBe("145 tons");
  const rows = async (who: Harvest["logger"]) =>
    (await who.call(getLandingPage, { id })).landings[0]?.products[0]?.entries.map((e) => e.what);
  expect((await rows(h.manager))?.[0]).toMatch(/^Trip Ticket #/);
  expect((await rows(h.second))?.[0]).toBe("A load");
  await h.manager.call(setInventoryUnit, { product: ASPEN, unit: "loads" });
  const { landings } = await h.manager.call(getLandingPage, { id });
  expect(landings[0]?.products[0]?.held).toBe("2.6 loads");
  expect((await catchError(h.mill.call(getLandingPage, { id }))).kind).toBe("forbidden");
});

test("reassigns waiting loads, all or none, only to a destination that accepts their product", async () => {
  const own = await makeHarvest(db);
  const job_id = own.ids.job;
  const other = await makeJobDestination(
    db,
    job_id,
    Number(
      (
        await db.client.execute({
          sql: "SELECT company_location_id AS n FROM job_destination WHERE id = ?",
          args: [own.ids.destination],
        })
      ).rows[0]?.n,
    ),
    undefined,
    { name: "Second yard" },
  );
  const [a, b] = [await own.ticket(), await own.ticket({ trip_ticket_status_id: 6 })];
  const from = { job_id, job_destination_id: own.ids.destination };
  const move = (loads: string[], to: number, who = own.manager) =>
    who.call(reassignInventory, { ...from, loads, to_job_destination_id: to });
  expect((await catchError(move([`${a}:1`], own.ids.sawlogsOnly))).kind).toBe("invalid");
  expect((await catchError(move([`${a}:1`, `${b}:7`], other))).kind).toBe("stale");
  expect((await catchError(move([`${a}:1`], own.ids.rivalDestination))).kind).toBe("invalid");
  const refused = await Promise.all(
    [move([`${a}:1`], other, own.hauler), move([`${a}:1`], other, own.rival)].map(catchError),
  );
  expect(refused.map((r) => r.kind)).toEqual(["forbidden", "missing"]);
  await move([`${a}:1`, `${b}:1`], other);
  const page = { id: job_id, job_destination_id: other };
  expect((await own.manager.call(getInventoryReassignment, page)).loads).toHaveLength(2);
  await own.manager.call(deleteInventory, { job_id, job_destination_id: other, loads: [`${a}:2`] });
  expect((await own.manager.call(getInventoryReassignment, page)).loads).toHaveLength(1);
  const sorts = await own.manager.call(getJobSorts, { id: job_id });
  expect(sorts.destinations[0]).toMatchObject({
    name: "Second yard",
    inventory: [{ loads: 1, held: "55 tons" }],
  });
  const { rows } = await db.client.execute({
    sql: "SELECT count(*) AS n FROM audit_entry WHERE trip_ticket_id IN (?, ?)",
    args: [a, b],
  });
  expect(Number(rows[0]?.n)).toBe(3);
});

test("deletes a product with its sorts and rates, but not while a load of the product is open", async () => {
  const own = await makeHarvest(db);
  const job_id = own.ids.job;
  await insertRow(db, jobProduct, { job_id, product_type_id: 5, wood_species_id: 746 });
  const load = await own.ticket();
  const gone = (who = own.manager) =>
    who.call(deleteJobProducts, { job_id, products: [{ product_type_id: 5, wood_species_id: 746 }] });
  expect((await catchError(gone())).message).toBe("Failed to delete product");
  expect((await catchError(gone(own.logger))).kind).toBe("forbidden");
  expect((await catchError(gone(own.rival))).kind).toBe("missing");
  await db.batch([{ sql: "UPDATE trip_ticket SET trip_ticket_status_id = 3 WHERE id = ?", params: [load] }]);
  await gone();
  expect((await own.manager.call(listJobProducts, { job_id })).job_products).toEqual([]);
  const takes = (await own.manager.call(getJobSorts, { id: job_id })).destinations.map((d) => d.takes.length);
  expect(takes).toEqual([0, 1]);
});

test("counts a product in the given unit, else in its type's unit, else in tons", async () => {
  const own = await makeHarvest(db);
  const job_id = own.ids.job;
  await db.batch([
    { sql: "UPDATE product_type SET default_wood_unit_type_id = NULL WHERE id = 14", params: [] },
  ]);
  const { products } = await own.manager.call(getProductChoices, { id: job_id });
  const ofType = (type: number, nth = 0) =>
    products.filter((p) => p.value.startsWith(`${type}-`))[nth]?.value ?? "";
  const add = (chosen: string, wood_unit_type_id?: number) =>
    own.manager.call(addJobProduct, { job_id, product: chosen, wood_unit_type_id });
  await add(ofType(1));
  await add(ofType(1, 1), 2);
  await add(ofType(5));
  await add(ofType(14));
  const { job_products } = await own.manager.call(listJobProducts, { job_id });
  expect(job_products.map((p) => [p.product_type_id, p.wood_unit_type_id])).toEqual([
    [1, 1],
    [1, 2],
    [5, 2],
    [14, 2],
  ]);
});

test("only the company that runs a job edits, deactivates or moves it, and a stale version is rejected", async () => {
  const own = await makeHarvest(db);
  const j = own.ids.job;
  const rename = (version: number, who = own.manager) =>
    who.call(updateJob, { id: j, version, name: "Renamed" });
  expect((await catchError(rename(2, own.logger))).kind).toBe("forbidden");
  expect((await catchError(rename(2, own.rival))).kind).toBe("missing");
  await rename(2);
  expect((await catchError(rename(2))).kind).toBe("stale");
  expect(
    (await catchError(own.manager.call(updateJob, { id: j, version: 3, end_date: "2026-01-01" }))).kind,
  ).toBe("invalid");
  await own.manager.call(setJobStatus, { id: j, version: 3, job_status_id: 2 });
  const move = { id: j, version: 4, us_state_id: 26, us_county_id: 26039, township: "T28N", range: "R4W" };
  const refusal = (await catchError(own.manager.call(updateJobLocation, move))).refusal;
  expect(refusal.facts.fields?.section).toEqual(["Section is required"]);
  await own.manager.call(updateJobLocation, { ...move, section: "17" });
  const georgia = { id: j, version: 5, us_state_id: 13, us_county_id: 13001 };
  await own.manager.call(updateJobLocation, georgia);
  expect((await own.manager.call(getJob, { id: j })).county).toBe("Appling, GA");
});

test("a job in a state without townships keeps its lot when it is moved, until the lot is changed or cleared", async () => {
  const own = await makeHarvest(db);
  const j = own.ids.job;
  const move = (version: number, more: object) =>
    own.manager.call(updateJobLocation, { id: j, version, us_state_id: 13, us_county_id: 13001, ...more });
  const land = async (us_state_id?: number) => {
    const { township, range, section } = (await own.manager.call(getJobLocationForm, { id: j, us_state_id }))
      .values;
    return [township, range, section];
  };
  await move(2, { township: "District 4", section: "Lot 113" });
  await move(3, { us_county_id: 13003 });
  expect(await land()).toEqual(["District 4", "", "Lot 113"]);
  await move(4, { us_county_id: 13003, section: null });
  expect(await land()).toEqual(["District 4", "", ""]);
  // Georgia's district isn't offered as a Michigan township.
  expect(await land(26)).toEqual(["", "", ""]);
  const north = { us_state_id: 26, us_county_id: 26039, range: "R4W", section: "17" };
  expect((await catchError(move(5, north))).refusal.facts.fields).toEqual({
    township: ["Township is required"],
  });
  await move(5, { ...north, township: "T28N" });
  await move(6, { us_state_id: 26, us_county_id: 26113 });
  expect(await land()).toEqual(["T28N", "R4W", "17"]);
  await move(7, {});
  expect(await land()).toEqual(["", "", ""]);
});

test("deletes a job only if no load is under way, and cancels its waiting loads", async () => {
  const own = await makeHarvest(db);
  const j = own.ids.job;
  const [busy, waits] = [await own.ticket({ trip_ticket_status_id: 2 }), await own.ticket()];
  const gone = () => own.manager.call(deleteJob, { id: j, version: 2 });
  expect((await catchError(gone())).kind).toBe("notNow");
  await db.batch([{ sql: "UPDATE trip_ticket SET trip_ticket_status_id = 3 WHERE id = ?", params: [busy] }]);
  await gone();
  const { rows } = await db.client.execute({
    sql: "SELECT trip_ticket_status_id AS s FROM trip_ticket WHERE id = ?",
    args: [waits],
  });
  expect(Number(rows[0]?.s)).toBe(4);
  expect((await catchError(own.manager.call(getJob, { id: j }))).kind).toBe("missing");
});

test("reads a road from coordinates, one point per line", async () => {
  const road = (points: string) =>
    h.logger.call(addRoad, { job_id: id, road_type_id: 5, name: "Skid 1", points });
  expect((await catchError(road("44.8, -84.8\nnowhere"))).refusal.facts.fields?.points).toEqual([
    "Line 2 isn't a place. Type it like 44.8361, -84.8203",
  ]);
  expect((await catchError(road("44.8, -84.8"))).kind).toBe("invalid");
  await road("44.8, -84.8\n44.81, -84.8");
  const { roads } = await h.owner.call(listJobRoads, { job_id: id });
  expect(roads[0]).toMatchObject({ name: "Skid 1", geom: { type: "LineString" } });
});

test("shows the newest five landing entries of a product, or all entries of the requested product", async () => {
  for (let i = 0; i < 6; i++) await add(h.logger, `${10 + i}`);
  const productOf = async (all?: string) =>
    (await h.logger.call(getLandingPage, { id, all })).landings[0]?.products[0];
  const short = await productOf();
  expect(short?.entries).toHaveLength(5);
  expect(short?.entries[0]?.words).toBe("15 tons");
  const whole = await productOf(short?.entries_name);
  expect(whole).toMatchObject({ is_whole: true, more: 0 });
  expect(whole?.entries).toHaveLength(5 + (short?.more ?? 0));
});
