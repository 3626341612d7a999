import { expect, test } from "vitest";
import { makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import type { CompanyActor } from "~/web/actor";
import { readExportRows } from "./rows.server";

test("yields only the tickets that the company may see, in the order of the given ids, ignoring unknown ids", async () => {
  const db = await openTestDatabase();
  const h = await makeHarvest(db);
  const [one, two] = [await h.ticket(), await h.ticket({ trip_ticket_status_id: 3 })];
  const idsFor = async (who: typeof h.manager) => {
    const results: number[] = [];
    const ctx = { read: db.read, actor: who.actor as CompanyActor };
    for await (const rows of readExportRows(ctx, [two, 987_654, one]))
      results.push(...rows.map((row) => row.id));
    return results;
  };
  expect(await idsFor(h.manager)).toEqual([two, one]);
  expect(await idsFor(h.hauler)).toEqual([one]);
  expect(await idsFor(h.rival)).toEqual([]);
});
