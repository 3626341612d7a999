import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeTicket } from "#db/factories";
import { createRandom } from "#db/random";
import { catchError } from "#db/testing/acting";
import { makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { countDays, shiftDay } from "~/lib/time/date-range";
import { toSecondsRange } from "~/lib/time/segments";
import { getDay } from "~/lib/time/time";
import { resolveFilter } from "~/modules/trip-tickets/list/rules/filter";
import { parseFilter } from "~/modules/trip-tickets/rules/filter-query";
import { listTickets } from "~/modules/trip-tickets/shared/list.server";
import { runProcedure } from "~/web/run-procedure.server";
import { getTrucks, getTurnTimes } from "../data/each.server";
import { formatProductionCsv, readProductionFile } from "../data/file.server";
import { getProductionFilters } from "../data/frame.server";
import { readSumsByTime } from "../data/sums.server";
import { DIMENSIONS } from "../rules/query";
import { getProduction } from "./production.server";

const ZONES = ["America/Detroit", "America/Los_Angeles", "Pacific/Honolulu"];
/** Range that contains both daylight saving changes of 2025. */
const YEAR = { start: "2025-02-01", end: "2025-12-20" };
const NOW = new Date("2026-01-10T15:00:00.000Z");

type Load = {
  id: number;
  at: string;
  status: 1 | 2 | 3 | 4 | 5;
  volume: number;
  unit: number;
  scaled: boolean;
  product: number;
  hauler: number;
};
let db: Database;
let here: Awaited<ReturnType<typeof makeHarvest>>;
const loads: Load[] = [];

const actorIn = (zone: string) => {
  const { actor } = here.manager;
  if (!actor.company) throw new Error("no company");
  return { ...actor, company: actor.company, zone };
};
const askIn = (zone: string, input: object) =>
  runProcedure(getProduction, { db, actor: actorIn(zone), now: NOW, address: "here" }, input);

beforeAll(async () => {
  db = await openTestDatabase();
  here = await makeHarvest(db);
  const random = createRandom(2025);
  const { ids } = here;
  const changes = [
    "2025-03-09T07:00:00Z",
    "2025-03-09T10:00:00Z",
    "2025-11-02T06:00:00Z",
    "2025-11-02T09:00:00Z",
  ];
  for (let i = 0; i < 160; i++) {
    const near = Date.parse(random.pick(changes)) + random.between(-90_000, 90_000) * 1000;
    const any = Date.parse("2025-01-25T00:00:00Z") + random.between(0, 335 * 86_400) * 1000;
    const timestamp = new Date(random.chance(0.6) ? near : any).toISOString();
    const scaled = random.chance(0.7);
    const volume = random.between(1, 60_000);
    const unit = random.between(1, 3);
    const load: Omit<Load, "id"> = {
      at: timestamp,
      status: random.chance(0.85) ? 3 : random.pick([1, 2, 4, 5] as const),
      volume,
      unit,
      scaled,
      product: random.pick([1, 5]),
      hauler: random.pick([ids.hauler.id, ids.second.id]),
    };
    const id = await makeTicket(
      db,
      {
        id: ids.job,
        requester: ids.manager.id,
        destination: random.pick([ids.destination, ids.sawlogsOnly]),
      },
      {
        trip_ticket_status_id: load.status,
        dropped_off_at: timestamp,
        product_type_id: load.product,
        hauler_company_id: load.hauler,
        estimated_volume: scaled ? 7 : volume,
        estimated_wood_unit_type_id: scaled ? 2 : unit,
        ...(scaled ? { scaled_volume: volume, scaled_wood_unit_type_id: unit } : {}),
      },
    );
    loads.push({ id, ...load });
  }
});

/** Compute each day's total in a zone by adding loads one by one; keys are like "2025-03-09 ton". */
function byHand(zone: string, wanted: (load: Load) => boolean = () => true) {
  const match: Record<string, [number, number, number]> = {};
  for (const load of loads) {
    const day = getDay(new Date(load.at), zone);
    if (load.status !== 3 || day < YEAR.start || day > YEAR.end || !wanted(load)) continue;
    const [n, volume, estimated] = match[`${day} ${load.unit}`] ?? [0, 0, 0];
    match[`${day} ${load.unit}`] = [n + 1, volume + load.volume, estimated + Number(!load.scaled)];
  }
  return match;
}

describe.each(ZONES)("production in %s, across both daylight saving changes", (zone) => {
  test("daily sums equal sums computed load by load, each unit separately", async () => {
    const days = Array.from({ length: countDays(YEAR) + 1 }, (_, i) => shiftDay(YEAR.start, i));
    const sums = await readSumsByTime(
      { read: db.read, actor: actorIn(zone), now: NOW },
      days.map((day) => toSecondsRange({ start: day, end: day }, zone)),
      {},
      null,
    );
    expect(sums).toHaveLength(days.length);
    const read = Object.fromEntries(
      days.flatMap((day, i) =>
        (sums[i] ?? []).map(({ unit, loads: n, volume, scaled }) => [
          `${day} ${unit}`,
          [n, volume, n - scaled],
        ]),
      ),
    );
    expect(read).toEqual(byHand(zone));
    expect(Object.keys(read).length).toBeGreaterThan(30);
  });

  test.each(["day", "week", "month"] as const)(
    "rows by %s add up to the totals, and each links to a list of the same loads",
    async (grain) => {
      const range = { from: "2025-10-20", to: "2025-11-20" };
      const { rows, totals } = await askIn(zone, { ...range, grain, compare: "none" });
      const matches = loads.filter((l) => {
        const day = getDay(new Date(l.at), zone);
        return l.status === 3 && day >= range.from && day <= range.to;
      });
      expect(totals.loads).toBe(matches.length);
      expect(rows.reduce((n, row) => n + row.loads, 0)).toBe(totals.loads);
      for (const unit of [1, 2, 3]) {
        const own = matches.filter((l) => l.unit === unit).reduce((n, l) => n + l.volume, 0);
        const guessed = matches.filter((l) => l.unit === unit && !l.scaled).reduce((n, l) => n + l.volume, 0);
        const { volume = 0, estimated = 0 } = totals.volumes.find((v) => v.unit === unit) ?? {};
        expect([volume, estimated]).toEqual([own, guessed]);
      }
      for (const row of rows.filter(({ loads: n }) => n > 0).slice(0, 6)) {
        const filter = parseFilter(new URLSearchParams(row.href?.split("?")[1]));
        const context = { db, actor: actorIn(zone), now: NOW, address: "here" };
        const list = await runProcedure(listTickets, context, resolveFilter(filter, zone));
        expect(list.total, row.label).toBe(row.loads);
      }
    },
  );
});

test.each(DIMENSIONS)("groups by %s add up to the totals", async (by) => {
  const { rows, totals } = await here.manager.call(getProduction, {
    report: "by",
    by,
    from: YEAR.start,
    to: YEAR.end,
  });
  expect(rows.reduce((n, row) => n + row.loads, 0)).toBe(totals.loads);
  expect(totals.loads).toBe(
    Object.values(byHand("America/Detroit")).reduce((n, [loadsOfDay]) => n + loadsOfDay, 0),
  );
  if (by === "product") {
    const product = rows.find(({ id }) => id === 5);
    expect(product?.loads).toBe(
      Object.values(byHand("America/Detroit", (l) => l.product === 5)).reduce((n, [k]) => n + k, 0),
    );
    expect(product?.href).toContain("product_type_ids=5");
  }
});

test("counts only the hauler's loads if filtered by hauler, equal to what the hauler itself sees", async () => {
  const days = { from: YEAR.start, to: YEAR.end, compare: "none" as const };
  const hauled = Object.values(byHand("America/Detroit", (l) => l.hauler === here.ids.hauler.id)).reduce(
    (n, [k]) => n + k,
    0,
  );
  const narrowed = await here.manager.call(getProduction, {
    ...days,
    hauler_ids: String(here.ids.hauler.id),
  });
  expect(narrowed.totals.loads).toBe(hauled);
  expect((await here.hauler.call(getProduction, days)).totals.loads).toBe(hauled);
});

test("a rival sees zeros and no nearest days with loads", async () => {
  const days = { from: YEAR.start, to: YEAR.end };
  for (const report of ["deliveries", "by"] as const) {
    const { totals, compared, nearest, late } = await here.rival.call(getProduction, {
      ...days,
      report,
      by: "job",
    });
    expect({ totals, before: compared?.loads }).toEqual({
      totals: { loads: 0, estimated: 0, volumes: [] },
      before: 0,
    });
    expect(nearest).toEqual({ earlier: null, later: null });
    expect(late.loads).toEqual([]);
  }
  const month = { from: "2025-11-01", to: "2025-11-30" };
  expect((await here.rival.call(getTrucks, month)).rows).toEqual([]);
  expect((await here.rival.call(getTurnTimes, month)).rows).toEqual([]);
});

test("a report names its active filters only by names that the reader sees", async () => {
  const { ids } = here;
  const year = { from: YEAR.start, to: YEAR.end };
  const narrowed = { job_ids: String(ids.job), hauler_ids: `${ids.hauler.id},${ids.rival.id}` };
  const chips = async (who: typeof here.manager) =>
    (
      await runProcedure(
        getProductionFilters,
        { db, actor: who.actor, now: NOW, address: "here" },
        { ...year, ...narrowed },
      )
    ).chips.map((c) => c.label);
  const [job, hauler] = await chips(here.manager);
  expect(job).toMatch(/^Job: \S/);
  expect(hauler).toMatch(/^Hauler: .+, 1 without loads in this time$/);
  expect(await chips(here.rival)).toEqual([
    "Job: 1 without loads in this time",
    "Hauler: 2 without loads in this time",
  ]);
});

test("groups turn times by job too, and sums the known miles of trucks", async () => {
  const month = { from: "2025-03-01", to: "2025-03-31" };
  const [job, ...more] = (await here.manager.call(getTurnTimes, { ...month, by: "job" })).rows;
  const destinations = (await here.manager.call(getTurnTimes, month)).rows;
  expect(more).toEqual([]);
  expect(job).toMatchObject({ id: here.ids.job, loads: destinations.reduce((n, row) => n + row.loads, 0) });
  await db.client.execute("UPDATE job_destination SET mileage = 10.5");
  const trucks = (await here.manager.call(getTrucks, month)).rows;
  expect(trucks.map((row) => row.miles)).toEqual(trucks.map((row) => Math.round(row.loads * 10.5)));
});

test("updates the totals when a load is reopened or its drop-off time is corrected", async () => {
  const month = { from: "2025-11-01", to: "2025-11-30", compare: "none" as const };
  const count = async (days: typeof month) => (await here.manager.call(getProduction, days)).totals.loads;
  const before = await count(month);
  const [first, second] = loads.filter((l) => l.status === 3 && l.at.startsWith("2025-11-02"));
  if (!first || !second) throw new Error("no loads");
  await db.client.execute(`UPDATE trip_ticket SET trip_ticket_status_id = 2 WHERE id = ${first.id}`);
  await db.client.execute(
    `UPDATE trip_ticket SET dropped_off_at = '2024-06-05T12:00:00.000Z' WHERE id = ${second.id}`,
  );
  expect(await count(month)).toBe(before - 2);
  expect(await count({ ...month, from: "2024-06-01", to: "2024-06-30" })).toBe(1);
  await db.client.execute(`UPDATE trip_ticket SET trip_ticket_status_id = 3 WHERE id = ${first.id}`);
  await db.client.execute(`UPDATE trip_ticket SET dropped_off_at = '${second.at}' WHERE id = ${second.id}`);
  expect(await count(month)).toBe(before);
});

test("lists loads entered after their period had ended", async () => {
  const month = { from: "2024-05-01", to: "2024-05-31", compare: "none" as const };
  const job = { id: here.ids.job, requester: here.ids.manager.id, destination: here.ids.destination };
  const done = { trip_ticket_status_id: 3 as const, dropped_off_at: "2024-05-20T12:00:00.000Z" };
  await makeTicket(db, job, { ...done, created_at: "2024-05-20T11:00:00.000Z" });
  const late = await makeTicket(db, job, { ...done, created_at: "2024-06-03T11:00:00.000Z" });
  const production = await here.manager.call(getProduction, month);
  expect(production.totals.loads).toBe(2);
  expect(production.late.loads.map(({ id }) => id)).toEqual([late]);
  expect((await here.rival.call(getProduction, month)).late.loads).toEqual([]);
});

test("exports the table's numbers and totals, for companies that may export", async () => {
  const month = { from: "2025-11-01", to: "2025-11-30" };
  expect((await catchError(here.manager.call(readProductionFile, month))).kind).toBe("forbidden");
  await db.client.execute(
    `INSERT INTO company_feature_access (company_id, feature_id, is_active, created_at) VALUES (${here.ids.manager.id}, 2, 1, '2025-01-01T00:00:00.000Z')`,
  );
  const file = await here.manager.call(readProductionFile, month);
  expect(file.name).toBe("production_2025-11-01_2025-11-30.csv");
  const production = await here.manager.call(getProduction, month);
  const lines = formatProductionCsv(production).trim().split("\n");
  expect(lines).toHaveLength(production.rows.length + 2);
  expect(formatProductionCsv(production).startsWith("\uFEFF")).toBe(true);
  expect(lines[0]).toBe(
    "from,to,loads,estimated,ton,MBF,cord,ton estimated,MBF estimated,cord estimated,loads compared",
  );
  const { volume: tons = 0, estimated: guessed = 0 } =
    production.totals.volumes.find(({ unit }) => unit === 2) ?? {};
  expect(lines.at(-1)).toMatch(
    new RegExp(`^Total,,${production.totals.loads},${production.totals.estimated},${tons / 1000},`),
  );
  expect(Number(lines.at(-1)?.split(",")[7]) * 1000).toBeCloseTo(guessed);
  let sent = "";
  for await (const part of file.body) sent += new TextDecoder("utf-8", { ignoreBOM: true }).decode(part);
  expect(sent).toBe(formatProductionCsv(production));
});
