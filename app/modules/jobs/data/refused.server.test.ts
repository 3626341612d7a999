import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow } from "#db/factories";
import { jobProduct } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getJobDestinationForm, removeJobDestination } from "./destination-change.server";
import { getProductDeletion } from "./products.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

const finish = (id: number) =>
  db.batch([{ sql: "UPDATE trip_ticket SET trip_ticket_status_id = 3 WHERE id = ?", params: [id] }]);

test("the page for deleting a product shows a reason instead of its form while a load of the product is open", async () => {
  const job_id = h.ids.job;
  await insertRow(db, jobProduct, { job_id, product_type_id: 5, wood_species_id: 746 });
  const refused = async () =>
    (await h.manager.call(getProductDeletion, { job_id, product: "5-746-0" })).refused;
  expect(await refused()).toBeNull();
  const load = await h.ticket();
  expect(await refused()).toBe("1 load is open with it. Finish or reassign them first.");
  await finish(load);
  expect(await refused()).toBeNull();
});

test("a destination can't be removed from the job while a load to it is under way, and its form says so", async () => {
  const load = await h.ticket();
  const named = { job_id: h.ids.job, job_destination_id: h.ids.destination };
  const form = await h.manager.call(getJobDestinationForm, named);
  expect(form.stays).toBe(`1 load is open that goes to ${form.name}.`);
  const take = () => h.manager.call(removeJobDestination, { ...named, version: form.version + 1 });
  expect((await catchError(take())).message).toBe(form.stays);
  await finish(load);
  expect((await h.manager.call(getJobDestinationForm, named)).stays).toBeNull();
  await take();
});
