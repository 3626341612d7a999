import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { DatabaseError } from "#db/errors.server";
import { makeUser } from "#db/factories";
import { bulkRun, bulkRunTicket, tripTicket } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { runDueTasks, runTaskNow } from "~/lib/queue/testing/doing.server";
import { log } from "~/web/log.server";
import { GENERIC_ERROR } from "~/web/refusal";
import { pickOnPage } from "../../selection/data/selection.server";
import { bulkActTask } from "../../shared/runner.server";
import { readOutcomes, selectTicketsFor } from "../testing/acts";
import { getBulkRun, startBulk } from "./bulk.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

let late = 0;
const running = (own = db) => ({ db: own, now: () => new Date(Date.now() + late), log });
const carryOn = (own: Database, run: number) => runTaskNow(bulkActTask, running(own), { run });

const row = async (id: number) =>
  (await db.read.select().from(tripTicket).where(eq(tripTicket.id, id)))[0] as typeof tripTicket.$inferSelect;

test("a run whose process died continues where it stopped, and does nothing twice", async () => {
  const ids = [await h.ticket(), await h.ticket()];
  await selectTicketsFor(h.manager, ids);
  const { id } = await h.manager.call(startBulk, { act: "priority", trip_ticket_priority_id: 1 });
  await db.batch([
    {
      sql: "UPDATE bulk_run_ticket SET outcome = 'done' WHERE bulk_run_id = ? AND trip_ticket_id = ?",
      params: [id, ids[0]],
    },
  ]);
  await runDueTasks(running(), [bulkActTask]);
  expect([(await row(ids[0] ?? 0)).version, (await row(ids[1] ?? 0)).version]).toEqual([1, 2]);
  const [run] = await db.read.select().from(bulkRun).where(eq(bulkRun.id, id));
  expect(run?.finished_at).not.toBeNull();
});

test("who has left the company since changes nothing more", async () => {
  const a = await h.ticket();
  const userId = await makeUser(db, {}, [h.ids.manager.admins]);
  const leaver = await actAs(db, userId, h.ids.manager.id);
  await selectTicketsFor(leaver, [a]);
  const { id } = await leaver.call(startBulk, { act: "priority", trip_ticket_priority_id: 1 });
  await db.batch([{ sql: "DELETE FROM crew_member WHERE user_id = ?", params: [userId] }]);
  await carryOn(db, id);
  const [found] = await db.read.select().from(bulkRunTicket).where(eq(bulkRunTicket.bulk_run_id, id));
  expect(found?.outcome).toBe("refused");
  expect((await row(a)).version).toBe(1);
});

test("who is demoted while a run is under way changes nothing after the next hundred", async () => {
  const ids: number[] = [];
  for (let n = 0; n < 101; n++) ids.push(await h.ticket());
  const userId = await makeUser(db, {}, [h.ids.manager.admins]);
  const demoted = await actAs(db, userId, h.ids.manager.id);
  await selectTicketsFor(demoted, ids.slice(0, 50));
  await demoted.call(pickOnPage, { shown: ids.slice(50).join(","), ids: ids.slice(50) });
  const { id } = await demoted.call(startBulk, { act: "deletion" });
  // All but the first and the last were already changed, so that the run is short.
  await db.batch([
    {
      sql: "UPDATE bulk_run_ticket SET version = -1 WHERE bulk_run_id = ? AND trip_ticket_id NOT IN (?, ?)",
      params: [id, ids[0], ids[100]],
    },
  ]);
  let first = true;
  const batch: Database["batch"] = async (statements, options) => {
    const sets = await db.batch(statements, options);
    if (first) await db.batch([{ sql: "DELETE FROM crew_member WHERE user_id = ?", params: [userId] }]);
    first = false;
    return sets;
  };
  await carryOn({ ...db, batch }, id);
  expect([(await row(ids[0] ?? 0)).is_deleted, (await row(ids[100] ?? 0)).is_deleted]).toEqual([true, false]);
});

/** A database that does not answer when this ticket is changed. */
const awayFor = (ticket: number | undefined): Database => ({
  ...db,
  async batch(statements, options) {
    if (statements.length > 1 && statements[0]?.params.includes(ticket))
      throw new DatabaseError("unavailable", "aborted due to timeout", null, { cause: null });
    return db.batch(statements, options);
  },
});

test("a run that breaks off is taken up after a pause, where it stood", async () => {
  const ids = [await h.ticket(), await h.ticket()];
  await selectTicketsFor(h.manager, ids);
  const { id } = await h.manager.call(startBulk, { act: "priority", trip_ticket_priority_id: 1 });
  await runDueTasks(running(awayFor(ids[1])), [bulkActTask]);
  await runDueTasks(running(), [bulkActTask]);
  expect(await h.manager.call(getBulkRun, { id })).toMatchObject({ done: 1, refused: 0, waiting: 1 });
  late = 61_000;
  await runDueTasks(running(), [bulkActTask]);
  late = 0;
  expect(await h.manager.call(getBulkRun, { id })).toMatchObject({ finished: true, done: 2 });
});

test("a run that breaks off each time ends at last, and says that the rest was not done", async () => {
  const ids = [await h.ticket(), await h.ticket()];
  await selectTicketsFor(h.manager, ids);
  const { id } = await h.manager.call(startBulk, { act: "priority", trip_ticket_priority_id: 1 });
  for (let tries = 0; tries < 8; tries++) {
    expect(await h.manager.call(getBulkRun, { id })).toMatchObject({ finished: false });
    await runDueTasks(running(awayFor(ids[1])), [bulkActTask]);
    late += 86_400_001;
  }
  late = 0;
  expect(await h.manager.call(getBulkRun, { id })).toMatchObject({ finished: true, done: 1, refused: 1 });
  expect((await readOutcomes(h.manager, id))[ids[1] ?? 0]).toEqual(["refused", GENERIC_ERROR]);
});

test("one ticket on which it fails for a reason nobody foresaw does not hold up the others", async () => {
  const ids = [await h.ticket(), await h.ticket()];
  await selectTicketsFor(h.manager, ids);
  const { id } = await h.manager.call(startBulk, { act: "priority", trip_ticket_priority_id: 1 });
  const batch: Database["batch"] = async (statements, options) => {
    if (statements.length > 1 && statements[0]?.params.includes(ids[0])) throw new TypeError("unforeseen");
    return db.batch(statements, options);
  };
  await carryOn({ ...db, batch }, id);
  expect(await readOutcomes(h.manager, id)).toEqual({
    [ids[0] ?? 0]: ["refused", GENERIC_ERROR],
    [ids[1] ?? 0]: ["done", null],
  });
});

test.each([
  ["status", "trip_ticket_status_id"],
  ["priority", "trip_ticket_priority_id"],
  ["destination", "destinations"],
  ["assignment", "cutter_company_id"],
] as const)("%s without a choice is asked for again", async (act, field) => {
  await selectTicketsFor(h.manager, [await h.ticket()]);
  const { refusal } = await catchError(h.manager.call(startBulk, { act }));
  expect(Object.keys(refusal.facts.fields ?? {})).toEqual([field]);
});
