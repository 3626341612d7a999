import type { InStatement } from "@libsql/client";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { createReader, getClient } from "#db/drivers.server";
import { makeJob } from "#db/factories";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { actWithoutPermissions } from "#db/testing/limited";
import { openTestDatabase } from "#db/testing/test-database";
import { createThrowingClient } from "#db/throwing-client";
import { PERMISSIONS } from "~/lib/access/crew-permissions";
import { runProcedure } from "~/web/run-procedure.server";
import { getJob, getJobHeader } from "../shared/overview.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

test("shows a job's header to users with permission for any of the job's pages, and rejects other users", async () => {
  const id = h.ids.job;
  const blind = await actWithoutPermissions(db, h.ids.logger.id, ...PERMISSIONS);
  expect((await catchError(blind.call(getJobHeader, { id }))).kind).toBe("forbidden");
  const comments = await actWithoutPermissions(
    db,
    h.ids.logger.id,
    ...PERMISSIONS.filter((permission) => permission !== "comment.read"),
  );
  expect((await comments.call(getJobHeader, { id })).tabs.map(({ label }) => label)).toEqual(["People"]);
  // A company that isn't on the job can't see the job's header, whatever permissions its users have.
  expect((await catchError(h.rival.call(getJobHeader, { id }))).kind).toBe("missing");
});

test("shows only a job's name without permission to read jobs, and offers new tickets only where allowed", async () => {
  const id = h.ids.job;
  const office = await h.manager.call(getJobHeader, { id });
  expect(office).toMatchObject({ may_create: true, state: expect.stringContaining("Active") });
  const unread = await actWithoutPermissions(db, h.ids.manager.id, "job.read", "trip_ticket.create");
  const head = await unread.call(getJobHeader, { id });
  expect(head).toMatchObject({ name: office.name, state: "", may_create: false });
  expect(head.tabs.map(({ label }) => label)).not.toContain("Overview");
});

test("reads a job once per user for simultaneous requests of the page and its layout, and again for later requests", async () => {
  const id = h.ids.job;
  const requests: string[] = [];
  const execute = (inStatement: InStatement) => getClient(db.read).execute(inStatement);
  const read = createReader(
    { ...createThrowingClient("It reads."), execute },
    { logQuery: (text) => void requests.push(text) },
  );
  const call = { db: { ...db, read }, actor: h.manager.actor, now: new Date(), address: "here" };
  const both = async () => {
    requests.length = 0;
    const [head, page] = await Promise.all([
      runProcedure(getJobHeader, call, { id }),
      runProcedure(getJob, call, { id }),
    ]);
    return [head.name, page.name, requests.filter((text) => text.includes('"us_county"')).length];
  };
  const [name] = await both();
  expect(await both()).toEqual([name, name, 1]);
  await db.client.execute({ sql: "UPDATE job SET name = 'Another name' WHERE id = ?", args: [id] });
  expect(await both()).toEqual(["Another name", "Another name", 1]);
  await db.client.execute({ sql: "UPDATE job SET name = ? WHERE id = ?", args: [name ?? "", id] });
  const [mine, theirs] = await Promise.allSettled([
    h.manager.call(getJob, { id }),
    h.rival.call(getJobHeader, { id }),
  ]);
  expect([mine.status, theirs.status]).toEqual(["fulfilled", "rejected"]);
  // Each job has its own header, even if two jobs are requested at the same time.
  const other = await makeJob(db, h.ids.manager.id);
  const names = await Promise.all([id, other].map((job) => runProcedure(getJobHeader, call, { id: job })));
  expect(names.map((head) => head.id)).toEqual([id, other]);
});
