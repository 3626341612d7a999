import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { runTaskNow } from "~/lib/queue/testing/doing.server";
import { getApp } from "~/web/app.server";
import { bulkActionTask } from "../../shared/runner.server";
import { getBulkRun, startBulkAction } from "./bulk.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

test("the results of a bulk run don't name or link a ticket that is deleted or no longer visible to the company", async () => {
  const ids = [await h.ticket(), await h.ticket(), await h.ticket()] as const;
  const { id } = await h.manager.call(startBulkAction, {
    act: "priority",
    trip_ticket_priority_id: 3,
    ids: [...ids],
  });
  await runTaskNow(bulkActionTask, await getApp(), { run: id });
  await db.batch([
    { sql: "UPDATE trip_ticket SET is_deleted = 1 WHERE id = ?", params: [ids[0]] },
    { sql: "UPDATE trip_ticket SET job_id = ? WHERE id = ?", params: [h.ids.rivalJob, ids[1]] },
  ]);
  const { trip_tickets } = await h.manager.call(getBulkRun, { id });
  const gone = Object.fromEntries(trip_tickets.map((t) => [t.trip_ticket_id, t.is_deleted]));
  expect(gone).toEqual({ [ids[0]]: true, [ids[1]]: true, [ids[2]]: false });
  const named = trip_tickets.filter((t) => t.trip_ticket_number !== null).map((t) => t.trip_ticket_id);
  expect(named).toEqual([ids[2]]);
});
