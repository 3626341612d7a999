import type { Database } from "../client.server";
import { insertRow } from "../factories";
import * as t from "../schema";
import type { DemoCompanies } from "./companies";
import type { DemoJob } from "./jobs";

const ASPEN = { product_type_id: 5, wood_species_id: 746, wood_unit_type_id: 2 };
const HARDWOOD = { product_type_id: 6, wood_species_type_id: 4, wood_unit_type_id: 3 };
const RED_PINE = { product_type_id: 1, wood_species_id: 125, wood_unit_type_id: 1 };
const GA_PULP = { product_type_id: 5, wood_species_type_id: 5, wood_unit_type_id: 2 };
/** Convert dollars to hundredths of a cent, as rates are stored. */
const dollars = (amount: number) => Math.round(amount * 10_000);

/**
 * Create the work on the demo's jobs: rates, a landing with its wood, a road, a comment. Must follow the tickets, whose
 * loads have left the landing.
 */
export async function seedJobWork(db: Database, c: DemoCompanies, jobs: DemoJob[], instant: string) {
  const [deward, , hurricane] = jobs;
  if (!deward || !hurricane) return;
  const logger = { creator_user_id: c.people.logger, creator_company_id: c.logger.id, created_at: instant };
  const manager = {
    creator_user_id: c.people.manager,
    creator_company_id: c.manager.id,
    created_at: instant,
  };

  const pays = { job_id: deward.id, paying_company_id: c.manager.id };
  for (const [type, receiver, product, rate] of [
    [1, c.logger.id, ASPEN, 9.5],
    [2, c.logger.id, ASPEN, 7.25],
    [1, c.logger.id, RED_PINE, 62],
    [2, c.logger.id, RED_PINE, 31],
    [1, c.logger.id, HARDWOOD, 19.5],
    [2, c.logger.id, HARDWOOD, 13.25],
    [3, c.owner.id, ASPEN, 11.4],
    [3, c.owner.id, HARDWOOD, 24],
  ] as const)
    await insertRow(db, t.jobProductRate, {
      ...pays,
      ...product,
      job_product_rate_type_id: type,
      receiving_company_id: receiver,
      rate: dollars(rate),
    });
  for (const [i, receiver, rate] of [
    [0, c.hauler.id, 8.75],
    [1, c.hauler.id, 58],
    [0, c.secondHauler.id, 8.6],
  ] as const)
    await insertRow(db, t.jobHaulRate, {
      ...pays,
      job_destination_id: deward.destinations[i]?.id ?? 0,
      receiving_company_id: receiver,
      per: "unit",
      wood_unit_type_id: i === 1 ? 1 : 2,
      rate: dollars(rate),
    });
  for (const receiver of [c.hauler.id, c.southCrew.id])
    await insertRow(db, t.jobHaulRate, {
      job_id: hurricane.id,
      paying_company_id: c.manager.id,
      job_destination_id: hurricane.destinations[0]?.id ?? 0,
      receiving_company_id: receiver,
      per: "load",
      rate: dollars(185),
    });
  await insertRow(db, t.jobProductRate, {
    job_id: hurricane.id,
    paying_company_id: c.manager.id,
    receiving_company_id: c.southCrew.id,
    job_product_rate_type_id: 1,
    ...GA_PULP,
    rate: dollars(10.1),
  });

  const landing = await insertRow(db, t.landing, {
    job_id: deward.id,
    name: "North landing",
    notes: "Firm all year. Keep the gate shut for the grouse hunters.",
    latitude: 44.8361,
    longitude: -84.8203,
    ...logger,
  });
  await insertRow(db, t.landing, {
    job_id: deward.id,
    name: "River landing",
    notes: "Soft after rain. Come in from the west.",
    latitude: 44.8289,
    longitude: -84.8161,
    ...logger,
  });
  await seedLanding(db, deward.id, landing, { ...logger, company: c.logger.id });

  await insertRow(db, t.road, {
    job_id: deward.id,
    road_type_id: 1,
    name: "North haul road",
    notes: "Turn-around at the landing.",
    geom: JSON.stringify({
      type: "LineString",
      coordinates: [
        [-84.8161, 44.8289],
        [-84.8179, 44.8312],
        [-84.8203, 44.8361],
      ],
    }),
    ...manager,
  });
  await insertRow(db, t.comment, {
    job_id: deward.id,
    content: "Leave the two white pines by the river. They are marked with a blue ring.",
    last_modified_at: instant,
    ...manager,
  });
}

/** Volume that is on the landing now, by product. */
const LEFT = [
  [ASPEN, 412_500],
  [ASPEN, 96_000],
  [HARDWOOD, 38_250],
  [RED_PINE, 21_400],
] as const;

/**
 * Add wood to the landing before the job's first load, and subtract each load as the triggers would. The final balance
 * is the volume in `LEFT`.
 */
async function seedLanding(
  db: Database,
  job: number,
  landing: number,
  {
    company,
    created_at: _at,
    ...who
  }: { company: number; created_at: string; creator_user_id: number; creator_company_id: number },
) {
  const takes = await db.client.execute({
    sql: `SELECT w.product_type_id, w.wood_species_id, w.wood_species_type_id, w.unit, w.taken_volume, t.id, t.cutter_company_id,
        t.skidder_company_id, COALESCE(t.picked_up_at, t.last_modified_at) AS at
      FROM ticket_inventory_use w JOIN trip_ticket t ON t.id = w.trip_ticket_id WHERE t.job_id = ? AND w.taken_volume > 0 ORDER BY at, t.id`,
    args: [job],
  });
  const days = takes.rows.map((row) => String(row.at)).sort();
  const before = new Date(Date.parse(days[0] ?? _at) - 86_400_000).toISOString();
  const isOf = (product: (typeof LEFT)[number][0], row: (typeof takes.rows)[number]) =>
    row.product_type_id === product.product_type_id &&
    row.wood_species_id === ("wood_species_id" in product ? product.wood_species_id : null) &&
    row.wood_species_type_id === ("wood_species_type_id" in product ? product.wood_species_type_id : null) &&
    row.unit === product.wood_unit_type_id;
  const piled = new Set<object>();
  for (const [product, left] of LEFT) {
    const taken = piled.has(product) ? [] : takes.rows.filter((row) => isOf(product, row));
    piled.add(product);
    await insertRow(db, t.landingInventory, {
      landing_id: landing,
      ...product,
      estimated_volume_remaining: left + taken.reduce((sum, row) => sum + Number(row.taken_volume), 0),
      cutter_company_id: company,
      skidder_company_id: company,
      ...who,
      created_at: before,
    });
    for (const row of taken)
      await insertRow(db, t.landingInventory, {
        landing_id: landing,
        ...product,
        estimated_volume_remaining: -Number(row.taken_volume),
        cutter_company_id: row.cutter_company_id === null ? null : Number(row.cutter_company_id),
        skidder_company_id: row.skidder_company_id === null ? null : Number(row.skidder_company_id),
        trip_ticket_id: Number(row.id),
        created_at: String(row.at),
      });
  }
}
