import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeCompany, makeUser } from "#db/factories";
import { jobHaulRate, jobProduct } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { addHaulRate, addProductRate, updateHaulRate } from "~/modules/rates/data/change.server";
import { removeHaulRate } from "~/modules/rates/data/removal.server";
import { removeJobDestination } from "../../data/destination-change.server";
import { getJobHistory, listJobAudits } from "../../data/history.server";
import { deleteJobProducts } from "../../data/products.server";
import { getJobRecord } from "../../data/record.server";
import { getJob } from "../../shared/overview.server";
import { addJobCompany } from "./adding.server";
import { setContract } from "./contracts.server";
import { acceptJob, getAcceptance } from "./invitations.server";
import { removeJobCompany } from "./removal.server";

let db: Database;
let h: Harvest;
let job: number;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  h = await makeHarvest(db);
  job = h.ids.job;
  await insertRow(db, jobProduct, { job_id: job, product_type_id: 5, wood_species_id: 746 });
});

async function invited(name?: string) {
  const company = await makeCompany(db, name ? { name } : {});
  const person = await actAs(db, await makeUser(db, {}, [company.admins]), company.id);
  await h.manager.call(addJobCompany, { job_id: job, company_id: company.id, roles: ["is_hauler"] });
  return { company, person };
}
const haul = (company: number, rate: string) => ({
  job_id: job,
  receiving_company_id: company,
  paying_company_id: h.ids.manager.id,
  job_destination_id: h.ids.destination,
  per: "load" as const,
  rate,
});
const contract = (company_id: number, version: number, contract_name: string) =>
  h.manager.call(setContract, { job_id: job, company_id, role: "haul", version, contract_name });

test("rejects acceptance of a job if a contract or rate changed after it was read", async () => {
  const { company, person } = await invited();
  const read = async () => (await person.call(getAcceptance, { id: job })).version;
  const accept = (version: number) => person.call(acceptJob, { id: job, version: version + 1 });
  const rate = { id: 0, version: 1 };
  const changes: (() => Promise<unknown>)[] = [
    async () => contract(company.id, (await read()) + 1, "Contract B"),
    async () => {
      rate.id = Number((await h.manager.call(addHaulRate, haul(company.id, "180"))).id);
    },
    () => h.manager.call(updateHaulRate, { ...haul(company.id, "90"), rate_id: rate.id, version: 2 }),
    () => h.manager.call(removeHaulRate, { job_id: job, rate_id: rate.id, version: 3 }),
  ];
  await contract(company.id, (await read()) + 1, "Contract A");
  for (const change of changes) {
    const before = await read();
    await change();
    const { kind, refusal } = await catchError(accept(before));
    expect([kind, refusal.facts.current]).toEqual(["stale", { version: await read() }]);
  }
  expect((await person.call(getJob, { id: job })).pending).toBe(true);
  const { job: record } = await person.call(getJobRecord, { id: job });
  expect(record.my_version).toBe(await read());
  await accept(await read());
  expect((await person.call(getJob, { id: job })).pending).toBe(false);
});

test("rejects acceptance of a changed contract if a rate was added after it was read", async () => {
  const hauler = h.ids.hauler.id;
  await h.manager.call(addHaulRate, haul(hauler, "180"));
  await contract(hauler, 2, "Changed once");
  const read = async () => (await h.hauler.call(getAcceptance, { id: job })).version;
  const before = await read();
  expect(before).toBe(2);
  await h.manager.call(addHaulRate, { ...haul(hauler, "170"), job_destination_id: h.ids.sawlogsOnly });
  expect((await catchError(h.hauler.call(acceptJob, { id: job, version: before + 1 }))).kind).toBe("stale");
  await h.hauler.call(acceptJob, { id: job, version: (await read()) + 1 });
});

