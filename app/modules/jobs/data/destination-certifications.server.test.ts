import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow } from "#db/factories";
import { certification, companyCertification } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { readRequesterCertifications } from "../setup/data/sorts.server";
import { listJobDestinations } from "../shared/destinations.server";
import { getJobDestinationForm, updateJobDestination } from "./destination-change.server";
import { getJobHistory } from "./history.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

async function certified(company: number, license: string) {
  const id = await insertRow(db, certification, { company_id: company, certification_type_id: 1, license });
  await insertRow(db, companyCertification, { company_id: company, certification_id: id });
  return id;
}

test("saves certifications that the office may use at a job's destination, and lets them be changed later", async () => {
  const own = await certified(h.ids.manager.id, "FSC-C000001");
  const theirs = await certified(h.ids.rival.id, "FSC-C666666");
  const named = { job_id: h.ids.job, job_destination_id: h.ids.destination };
  const page = () => h.manager.call(getJobDestinationForm, named);
  const save = async (more: object, who = h.manager) =>
    who.call(updateJobDestination, { ...named, version: (await page()).version + 1, ...more });
  const carried = async () =>
    (await h.manager.call(listJobDestinations, { job_id: h.ids.job })).job_destinations.find(
      (d) => d.id === h.ids.destination,
    )?.company_certification_ids;

  expect(JSON.stringify((await page()).certifications)).not.toContain("666666");
  const refused = await catchError(save({ company_certification_ids: [theirs] }));
  expect(refused.refusal.facts.fields).toEqual({
    company_certification_ids: ["Choose from your certificates"],
  });
  expect((await catchError(save({ company_certification_ids: [own] }, h.logger))).kind).toBe("forbidden");

  await save({ company_certification_ids: [own, own] });
  expect(await carried()).toEqual([own]);
  expect((await page()).certifications.filter((c) => c.chosen).map((c) => c.id)).toEqual([own]);
  const { history } = await h.manager.call(getJobHistory, { id: h.ids.job });
  expect(history[0]?.what).toContain("FSC-C000001");

  // A request without the certifications leaves them unchanged; a form with no box checked removes them.
  await save({ mileage: 12 });
  expect(await carried()).toEqual([own]);
  await save({ certifications: "chosen" });
  expect(await carried()).toEqual([]);
  const late = h.manager.call(updateJobDestination, {
    ...named,
    version: 2,
    company_certification_ids: [own],
  });
  expect((await catchError(late)).kind).toBe("stale");
});

test("keeps offering a destination's certification that another company at the office added", async () => {
  const theirs = await certified(h.ids.rival.id, "FSC-C777777");
  await db.batch([
    {
      sql: "INSERT INTO job_destination_certification VALUES (?, ?)",
      params: [h.ids.sawlogsOnly, theirs],
    },
  ]);
  const named = { job_id: h.ids.job, job_destination_id: h.ids.sawlogsOnly };
  const { certifications, version } = await h.manager.call(getJobDestinationForm, named);
  expect(certifications.find((c) => c.id === theirs)).toMatchObject({ chosen: true });
  await h.manager.call(updateJobDestination, {
    ...named,
    version: version + 1,
    mileage: 9,
    company_certification_ids: [theirs],
  });
});

test("shows each certification's product claim, so that two with the same license can be told apart", async () => {
  const { rows } = await db.client.execute("SELECT id, name FROM product_claim ORDER BY id LIMIT 2");
  const created: number[] = [];
  for (const claim of rows) {
    const id = await insertRow(db, certification, {
      company_id: h.ids.manager.id,
      certification_type_id: 1,
      license: "FSC-C104455",
      product_claim_id: Number(claim.id),
    });
    await insertRow(db, companyCertification, { company_id: h.ids.manager.id, certification_id: id });
    created.push(id);
  }
  const { certifications } = await h.manager.call(getJobDestinationForm, {
    job_id: h.ids.job,
    job_destination_id: h.ids.destination,
  });
  const setup = await readRequesterCertifications({
    read: db.read,
    now: new Date(),
    actor: h.manager.actor,
  } as Parameters<typeof readRequesterCertifications>[0]);
  for (const list of [certifications, setup])
    expect(list.filter((c) => created.includes(c.id)).map((c) => c.name)).toEqual(
      rows.map((claim) => `FSC FSC-C104455, ${claim.name}`),
    );
});
