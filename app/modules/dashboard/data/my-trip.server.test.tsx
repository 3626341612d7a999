import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { actAs } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import type { StatusId } from "~/modules/trip-tickets/rules/trip-ticket";
import { getMyTrip } from "~/modules/trip-tickets/shared/my-trip.server";
import { MyTripCard } from "~/modules/trip-tickets/shared/trip-card";
import { getDashboard } from "./dashboard.server";

let db: Database;
let h: Harvest;
let driver: Awaited<ReturnType<typeof actAs>>;
let person: number;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  await db.batch([{ sql: "UPDATE company SET is_hauler = 1 WHERE id = ?", params: [h.ids.hauler.id] }]);
  person = await makeUser(db, {}, [h.ids.hauler.crew]);
  driver = await actAs(db, person, h.ids.hauler.id);
});

const mine = (status: StatusId) =>
  h.ticket({
    hauler_company_id: h.ids.hauler.id,
    hauler_user_id: person,
    trip_ticket_status_id: status,
  });
const next = async () => (await driver.call(getDashboard, {})).next ?? [];

test("lists a driver's own loads first, those on the road on top, then three loads to claim", async () => {
  for (let n = 0; n < 4; n++) await h.ticket({ trip_ticket_status_id: 7 });
  expect((await next()).map(({ mine, may_claim }) => [mine, may_claim])).toEqual(
    Array.from({ length: 3 }, () => [false, true]),
  );
  const [claimed, onTheRoad] = [await mine(1), await mine(2)];
  const loads = await next();
  expect(loads.slice(0, 2).map(({ id }) => id)).toEqual([onTheRoad, claimed]);
  expect(loads.map(({ mine, may_claim }) => [mine, may_claim])).toEqual([
    [true, false],
    [true, false],
    [false, true],
    [false, true],
    [false, true],
  ]);
  // A user who may not change loads still gets links to them, but no Claim button.
  driver.actor.permissions.trip_ticket.update = false;
  expect((await next()).some(({ may_claim }) => may_claim)).toBe(false);
  driver.actor.permissions.trip_ticket.update = true;
});

test("shows the load in progress as one card with job, destination and a single main button", async () => {
  const id = await mine(2);
  const trip = await driver.call(getMyTrip, { id });
  const card = renderToStaticMarkup(<MyTripCard trip={trip} submissionId="0b7e3c1e-home" />);
  expect(card).toContain(`href="/trip-tickets/${id}"`);
  expect(card).toContain(trip.job.name);
  expect(card).toContain(trip.destination.name);
  expect(card).toMatch(
    new RegExp(
      `action="/trip-tickets/${id}/dropoff".*name="version" value="${trip.version + 1}".*class="button primary big">Dropped off`,
    ),
  );
  expect(card.match(/primary big/g)).toHaveLength(1);
  // Refuse the load to a user of another company.
  await expect(h.rival.call(getMyTrip, { id })).rejects.toThrow();
});
