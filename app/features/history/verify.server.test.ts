import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeHarvest } from "#db/testing/harvest";
import { testDatabase } from "#db/testing/test-database";
import { createTicket } from "~/features/trip-tickets/create.server";
import { updateTicket } from "~/features/trip-tickets/update.server";
import { verifyHistory } from "./verify.server";

let db: Database;
let ids: number[] = [];
beforeAll(async () => {
  db = await testDatabase();
  const h = await makeHarvest(db);
  for (let i = 0; i < 3; i++) {
    const input = { job_id: h.ids.job, job_destination_id: h.ids.destination, product: "5-746-0" };
    const { id } = await h.manager.call(createTicket, input);
    await h.manager.call(updateTicket, { id, version: 2, trip_ticket_priority_id: 1 });
    await h.manager.call(updateTicket, { id, version: 3, trip_ticket_priority_id: 3 });
    ids = [...ids, id];
  }
});

const change = (sql: string, ...params: (number | string)[]) => db.batch([{ sql, params }]);

test("a history that nobody touched is complete", async () => {
  expect(await verifyHistory(db.read)).toMatchObject({ chains: 3, entries: 9, broken: [] });
});

test("an entry that was changed, and a chain that lacks one, are named", async () => {
  const [a = 0, b = 0, c = 0] = ids;
  // Whoever tampers with the file itself is not stopped by its triggers.
  const { rows } = await db.client.execute(
    "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit_entry'",
  );
  for (const { name } of rows) await change(`DROP TRIGGER ${name}`);
  await change("UPDATE audit_entry SET details = '{}' WHERE trip_ticket_id = ? AND seq = 2", a);
  await change("DELETE FROM audit_entry WHERE trip_ticket_id = ? AND seq = 2", b);
  await change("DELETE FROM audit_entry WHERE trip_ticket_id = ?", c);
  const { broken } = await verifyHistory(db.read);
  expect(broken.map(({ subject, seq, why }) => [subject, seq, why])).toEqual([
    [`trip_ticket ${a}`, 2, "it was changed after it was written"],
    [`trip_ticket ${b}`, 3, "entry 2 is missing"],
    [`trip_ticket ${c}`, 1, "it has no history at all"],
  ]);
});
