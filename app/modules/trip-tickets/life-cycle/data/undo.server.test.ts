import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { addComment } from "~/modules/comments/data/comments.server";
import { verifyChain } from "~/modules/history/shared/history.server";
import { createTicket } from "../../create/data/create.server";
import { formatTicketRanges, getMadeTickets, undoMadeTickets } from "../../create/data/undo-create.server";
import { getTicketPage } from "../../shared/detail.server";
import { updateTicket } from "../../shared/update.server";
import { moveTicket } from "./change-status.server";
import { undoStep } from "./undo.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

const claimed = () => h.ticket({ trip_ticket_status_id: 1, hauler_company_id: h.ids.hauler.id });
/** Act as the same driver, some seconds later. */
const later = async (seconds: number) =>
  actAs(db, h.hauler.actor.user?.id ?? 0, h.ids.hauler.id, () => new Date(Date.now() + seconds * 1000));

describe("Undo of an action", () => {
  test("undoing restores the load's previous status and times, and history records both the action and its undo", async () => {
    const id = await claimed();
    await h.hauler.call(moveTicket, { id, verb: "pickup", version: 2 });
    expect((await h.hauler.call(getTicketPage, { id })).undo).toMatchObject({ done: "Picked up" });
    expect((await h.manager.call(getTicketPage, { id })).undo).toBeNull();
    await h.hauler.call(undoStep, { id, version: 3 });
    const page = await h.hauler.call(getTicketPage, { id });
    expect([page.status, page.picked_up, page.undo]).toEqual([1, null, null]);
    expect(page.history.slice(0, 2).map((e) => [e.what, e.diffs[0]?.updated])).toEqual([
      ["Undone: picked up", "Claimed"],
      ["Picked up", "In Transit"],
    ]);
    const { rows } = await db.client.execute({
      sql: "SELECT uid, job_id FROM trip_ticket WHERE id = ?",
      args: [id],
    });
    const subject = { uid: String(rows[0]?.uid), jobId: Number(rows[0]?.job_id), ticketId: id };
    expect(await verifyChain(db.read, subject)).toBe(true);
  });

  test("undoing reverts the mill's receipt, with its time and receiver", async () => {
    const id = await h.ticket({ trip_ticket_status_id: 2, hauler_company_id: h.ids.hauler.id });
    await h.mill.call(moveTicket, { id, verb: "dropoff", version: 2 });
    expect((await h.mill.call(getTicketPage, { id })).undo).toMatchObject({ done: "Received" });
    await h.mill.call(undoStep, { id, version: 3 });
    const page = await h.mill.call(getTicketPage, { id });
    expect([page.status, page.dropped_off, page.received, page.receiver]).toEqual([2, null, null, null]);
  });

  test("undoing is refused after a minute, for other users, and once anything else has changed", async () => {
    const id = await claimed();
    await h.hauler.call(moveTicket, { id, verb: "pickup", version: 2 });
    const late = (await later(62)).call(undoStep, { id, version: 3 });
    expect((await catchError(late)).kind).toBe("notNow");
    expect((await catchError(h.manager.call(undoStep, { id, version: 3 }))).kind).toBe("notNow");
    const colleague = await actAs(db, await makeUser(db, {}, [h.ids.hauler.admins]), h.ids.hauler.id);
    expect((await catchError(colleague.call(undoStep, { id, version: 3 }))).kind).toBe("notNow");
    expect((await catchError(h.rival.call(undoStep, { id, version: 3 }))).kind).toBe("missing");
    await h.hauler.call(updateTicket, { id, version: 3, truck_number: "7" });
    expect((await catchError(h.hauler.call(undoStep, { id, version: 3 }))).kind).toBe("stale");
    expect((await catchError(h.hauler.call(undoStep, { id, version: 4 }))).kind).toBe("notNow");
    expect((await h.hauler.call(getTicketPage, { id })).status).toBe(2);
  });

  test("a repeated action succeeds, writes nothing and doesn't trigger the next action", async () => {
    const id = await claimed();
    const press = { id, verb: "pickup" as const, version: 2 };
    await h.hauler.call(moveTicket, press);
    const before = await h.hauler.call(getTicketPage, { id });
    expect(await h.hauler.call(moveTicket, press)).toEqual({ id });
    const after = await h.hauler.call(getTicketPage, { id });
    expect([after.status, after.version, after.history.length]).toEqual([
      2,
      before.version,
      before.history.length,
    ]);
    // Repeating an action doesn't revert a status that has changed since.
    await h.hauler.call(moveTicket, { id, verb: "dropoff", version: 3 });
    await catchError(h.hauler.call(moveTicket, press));
  });
});

