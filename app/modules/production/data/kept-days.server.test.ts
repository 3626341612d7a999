import type { InStatement } from "@libsql/client";
import { expect, test } from "vitest";
import { createReader, getClient } from "#db/drivers.server";
import { makeTicket } from "#db/factories";
import { makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { createThrowingClient } from "#db/throwing-client";
import { runProcedure } from "~/web/run-procedure.server";
import { getProduction } from "../shared/production.server";

test("counts days once until a delivered load changes, except the day compared up to the current hour", async () => {
  const db = await openTestDatabase();
  const { manager, hauler, ids } = await makeHarvest(db);
  const requests: string[] = [];
  const execute = (inStatement: InStatement) => getClient(db.read).execute(inStatement);
  const logQuery = (text: string, values: unknown[]) => {
    if (text.includes("d.is_scaled"))
      requests.push(String(values.find((value) => String(value).startsWith("[["))));
  };
  const read = createReader({ ...createThrowingClient("It reads."), execute }, { logQuery });
  /** Return the number of days that were counted in the database, and the result. */
  const look = async (input: object, now: string, { actor } = manager) => {
    requests.length = 0;
    const call = { db: { ...db, read }, actor, now: new Date(now), address: "here" };
    const { totals, compared } = await runProcedure(getProduction, call, input);
    return [
      requests.reduce((days, text) => days + JSON.parse(text).length, 0),
      totals.loads,
      compared?.loads,
    ];
  };
  const job = { id: ids.job, requester: ids.manager.id, destination: ids.destination };
  const deliver = (dropped_off_at: string, more = {}) =>
    makeTicket(db, job, { trip_ticket_status_id: 3, dropped_off_at, product_type_id: 1, ...more });

  const month = { from: "2025-11-01", to: "2025-11-30", compare: "none" };
  // Sunday hasn't ended yet: the period that it is compared with ends a second later at the next call.
  const week = { from: "2025-11-03", to: "2025-11-09", compare: "previous" };
  // Nothing is cached until the first delivered load exists.
  expect(await look(month, "2026-01-10T15:00:00Z")).toEqual([30, 0, undefined]);
  expect(await look(month, "2026-01-10T15:00:01Z")).toEqual([30, 0, undefined]);
  const moved = await deliver("2025-11-05T15:00:00.000Z");
  expect(await look(month, "2026-01-10T15:00:02Z")).toEqual([30, 1, undefined]);
  expect(await look(month, "2026-01-10T15:00:03Z")).toEqual([0, 1, undefined]);
  expect(await look(week, "2025-11-09T17:00:00Z")).toEqual([14, 1, 0]);
  expect(await look(week, "2025-11-09T17:00:01Z")).toEqual([1, 1, 0]);
  await deliver("2025-10-28T15:00:00.000Z");
  expect(await look(month, "2026-01-10T15:00:04Z")).toEqual([30, 1, undefined]);
  expect(await look(week, "2025-11-09T17:00:02Z")).toEqual([14, 1, 1]);
  // Loads on the compared day, an hour before and an hour after the time of the call.
  await deliver("2025-11-02T16:00:00.000Z");
  await deliver("2025-11-02T18:00:00.000Z");
  expect(await look(week, "2025-11-09T17:00:03Z")).toEqual([14, 1, 2]);
  expect(await look(week, "2025-11-09T18:00:04Z")).toEqual([1, 1, 3]);
  await db.client.execute({
    sql: "UPDATE trip_ticket SET dropped_off_at = '2025-10-29T15:00:00.000Z' WHERE id = ?",
    args: [moved],
  });
  expect(await look(week, "2025-11-09T18:00:05Z")).toEqual([14, 0, 4]);
  expect(await look({ ...month, product_type_ids: "2" }, "2026-01-10T15:00:05Z")).toEqual([30, 0, undefined]);
  // Both companies' change counters are at 7, but the companies see different loads.
  await deliver("2025-11-05T15:00:00.000Z", { hauler_company_id: ids.hauler.id });
  await db.client.execute("UPDATE company_status_count SET changes = 7");
  expect((await look(month, "2026-01-10T15:00:06Z"))[1]).toBe(3);
  expect((await look(month, "2026-01-10T15:00:06Z", hauler))[1]).toBe(1);
});
