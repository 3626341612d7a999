import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { actAs } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { actWithoutPermissions } from "#db/testing/limited";
import { openTestDatabase } from "#db/testing/test-database";
import { readCachedMap } from "./kept-map.server";

let db: Database;
let h: Harvest;
const run = (sql: string, ...args: (string | number)[]) => db.client.execute({ sql, args });

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  await run("UPDATE job SET name = 'Deward', latitude = 44.8, longitude = -84.8 WHERE id = ?", h.ids.job);
});

type Person = Pick<Harvest["manager"], "actor">;
const callOf = ({ actor }: Person) => ({ db, actor, now: new Date("2026-11-20T18:00:00Z"), address: "" });
const names = async (who: Person, query = "") =>
  (await readCachedMap(callOf(who), query)).listed.map(({ kind, name }) => `${kind} ${name}`);

test("returns a new map when the data changes, and separate maps for different queries and companies", async () => {
  expect(await names(h.manager)).toContain("job Deward");
  expect(await names(h.manager, "kinds=destination")).not.toContain("job Deward");
  expect(await names(h.rival)).not.toContain("job Deward");
  await run("UPDATE job SET name = 'Kirtland' WHERE id = ?", h.ids.job);
  expect(await names(h.manager)).toContain("job Kirtland");
});

test("users without the right to read jobs, or who have lost it, never get a colleague's cached map", async () => {
  const blind = await actWithoutPermissions(db, h.ids.manager.id, "job.read");
  expect(await names(h.manager)).toContain("job Kirtland");
  expect(await names(blind)).not.toContain("job Kirtland");
  const { id = 0 } = blind.actor.user ?? {};
  await run(
    "UPDATE crew_permission SET can_read = 1 WHERE crew_id IN (SELECT crew_id FROM crew_member WHERE user_id = ?)",
    id,
  );
  const sees = await actAs(db, id, h.ids.manager.id);
  expect(await names(sees)).toContain("job Kirtland");
  await run(
    "UPDATE crew_permission SET can_read = 0 WHERE crew_id IN (SELECT crew_id FROM crew_member WHERE user_id = ?)",
    id,
  );
  expect(await names(await actAs(db, id, h.ids.manager.id))).not.toContain("job Kirtland");
});
