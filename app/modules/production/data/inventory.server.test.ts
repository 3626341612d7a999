import { beforeAll, expect, it } from "vitest";
import type { Database } from "#db/client.server";
import { ASPEN, makeTicket } from "#db/factories";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getLandingPage } from "~/modules/inventory/data/landings.server";
import { resolveFilter } from "~/modules/trip-tickets/list/rules/filter";
import { parseListQuery } from "~/modules/trip-tickets/rules/list-query";
import { listTickets } from "~/modules/trip-tickets/shared/list.server";
import { getProductionFilters, loadSharedReportData } from "./frame.server";
import { getInventory } from "./inventory.server";

let db: Database;
let h: Harvest;
let landing = 0;

const note = (of: number, volume: number, unit = 2) =>
  db.client.execute({
    sql: `INSERT INTO landing_inventory (landing_id, product_type_id, wood_species_id, wood_unit_type_id, estimated_volume_remaining,
            creator_company_id, created_at) VALUES (?, ?, ?, ?, ?, ?, '2026-11-16T12:00:00.000Z')`,
    args: [of, ASPEN.product_type_id, ASPEN.wood_species_id ?? null, unit, volume, h.ids.manager.id],
  });
async function makeLanding(job: number, name: string, company: number) {
  const { rows } = await db.client.execute({
    sql: "INSERT INTO landing (job_id, name, creator_company_id, created_at) VALUES (?, ?, ?, '2026-11-16T12:00:00.000Z') RETURNING id",
    args: [job, name, company],
  });
  return Number(rows[0]?.id);
}

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  landing = await makeLanding(h.ids.job, "North", h.ids.manager.id);
  const empty = await makeLanding(h.ids.job, "Empty", h.ids.manager.id);
  const short = await makeLanding(h.ids.job, "South", h.ids.manager.id);
  const theirs = await makeLanding(h.ids.rivalJob, "Hidden", h.ids.rival.id);
  await note(landing, 250_000);
  await note(landing, -40_000);
  await note(empty, 30_000);
  await note(empty, -30_000);
  await note(short, -12_000);
  await note(theirs, 99_000);
  for (const [status, volume] of [
    [7, 27_000],
    [7, 28_000],
    [6, 20_000],
    [1, 25_000],
    [3, 26_000],
  ] as const)
    await makeTicket(
      db,
      { id: h.ids.job, requester: h.ids.manager.id, destination: h.ids.destination },
      {
        trip_ticket_status_id: status,
        estimated_volume: volume,
        estimated_wood_unit_type_id: 2,
        ...(status === 3 ? { dropped_off_at: "2026-11-16T15:00:00.000Z" } : {}),
        ...(status === 1 || status === 3 ? { hauler_company_id: h.ids.hauler.id } : {}),
      },
    );
});

const left = async (who: Harvest["manager"]) =>
  (await who.call(getInventory, {})).landings?.map((row) => [row.landing, row.left, row.negative]);

it("shows the wood on each landing as the landing's page does, and marks negative amounts", async () => {
  const landings = (await h.manager.call(getInventory, {})).landings ?? [];
  const page = await h.manager.call(getLandingPage, { id: h.ids.job });
  const onPage = page.landings.flatMap((target) =>
    target.products.map(({ held, negative }) => [target.name, held, negative] as const),
  );
  for (const row of landings)
    expect(onPage.find(([name]) => name === row.landing)?.slice(1)).toEqual([row.left, row.negative]);
  // A product that was completely hauled away isn't listed.
  expect(landings.map((row) => [row.landing, row.negative])).toEqual([
    ["North", false],
    ["South", true],
  ]);
});

it("shows landings only to companies that accepted to work on the job, with permission to read landings", async () => {
  const all = await left(h.manager);
  expect(await left(h.logger)).toEqual(all);
  expect(await left(h.mill)).toEqual([]);
  expect((await left(h.rival))?.map(([name]) => name)).toEqual(["Hidden"]);
  await db.client.execute({
    sql: "UPDATE job_company SET accepted_at = NULL WHERE job_id = ? AND company_id = ?",
    args: [h.ids.job, h.ids.second.id],
  });
  expect(await left(h.second)).toEqual([]);
  await db.client.execute({ sql: "UPDATE job SET job_status_id = 2 WHERE id = ?", args: [h.ids.rivalJob] });
  expect(await left(h.rival)).toEqual([]);
  h.logger.actor.permissions.landing_inventory = {
    ...h.logger.actor.permissions.landing_inventory,
    read: false,
  };
  expect(await left(h.logger)).toBeUndefined();
  h.logger.actor.permissions.trip_ticket = { ...h.logger.actor.permissions.trip_ticket, read: false };
  expect((await catchError(h.logger.call(getInventory, {}))).refusal.kind).toBe("forbidden");
});

