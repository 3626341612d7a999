import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeCompany, makeJobCompany, makeUser } from "#db/factories";
import { jobHaulRate, jobProductRate } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { addJobComment, listJobComments } from "~/modules/comments/data/job-comments.server";
import { addProductRate } from "~/modules/rates/data/change.server";
import { getRateForm, listJobRates } from "~/modules/rates/data/rates.server";
import { getJobHistory, listJobAudits } from "../../data/history.server";
import { DUPLICATE_COMPANY_MESSAGE, ONE_LAND_MANAGER_MESSAGE } from "../../rules/contracts";
import { getJob } from "../../shared/overview.server";
import { addJobCompany } from "./adding.server";
import { getJobCompanies, listJobCompanies, listJobCrews } from "./companies.server";
import { setContract } from "./contracts.server";
import { acceptJob, declineJob, getAcceptance, saveAcceptance, setJobCrews } from "./invitations.server";
import { getCompanyRemoval, removeJobCompany } from "./removal.server";

let db: Database;
let h: Harvest;
let job: number;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  job = h.ids.job;
});

async function invited() {
  const company = await makeCompany(db);
  const person = await actAs(db, await makeUser(db, {}, [company.admins]), company.id);
  await h.manager.call(addJobCompany, { job_id: job, company_id: company.id, roles: ["is_hauler"] });
  return { company, person };
}
/** Return the version that the acceptance page would send. */
const toAccept = async (who: Harvest["hauler"]) => (await who.call(getAcceptance, { id: job })).version + 1;
const notices = async (company: number) => {
  const { rows } = await db.client.execute({
    sql: "SELECT notification_type_id AS type FROM notification WHERE company_id = ? ORDER BY id",
    args: [company],
  });
  return rows.map((r) => Number(r.type));
};
const mails = async () =>
  Number((await db.client.execute("SELECT count(*) AS n FROM outbox_message")).rows[0]?.n);

test("accepts a job with the crews of a saved draft and notifies the requester", async () => {
  const { company, person } = await invited();
  expect(await notices(company.id)).toEqual([2]);
  await person.call(saveAcceptance, { id: job, crew_ids: [company.crew] });
  expect(await person.call(getAcceptance, { id: job })).toMatchObject({
    chosen: [company.crew],
    again: false,
  });
  const version = await toAccept(person);
  const wrong = await catchError(person.call(acceptJob, { id: job, crew_ids: [h.ids.rival.crew], version }));
  expect(wrong.kind).toBe("invalid");
  const before = await mails();
  await person.call(acceptJob, { id: job, crew_ids: [company.crew], version });
  expect((await notices(h.ids.manager.id)).at(-1)).toBe(3);
  expect(await mails()).toBeGreaterThan(before);
  expect((await person.call(getJob, { id: job })).pending).toBe(false);
  expect((await catchError(person.call(acceptJob, { id: job, version }))).kind).toBe("notNow");
});

test("removes the job from a company that declines, and lets only invited companies decline", async () => {
  const { person } = await invited();
  expect((await catchError(h.rival.call(declineJob, { id: job }))).kind).toBe("missing");
  expect((await catchError(h.mill.call(declineJob, { id: job }))).kind).toBe("missing");
  await person.call(declineJob, { id: job });
  expect((await notices(h.ids.manager.id)).at(-1)).toBe(4);
  expect((await catchError(person.call(getJob, { id: job }))).kind).toBe("missing");
});

test("forbids an invited company to read or write comments", async () => {
  const { person } = await invited();
  expect((await catchError(person.call(addJobComment, { job_id: job, content: "x" }))).kind).toBe(
    "forbidden",
  );
  expect((await catchError(person.call(listJobComments, { job_id: job }))).kind).toBe("forbidden");
  expect(await person.call(listJobComments, { job_id: 0 })).toMatchObject({ comments: [] });
});

