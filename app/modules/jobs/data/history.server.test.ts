import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeCompany } from "#db/factories";
import { jobProduct } from "#db/schema";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { actWithoutPermissions } from "#db/testing/limited";
import { openTestDatabase } from "#db/testing/test-database";
import type { Permission } from "~/lib/access/crew-permissions";
import { addJobComment } from "~/modules/comments/data/job-comments.server";
import { addLanding } from "~/modules/inventory/data/landing-form.server";
import { addRoad } from "~/modules/maps/roads/data/roads.server";
import { addProductRate } from "~/modules/rates/data/change.server";
import { addJobCompany } from "../companies/data/adding.server";
import { setContract } from "../companies/data/contracts.server";
import { updateJob } from "../shared/update.server";
import { updateJobDestination } from "./destination-change.server";
import { getJobHistory, listJobAudits } from "./history.server";
import { addJobProduct } from "./products.server";

let db: Database;
let h: Harvest;
let id: number;
/** Text that appears only in the entry that each permission makes visible. */
const TOLD = {
  "job_rate.read": "313.37",
  "job_company.read": "Secret deal",
  "comment.read": "Bring the chains",
  "landing_inventory.read": "North deck",
  "road.read": "Ridge spur",
  "job_destination.read": "327.5",
  "job_product.read": "MBF",
} as const;

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  id = h.ids.job;
  const { call } = h.manager;
  await insertRow(db, jobProduct, { job_id: id, product_type_id: 5, wood_species_id: 746 });
  await call(addProductRate, {
    job_id: id,
    job_product_rate_type_id: 1,
    receiving_company_id: h.ids.logger.id,
    paying_company_id: h.ids.manager.id,
    product: "5-746-0",
    wood_unit_type_id: 2,
    rate: TOLD["job_rate.read"],
  });
  await call(setContract, {
    job_id: id,
    company_id: h.ids.hauler.id,
    role: "haul",
    version: 2,
    contract_name: TOLD["job_company.read"],
  });
  await call(addJobComment, { job_id: id, content: TOLD["comment.read"] });
  await call(addLanding, { job_id: id, name: TOLD["landing_inventory.read"] });
  await call(addRoad, { job_id: id, road_type_id: 5, name: TOLD["road.read"] });
  await call(updateJobDestination, {
    job_id: id,
    job_destination_id: h.ids.destination,
    version: 2,
    mileage: 327.5,
  });
  await call(addJobProduct, { job_id: id, product: "1-318-0", wood_unit_type_id: 1 });
  await call(updateJob, { id, version: 2, log_brand: "Open to all" });
});

const read = async (who: Harvest["manager"]) => {
  const page = await who.call(getJobHistory, { id });
  const api = await who.call(listJobAudits, { job_id: id, take: 100 });
  const text = JSON.stringify([page, api]);
  expect([page.total, page.history.length]).toEqual([api.meta.total, api.audits.length]);
  expect(page.total).toBe(page.history.length);
  return { text, total: page.total };
};
const sayings = ({ text }: { text: string }) =>
  (Object.keys(TOLD) as Permission[]).filter((of) => text.includes(TOLD[of as keyof typeof TOLD]));

test.each(Object.keys(TOLD) as (keyof typeof TOLD)[])(
  "hides history entries that require %s from a user without that permission",
  async (closed) => {
    const all = await read(h.manager);
    expect(sayings(all)).toEqual(Object.keys(TOLD));
    const less = await read(await actWithoutPermissions(db, h.ids.manager.id, closed));
    expect(sayings(less)).toEqual(Object.keys(TOLD).filter((of) => of !== closed));
    expect(less.text).toContain("Open to all");
    expect(less.total).toBe(all.total - 1);
  },
);

test("shows prices and contracts only to companies that may read them, whatever permissions their users have", async () => {
  expect(sayings(await read(h.logger))).toEqual(Object.keys(TOLD).filter((of) => of !== "job_company.read"));
  expect(sayings(await read(h.owner))).not.toContain("job_rate.read");
  // Not even the existence of a hidden entry is shown.
  const { total } = await read(h.manager);
  expect([(await read(h.logger)).total, (await read(h.owner)).total]).toEqual([total - 1, total - 2]);
  const cutter = await actWithoutPermissions(db, h.ids.logger.id, "job_rate.read");
  expect(sayings(await read(cutter))).not.toContain("job_rate.read");
});

test("shows companies added to a job only to users who may read the job's companies", async () => {
  const late = await makeCompany(db, { name: "Late Hauling" });
  await h.manager.call(addJobCompany, { job_id: id, company_id: late.id, roles: ["is_hauler"] });
  expect((await read(h.manager)).text).toContain("Late Hauling");
  const blind = await actWithoutPermissions(db, h.ids.manager.id, "job_company.read");
  expect((await read(blind)).text).not.toContain("Late Hauling");
});
