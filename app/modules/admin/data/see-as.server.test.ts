import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { addComment } from "~/modules/comments/data/comments.server";
import { listJobs } from "~/modules/jobs/shared/list.server";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { listTickets } from "~/modules/trip-tickets/shared/list.server";
import { toReadOnlyCall } from "~/web/read-only.server";
import { type Call, runProcedure } from "~/web/run-procedure.server";
import { VIEW_AS_MINUTES } from "./acts.server";
import { requestViewAsCompany } from "./company-acts.server";
import { getViewAsActor } from "./see-as.server";

let db: Database;
let h: Harvest;
let now = new Date();
let boss: Awaited<ReturnType<typeof actAs>>;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  await h.ticket({ hauler_company_id: h.ids.hauler.id, trip_ticket_status_id: STATUS.claimed });
  boss = await actAs(db, await makeUser(db, { is_super_user: true }, []), null, () => now);
});

const eyes = async (company_id: number): Promise<Call | null> => {
  const { actor } = await boss.call(getViewAsActor, { company_id });
  return actor && toReadOnlyCall({ db, actor: boss.actor, now, address: "127.0.0.1" }, actor);
};

test("a super user sees exactly what a company sees, after giving a reason, for half an hour", async () => {
  const id = h.ids.hauler.id;
  expect(await eyes(id)).toBeNull();
  await boss.call(requestViewAsCompany, { company_id: id, reason: "They can't find a load" });
  const call = await eyes(id);
  if (!call) throw new Error("not let in");
  const seen = await runProcedure(listTickets, call, {});
  const theirs = await h.hauler.call(listTickets, {});
  expect(seen.rows.map((row) => row.id)).toEqual(theirs.rows.map((row) => row.id));
  expect(seen.rows.length).toBeGreaterThan(0);
  expect((await runProcedure(listJobs, call, {})).total).toBe((await h.hauler.call(listJobs, {})).total);
  // Viewing is limited to the requested company and to half an hour.
  expect(await eyes(h.ids.manager.id)).toBeNull();
  now = new Date(now.getTime() + (VIEW_AS_MINUTES + 1) * 60_000);
  expect(await eyes(id)).toBeNull();
  expect((await catchError(h.manager.call(getViewAsActor, { company_id: id }))).kind).toBe("missing");
});

test("rejects every write while viewing as a company, by a procedure or directly in the database", async () => {
  const id = h.ids.hauler.id;
  await boss.call(requestViewAsCompany, { company_id: id, reason: "They can't write a comment" });
  const call = await eyes(id);
  if (!call) throw new Error("not let in");
  const [ticket] = (await h.hauler.call(listTickets, {})).rows;
  const count = async () => Number((await db.client.execute("SELECT count(*) AS n FROM comment")).rows[0]?.n);
  const before = await count();
  const say = { trip_ticket_id: ticket?.id ?? 0, content: "Not theirs" };
  expect((await catchError(runProcedure(addComment, call, say))).kind).toBe("forbidden");
  // Writing fails even with all of the actor's permissions, because the database blocks it.
  const able = { ...call, actor: h.hauler.actor };
  expect((await catchError(runProcedure(addComment, able, say))).message).toMatch(/Nothing can be changed/);
  expect(() => call.db.client.execute("DELETE FROM comment")).toThrow(/Nothing can be changed/);
  expect(await count()).toBe(before);
});
