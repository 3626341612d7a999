import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { ticketSelection, tripTicket } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { runTaskNow } from "~/lib/queue/testing/doing.server";
import { verifyChain } from "~/modules/history/shared/history.server";
import { log } from "~/web/log.server";
import { clearPicked, listPicked, pickAllMatching, pickOnPage } from "../../selection/data/selection.server";
import { bulkActionTask } from "../../shared/runner.server";
import { updateTicket } from "../../shared/update.server";
import { readBulkOutcomes, selectTicketsFor } from "../testing/acts";
import { getBulkActionPage } from "./act-page.server";
import { getBulkRun, startBulkAction } from "./bulk.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

const late = 0;
const running = (own = db) => ({ db: own, now: () => new Date(Date.now() + late), log });
const carryOn = (own: Database, run: number) => runTaskNow(bulkActionTask, running(own), { run });

const row = async (id: number) =>
  (await db.read.select().from(tripTicket).where(eq(tripTicket.id, id)))[0] as typeof tripTicket.$inferSelect;

test("doesn't store a selection of tickets that the user can't see", async () => {
  const id = await h.ticket();
  await selectTicketsFor(h.rival, [id]);
  const stored = await db.read
    .select({ user: ticketSelection.user_id })
    .from(ticketSelection)
    .where(eq(ticketSelection.trip_ticket_id, id));
  expect(stored).toEqual([]);
});

test("changes the priority of every ticket that allows it; refuses a cancelled one with the reason", async () => {
  const [a, b, gone] = [
    await h.ticket(),
    await h.ticket({ trip_ticket_priority_id: 1 }),
    await h.ticket({ trip_ticket_status_id: 4 }),
  ];
  await selectTicketsFor(h.manager, [a, b, gone]);
  const { id } = await h.manager.call(startBulkAction, { act: "priority", trip_ticket_priority_id: 1 });
  await carryOn(db, id);
  expect(await readBulkOutcomes(h.manager, id)).toEqual({
    [a]: ["done", null],
    [b]: ["unchanged", null],
    [gone]: ["refused", "You can only change the status of a Cancelled ticket."],
  });
  const changed = await row(a);
  expect([changed.trip_ticket_priority_id, changed.version]).toEqual([1, 2]);
  expect((await row(b)).version).toBe(1);
  expect((await row(gone)).trip_ticket_priority_id).toBe(2);
  expect(await verifyChain(db.read, { uid: changed.uid, jobId: changed.job_id, ticketId: a })).toBe(true);
  expect(await h.manager.call(getBulkRun, { id })).toMatchObject({
    finished: true,
    done: 1,
    unchanged: 1,
    refused: 1,
    waiting: 0,
  });
});

test("refuses a ticket that someone changed after the page was read, and keeps that change", async () => {
  const [a, b] = [await h.ticket(), await h.ticket()];
  await selectTicketsFor(h.manager, [a, b]);
  const { seen_at } = await h.manager.call(getBulkActionPage, { act: "priority" });
  await new Promise((r) => setTimeout(r, 5));
  await h.manager.call(updateTicket, { id: a, version: 2, trip_ticket_priority_id: 3 });
  const { id } = await h.manager.call(startBulkAction, {
    act: "priority",
    trip_ticket_priority_id: 1,
    seen_at,
  });
  await carryOn(db, id);
  const outcomes = await readBulkOutcomes(h.manager, id);
  expect([outcomes[a]?.[0], outcomes[b]?.[0]]).toEqual(["refused", "done"]);
  expect((await row(a)).trip_ticket_priority_id).toBe(3);
});

test("accepts or refuses the change of each ticket by its status, the user's role and the job", async () => {
  const [a, transit, scaled] = [
    await h.ticket(),
    await h.ticket({ trip_ticket_status_id: 2, hauler_company_id: h.ids.hauler.id }),
    await h.ticket({ scale_ticket_number: "S1" }),
  ];
  await selectTicketsFor(h.manager, [a, transit, scaled]);
  const cancel = await h.manager.call(startBulkAction, { act: "status", trip_ticket_status_id: 4 });
  await carryOn(db, cancel.id);
  const outcomes = await readBulkOutcomes(h.manager, cancel.id);
  expect(outcomes[transit]).toEqual(["refused", "An In Transit ticket cannot become Cancelled"]);
  expect(outcomes[a]).toEqual(["done", null]);

  const remove = await h.manager.call(startBulkAction, { act: "deletion" });
  await carryOn(db, remove.id);
  const removed = await readBulkOutcomes(h.manager, remove.id);
  expect([removed[a]?.[0], removed[transit]?.[0], removed[scaled]?.[0]]).toEqual([
    "done",
    "refused",
    "refused",
  ]);
  expect((await h.manager.call(listPicked, {})).ids).toEqual([transit, scaled]);

  await selectTicketsFor(h.hauler, [transit]);
  const priority = await h.hauler.call(startBulkAction, { act: "priority", trip_ticket_priority_id: 1 });
  await carryOn(db, priority.id);
  expect((await readBulkOutcomes(h.hauler, priority.id))[transit]?.[0]).toBe("refused");
});

