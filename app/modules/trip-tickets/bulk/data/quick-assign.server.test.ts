import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { runTaskNow } from "~/lib/queue/testing/doing.server";
import { log } from "~/web/log.server";
import { moveTicket } from "../../life-cycle/data/change-status.server";
import { listPicked, pickOnPage } from "../../selection/data/selection.server";
import { getTicketPage } from "../../shared/detail.server";
import { listTickets } from "../../shared/list.server";
import { bulkActionTask } from "../../shared/runner.server";
import { getBulkRun } from "./bulk.server";
import { assignHaulerToLoads, listAssignableHaulers } from "./quick-assign.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});
const now = () => new Date();
const carriedOut = async (id: number) => {
  await runTaskNow(bulkActionTask, { db, now, log }, { run: id });
  return (await h.manager.call(getBulkRun, { id })).trip_tickets.map((t) => [t.trip_ticket_id, t.outcome]);
};

test("assigns the checked loads to a hauler, after which another hauler can't claim them", async () => {
  const ids = [await h.ticket(), await h.ticket(), await h.ticket({ trip_ticket_status_id: 6 })];
  const elsewhere = await h.ticket();
  await h.manager.call(pickOnPage, { shown: String(elsewhere), ids: [elsewhere] });
  const before = await h.second.call(listTickets, { view: "available" });
  expect(before.rows.map((row) => row.id)).toEqual(expect.arrayContaining(ids));

  const { id } = await h.manager.call(assignHaulerToLoads, {
    ids,
    hauler_company_id: h.ids.hauler.id,
    seen_at: new Date(Date.now() + 1_000).toISOString(),
    shown: ids.join(","),
  });
  expect((await carriedOut(id)).toSorted()).toEqual(ids.map((ticket) => [ticket, "done"]).toSorted());
  for (const ticket of ids) {
    const { status, hauler } = await h.manager.call(getTicketPage, { id: ticket });
    expect([status, hauler !== null]).toEqual([1, true]);
    const late = h.second.call(moveTicket, { id: ticket, verb: "claim", version: 3 });
    expect((await catchError(late)).kind).toBe("notNow");
  }
  const left = await h.second.call(listTickets, { view: "available" });
  expect(left.rows.map((row) => row.id).filter((one) => ids.includes(one))).toEqual([]);
  // Tickets selected on another page are neither assigned nor deselected.
  expect((await h.manager.call(listPicked, {})).ids).toEqual([elsewhere]);
  expect((await h.manager.call(getTicketPage, { id: elsewhere })).status).toBe(7);
});

test("refuses to assign without checked loads, loads that the user can't see, and loads whose job lacks the hauler", async () => {
  const hauler_company_id = h.ids.hauler.id;
  expect(
    (await catchError(h.manager.call(assignHaulerToLoads, { hauler_company_id }))).refusal.facts.fields,
  ).toEqual({
    ids: ["Select the loads to assign first."],
  });
  const id = await h.ticket();
  expect((await catchError(h.rival.call(assignHaulerToLoads, { ids: [id], hauler_company_id }))).kind).toBe(
    "missing",
  );
  const wrong = await h.manager.call(assignHaulerToLoads, { ids: [id], hauler_company_id: h.ids.logger.id });
  expect(await carriedOut(wrong.id)).toEqual([[id, "refused"]]);
  expect((await h.manager.call(getTicketPage, { id })).status).toBe(7);
});

test("offers a job's haulers only to the company that runs the job; a hauler is offered itself", async () => {
  const ids = [await h.ticket()];
  const offered = async (who: Harvest["manager"]) =>
    (await who.call(listAssignableHaulers, { ids })).map((hauler) => hauler.value).sort((a, b) => a - b);
  const { hauler, second } = h.ids;
  expect(await offered(h.manager)).toEqual(expect.arrayContaining([hauler.id, second.id]));
  expect(await offered(h.hauler)).toEqual([hauler.id]);
  for (const who of [h.mill, h.owner, h.rival]) expect(await offered(who)).toEqual([]);
});
