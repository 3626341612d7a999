import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { ASPEN, makeUser } from "#db/factories";
import { company, tripTicket } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { createTicket } from "../create/data/create.server";
import { assignHauler } from "../life-cycle/data/assignment.server";
import { moveTicket } from "../life-cycle/data/change-status.server";
import { STATUS } from "../rules/trip-ticket";
import { getTicket } from "./record.server";
import { updateTicket } from "./update.server";

let db: Database;
let h: Harvest;
let driver: number;
const MESSAGE = /one load at a time/;

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  await db.batch([
    db.write.update(company).set({ force_drop_off: true }).where(eq(company.id, h.ids.hauler.id)).toSQL(),
  ]);
});

/** Create a driver of the company with the one-load rule, with a load in transit. */
async function underWay() {
  driver = await makeUser(db, {}, [h.ids.hauler.crew]);
  const hauled = { hauler_company_id: h.ids.hauler.id, hauler_user_id: driver };
  const first = await h.ticket({ trip_ticket_status_id: STATUS.inTransit, ...hauled });
  return { first, hauled };
}
const claimedBy = (user: number | null) =>
  h.ticket({
    trip_ticket_status_id: STATUS.claimed,
    hauler_company_id: h.ids.hauler.id,
    hauler_user_id: user,
  });
const oneLoad = async (call: Promise<unknown>) => {
  const refused = await catchError(call);
  expect(refused.kind).toBe("notNow");
  expect(refused.message).toMatch(MESSAGE);
};

test("refuses to assign a claimed load to a driver who has a load in transit", async () => {
  await underWay();
  const id = await claimedBy(null);
  await oneLoad(h.hauler.call(updateTicket, { id, version: 2, hauler_user_id: driver }));
  await oneLoad(h.manager.call(assignHauler, { trip_ticket_id: id, version: 2, hauler_user_id: driver }));
  const other = await makeUser(db, {}, [h.ids.hauler.crew]);
  await h.hauler.call(updateTicket, { id, version: 2, hauler_user_id: other });
});

test("a driver picks up a second claimed load only after dropping off the first", async () => {
  const { first } = await underWay();
  const second = await claimedBy(driver);
  await oneLoad(h.hauler.call(moveTicket, { id: second, verb: "pickup", version: 2 }));
  const byStatus = { id: second, version: 2, trip_ticket_status_id: STATUS.inTransit };
  await oneLoad(h.hauler.call(updateTicket, byStatus));
  await h.hauler.call(moveTicket, { id: first, verb: "dropoff", version: 2 });
  await h.hauler.call(moveTicket, { id: second, verb: "pickup", version: 2 });
});

test("two simultaneous pickups by one driver leave one load at the landing", async () => {
  await underWay().then(({ first }) => h.hauler.call(moveTicket, { id: first, verb: "dropoff", version: 2 }));
  const both = [await claimedBy(driver), await claimedBy(driver)];
  await Promise.allSettled(both.map((id) => h.hauler.call(moveTicket, { id, verb: "pickup", version: 2 })));
  const rows = await db.read.select().from(tripTicket).where(eq(tripTicket.hauler_user_id, driver));
  const states = rows.filter((r) => both.includes(r.id)).map((r) => r.trip_ticket_status_id);
  expect(states.sort()).toEqual([STATUS.claimed, STATUS.inTransit].sort());
});

test("refuses a new ticket for a driver with a load in transit if the company allows one load at a time", async () => {
  const { hauled } = await underWay();
  const input = { job_id: h.ids.job, job_destination_id: h.ids.destination, ...ASPEN, ...hauled };
  const { wood_unit_type_id: _unit, ...made } = input;
  await oneLoad(h.manager.call(createTicket, made));
  const others = { ...made, hauler_company_id: h.ids.second.id, hauler_user_id: undefined };
  await h.manager.call(createTicket, others);
});

test("a ticket allows a status change only to companies with an available transition", async () => {
  const says = async (who: Harvest["mill"], id: number) =>
    (await who.call(getTicket, { id })).trip_ticket.can_edit.trip_ticket_status_id;
  const available = await h.ticket({ trip_ticket_status_id: STATUS.available });
  expect(await says(h.hauler, available)).toBe(true);
  expect(await says(h.mill, available)).toBe(false);
  const cancelled = await h.ticket({
    trip_ticket_status_id: STATUS.cancelled,
    skidder_company_id: h.ids.logger.id,
  });
  expect([await says(h.mill, cancelled), await says(h.logger, cancelled)]).toEqual([false, false]);
  expect(await says(h.manager, cancelled)).toBe(true);
});