test("assignment saves only tickets that change, and previews current and selected values", async () => {
  const [a, b] = [await h.ticket(), await h.ticket({ cutter_company_id: h.ids.logger.id })];
  await selectTicketsFor(h.manager, [a, b]);
  const chosen = { act: "assignment" as const, cutter_company_id: h.ids.logger.id };
  const page = await h.manager.call(getBulkActionPage, chosen);
  expect(page.tickets.map((t) => t.changes.length)).toEqual([1, 0]);
  expect(page.tickets[0]?.changes[0]).toMatchObject({ what: "Cutter company", original: "—" });
  const { id } = await h.manager.call(startBulkAction, chosen);
  await carryOn(db, id);
  expect(Object.values(await readBulkOutcomes(h.manager, id)).map(([o]) => o)).toEqual(["done", "unchanged"]);
  expect([(await row(a)).cutter_company_id, (await row(b)).version]).toEqual([h.ids.logger.id, 1]);

  const wrong = await h.manager.call(startBulkAction, {
    act: "assignment",
    cutter_company_id: h.ids.rival.id,
  });
  await carryOn(db, wrong.id);
  expect((await readBulkOutcomes(h.manager, wrong.id))[a]).toEqual([
    "refused",
    "Choose a cutter of this job.",
  ]);
});

test("applies a destination only to its own job's tickets, and refuses one that doesn't accept the product", async () => {
  const a = await h.ticket();
  await selectTicketsFor(h.manager, [a]);
  const to = (job_destination_id: number) => ({
    act: "destination" as const,
    destinations: [{ job_id: h.ids.job, job_destination_id }],
  });
  const { id } = await h.manager.call(startBulkAction, to(h.ids.sawlogsOnly));
  await carryOn(db, id);
  expect((await readBulkOutcomes(h.manager, id))[a]).toEqual([
    "refused",
    "This destination doesn't accept that product. Choose another.",
  ]);
  const elsewhere = {
    act: "destination" as const,
    destinations: [{ job_id: h.ids.rivalJob, job_destination_id: h.ids.rivalDestination }],
  };
  const other = await h.manager.call(startBulkAction, elsewhere);
  await carryOn(db, other.id);
  expect((await readBulkOutcomes(h.manager, other.id))[a]).toEqual(["unchanged", null]);
});

test("a rival can't select, change or read results of another company's tickets", async () => {
  const a = await h.ticket();
  await selectTicketsFor(h.manager, [a]);
  await selectTicketsFor(h.rival, [a]);
  expect((await h.rival.call(listPicked, {})).ids).toEqual([]);
  expect((await h.manager.call(listPicked, {})).ids).toEqual([a]);
  expect((await catchError(h.rival.call(startBulkAction, { act: "deletion" }))).kind).toBe("notNow");
  expect((await catchError(h.rival.call(startBulkAction, { act: "deletion", ids: [a] }))).kind).toBe(
    "missing",
  );
  await h.rival.call(pickAllMatching, { sure: "yes", back: "view=available" });
  expect((await h.rival.call(listPicked, {})).ids).not.toContain(a);
  const { id } = await h.manager.call(startBulkAction, { act: "priority", trip_ticket_priority_id: 3 });
  expect((await catchError(h.rival.call(getBulkRun, { id }))).kind).toBe("missing");
  // Other users of the same company can't see the results either.
  const colleague = await actAs(db, await makeUser(db, {}, [h.ids.manager.admins]), h.ids.manager.id);
  expect((await catchError(colleague.call(getBulkRun, { id }))).kind).toBe("missing");
  expect((await colleague.call(listPicked, {})).ids).toEqual([]);
  await carryOn(db, id);
});

test("a selection grows page by page, drops unchecked tickets, and adds all that match a filter", async () => {
  const [a, b, c] = [await h.ticket(), await h.ticket(), await h.ticket({ trip_ticket_priority_id: 3 })];
  await selectTicketsFor(h.manager, [a]);
  await h.manager.call(pickOnPage, { shown: `${b},${c}`, ids: [b, c] });
  await h.manager.call(pickOnPage, { shown: `${a},${b}`, ids: [b] });
  expect((await h.manager.call(listPicked, {})).ids).toEqual([b, c]);
  await h.manager.call(clearPicked, { sure: "yes" });
  await h.manager.call(pickAllMatching, { sure: "yes", back: "view=available&trip_ticket_priority_ids=3" });
  const { ids } = await h.manager.call(listPicked, {});
  expect(ids).toContain(c);
  expect(ids).not.toContain(b);
  await h.manager.call(clearPicked, { sure: "yes" });
  expect(
    await db.read
      .select()
      .from(ticketSelection)
      .where(eq(ticketSelection.user_id, h.manager.actor.user?.id ?? 0)),
  ).toEqual([]);
});
