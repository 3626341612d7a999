import { expect, test } from "vitest";
import { makeTicket, makeUser } from "#db/factories";
import { actAs } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { makeWesternJob } from "#db/testing/western-job";
import { getScaleHouse } from "./page.server";

test("today's loads and totals are those of the mill's day, for a clerk in another time zone", async () => {
  const db = await openTestDatabase();
  const ids = await makeWesternJob(db);
  const now = () => new Date("2026-11-28T12:00:00Z");
  const user = await makeUser(db, { time_zone: "America/Detroit" }, [ids.mill.admins]);
  const clerk = await actAs(db, user, ids.mill.id, now);
  const receive = (received_at: string, net_pounds: number | null) =>
    makeTicket(
      db,
      { id: ids.job, requester: ids.company.id, destination: ids.destination },
      {
        hauler_company_id: ids.hauler.id,
        trip_ticket_status_id: 3,
        received_at,
        last_modified_at: received_at,
        net_pounds,
      },
    );
  // 11:30 PM and 12:30 AM in Boise; in Detroit both are after midnight.
  await receive("2026-11-28T06:30:00.000Z", 60_000);
  const id = await receive("2026-11-28T07:30:00.000Z", 50_000);
  await receive("2026-11-28T06:40:00.000Z", null);
  const waiting = await receive("2026-11-28T07:40:00.000Z", null);
  const house = await clerk.call(getScaleHouse, {});
  expect(house.latest.map((load) => [load.id, load.at.text])).toEqual([
    [waiting, "12:40 AM MST"],
    [id, "12:30 AM MST"],
  ]);
  expect(house.totals).toMatchObject([{ loads: 2, net: "50,000 lb" }]);
  expect(house.waiting.map((load) => load.id)).toEqual([waiting]);
});