test("another driver's load shows whose load it is", async () => {
  const driver = await actAs(
    db,
    await makeUser(db, { first_name: "Jim", last_name: "Beam" }, [h.ids.hauler.admins]),
    h.ids.hauler.id,
  );
  const id = await h.ticket({
    trip_ticket_status_id: 1,
    hauler_company_id: h.ids.hauler.id,
    hauler_user_id: driver.actor.user?.id,
  });
  expect((await h.hauler.call(getTicketPage, { id })).others_driver).toBe("Jim Beam");
  expect((await driver.call(getTicketPage, { id })).others_driver).toBeNull();
  expect((await h.manager.call(getTicketPage, { id })).others_driver).toBeNull();
});

describe("tickets created together", () => {
  const make = (loads: number, more = {}) =>
    h.manager.call(createTicket, {
      job_id: h.ids.job,
      job_destination_id: h.ids.destination,
      product: "5-746-0",
      loads,
      ...more,
    });

  test("tickets just created are shown with their numbers and their hauler", async () => {
    const { id, count } = await make(12, { hauler_company_id: h.ids.hauler.id });
    const madeTickets = await h.manager.call(getMadeTickets, { first: id, count });
    const numbers = madeTickets.tickets.map((t) => t.number);
    expect(numbers).toHaveLength(12);
    expect(madeTickets).toMatchObject({
      numbers: `${numbers[0]}-${numbers[11]}`,
      may_undo: true,
      tickets: expect.arrayContaining([{ id, number: numbers[0], status: 1 }]),
    });
    expect(madeTickets.hauler).not.toBeNull();
    expect((await catchError(h.hauler.call(getMadeTickets, { first: id, count }))).kind).toBe("missing");
    expect((await catchError(h.rival.call(undoMadeTickets, { first: id, count }))).kind).toBe("missing");
  });

  test("tickets created together are undone together, and earlier tickets stay", async () => {
    const before = await make(2);
    const { id, count } = await make(3);
    await h.manager.call(undoMadeTickets, { first: id, count });
    expect((await catchError(h.manager.call(getTicketPage, { id }))).kind).toBe("missing");
    expect((await catchError(h.manager.call(undoMadeTickets, { first: id, count }))).kind).toBe("missing");
    expect((await h.manager.call(getTicketPage, { id: before.id })).status).toBe(7);
  });

  test("tickets can't be undone by anyone but their creator, even in the same office", async () => {
    const { id, count } = await make(2);
    const colleague = await actAs(db, await makeUser(db, {}, [h.ids.manager.admins]), h.ids.manager.id);
    expect((await catchError(colleague.call(undoMadeTickets, { first: id, count }))).kind).toBe("missing");
    expect((await h.manager.call(getMadeTickets, { first: id, count })).may_undo).toBe(true);
  });

  test("no ticket is undone once one of them has been changed", async () => {
    const { id, count } = await make(3);
    await h.hauler.call(moveTicket, { id: id + 1, verb: "claim", version: 2 });
    const result = await catchError(h.manager.call(undoMadeTickets, { first: id, count }));
    expect([result.kind, result.message]).toEqual([
      "notNow",
      expect.stringMatching(/^Nothing was undone: ticket \d+ has/),
    ]);
    const noted = await make(2);
    await h.logger.call(addComment, { trip_ticket_id: noted.id, content: "Loaded" }).catch(() => null);
    await h.manager.call(addComment, { trip_ticket_id: noted.id, content: "Loaded" });
    expect((await h.manager.call(getMadeTickets, { first: noted.id, count: 2 })).may_undo).toBe(false);
    expect((await catchError(h.manager.call(undoMadeTickets, { first: noted.id, count: 2 }))).kind).toBe(
      "notNow",
    );
  });

  test("tickets can't be undone after an hour", async () => {
    const { id, count } = await make(2);
    const user = h.manager.actor.user?.id ?? 0;
    const late = await actAs(db, user, h.ids.manager.id, () => new Date(Date.now() + 61 * 60_000));
    expect((await catchError(late.call(undoMadeTickets, { first: id, count }))).kind).toBe("notNow");
  });
});

test("numbers are formatted as ranges", () => {
  expect(formatTicketRanges([1181, 1182, 1183])).toBe("1181-1183");
  expect(formatTicketRanges([1009, 1003, 1007, 1008])).toBe("1003, 1007-1009");
  expect(formatTicketRanges([5])).toBe("5");
});
