import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { backgroundJob } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { listWork, restartOrDropWork } from "./admin.server";

let db: Database;
let h: Harvest;
let support: Harvest["manager"];
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  support = await actAs(db, await makeUser(db, { is_super_user: true }, []), null);
});
beforeEach(() => db.batch([{ sql: "DELETE FROM background_job", params: [] }]));

const AT = "2026-11-21T12:00:00.000Z";
async function put(more: Partial<typeof backgroundJob.$inferInsert> = {}): Promise<number> {
  const values = { name: "greet", input: { n: 1 }, run_at: AT, created_at: AT, ...more };
  const [set] = await db.batch([db.write.insert(backgroundJob).values(values).toSQL()]);
  return Number(set?.lastInsertRowid);
}
const lost = { attempts: 8, failed_at: AT, failure: "550 no such box" };
const row = async (id: number) => (await db.read.select().from(backgroundJob)).find((item) => item.id === id);

test("lists and counts waiting, running and abandoned work, for super users only", async () => {
  const [waits, fails, gone] = [await put(), await put({ failure: "not now", attempts: 1 }), await put(lost)];
  const runs = await put({ started_at: AT, claimed_by: "a", claimed_until: "2999-01-01T00:00:00.000Z" });
  await put({ finished_at: AT });
  const work = await support.call(listWork, {});
  expect(work.counts).toEqual({ open: 3, failing: 1, given_up: 1 });
  expect(work.given_up.map((item) => item.id)).toEqual([gone]);
  expect(work.open.map((item) => [item.id, item.under_way])).toEqual([
    [waits, false],
    [fails, false],
    [runs, true],
  ]);
  expect((await catchError(h.manager.call(listWork, {}))).kind).toBe("missing");
  expect((await catchError(h.manager.call(restartOrDropWork, { id: gone, what: "drop" }))).kind).toBe(
    "missing",
  );
});

test("restarts abandoned work with its tries reset, or drops it and keeps it as a record", async () => {
  const [again, drop] = [await put(lost), await put(lost)];
  await support.call(restartOrDropWork, { id: again, what: "again" });
  expect(await row(again)).toMatchObject({
    attempts: 0,
    failed_at: null,
    failure: null,
    finished_at: null,
  });
  await support.call(restartOrDropWork, { id: drop, what: "drop" });
  expect(await row(drop)).toMatchObject({ failed_at: null, failure: "550 no such box" });
  expect((await row(drop))?.finished_at).not.toBeNull();
  for (const what of ["again", "drop"] as const)
    for (const id of [again, drop])
      expect((await catchError(support.call(restartOrDropWork, { id, what }))).kind).toBe("missing");
});

test("restarts failed work that is waiting, but doesn't change running work", async () => {
  const later = "2999-01-01T00:00:00.000Z";
  const fails = await put({ failure: "not now", attempts: 3, run_at: later });
  await support.call(restartOrDropWork, { id: fails, what: "again" });
  expect(await row(fails)).toMatchObject({ attempts: 0, failure: null });
  expect((await row(fails))?.run_at).not.toBe(later);
  const runs = await put({ failure: "not now", started_at: AT, claimed_by: "a", claimed_until: later });
  for (const what of ["again", "drop"] as const)
    expect((await catchError(support.call(restartOrDropWork, { id: runs, what }))).kind).toBe("missing");
  expect((await row(runs))?.claimed_by).toBe("a");
});

test("doesn't restart work if work with the same key is already waiting", async () => {
  const id = await put({ ...lost, unique_key: "k" });
  await put({ unique_key: "k" });
  expect((await catchError(support.call(restartOrDropWork, { id, what: "again" }))).kind).toBe("notNow");
});
