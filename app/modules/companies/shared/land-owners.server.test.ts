import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeJobCompany, makeUser } from "#db/factories";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { sendApiCall } from "~/api/testing/send";
import {
  deleteLandOwner,
  getLandOwner,
  saveLandOwner,
  updateLandOwner,
} from "../data/land-owner-change.server";
import { createLandOwner, listLandOwners } from "./land-owners.server";

let db: Database;
let h: Harvest;

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

let n = 0;
const ESTATE = () => ({
  name: `Deward Estate ${++n}`,
  contact_first_name: "Ida",
  contact_last_name: "Ward",
  contact_phone_number: "2315550142",
});
const make = async () => (await h.manager.call(createLandOwner, ESTATE())).id;
const listed = async () =>
  (await h.manager.call(listLandOwners, { take: -1 })).land_owners.map((owner) => owner.id);

test("a land owner's contact can be changed by form and by API; a stale version is refused", async () => {
  const land_owner_id = await make();
  const form = { ...ESTATE(), contact_phone_number: "(231)555-0199", land_owner_id, version: 2 };
  await h.manager.call(saveLandOwner, form);
  expect(await h.manager.call(getLandOwner, { land_owner_id })).toMatchObject({
    contact_phone_number: "+12315550199",
    version: 2,
    jobs: 0,
  });
  expect((await catchError(h.manager.call(saveLandOwner, form))).kind).toBe("stale");
  await sendApiCall(h.manager, `PUT /api/land-owners/${land_owner_id}`, {
    id: land_owner_id,
    contact_last_name: "Wood",
    version: 3,
  });
  expect(await h.manager.call(getLandOwner, { land_owner_id })).toMatchObject({
    contact_first_name: "Ida",
    contact_last_name: "Wood",
    contact_phone_number: "+12315550199",
  });
});

test("rejects a second land owner with the same name in a company", async () => {
  const first = await make();
  const { name } = await h.manager.call(getLandOwner, { land_owner_id: first });
  const land_owner_id = await make();
  const { refusal } = await catchError(h.manager.call(updateLandOwner, { land_owner_id, version: 2, name }));
  expect(refusal.facts.fields?.name).toEqual(["You already have a land owner with this name."]);
});

test("another company's land owner, or one with its own users, can't be read or changed", async () => {
  const land_owner_id = await make();
  for (const call of [
    () => h.rival.call(getLandOwner, { land_owner_id }),
    () => h.rival.call(updateLandOwner, { land_owner_id, version: 2, name: "Mine" }),
    () => h.rival.call(deleteLandOwner, { land_owner_id, version: 2 }),
  ])
    expect((await catchError(call())).kind).toBe("missing");
  await db.batch([
    {
      sql: "INSERT INTO crew (company_id, name, created_at) VALUES (?, 'Admins', '2026-09-01T12:00:00.000Z')",
      params: [land_owner_id],
    },
    {
      sql: "INSERT INTO crew_member (crew_id, user_id, created_at) VALUES ((SELECT max(id) FROM crew), ?, '2026-09-01T12:00:00.000Z')",
      params: [await makeUser(db)],
    },
  ]);
  const edit = { land_owner_id, version: 2, name: "Taken over" };
  expect((await catchError(h.manager.call(updateLandOwner, edit))).kind).toBe("missing");
});

test("a land owner can be deleted only when it is on no job", async () => {
  const land_owner_id = await make();
  const entry = await makeJobCompany(db, h.ids.job, land_owner_id, { is_land_owner: true });
  const refused = await catchError(h.manager.call(deleteLandOwner, { land_owner_id, version: 2 }));
  expect([refused.kind, refused.message]).toEqual(["notNow", expect.stringMatching(/is on 1 job\./)]);
  await db.batch([{ sql: "DELETE FROM job_company WHERE id = ?", params: [entry] }]);
  expect(await listed()).toContain(land_owner_id);
  await sendApiCall(h.manager, `DELETE /api/land-owners/${land_owner_id}?version=2`);
  expect(await listed()).not.toContain(land_owner_id);
});

test("a land owner on a job being set up can't be deleted", async () => {
  const land_owner_id = await make();
  const body = JSON.stringify({ companies: [{ company_id: land_owner_id, is_land_owner: true }] });
  await db.batch([
    {
      sql: `INSERT INTO job_draft (user_id, company_id, body, created_at, last_modified_at)
        VALUES (?, ?, ?, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z')`,
      params: [h.manager.actor.user?.id ?? 0, h.ids.manager.id, body],
    },
  ]);
  const drop = () => h.manager.call(deleteLandOwner, { land_owner_id, version: 2 });
  expect((await catchError(drop())).kind).toBe("notNow");
  expect((await h.manager.call(getLandOwner, { land_owner_id })).jobs).toBe(1);
  await db.batch([{ sql: "DELETE FROM job_draft", params: [] }]);
  await drop();
});

test("changing or deleting a land owner requires the crew's job permissions", async () => {
  const land_owner_id = await make();
  const hand = await actAs(db, await makeUser(db, {}, [h.ids.manager.crew]), h.ids.manager.id);
  await db.batch([
    {
      sql: "INSERT INTO crew_permission (crew_id, entity_id, can_create, can_read, can_update, can_delete) SELECT ?, id, 1, 1, 0, 0 FROM permission_entity WHERE name = 'job'",
      params: [h.ids.manager.crew],
    },
  ]);
  const watched = await actAs(db, hand.actor.user?.id ?? 0, h.ids.manager.id);
  for (const call of [
    () => watched.call(updateLandOwner, { land_owner_id, version: 2, name: "X" }),
    () => watched.call(deleteLandOwner, { land_owner_id, version: 2 }),
  ])
    expect((await catchError(call())).kind).toBe("forbidden");
});