test("shows two companies with the same name only their own rate after a rate is moved between them", async () => {
  const [one, two] = [await invited("Same Name Trucking"), await invited("Same Name Trucking")];
  for (const { person } of [one, two]) {
    const { version } = await person.call(getAcceptance, { id: job });
    await person.call(acceptJob, { id: job, version: version + 1 });
  }
  const { id } = await h.manager.call(addHaulRate, haul(one.company.id, "181.11"));
  const rate_id = Number(id);
  await h.manager.call(updateHaulRate, { ...haul(two.company.id, "399.22"), rate_id, version: 2 });
  const reads = async ({ person }: typeof one) => {
    const text = JSON.stringify([
      await person.call(getJobHistory, { id: job }),
      await person.call(listJobAudits, { job_id: job, take: 100 }),
    ]);
    return ["181.11", "399.22"].filter((price) => text.includes(price));
  };
  expect([await reads(one), await reads(two)]).toEqual([["181.11"], ["399.22"]]);
});

test("keeps rates removed with a product, destination or company in history, only for companies that could read them", async () => {
  const manages = await makeCompany(db);
  const office = await actAs(db, await makeUser(db, {}, [manages.admins]), manages.id);
  await db.batch([
    { sql: "UPDATE job_company SET is_land_manager = 0 WHERE job_id = ?", params: [job] },
    {
      sql: "INSERT INTO job_company (job_id, company_id, is_land_manager, invited_at, accepted_at) VALUES (?, ?, 1, '2026-09-01', '2026-09-01')",
      params: [job, manages.id],
    },
  ]);
  await h.manager.call(addProductRate, {
    job_id: job,
    job_product_rate_type_id: 1,
    receiving_company_id: h.ids.logger.id,
    paying_company_id: h.ids.manager.id,
    product: "5-746-0",
    wood_unit_type_id: 2,
    rate: "311.11",
  });
  await h.manager.call(addHaulRate, {
    ...haul(h.ids.hauler.id, "122.22"),
    job_destination_id: h.ids.sawlogsOnly,
  });
  await h.manager.call(addHaulRate, haul(h.ids.second.id, "133.33"));
  await office.call(deleteJobProducts, { job_id: job, product: "5-746-0" });
  await office.call(removeJobDestination, { job_id: job, job_destination_id: h.ids.sawlogsOnly, version: 2 });
  await office.call(removeJobCompany, { job_id: job, company_id: h.ids.second.id, version: 2 });
  const { rows } = await db.client.execute({
    sql: "SELECT (SELECT count(*) FROM job_haul_rate WHERE job_id = ?1) + (SELECT count(*) FROM job_product_rate WHERE job_id = ?1) AS n",
    args: [job],
  });
  expect(Number(rows[0]?.n)).toBe(0);
  const gone = async (who: Harvest["hauler"]) => {
    const { audits } = await who.call(listJobAudits, { job_id: job, take: 100 });
    const lines = audits.flatMap((a) => a.details.diffs ?? []).filter((d) => d.updated === null);
    return ["311.11", "122.22", "133.33"].filter((price) => JSON.stringify(lines).includes(price));
  };
  expect(await gone(h.manager)).toEqual(["311.11", "122.22", "133.33"]);
  expect([await gone(h.logger), await gone(h.hauler), await gone(office)]).toEqual([
    ["311.11"],
    ["122.22"],
    [],
  ]);
});

test("keeps rates outside the removed company's role, and other companies' rates", async () => {
  const other = await insertRow(db, jobHaulRate, {
    ...haul(h.ids.hauler.id, ""),
    rate: 10_000,
  });
  await insertRow(db, jobHaulRate, { ...haul(h.ids.second.id, ""), rate: 10_000 });
  await h.manager.call(removeJobCompany, { job_id: job, company_id: h.ids.second.id, version: 2 });
  const { rows } = await db.client.execute({
    sql: "SELECT id FROM job_haul_rate WHERE job_id = ?",
    args: [job],
  });
  expect(rows.map((r) => Number(r.id))).toEqual([other]);
});
