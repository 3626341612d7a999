import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeTicket } from "#db/factories";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { createRandom } from "./random";
import { landing, landingInventory } from "./schema";

let db: Database;
let h: Harvest;
let index: number;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  const created = { creator_company_id: h.ids.logger.id, created_at: "2026-09-01T00:00:00.000Z" };
  index = await insertRow(db, landing, { job_id: h.ids.job, ...created });
  await insertRow(db, landingInventory, {
    landing_id: index,
    product_type_id: 5,
    wood_species_id: 746,
    wood_unit_type_id: 2,
    estimated_volume_remaining: 1_000_000,
    ...created,
  });
});

type Load = {
  id: number;
  status: number;
  deleted: boolean;
  estimated: number | null;
  scaled: number | null;
  unit: number;
  product: number;
  picked: boolean;
};
const gone = (t: Load) =>
  !t.deleted && ([2, 3].includes(t.status) || ([5, 6].includes(t.status) && t.picked))
    ? (t.scaled ?? t.estimated ?? 0)
    : 0;

/** Return the volumes that each load has in the landing inventory, by product and unit, except those that sum to zero. */
async function booked() {
  const { rows } = await db.client.execute(
    "SELECT trip_ticket_id t, product_type_id p, wood_unit_type_id u, sum(estimated_volume_remaining) v FROM landing_inventory WHERE trip_ticket_id IS NOT NULL GROUP BY 1, 2, 3 HAVING v <> 0",
  );
  return rows.map((r) => `${Number(r.t)}: ${Number(r.p)} ${Number(r.u)} ${Number(r.v)}`).sort();
}
const expected = (loads: Load[]) =>
  loads
    .filter((t) => gone(t) !== 0)
    .map((t) => `${t.id}: ${t.product} ${t.unit} ${-gone(t)}`)
    .sort();

test("after a thousand random changes, the landing inventory has exactly the volumes of the loads that left", async () => {
  const random = createRandom(77);
  const loads: Load[] = [];
  for (let i = 0; i < 8; i++)
    loads.push({
      id: await h.ticket(),
      status: 7,
      deleted: false,
      estimated: 55_000,
      scaled: null,
      unit: 2,
      product: 5,
      picked: false,
    });
  for (let round = 0; round < 25; round++) {
    const acts = Array.from({ length: 40 }, () => {
      const t = random.pick(loads);
      const set = (column: string, value: unknown) => ({
        sql: `UPDATE trip_ticket SET ${column} = ? WHERE id = ?`,
        params: [value, t.id],
      });
      switch (random.between(0, 6)) {
        case 0:
          t.estimated = random.pick([null, 48_000, 55_000]);
          return set("estimated_volume", t.estimated);
        case 1:
          t.scaled = random.pick([null, 51_250, 49_999]);
          return {
            sql: "UPDATE trip_ticket SET scaled_volume = ?, scaled_wood_unit_type_id = ? WHERE id = ?",
            params: [t.scaled, t.unit, t.id],
          };
        case 2:
          t.unit = random.between(1, 3);
          return {
            sql: "UPDATE trip_ticket SET estimated_wood_unit_type_id = ?, scaled_wood_unit_type_id = ? WHERE id = ?",
            params: [t.unit, t.unit, t.id],
          };
        case 3:
          t.product = random.pick([5, 1]);
          return set("product_type_id", t.product);
        case 4:
          t.deleted = random.chance(0.3);
          return set("is_deleted", Number(t.deleted));
        case 5:
          t.picked = !t.picked;
          return set("picked_up_at", t.picked ? "2026-09-02T00:00:00.000Z" : null);
        default:
          t.status = random.between(1, 7);
          return set("trip_ticket_status_id", t.status);
      }
    });
    await db.batch(acts);
    expect(await booked()).toEqual(expected(loads));
  }
}, 240_000);

test("a load that left before the landing was created isn't subtracted until it leaves again", async () => {
  const own = await makeHarvest(db);
  const early = await own.ticket({ trip_ticket_status_id: 2, picked_up_at: "2026-08-30T00:00:00.000Z" });
  await insertRow(db, landing, {
    job_id: own.ids.job,
    creator_company_id: own.ids.logger.id,
    created_at: "2026-09-01T00:00:00.000Z",
  });
  const change = (sql: string) =>
    db.batch([{ sql: `UPDATE trip_ticket SET ${sql} WHERE id = ?`, params: [early] }]);
  const mine = async () => (await booked()).filter((b) => b.startsWith(`${early}:`));
  await change("trip_ticket_status_id = 3");
  await change("scaled_volume = 52000, scaled_wood_unit_type_id = 2");
  expect(await mine()).toEqual([]);
  await change("trip_ticket_status_id = 4");
  await change("trip_ticket_status_id = 2");
  expect(await mine()).toEqual([`${early}: 5 2 -52000`]);
});

test("a job without a landing has no inventory; a load created as picked up is subtracted at once", async () => {
  const own = await makeHarvest(db);
  const load = await own.ticket({ trip_ticket_status_id: 2 });
  expect((await booked()).some((b) => b.startsWith(`${load}:`))).toBe(false);
  const job = { id: h.ids.job, requester: h.ids.manager.id, destination: h.ids.destination };
  const late = await makeTicket(db, job, { trip_ticket_status_id: 2 });
  expect(await booked()).toContain(`${late}: 5 2 -55000`);
  const { rows } = await db.client.execute({
    sql: "SELECT landing_id FROM landing_inventory WHERE trip_ticket_id = ?",
    args: [late],
  });
  expect(rows.map((r) => Number(r[0]))).toEqual([index]);
});

test("with two landings, each load is subtracted only from its own landing, also after an edit or an undo", async () => {
  const random = createRandom(78);
  const own = await makeHarvest(db);
  const created = { creator_company_id: own.ids.logger.id, created_at: "2026-09-01T00:00:00.000Z" };
  const [north, south] = [
    await insertRow(db, landing, { job_id: own.ids.job, ...created }),
    await insertRow(db, landing, { job_id: own.ids.job, ...created }),
  ];
  type Move = { id: number; landing: number | null; taken: boolean; last: number | null };
  const loads: Move[] = [];
  for (let i = 0; i < 6; i++) loads.push({ id: await own.ticket(), landing: null, taken: false, last: null });
  for (let round = 0; round < 200; round++) {
    const t = random.pick(loads);
    if (random.chance(0.5)) t.landing = random.pick([null, north, south]);
    else t.taken = !t.taken;
    // Without a landing, the load is subtracted from the landing that it last left. A load that has never left a
    // landing isn't subtracted from any landing.
    if (t.taken) t.last = t.landing ?? t.last;
    await db.batch([
      {
        sql: "UPDATE trip_ticket SET landing_id = ?, trip_ticket_status_id = ? WHERE id = ?",
        params: [t.landing, t.taken ? 2 : 7, t.id],
      },
    ]);
    const { rows } = await db.client.execute({
      sql: "SELECT i.trip_ticket_id AS t, i.landing_id AS l, sum(i.estimated_volume_remaining) AS v FROM landing_inventory i WHERE i.landing_id IN (?, ?) GROUP BY 1, 2 HAVING v <> 0 ORDER BY 1, 2",
      args: [north, south],
    });
    expect(rows.map((r) => [Number(r.t), Number(r.l), Number(r.v)])).toEqual(
      loads.filter((l) => l.taken && l.last !== null).map((l) => [l.id, l.last, -55_000]),
    );
  }
});
