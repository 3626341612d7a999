import { expect, test } from "vitest";
import { makeHarvest } from "#db/testing/harvest";
import { testDatabase } from "#db/testing/test-database";
import { readUnits, setInventoryUnit } from "./units.server";

test("an inventory begins in the unit of its product type, until a person chooses another", async () => {
  const db = await testDatabase();
  const h = await makeHarvest(db);
  const ctx = { read: db.read, actor: h.manager.actor };
  const [SAWLOGS, PULPWOOD, UNKNOWN] = ["1-125-0", "5-746-0", "999-0-0"];
  const before = await readUnits(ctx);
  expect([SAWLOGS, PULPWOOD, UNKNOWN].map(before)).toEqual(["mbf", "ton", "ton"]);
  await h.manager.call(setInventoryUnit, { product: SAWLOGS, unit: "loads" });
  const after = await readUnits(ctx);
  expect([SAWLOGS, PULPWOOD].map(after)).toEqual(["loads", "ton"]);
});
