import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { tripTicket } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getJobChecks } from "~/modules/checks/data/checks.server";
import { listNotifications } from "~/modules/notifications/shared/inbox.server";
import { moveTicket } from "../../life-cycle/data/change-status.server";
import { listTickets } from "../../shared/list.server";
import { updateTicket } from "../../shared/update.server";
import { getScaleHouse } from "./page.server";
import { receiveLoad } from "./receive.server";
import { undoReceipt } from "./undo-receipt.server";

/** Tests unclaimed loads that arrive at their mill anyway. */
let db: Database;
let h: Harvest;
beforeEach(async () => {
  db ??= await openTestDatabase();
  h = await makeHarvest(db);
});

async function rowOf(id: number) {
  const [row] = await db.read.select().from(tripTicket).where(eq(tripTicket.id, id));
  if (!row) throw new Error(`no ticket ${id}`);
  return row;
}
const numberOf = async (id: number) => String((await rowOf(id)).trip_ticket_number);
const weights = { gross: "90000", tare: "30000" };
const claim = async (id: number) =>
  catchError(h.hauler.call(moveTicket, { id, verb: "claim", version: (await rowOf(id)).version + 1 }));
const isWaiting = async (id: number) => {
  const { rows } = await h.hauler.call(listTickets, { view: "available" });
  return rows.some((row) => row.id === id);
};

test("receiving an unclaimed load delivers it, so nobody can claim it, and the office is asked to name the hauler", async () => {
  const id = await h.ticket();
  expect(await isWaiting(id)).toBe(true);
  const load = await numberOf(id);
  expect((await h.mill.call(getScaleHouse, { load })).card?.note).toContain("No one has claimed this load.");
  await h.mill.call(receiveLoad, { load, ...weights });
  expect(await rowOf(id)).toMatchObject({ trip_ticket_status_id: 3, dropped_off_at: expect.any(String) });
  expect((await claim(id)).kind).toBe("missing");
  expect(await isWaiting(id)).toBe(false);

  const checks = await h.manager.call(getJobChecks, { job_id: h.ids.job });
  expect(checks.unhauled).toMatchObject({ total: 1, tickets: [{ id }] });
  const { notifications } = await h.manager.call(listNotifications, { take: 10, skip: 0 });
  expect(notifications.map((n) => n.title)).toContainEqual(
    expect.stringContaining("was delivered without a hauler"),
  );
  const named = {
    id,
    version: (await rowOf(id)).version + 1,
    hauler_company_id: h.ids.hauler.id,
  };
  await h.manager.call(updateTicket, named);
  expect(await rowOf(id)).toMatchObject({
    trip_ticket_status_id: 3,
    hauler_company_id: h.ids.hauler.id,
  });
  expect((await h.manager.call(getJobChecks, { job_id: h.ids.job })).unhauled.total).toBe(0);
});

test("the clerk can name only a hauler that brought loads before, and sees no other hauler", async () => {
  await h.ticket({ trip_ticket_status_id: 3, hauler_company_id: h.ids.hauler.id });
  const id = await h.ticket();
  const load = await numberOf(id);
  const { card } = await h.mill.call(getScaleHouse, { load });
  expect(card?.haulers.map((hauler) => hauler.value)).toEqual([h.ids.hauler.id]);
  const other = h.mill.call(receiveLoad, { load, ...weights, hauler_company_id: h.ids.second.id });
  expect((await catchError(other)).refusal.facts.fields?.hauler_company_id).toHaveLength(1);
  expect((await rowOf(id)).trip_ticket_status_id).toBe(7);
  await h.mill.call(receiveLoad, { load, ...weights, hauler_company_id: h.ids.hauler.id });
  expect(await rowOf(id)).toMatchObject({ trip_ticket_status_id: 3, hauler_company_id: h.ids.hauler.id });
  await h.mill.call(undoReceipt, { id, version: (await rowOf(id)).version + 1 });
  expect(await rowOf(id)).toMatchObject({
    trip_ticket_status_id: 7,
    hauler_company_id: null,
    dropped_off_at: null,
    net_pounds: null,
  });
});

test("an edit that scales a load delivers it, even if claimed or in a yard", async () => {
  for (const status of [7, 6, 1, 5, 2] as const) {
    const hauls = status >= 6 ? {} : { hauler_company_id: h.ids.hauler.id };
    const id = await h.ticket({ trip_ticket_status_id: status, ...hauls });
    const version = (await rowOf(id)).version + 1;
    await h.manager.call(updateTicket, { id, version, scaled_volume: "27.4", scaled_wood_unit_type_id: 2 });
    expect((await rowOf(id)).trip_ticket_status_id).toBe(3);
  }
});

test("an older load scaled but never delivered can't be claimed, and is listed in Checks until it is delivered", async () => {
  const id = await h.ticket({ scaled_volume: 27_000, scaled_wood_unit_type_id: 2 });
  expect(await claim(id)).toMatchObject({
    kind: "notNow",
    message: "This load was scaled or received at its mill, so it can't become Claimed.",
  });
  const checks = () => h.manager.call(getJobChecks, { job_id: h.ids.job });
  expect((await checks()).undelivered).toMatchObject({ total: 1, tickets: [{ id }] });
  await h.manager.call(moveTicket, { id, verb: "dropoff", version: (await rowOf(id)).version + 1 });
  expect((await checks()).undelivered.total).toBe(0);
  expect((await rowOf(id)).trip_ticket_status_id).toBe(3);
});
