import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow } from "#db/factories";
import { jobProduct } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { actWithoutPermissions } from "#db/testing/limited";
import { openTestDatabase } from "#db/testing/test-database";
import { resolveFilter } from "~/modules/trip-tickets/list/rules/filter";
import { parseListQuery } from "~/modules/trip-tickets/rules/list-query";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { listTickets } from "~/modules/trip-tickets/shared/list.server";
import { getContractVolumes, setContractVolumes } from "../data/contract-volumes.server";
import { getJobHistory } from "../data/history.server";
import { getJob } from "../shared/overview.server";

let db: Database;
let h: Harvest;
let id: number;
const ASPEN = { product_type_id: 5, wood_species_id: 746 };
const PINE = { product_type_id: 1, wood_species_id: 125 };

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  id = h.ids.job;
  await insertRow(db, jobProduct, { job_id: id, ...ASPEN, wood_unit_type_id: 2 });
  const load = (values: Parameters<Harvest["ticket"]>[0]) => h.ticket(values);
  const done = { trip_ticket_status_id: STATUS.completed };
  const tons = { estimated_volume: 50_000, estimated_wood_unit_type_id: 2 };
  const at = (day: string) => ({ dropped_off_at: `2026-11-${day}T15:00:00.000Z` });
  await load({ ...ASPEN, ...done, ...tons, ...at("03"), scaled_volume: 27_400, scaled_wood_unit_type_id: 2 });
  await load({ ...ASPEN, ...done, ...tons, ...at("05") });
  await load({ ...ASPEN, ...done, ...at("04"), estimated_volume: 6_000, estimated_wood_unit_type_id: 1 });
  await load({ ...ASPEN, ...tons, trip_ticket_status_id: STATUS.inTransit });
  await load({ ...ASPEN, ...tons, trip_ticket_status_id: STATUS.available });
  await load({ ...ASPEN, ...tons, trip_ticket_status_id: STATUS.cancelled });
  await load({ ...PINE, ...tons, trip_ticket_status_id: STATUS.inYard });
});

const workOf = async (who: Harvest["manager"]) => {
  const { loads } = (await who.call(getJob, { id })).work;
  if (!loads) throw new Error("no loads");
  return loads;
};

test("a job's work is summed by product and unit, and tons are never added to board feet", async () => {
  const { rows, totals } = await workOf(h.manager);
  const [aspen] = rows;
  expect(aspen?.stages.done).toMatchObject({
    loads: 3,
    volumes: "6 MBF estimated, 27.4 tons scaled and 50 tons estimated",
  });
  expect(aspen?.stages.under_way).toMatchObject({ loads: 1, volumes: "50 tons" });
  expect(aspen?.unscaled.loads).toBe(2);
  expect(aspen?.bars.map(({ unit, parts }) => [unit, parts.done, parts.under_way, parts.waiting])).toEqual([
    [1, 6_000, 0, 0],
    [2, 77_400, 50_000, 50_000],
  ]);
  expect(totals.stages.waiting.loads).toBe(2);
});

test("each count links to a list with the same number of loads", async () => {
  const { rows, totals } = await workOf(h.manager);
  const numbers = [...rows, totals].flatMap((row) => [...Object.values(row.stages), row.unscaled]);
  expect(numbers).toHaveLength(12);
  for (const { href, loads } of numbers) {
    const { input } = parseListQuery(new URL(href, "http://here.invalid").searchParams);
    const { dropped_off_start: _from, dropped_off_end: _to, ...rest } = input;
    const list = await h.manager.call(listTickets, { ...rest, ...resolveFilter({}, "UTC") });
    expect(list.total, href).toBe(loads);
  }
});

test("a hauler's work totals count only its own loads and the loads that it may claim", async () => {
  const { totals } = await workOf(h.hauler);
  expect([totals.stages.done.loads, totals.stages.under_way.loads, totals.stages.waiting.loads]).toEqual([
    0, 0, 2,
  ]);
});

test("the last load is the one that was dropped off last", async () => {
  expect((await workOf(h.manager)).last).toMatchObject({ at: "2026-11-05T15:00:00.000Z" });
});

test("stores the contract volume in the product's unit, and shows it in the chart and in the history", async () => {
  const form = await h.manager.call(getContractVolumes, { id });
  expect(form.products).toMatchObject([{ key: "5-746-0", unit: "tons", volume: "" }]);
  const result = { id, version: form.version + 1, products: [{ product: "5-746-0", volume: "1,200" }] };
  await h.manager.call(setContractVolumes, result);
  expect((await h.manager.call(getContractVolumes, { id })).products[0]?.volume).toBe("1200");
  const bar = (await workOf(h.manager)).rows[0]?.bars.find(({ unit }) => unit === 2);
  expect(bar).toMatchObject({ contract: 1_200_000, whole: 1_200_000 });
  expect(bar?.words).toContain(
    "77.4 tons delivered, 50 tons under way, 50 tons available to haul, 1,200 tons in the contract",
  );
  expect(JSON.stringify(await h.manager.call(getJobHistory, { id }))).toContain("1,200 tons");
  expect((await catchError(h.manager.call(setContractVolumes, result))).kind).toBe("stale");
  const gone = { id, version: form.version + 2, products: [{ product: "1-1-0", volume: "5" }] };
  expect((await catchError(h.manager.call(setContractVolumes, gone))).kind).toBe("invalid");
  for (const who of [h.hauler, h.logger, h.mill])
    expect((await catchError(who.call(getContractVolumes, { id }))).kind).toBe("forbidden");
  const theirs = { id, version: form.version + 2, products: [{ product: "5-746-0", volume: "9" }] };
  expect((await catchError(h.hauler.call(setContractVolumes, theirs))).kind).toBe("forbidden");
  expect((await catchError(h.rival.call(getContractVolumes, { id }))).kind).toBe("missing");
});

test("hides loads and landing inventory from users who may not read them", async () => {
  const blind = await actWithoutPermissions(
    db,
    h.ids.manager.id,
    "trip_ticket.read",
    "landing_inventory.read",
  );
  expect((await blind.call(getJob, { id })).work).toEqual({ loads: null, landings: null });
});