it("counts waiting loads and links to a list of the same loads", async () => {
  const { waiting } = await h.manager.call(getInventory, {});
  expect(waiting?.map(({ loads, volumes }) => [loads, volumes])).toEqual([
    [3, [{ unit: 2, loads: 3, volume: 75_000, estimated: 75_000 }]],
  ]);
  const { input } = parseListQuery(new URL(waiting?.[0]?.href ?? "", "http://localhost").searchParams);
  const { page, view, sort: _sort, descending: _way, rows: _rows, ...filter } = input;
  const zone = h.manager.actor.zone;
  expect((await h.manager.call(listTickets, { page, view, ...resolveFilter(filter, zone) })).total).toBe(3);
  expect((await h.rival.call(getInventory, {})).waiting ?? []).toEqual([]);
});

it("offers only filters found on loads that the reader sees in these days", async () => {
  const days = { from: "2026-11-01", to: "2026-11-30" };
  await makeTicket(
    db,
    { id: h.ids.job, requester: h.ids.manager.id, destination: h.ids.sawlogsOnly },
    {
      trip_ticket_status_id: 3,
      dropped_off_at: "2026-11-17T15:00:00.000Z",
      hauler_company_id: h.ids.second.id,
      product_type_id: 1,
    },
  );
  const choices = async (who: Harvest["manager"], more = {}) =>
    (await who.call(getProductionFilters, { ...days, ...more })).choices.map(({ name, value, options }) => [
      name,
      value,
      options.map((option) => Number(option.value)).sort((a, b) => a - b),
    ]);
  expect(await choices(h.manager)).toEqual([
    ["job_destination_ids", "", [h.ids.destination, h.ids.sawlogsOnly]],
    ["product_type_ids", "", expect.any(Array)],
    ["hauler_ids", "", [h.ids.hauler.id, h.ids.second.id]],
  ]);
  // The hauler sees only its own load, so no filter has choices.
  expect(await choices(h.hauler)).toEqual([]);
  expect(await choices(h.rival)).toEqual([]);
  const both = `${h.ids.hauler.id},${h.ids.second.id}`;
  const [narrowed] = (
    await h.manager.call(getProductionFilters, { ...days, hauler_ids: both })
  ).choices.filter(({ name }) => name === "hauler_ids");
  expect([narrowed?.value, narrowed?.options[0]?.value]).toEqual([both, both]);
});

it("shows current filter choices though they are cached while nothing changes", async () => {
  const may = { from: "2026-05-01", to: "2026-05-31" };
  const now = new Date("2026-11-20T15:00:00.000Z");
  const haulers = async (who: Harvest["manager"], days = may) =>
    (await loadSharedReportData({ db, actor: who.actor, now, address: "here" }, days)).choices
      .find(({ name }) => name === "hauler_ids")
      ?.options.map(({ value }) => Number(value))
      .sort((a, b) => a - b);
  const load = (hauler: number) =>
    makeTicket(
      db,
      { id: h.ids.job, requester: h.ids.manager.id, destination: h.ids.destination },
      { trip_ticket_status_id: 3, dropped_off_at: "2026-05-12T15:00:00.000Z", hauler_company_id: hauler },
    );
  await load(h.ids.hauler.id);
  expect(await haulers(h.manager)).toBeUndefined();
  await load(h.ids.second.id);
  const both = [h.ids.hauler.id, h.ids.second.id];
  expect(await haulers(h.manager)).toEqual(both);
  expect(await haulers(h.manager)).toEqual(both);
  // The cached choices aren't used for another company or for other days.
  expect(await haulers(h.rival)).toBeUndefined();
  expect(await haulers(h.manager, { from: "2026-06-01", to: "2026-06-30" })).toBeUndefined();
});
