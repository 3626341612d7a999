import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeTicket, makeUser } from "#db/factories";
import { actAs } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { makeWesternJob } from "#db/testing/western-job";
import { getJobChecks } from "~/modules/checks/data/checks.server";
import { getDashboard } from "~/modules/dashboard/data/dashboard.server";
import { getCompanyHistory } from "~/modules/history/data/company-history.server";
import { listJobs } from "~/modules/jobs/shared/list.server";
import { getWholeMap } from "~/modules/maps/data/whole-map.server";
import { getStatement } from "~/modules/reconcile/data/statement-page.server";
import { addStatement, mapStatement } from "~/modules/reconcile/data/statements.server";
import { updateTicket } from "../shared/update.server";

let db: Database;
let ids: Awaited<ReturnType<typeof makeWesternJob>>;
let office: Awaited<ReturnType<typeof actAs>>;
let hauler: typeof office;
let mill: typeof office;
let ticket: number;
let onTheWay: number;
beforeAll(async () => {
  db = await openTestDatabase();
  ids = await makeWesternJob(db);
  const now = () => new Date("2026-11-20T12:00:00Z");
  const member = async ({ admins, id }: { admins: number; id: number }) =>
    actAs(db, await makeUser(db, {}, [admins]), id, now);
  office = await member(ids.company);
  hauler = await member(ids.hauler);
  mill = await member(ids.mill);
  const of = { id: ids.job, requester: ids.company.id, destination: ids.destination };
  const load = { hauler_company_id: ids.hauler.id };
  // It is late in the evening in Oregon and Idaho, and already the next day in Michigan.
  ticket = await makeTicket(db, of, {
    ...load,
    trip_ticket_status_id: 3,
    picked_up_at: "2026-11-16T04:15:00.000Z",
    dropped_off_at: "2026-11-16T06:15:00.000Z",
  });
  onTheWay = await makeTicket(db, of, {
    ...load,
    trip_ticket_status_id: 2,
    picked_up_at: "2026-11-20T06:05:00.000Z",
  });
});

test("the dashboard shows a load's drop-off day in the mill's time zone", async () => {
  const { counted } = await hauler.call(getDashboard, {});
  expect(counted?.find(({ id }) => id === ticket)?.when).toBe("Sun, Nov 15");
  const { next } = await mill.call(getDashboard, {});
  expect(next?.find(({ id }) => id === onTheWay)?.state).toBe("picked up Thu, Nov 19, 10:05 PM PST");
});

test("the job list and the map show times with the time zone of the load's place", async () => {
  const { rows } = await office.call(listJobs, {});
  expect(rows.find(({ id }) => id === ids.job)?.work?.last?.text).toBe("Sun, Nov 15, 11:15 PM MST");
  const { ways } = await office.call(getWholeMap, { query: "" });
  expect(ways.map(({ words }) => words)).toEqual(["1 on the way, picked up Thu, Nov 19, 10:05 PM PST"]);
});

test("the dates of loads missing from a statement use the mill's time zone", async () => {
  const { id } = await office.call(addStatement, {
    mill_company_id: ids.mill.id,
    text: "Date\tTruck\tNet (lb)\n11/15/2026\tNobody's\t50,000",
  });
  await office.call(mapStatement, {
    statement_id: id,
    scaled_on: "Date",
    truck_number: "Truck",
    net: "Net (lb)",
  });
  const { ours } = await office.call(getStatement, { statement_id: id });
  expect(ours.map((load) => [load.id, load.dropped_off?.text])).toEqual([
    [ticket, "Sun, Nov 15, 11:15 PM MST"],
  ]);
});

test("a job's checks show times in the time zone of the place where they happened", async () => {
  const of = { id: ids.job, requester: ids.company.id, destination: ids.destination };
  const later = await makeTicket(db, of, {
    trip_ticket_status_id: 3,
    picked_up_at: "2027-11-16T04:15:00.000Z",
    dropped_off_at: "2027-11-16T06:15:00.000Z",
  });
  const { unscaled, unfitting } = await office.call(getJobChecks, { job_id: ids.job });
  expect(unscaled.tickets.find(({ id }) => id === ticket)?.dropped_off.text).toBe(
    "Sun, Nov 15, 11:15 PM MST",
  );
  const words = unfitting.tickets.find(({ id }) => id === later)?.words.join(" ");
  expect(words).toContain("picked up is in the future: Mon, Nov 15, 2027, 8:15 PM PST.");
  expect(words).toContain("dropped off is in the future: Mon, Nov 15, 2027, 11:15 PM MST.");
});

test("the company's history shows a changed time in the time zone of the place where it happened", async () => {
  await office.call(updateTicket, { id: ticket, version: 2, dropped_off_at: "2026-11-15T23:45" });
  const { entries } = await office.call(getCompanyHistory, {});
  expect(JSON.stringify(entries[0])).toContain("Sun, Nov 15, 11:45 PM MST");
});
