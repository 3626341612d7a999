import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { refusalOf } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { actingWithout } from "#db/testing/limited";
import { testDatabase } from "#db/testing/test-database";
import { PERMISSIONS } from "~/domain/access/crew-permissions";
import { getJobHead } from "./overview.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await testDatabase();
  h = await makeHarvest(db);
});

test("the head of a job is shown with any flag of its pages, and with none it is refused", async () => {
  const id = h.ids.job;
  const blind = await actingWithout(db, h.ids.logger.id, ...PERMISSIONS);
  expect((await refusalOf(blind.call(getJobHead, { id }))).kind).toBe("forbidden");
  const comments = await actingWithout(
    db,
    h.ids.logger.id,
    ...PERMISSIONS.filter((permission) => permission !== "comment.read"),
  );
  expect((await comments.call(getJobHead, { id })).tabs.map(({ label }) => label)).toEqual(["People"]);
  // A company that has nothing to do with the job learns nothing, whatever its people may do.
  expect((await refusalOf(h.rival.call(getJobHead, { id }))).kind).toBe("missing");
});

test("people who can't read jobs see only a job's name, and make tickets only where they may", async () => {
  const id = h.ids.job;
  const office = await h.manager.call(getJobHead, { id });
  expect(office).toMatchObject({ may_create: true, state: expect.stringContaining("Active") });
  const unread = await actingWithout(db, h.ids.manager.id, "job.read", "trip_ticket.create");
  const head = await unread.call(getJobHead, { id });
  expect(head).toMatchObject({ name: office.name, state: "", may_create: false });
  expect(head.tabs.map(({ label }) => label)).not.toContain("Overview");
});