test("requests acceptance of a changed contract while work continues, and shows the contract to no other company", async () => {
  const version = async () =>
    (await h.manager.call(listJobCompanies, { job_id: job, take: -1 })).job_companies.find(
      (c) => c.company_id === h.ids.hauler.id,
    )?.version ?? 0;
  const contract = { job_id: job, company_id: h.ids.hauler.id, role: "haul" as const };
  const input = { ...contract, version: (await version()) + 1, contract_name: "Secret haul deal" };
  expect((await catchError(h.hauler.call(setContract, input))).kind).toBe("forbidden");
  await h.manager.call(setContract, input);
  expect((await catchError(h.manager.call(setContract, { ...input, contract_name: "Late" }))).kind).toBe(
    "stale",
  );
  expect(await h.hauler.call(getAcceptance, { id: job })).toMatchObject({ again: true });
  expect((await h.hauler.call(getJob, { id: job })).pending).toBe(false);
  const says = async (who: Harvest["hauler"]) =>
    JSON.stringify([
      await who.call(listJobCompanies, { job_id: job, take: -1 }),
      await who.call(getJobHistory, { id: job }),
      await who.call(listJobAudits, { job_id: job, take: 100 }),
    ]).includes("Secret haul deal");
  expect([await says(h.manager), await says(h.hauler)]).toEqual([true, true]);
  expect([await says(h.second), await says(h.logger), await says(h.owner)]).toEqual([false, false, false]);
  await h.hauler.call(acceptJob, { id: job, version: await toAccept(h.hauler) });
  expect((await catchError(h.hauler.call(getAcceptance, { id: job }))).kind).toBe("notNow");
});

test("keeps chosen crews when a contract changes, unless other crews or none are chosen", async () => {
  const { company, person } = await invited();
  await person.call(acceptJob, { id: job, crew_ids: [company.crew], version: await toAccept(person) });
  const come = async () =>
    (await person.call(listJobCrews, { job_id: job })).job_crews.map((c) => [c.company_id, c.id]);
  const change = async (contract_name: string) => {
    const { job_companies } = await h.manager.call(listJobCompanies, { job_id: job, take: -1 });
    const version = (job_companies.find((c) => c.company_id === company.id)?.version ?? 0) + 1;
    const role = "haul" as const;
    await h.manager.call(setContract, { job_id: job, company_id: company.id, role, version, contract_name });
  };
  await change("Other terms");
  expect(await person.call(getAcceptance, { id: job })).toMatchObject({
    again: true,
    chosen: [company.crew],
  });
  await person.call(acceptJob, { id: job, version: await toAccept(person) });
  expect(await come()).toEqual([[company.id, company.crew]]);
  await change("Yet others");
  await person.call(acceptJob, { id: job, crews: "chosen", version: await toAccept(person) });
  expect(await come()).toEqual([]);
});

test("lets a company change only its own crews, on the job's companies page", async () => {
  const { company, person } = await invited();
  const page = async (who: Harvest["hauler"]) => (await who.call(getJobCompanies, { id: job })).my_crews;
  const set = (who: Harvest["hauler"], crew_ids?: number[]) =>
    who.call(setJobCrews, { job_id: job, crew_ids });
  expect((await catchError(set(person, [company.crew]))).kind).toBe("forbidden");
  await person.call(acceptJob, { id: job, version: await toAccept(person) });
  expect((await page(person))?.map((c) => [c.id, c.comes])).toEqual(
    expect.arrayContaining([
      [company.admins, false],
      [company.crew, false],
    ]),
  );
  await set(person, [company.crew]);
  expect((await page(person))?.filter((c) => c.comes).map((c) => c.id)).toEqual([company.crew]);
  expect(await page(h.manager)).toBe(null);
  expect((await page(h.hauler))?.some((c) => c.id === company.crew)).toBe(false);
  expect((await catchError(set(h.hauler, [company.crew]))).kind).toBe("invalid");
  expect((await catchError(set(h.rival, []))).kind).toBe("missing");
  await set(person);
  expect((await page(person))?.some((c) => c.comes)).toBe(false);
});

