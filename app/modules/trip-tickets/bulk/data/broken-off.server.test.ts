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
import { GENERIC_ERROR_MESSAGE } from "~/web/refusal";
import { pickOnPage } from "../../selection/data/selection.server";
import { bulkActionTask } from "../../shared/runner.server";
import { readBulkOutcomes, selectTicketsFor } from "../testing/acts";
import { getBulkRun, startBulkAction } from "./bulk.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

let late = 0;
const running = (own = db) => ({ db: own, now: () => new Date(Date.now() + late), log });
const carryOn = (own: Database, run: number) => runTaskNow(bulkActionTask, running(own), { run });

const row = async (id: number) =>
  (await db.read.select().from(tripTicket).where(eq(tripTicket.id, id)))[0] as typeof tripTicket.$inferSelect;

test("a bulk run interrupted by a crash resumes where it stopped and repeats nothing", async () => {
  const ids = [await h.ticket(), await h.ticket()];
  await selectTicketsFor(h.manager, ids);
  const { id } = await h.manager.call(startBulkAction, { act: "priority", trip_ticket_priority_id: 1 });
  await db.batch([
    {
      sql: "UPDATE bulk_run_ticket SET outcome = 'done' WHERE bulk_run_id = ? AND trip_ticket_id = ?",
      params: [id, ids[0]],
    },
  ]);
  await runDueTasks(running(), [bulkActionTask]);
  expect([(await row(ids[0] ?? 0)).version, (await row(ids[1] ?? 0)).version]).toEqual([1, 2]);
  const [run] = await db.read.select().from(bulkRun).where(eq(bulkRun.id, id));
  expect(run?.finished_at).not.toBeNull();
});

test("a bulk run of a user who has left the company since starting it changes nothing more", async () => {
  const a = await h.ticket();
  const userId = await makeUser(db, {}, [h.ids.manager.admins]);
  const leaver = await actAs(db, userId, h.ids.manager.id);
  await selectTicketsFor(leaver, [a]);
  const { id } = await leaver.call(startBulkAction, { act: "priority", trip_ticket_priority_id: 1 });
  await db.batch([{ sql: "DELETE FROM crew_member WHERE user_id = ?", params: [userId] }]);
  await carryOn(db, id);
  const [found] = await db.read.select().from(bulkRunTicket).where(eq(bulkRunTicket.bulk_run_id, id));
  expect(found?.outcome).toBe("refused");
  expect((await row(a)).version).toBe(1);
});

test("a user demoted during a run changes nothing after the current hundred tickets", async () => {
  const ids: number[] = [];
  for (let n = 0; n < 101; n++) ids.push(await h.ticket());
  const userId = await makeUser(db, {}, [h.ids.manager.admins]);
  const demoted = await actAs(db, userId, h.ids.manager.id);
  await selectTicketsFor(demoted, ids.slice(0, 50));
  await demoted.call(pickOnPage, { shown: ids.slice(50).join(","), ids: ids.slice(50) });
  const { id } = await demoted.call(startBulkAction, { act: "deletion" });
  // Mark all tickets but the first and the last as changed since selection, so that the run is short.
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

/** Wrap the database so that changing the given ticket fails as if the database didn't respond. */
const awayFor = (ticket: number | undefined): Database => ({
  ...db,
  async batch(statements, options) {
    if (statements.length > 1 && statements[0]?.params.includes(ticket))
      throw new DatabaseError("unavailable", "aborted due to timeout", null, { cause: null });
    return db.batch(statements, options);
  },
});

test("an interrupted bulk run resumes after a pause, where it stopped", async () => {
  const ids = [await h.ticket(), await h.ticket()];
  await selectTicketsFor(h.manager, ids);
  const { id } = await h.manager.call(startBulkAction, { act: "priority", trip_ticket_priority_id: 1 });
  await runDueTasks(running(awayFor(ids[1])), [bulkActionTask]);
  await runDueTasks(running(), [bulkActionTask]);
  expect(await h.manager.call(getBulkRun, { id })).toMatchObject({ done: 1, refused: 0, waiting: 1 });
  late = 61_000;
  await runDueTasks(running(), [bulkActionTask]);
  late = 0;
  expect(await h.manager.call(getBulkRun, { id })).toMatchObject({ finished: true, done: 2 });
});

test("a bulk run that fails every time finally ends, with the remaining tickets marked as refused", async () => {
  const ids = [await h.ticket(), await h.ticket()];
  await selectTicketsFor(h.manager, ids);
  const { id } = await h.manager.call(startBulkAction, { act: "priority", trip_ticket_priority_id: 1 });
  for (let tries = 0; tries < 8; tries++) {
    expect(await h.manager.call(getBulkRun, { id })).toMatchObject({ finished: false });
    await runDueTasks(running(awayFor(ids[1])), [bulkActionTask]);
    late += 86_400_001;
  }
  late = 0;
  expect(await h.manager.call(getBulkRun, { id })).toMatchObject({ finished: true, done: 1, refused: 1 });
  expect((await readBulkOutcomes(h.manager, id))[ids[1] ?? 0]).toEqual(["refused", GENERIC_ERROR_MESSAGE]);
});

test("an unexpected failure on one ticket doesn't stop the other tickets of a bulk run", async () => {
  const ids = [await h.ticket(), await h.ticket()];
  await selectTicketsFor(h.manager, ids);
  const { id } = await h.manager.call(startBulkAction, { act: "priority", trip_ticket_priority_id: 1 });
  const batch: Database["batch"] = async (statements, options) => {
    if (statements.length > 1 && statements[0]?.params.includes(ids[0])) throw new TypeError("unforeseen");
    return db.batch(statements, options);
  };
  await carryOn({ ...db, batch }, id);
  expect(await readBulkOutcomes(h.manager, id)).toEqual({
    [ids[0] ?? 0]: ["refused", GENERIC_ERROR_MESSAGE],
    [ids[1] ?? 0]: ["done", null],
  });
});

test.each([
  ["status", "trip_ticket_status_id"],
  ["priority", "trip_ticket_priority_id"],
  ["destination", "destinations"],
  ["assignment", "cutter_company_id"],
] as const)("refuses a bulk %s change without a value, naming the missing field", async (act, field) => {
  await selectTicketsFor(h.manager, [await h.ticket()]);
  const { refusal } = await catchError(h.manager.call(startBulkAction, { act }));
  expect(Object.keys(refusal.facts.fields ?? {})).toEqual([field]);
});
