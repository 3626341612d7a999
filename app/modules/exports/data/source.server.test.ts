import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { pickAllMatching } from "~/modules/trip-tickets/selection/data/selection.server";
import { toReadContext } from "~/web/visible.server";
import { countSourceTickets, type ExportSource, readSourceIds } from "./source.server";

let db: Database;
let h: Harvest;
const loads: number[] = [];
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  loads.push(await h.ticket(), await h.ticket());
});

const found = async (source: ExportSource) => {
  const reader = toReadContext({ db, actor: h.manager.actor, now: new Date(), address: "" });
  const ids = await readSourceIds(reader, source, 100);
  expect(await countSourceTickets(reader, source)).toBe(ids.length);
  return ids.sort((a, b) => a - b);
};

test("exports no tickets, rather than all, for an emptied selection, an empty id list or an unreadable filter", async () => {
  for (const source of [
    { dto: { trip_ticket_ids: [] } },
    { query: "selection=1" },
    { query: "ids=" },
    { query: "ids=none" },
    { query: "view=available&trip_ticket_numbers=oak" },
    { query: "view=available&q=oak" },
    { query: "view=available&job_ids=first" },
  ])
    expect(await found(source), JSON.stringify(source)).toEqual([]);
});

test("exports the tickets that match the filter, the given ids, or the user's selection", async () => {
  expect(await found({ dto: {} })).toEqual(loads);
  expect(await found({ query: "view=available" })).toEqual(loads);
  expect(await found({ query: `ids=${loads[1]}` })).toEqual([loads[1]]);
  await h.manager.call(pickAllMatching, { sure: "yes", back: "view=available" });
  expect(await found({ query: "selection=1" })).toEqual(loads);
});
