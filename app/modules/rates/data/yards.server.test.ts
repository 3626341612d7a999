import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { ASPEN, insertRow, makeJobDestination, makeLocation } from "#db/factories";
import { companyDestination, jobHaulRate, jobProduct } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { removeJobDestination } from "~/modules/jobs/data/destination-change.server";
import { addHaulRate, addProductRate, updateHaulRate, updateProductRate } from "./change.server";
import { getJobRates, getRateForm, listJobRates } from "./rates.server";

const SAWLOGS = { product_type_id: 1, wood_species_id: 125, wood_unit_type_id: 1 };
let db: Database;
let h: Harvest;
let yards: { aspen: number; sawlogs: number; jobDestination: number };
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  const job_id = h.ids.job;
  await insertRow(db, jobProduct, { job_id, product_type_id: 5, wood_species_id: 746 });
  await insertRow(db, jobProduct, { job_id, ...SAWLOGS });
  const [aspen, sawlogs] = [await makeLocation(db, h.ids.mill.id), await makeLocation(db, h.ids.mill.id)];
  await makeJobDestination(db, job_id, aspen, [ASPEN], { name: "Grayling" });
  // Create the requester's named destination for the sawlogs yard, one of the mill's locations.
  const named = await insertRow(db, companyDestination, {
    company_id: h.ids.manager.id,
    name: "Roscommon",
    destination_company_location_id: sawlogs,
    latitude: 44.5,
    longitude: -84.6,
  });
  const jobDestination = await makeJobDestination(db, job_id, null, [SAWLOGS], {
    name: "Roscommon",
    company_destination_id: named,
  });
  yards = { aspen, sawlogs, jobDestination };
});

const rate = (place: number | undefined, product: string) => ({
  job_id: h.ids.job,
  job_product_rate_type_id: 4,
  receiving_company_id: h.ids.manager.id,
  paying_company_id: h.ids.mill.id,
  paying_company_location_id: place,
  product,
  wood_unit_type_id: 2,
  rate: "38",
});

test("stores separate prices for two yards of one mill and shows each with its yard's name", async () => {
  const { call } = h.manager;
  const form = await call(getRateForm, { id: h.ids.job, kind: "product" });
  expect(form.yards.map((y) => y.label)).toContainEqual(expect.stringMatching(/^Grayling \(/));
  expect(form.yards.map((y) => y.label)).toContainEqual(expect.stringMatching(/^Roscommon \(/));
  await call(addProductRate, rate(yards.aspen, "5-746-0"));
  const { id } = await call(addProductRate, rate(yards.sawlogs, "1-125-0"));
  await call(addProductRate, rate(0, "5-746-0"));
  const { product_rates } = await call(getJobRates, { id: h.ids.job });
  expect(product_rates.map((r) => r.product)).toEqual([
    expect.stringMatching(/, to Grayling$/),
    expect.stringMatching(/, to Roscommon$/),
    expect.not.stringContaining(" to "),
  ]);
  // An edit without a yard keeps the rate's yard; an edit with another yard replaces it.
  const edit = (version: number, place: number | undefined) =>
    call(updateProductRate, { ...rate(place, "1-125-0"), rate: "410", rate_id: id, version });
  const saved = async () =>
    (await call(listJobRates, { job_id: h.ids.job, take: -1, skip: 0 })).product_rates.find(
      (r) => r.id === id,
    );
  await edit(2, undefined);
  expect(await saved()).toMatchObject({ paying_company_location_id: yards.sawlogs, rate: 410 });
  await edit(3, 0);
  expect((await saved())?.paying_company_location_id).toBeNull();
  await edit(4, yards.sawlogs);
});

test("rejects a price for a product the yard doesn't accept, or for another company's yard", async () => {
  const refused = async (sent: object) =>
    (await catchError(h.manager.call(addProductRate, { ...rate(yards.aspen, "5-746-0"), ...sent }))).refusal
      .facts.fields;
  expect(await refused({ product: "1-125-0" })).toEqual({ product: ["Grayling doesn't take this product"] });
  expect(await refused({ paying_company_id: h.ids.owner.id })).toEqual({
    paying_company_location_id: ["Choose a destination that belongs to the payer"],
  });
});

test("removing a destination from the job removes only its yard's price", async () => {
  const { jobDestination } = yards;
  await h.manager.call(removeJobDestination, {
    job_id: h.ids.job,
    job_destination_id: jobDestination,
    version: 2,
  });
  const { product_rates } = await h.manager.call(getJobRates, { id: h.ids.job });
  expect(product_rates.map((r) => r.product)).toEqual([
    expect.stringMatching(/, to Grayling$/),
    expect.not.stringContaining(" to "),
  ]);
});

test("a haul rate without a unit gets its destination's unit, keeps a saved unit, and is refused if there is none", async () => {
  const haul = (job_destination_id: number, more: object = {}) => ({
    job_id: h.ids.job,
    job_destination_id,
    receiving_company_id: h.ids.hauler.id,
    paying_company_id: h.ids.manager.id,
    per: "unit" as const,
    rate: "9.50",
    ...more,
  });
  const unitOf = async (id: number) => {
    const rows = await db.read.select().from(jobHaulRate).where(eq(jobHaulRate.id, id));
    return rows[0]?.wood_unit_type_id;
  };
  const yard = await makeLocation(db, h.ids.mill.id);
  const sawmill = await makeJobDestination(db, h.ids.job, yard, [SAWLOGS], { name: "Sawmill" });
  const { id } = await h.manager.call(addHaulRate, haul(sawmill));
  expect(await unitOf(Number(id))).toBe(1);
  const rate_id = Number(id);
  await h.manager.call(updateHaulRate, {
    ...haul(sawmill, { wood_unit_type_id: 3 }),
    rate_id,
    version: 2,
  });
  await h.manager.call(updateHaulRate, {
    ...haul(sawmill, { rate: "9.75" }),
    rate_id,
    version: 3,
  });
  expect(await unitOf(rate_id)).toBe(3);
  const place = await makeLocation(db, h.ids.mill.id);
  const none = await makeJobDestination(db, h.ids.job, place, [], { name: "Siding" });
  expect((await catchError(h.manager.call(addHaulRate, haul(none)))).refusal.facts.fields).toEqual({
    wood_unit_type_id: ["Choose a unit. This destination takes no product yet."],
  });
});