test("shows a rate only to its payer, its payee and the requester, in lists and in history", async () => {
  await insertRow(db, jobHaulRate, {
    job_id: job,
    job_destination_id: h.ids.destination,
    receiving_company_id: h.ids.hauler.id,
    paying_company_id: h.ids.manager.id,
    per: "load",
    rate: 1_774_400,
  });
  await insertRow(db, jobProductRate, {
    job_id: job,
    job_product_rate_type_id: 3,
    receiving_company_id: h.ids.owner.id,
    paying_company_id: h.ids.manager.id,
    product_type_id: 5,
    wood_species_id: 746,
    rate: 2_118_800,
  });
  await db.batch([
    {
      sql: "INSERT INTO job_product (job_id, product_type_id, wood_species_id) VALUES (?, 5, 746)",
      params: [job],
    },
  ]);
  await h.manager.call(addProductRate, {
    job_id: job,
    job_product_rate_type_id: 1,
    receiving_company_id: h.ids.logger.id,
    paying_company_id: h.ids.manager.id,
    product: "5-746-0",
    wood_unit_type_id: 2,
    rate: "313.37",
  });
  const reads = async (who: Harvest["hauler"]) => {
    const text = JSON.stringify([
      await who.call(listJobRates, { job_id: job }),
      await who.call(listJobAudits, { job_id: job, take: 100 }),
      await who.call(getJobHistory, { id: job }),
    ]);
    return ["177.44", "211.88", "313.37"].filter((price) => text.includes(price));
  };
  expect(await reads(h.manager)).toEqual(["177.44", "211.88", "313.37"]);
  expect(await reads(h.hauler)).toEqual(["177.44"]);
  expect(await reads(h.owner)).toEqual(["211.88"]);
  expect(await reads(h.logger)).toEqual(["313.37"]);
  expect(await reads(h.second)).toEqual([]);
  for (const who of [h.mill, h.rival])
    expect(["forbidden", "missing"]).toContain(
      (await catchError(who.call(listJobRates, { job_id: job }))).kind,
    );
  expect((await catchError(h.logger.call(getRateForm, { id: job, kind: "haul" }))).kind).toBe("forbidden");
});

test("rejects the same role twice and a second land manager with fixed messages", async () => {
  const add = (company_id: number, roles: ("is_hauler" | "is_cutter" | "is_land_manager")[]) =>
    h.manager.call(addJobCompany, { job_id: job, company_id, roles });
  expect((await catchError(add(h.ids.hauler.id, ["is_hauler"]))).refusal.facts.fields?.company_id).toEqual([
    DUPLICATE_COMPANY_MESSAGE,
  ]);
  for (const company of [h.ids.logger.id, h.ids.second.id])
    expect((await catchError(add(company, ["is_land_manager"]))).refusal.facts.fields).toEqual({
      roles: [ONE_LAND_MANAGER_MESSAGE],
    });
  await add(h.ids.second.id, ["is_cutter"]);
  const { job_companies } = await h.second.call(listJobCompanies, { job_id: job, take: -1 });
  expect(job_companies.find((c) => c.company_id === h.ids.second.id)).toMatchObject({
    is_cutter: true,
    is_hauler: true,
  });
});

test("keeps the rates of a removed company that has loads, and deletes those of a company without loads", async () => {
  const own = await makeHarvest(db);
  const ratesOf = async (company: number) =>
    Number(
      (
        await db.client.execute({
          sql: "SELECT count(*) AS n FROM job_haul_rate WHERE receiving_company_id = ?",
          args: [company],
        })
      ).rows[0]?.n,
    );
  for (const hauler of [own.ids.hauler, own.ids.second])
    await insertRow(db, jobHaulRate, {
      job_id: own.ids.job,
      job_destination_id: own.ids.destination,
      receiving_company_id: hauler.id,
      paying_company_id: own.ids.manager.id,
      per: "load",
      rate: 1_800_000,
    });
  const load = await own.ticket({ trip_ticket_status_id: 2, hauler_company_id: own.ids.hauler.id });
  const remove = (company_id: number, version = 2) =>
    own.manager.call(removeJobCompany, { job_id: own.ids.job, company_id, version });
  const hauls = await catchError(remove(own.ids.hauler.id));
  expect(hauls.kind).toBe("notNow");
  const query = { job_id: own.ids.job, company_id: own.ids.hauler.id };
  expect((await own.manager.call(getCompanyRemoval, query)).refused).toBe(hauls.message);
  expect((await catchError(remove(own.ids.second.id, 9))).kind).toBe("stale");
  await db.batch([{ sql: "UPDATE trip_ticket SET trip_ticket_status_id = 3 WHERE id = ?", params: [load] }]);
  await remove(own.ids.hauler.id);
  await remove(own.ids.second.id);
  expect([await ratesOf(own.ids.hauler.id), await ratesOf(own.ids.second.id)]).toEqual([1, 0]);
  expect((await catchError(own.hauler.call(getJob, { id: own.ids.job }))).kind).toBe("missing");
  await makeJobCompany(db, own.ids.rivalJob, own.ids.hauler.id, { is_hauler: true });
  expect((await catchError(own.manager.call(getJob, { id: own.ids.rivalJob }))).kind).toBe("missing");
});
