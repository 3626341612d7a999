import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { job } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { exportEudr, exportEudrProducts, getEudrPage } from "./eudr.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  await db.batch([db.write.update(job).set({ latitude: 44.6, longitude: -84.7 }).toSQL()]);
});

test("lists delivered wood next to the harvest areas, limited to the loads that each company may see", async () => {
  const id = h.ids.job;
  expect((await h.manager.call(getEudrPage, { id })).products).toEqual([]);
  expect((await catchError(h.manager.call(exportEudrProducts, { id }))).kind).toBe("notNow");
  const target = { picked_up_at: "2026-11-16T13:00:00.000Z", dropped_off_at: "2026-11-17T02:00:00.000Z" };
  const delivered = { trip_ticket_status_id: 3 as const, net_pounds: 50_000, ...target };
  await h.ticket({ ...delivered, hauler_company_id: h.ids.hauler.id });
  await h.ticket({ ...delivered, hauler_company_id: h.ids.second.id });
  await h.ticket({ trip_ticket_status_id: 2, net_pounds: 40_000, hauler_company_id: h.ids.hauler.id });
  const seen = async (who: typeof h.manager) => (await who.call(exportEudr, { id })).products;
  expect(await seen(h.manager)).toEqual([
    {
      product: "Pulpwood, quaking aspen",
      scientific_name: "Populus tremuloides",
      common_name: "quaking aspen",
      loads: 2,
      kilograms: 45_359,
      volumes: [],
      unmeasured: 0,
      // Days are in the job's time zone: 2 a.m. UTC on the 17th is the evening of the 16th in Michigan.
      from: "2026-11-16",
      to: "2026-11-16",
    },
  ]);
  expect(await seen(h.hauler)).toMatchObject([{ loads: 1, kilograms: 22_680 }]);
  const file = await h.manager.call(exportEudrProducts, { id });
  expect(file.file_name).toMatch(/^eudr-.*-products\.csv$/);
  expect(file.cells[1]).toContain("Populus tremuloides");
  expect((await catchError(h.rival.call(exportEudrProducts, { id }))).kind).toBe("missing");
});
