import { expect, test } from "vitest";
import { catchError } from "#db/testing/acting";
import { makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getInventoryUnitKey } from "~/modules/jobs/rules/inventory";
import { readInventoryUnits } from "~/modules/jobs/shared/inventory-units.server";
import { setInventoryUnit } from "./units.server";

test("shows inventory in the product type's unit until the user chooses another", async () => {
  const db = await openTestDatabase();
  const h = await makeHarvest(db);
  const ctx = { read: db.read, actor: h.manager.actor };
  const [SAWLOGS, PULPWOOD, UNKNOWN] = ["1-125-0", "5-746-0", "999-0-0"];
  const before = await readInventoryUnits(ctx);
  expect([SAWLOGS, PULPWOOD, UNKNOWN].map(before)).toEqual(["mbf", "ton", "ton"]);
  await h.manager.call(setInventoryUnit, { product: SAWLOGS, unit: "loads" });
  const after = await readInventoryUnits(ctx);
  expect([SAWLOGS, PULPWOOD].map(after)).toEqual(["loads", "ton"]);
});

test("stores unit choices for up to five hundred products, which can still be changed at the limit", async () => {
  const db = await openTestDatabase();
  const { manager } = await makeHarvest(db);
  await db.batch(
    Array.from({ length: 500 }, (_, i) => ({
      sql: "INSERT INTO user_preference (user_id, key, value, last_modified_at) VALUES (?, ?, 'ton', ?)",
      params: [manager.actor.user?.id ?? 0, getInventoryUnitKey(`1-${i + 1}-0`), "2026-11-01T00:00:00.000Z"],
    })),
  );
  const item = await catchError(manager.call(setInventoryUnit, { product: "2-1-0", unit: "mbf" }));
  expect([item.kind, item.message]).toEqual(["notNow", expect.stringMatching(/500 products/)]);
  await manager.call(setInventoryUnit, { product: "1-7-0", unit: "mbf" });
});
