import { expect, test } from "vitest";
import { openDemoDatabase } from "../testing/test-database";

test("the demo's landing has entries for its loads, and a positive balance of each product", async () => {
  const db = await openDemoDatabase();
  const { rows } = await db.client.execute(
    `SELECT i.product_type_id, sum(i.estimated_volume_remaining) AS remains, count(i.trip_ticket_id) AS loads
       FROM landing_inventory i JOIN landing l ON l.id = i.landing_id
      WHERE l.job_id = 1 AND i.is_deleted = 0 GROUP BY i.product_type_id, i.wood_species_id, i.wood_species_type_id`,
  );
  expect(rows.reduce((sum, row) => sum + Number(row.loads), 0)).toBeGreaterThan(50);
  for (const row of rows) expect(Number(row.remains)).toBeGreaterThan(0);
});
