import { expect, test } from "vitest";
import { makeTicket, makeUser } from "#db/factories";
import { actAs } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { makeWesternJob } from "#db/testing/western-job";
import { getProduction } from "./production.server";

test("a group's last load has the time of its mill, for an office in another time zone", async () => {
  const db = await openTestDatabase();
  const ids = await makeWesternJob(db);
  const now = () => new Date("2026-11-28T12:00:00Z");
  const user = await makeUser(db, { time_zone: "America/Detroit" }, [ids.company.admins]);
  const office = await actAs(db, user, ids.company.id, now);
  for (const dropped_off_at of ["2026-11-20T07:30:00.000Z", "2026-11-19T20:00:00.000Z"])
    await makeTicket(
      db,
      { id: ids.job, requester: ids.company.id, destination: ids.destination },
      { hauler_company_id: ids.hauler.id, trip_ticket_status_id: 3, dropped_off_at },
    );
  const { rows } = await office.call(getProduction, { report: "by", by: "hauler" });
  expect(rows).toMatchObject([{ loads: 2, last: { text: "Fri, Nov 20, 12:30 AM MST" } }]);
});
