import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { deleteSavedFilter, getSavedFilter, listSavedFilters, saveFilter } from "./saved-filters.server";

let db: Database;
let h: Harvest;
let colleague: Harvest["manager"];
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  colleague = await actAs(db, await makeUser(db, {}, [h.ids.manager.admins]), h.ids.manager.id);
});

test("saves a filter in canonical form, shows it to colleagues if shared, and lets only its owner delete it", async () => {
  const { id } = await h.manager.call(saveFilter, {
    name: " Aspen ",
    query: "page=3&scaled=no&job_ids=&wood_species_ids=746&wood_species_ids=746&evil=1",
    is_shared: "on",
  });
  const own = await h.manager.call(saveFilter, { name: "Mine", query: "scaled=yes" });
  expect((await h.manager.call(listSavedFilters, {})).map((f) => [f.name, f.query, f.mine])).toEqual([
    ["Aspen", "wood_species_ids=746&scaled=no", true],
    ["Mine", "scaled=yes", true],
  ]);
  expect((await colleague.call(listSavedFilters, {})).map((f) => [f.name, f.mine])).toEqual([
    ["Aspen", false],
  ]);
  expect((await catchError(colleague.call(deleteSavedFilter, { id }))).kind).toBe("forbidden");
  expect((await catchError(colleague.call(getSavedFilter, { id: own.id }))).kind).toBe("missing");
  for (const [who, wanted] of [
    [h.rival, id],
    [h.rival, own.id],
  ] as const)
    expect((await catchError(who.call(deleteSavedFilter, { id: wanted }))).kind).toBe("missing");
  expect(await h.rival.call(listSavedFilters, {})).toEqual([]);
  await h.manager.call(deleteSavedFilter, { id });
  expect(await colleague.call(listSavedFilters, {})).toEqual([]);
});

test("rejects a filter name that the same person already uses", async () => {
  await h.manager.call(saveFilter, { name: "Twice" });
  const { refusal } = await catchError(h.manager.call(saveFilter, { name: "Twice " }));
  expect(refusal.facts.fields).toEqual({ name: ["You already have a filter with this name."] });
  await colleague.call(saveFilter, { name: "Twice" });
});
