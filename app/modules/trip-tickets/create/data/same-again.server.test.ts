import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { moveTicket } from "../../life-cycle/data/change-status.server";
import { getTicketPage } from "../../shared/detail.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

test("after delivery only the load's hauler is offered the next similar load", async () => {
  const done = await h.ticket({
    trip_ticket_status_id: 2,
    hauler_company_id: h.ids.hauler.id,
    hauler_user_id: h.hauler.actor.user?.id,
  });
  const later = await h.ticket({ trip_ticket_status_id: 7 });
  const urgent = await h.ticket({ trip_ticket_status_id: 7, trip_ticket_priority_id: 1 });
  await h.ticket({ trip_ticket_status_id: 7, trip_ticket_priority_id: 1, product_type_id: 1 });
  await h.ticket({
    trip_ticket_status_id: 7,
    trip_ticket_priority_id: 1,
    job_destination_id: h.ids.sawlogsOnly,
  });
  const next = async (who = h.hauler) => (await who.call(getTicketPage, { id: done })).same_again?.id ?? null;
  expect(await next()).toBeNull();
  await h.hauler.call(moveTicket, { id: done, verb: "dropoff", version: 2 });
  expect(await next()).toBe(urgent);
  await h.second.call(moveTicket, { id: urgent, verb: "claim", version: 2 });
  expect(await next()).toBe(later);
  expect([await next(h.manager), await next(h.mill)]).toEqual([null, null]);
  await h.second.call(moveTicket, { id: later, verb: "claim", version: 2 });
  expect(await next()).toBeNull();
});
