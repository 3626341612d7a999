import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeJob, makeJobCompany, makeLocation, makeUser } from "#db/factories";
import { actAs } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getDestinationChoices } from "~/modules/jobs/data/destination-adding.server";
import { listLocations } from "./locations.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

test("an invitation alone doesn't show a company's places, only a job that both companies have accepted", async () => {
  const hauler = await makeCompany(db, { is_hauler: true });
  await makeLocation(db, hauler.id, { name: "Their yard" });
  const person = await actAs(db, await makeUser(db, {}, [hauler.admins]), hauler.id);
  const third = await makeCompany(db);
  await makeLocation(db, third.id, { name: "Third yard" });
  const job = await makeJob(db, h.ids.rival.id);
  await makeLocation(db, h.ids.rival.id, { name: "Rival yard" });
  await makeJobCompany(db, job, third.id, { is_cutter: true });
  const jobCompany = await makeJobCompany(db, job, hauler.id, { is_hauler: true }, { accepted_at: null });
  const seen = async (who: Harvest["manager"], company_id: number) =>
    (await who.call(listLocations, { company_id })).company_locations.length > 0;
  const each = async () => [
    await seen(h.rival, hauler.id),
    await seen(person, h.ids.rival.id),
    await seen(person, third.id),
  ];
  expect(await each()).toEqual([false, false, false]);
  const set = (column: string) =>
    db.batch([{ sql: `UPDATE job_company SET ${column} = '2026-09-02' WHERE id = ?`, params: [jobCompany] }]);
  await set("accepted_at");
  expect(await each()).toEqual([true, true, true]);
  await set("removed_at");
  expect(await each()).toEqual([false, false, false]);
});

test("finds destinations for wood by their name or their company's name, at most a hundred at once", async () => {
  const mill = await makeCompany(db, { is_mill: true, name: "Bagley Lumber" });
  for (const n of Array.from({ length: 101 }, (_, i) => i))
    await makeLocation(db, mill.id, { name: `Deck ${n}` });
  const find = (q?: string) => h.manager.call(getDestinationChoices, { id: h.ids.job, q });
  expect(await find()).toMatchObject({ more: true });
  const { places, more } = await find("deck 1");
  expect([more, places.length, places[0]?.label]).toEqual([false, 12, "Deck 1 (Bagley Lumber)"]);
  expect((await find("bagley")).places).toHaveLength(100);
  expect((await find("100%")).places).toEqual([]);
});
