import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { createRandom } from "#db/random";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { listJobs } from "../shared/list.server";
import { getJob } from "../shared/overview.server";

/**
 * The job list and job page read work totals from stored sums or indexes. This test compares them with totals added
 * load by load from the tables and the visibility view, after random loads with fixed seeds and three new seeds.
 */
let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

const STATUSES = [1, 2, 3, 3, 3, 4, 5, 6, 7] as const;
const PRODUCTS = [
  { product_type_id: 5, wood_species_id: 746 },
  { product_type_id: 5, wood_species_id: null },
  { product_type_id: 1, wood_species_id: 125 },
];

/** Create thirty random loads, then change or delete some of them. */
async function loads(seed: number) {
  const random = createRandom(seed);
  const maybe = <T>(value: T) => (random.chance(0.5) ? value : null);
  const volume = () => random.between(0, 60) * 500;
  const at = () =>
    new Date(
      Date.UTC(2026, 9, random.between(1, 28), random.between(0, 23), random.between(0, 59)),
    ).toISOString();
  const values = () => ({
    ...random.pick(PRODUCTS),
    trip_ticket_status_id: random.pick(STATUSES),
    hauler_company_id: random.pick([h.ids.hauler.id, h.ids.second.id, null]),
    ...random.pick([
      { estimated_volume: volume(), estimated_wood_unit_type_id: random.pick([1, 2]) },
      { estimated_volume: null, estimated_wood_unit_type_id: random.pick([null, 2]) },
    ]),
    ...(random.chance(0.6) ? { scaled_volume: volume(), scaled_wood_unit_type_id: random.pick([1, 2]) } : {}),
    dropped_off_at: maybe(at()),
  });
  const ids: number[] = [];
  for (let i = 0; i < 30; i++) ids.push(await h.ticket(values()));
  for (const id of ids) {
    if (random.chance(0.6)) continue;
    const change = values();
    const columns = Object.keys(change);
    await db.batch([
      {
        sql: `UPDATE trip_ticket SET ${columns.map((c) => `${c} = ?`).join(", ")}, is_deleted = ? WHERE id = ?`,
        params: [...Object.values(change), Number(random.chance(0.2)), id],
      },
    ]);
  }
}

type Load = {
  id: number;
  status: number;
  product: string;
  unit: number | null;
  volume: number;
  scaled: number;
  at: string | null;
};
async function seenBy(company: number): Promise<Load[]> {
  const { rows } = await db.client.execute({
    sql: `SELECT t.id, t.trip_ticket_status_id AS status,
            t.product_type_id || '-' || ifnull(t.wood_species_id, 0) || '-0' AS product,
            iif(t.scaled_volume IS NULL, t.estimated_wood_unit_type_id, t.scaled_wood_unit_type_id) AS unit,
            ifnull(t.scaled_volume, ifnull(t.estimated_volume, 0)) AS volume, t.scaled_volume IS NOT NULL AS scaled,
            t.dropped_off_at AS at
       FROM trip_ticket t WHERE t.job_id = ?
        AND t.id IN (SELECT r.trip_ticket_id FROM trip_ticket_reader r WHERE r.job_id = t.job_id AND r.company_id = ?)`,
    args: [h.ids.job, company],
  });
  return rows.map((row) => ({ ...row })) as unknown as Load[];
}

/** Add up a job's work load by load: the number of loads by status, and volumes by product and unit. */
function added(all: readonly Load[]) {
  const at = (...statuses: number[]) => all.filter((load) => statuses.includes(load.status));
  const unscaled = at(3).filter((load) => !load.scaled).length;
  const last = all
    .filter((load) => load.status !== 4 && load.at !== null)
    .sort((a, b) => (a.at ?? "").localeCompare(b.at ?? "") || a.id - b.id)
    .at(-1);
  const sums = (loads: readonly Load[]) => {
    const units = new Map<string, number>();
    for (const { product, unit, volume } of loads)
      if (unit !== null && volume > 0)
        units.set(`${product} ${unit}`, (units.get(`${product} ${unit}`) ?? 0) + volume);
    return units;
  };
  return {
    list: { loads: at(3).length, open: at(1, 2, 5).length, unscaled, last: last?.at ?? null },
    page: {
      loads: [at(3).length, at(1, 2, 5).length, at(6, 7).length],
      unscaled,
      last: last?.id ?? null,
      volumes: [sums(at(3)), sums(at(1, 2, 5)), sums(at(6, 7))],
    },
  };
}

const STAGES = ["done", "under_way", "waiting"] as const;
async function told(who: Harvest["manager"]) {
  const line = (await who.call(listJobs, {})).rows.find((row) => row.id === h.ids.job)?.work;
  const { loads } = (await who.call(getJob, { id: h.ids.job })).work;
  const volumesAt = (stage: (typeof STAGES)[number]) =>
    new Map(
      loads?.rows.flatMap(({ key, bars }) =>
        bars.flatMap(({ unit, parts }) =>
          parts[stage] > 0 ? [[`${key} ${unit}`, parts[stage]] as const] : [],
        ),
      ),
    );
  return {
    list: line && {
      loads: line.loads,
      open: line.open,
      unscaled: line.unscaled,
      last: line.last?.at ?? null,
    },
    page: loads && {
      loads: STAGES.map((stage) => loads.totals.stages[stage].loads),
      unscaled: loads.totals.unscaled.loads,
      last: loads.last?.id ?? null,
      volumes: STAGES.map(volumesAt),
    },
  };
}

const fresh = [1, 2, 3].map(() => Math.floor(Math.random() * 2 ** 31));
test.each([7, 23, ...fresh])(
  "a job's work totals equal the sum of the loads that each company sees (seed %i)",
  { timeout: 60_000 },
  async (seed) => {
    await loads(seed);
    for (const who of ["manager", "hauler", "second", "logger"] as const) {
      const all = await seenBy(h.ids[who].id);
      expect(await told(h[who]), who).toEqual(added(all));
    }
  },
);
