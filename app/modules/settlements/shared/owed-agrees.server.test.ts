import { expect, test } from "vitest";
import { verifyPay } from "#db/audit/pay";
import type { Database } from "#db/client.server";
import { ASPEN, makeJobDestination, makeLocation } from "#db/factories";
import { createRandom, type Random } from "#db/random";
import { fuelPrice, fuelRule, jobHaulRate, jobProductRate, rateShare, statePaymentRule } from "#db/schema";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { repriceJob } from "./reprice.server";

/**
 * Tests with random rates (days, minimums, splits, conversions, log rules, estimates, diesel surcharges) and random
 * loads. Claims must equal those of the second calculation (`db/audit`) to the cent, before and after the rates change.
 */
const db: Database = await openTestDatabase();
const PINE = { product_type_id: 1, wood_species_id: 125, wood_species_type_id: null };
const WOOD = { product_type_id: ASPEN.product_type_id, wood_species_id: 746, wood_species_type_id: null };
const DAYS = ["0001-01-01", "2026-09-05", "2026-09-15", "2026-09-16", "2026-09-25"];
const RULES = [null, null, null, "SCRIBNER", "DOYLE"];

type World = { h: Harvest; random: Random; yards: number[]; destinations: number[]; rules: number[] };

async function insert(
  table: typeof jobProductRate | typeof jobHaulRate | typeof fuelRule,
  values: never,
): Promise<number | null> {
  const { sql, params } = db.write.insert(table).values(values).onConflictDoNothing().toSQL();
  const [found] = await db.batch([{ sql: `${sql} RETURNING id`, params }]);
  const id = found?.rows[0]?.id;
  return id === undefined ? null : Number(id);
}

const MONDAYS = ["2026-08-24", "2026-08-31", "2026-09-07", "2026-09-14", "2026-09-21", "2026-09-28"];
const AT = "2026-09-01T00:00:00.000Z";

/**
 * Add diesel prices: some weeks are missing, some prices are corrected, and some are typed by the company whose rules
 * use them.
 */
async function addFuelPrices(random: Random, company_id: number | null) {
  const weeks = company_id === null ? MONDAYS.slice(0, 4) : MONDAYS;
  const rows = weeks
    .filter(() => random.chance(0.5))
    .flatMap((week_on) =>
      Array.from({ length: random.chance(0.3) ? 2 : 1 }, (_, i) => ({
        company_id,
        region: "R20",
        week_on,
        price_mills: random.between(2_000, 6_000),
        source: company_id === null ? ("eia" as const) : ("typed" as const),
        revision: i + 1,
        created_at: AT,
      })),
    );
  if (rows.length) await db.batch([db.write.insert(fuelPrice).values(rows).onConflictDoNothing().toSQL()]);
}

/** Add a fuel rule of each kind. */
async function addFuelRules(random: Random, company_id: number): Promise<number[]> {
  const common = () => ({
    company_id,
    name: "Diesel",
    region: "R20",
    base_mills: random.between(1_500, 3_200),
    from_weekday: random.between(1, 7),
    created_at: AT,
  });
  const ids = [
    await insert(fuelRule, {
      ...common(),
      method: "percent",
      step_mills: random.between(1, 400),
      step_points: random.between(1, 300),
    } as never),
    await insert(fuelRule, { ...common(), method: "mile", mpg_tenths: random.between(10, 90) } as never),
    await insert(fuelRule, {
      ...common(),
      method: "unit",
      gallon_thousandths: random.between(1, 2_000),
      wood_unit_type_id: random.pick([2, 2, 1, 3]),
    } as never),
  ];
  return ids.filter((id) => id !== null);
}

async function addRate({ h, random, yards, destinations, rules }: World) {
  const { manager, owner, logger, hauler, second, mill, job } = h.ids;
  const ids = [manager, owner, logger, hauler, second, mill].map((c) => c.id);
  const payer = random.chance(0.7) ? manager.id : random.pick(ids);
  const effective_on = random.pick(DAYS);
  const isHaul = random.chance(0.5);
  const receivers = isHaul ? [hauler.id, second.id] : ids;
  const common = {
    job_id: job,
    paying_company_id: payer,
    receiving_company_id: random.pick(receivers.filter((id) => id !== payer)),
    rate: random.between(1, 900_000),
    effective_on,
    ended_on: random.chance(0.2) ? random.pick(DAYS) : null,
    quantity_basis: random.pick(["scaled", "scaled", "estimated"]),
    may_convert: random.chance(0.4),
    minimum_cents: random.chance(0.5) ? random.between(1, 400_000) : null,
    log_rule: random.pick(RULES),
  };
  const per = random.pick(["unit", "unit", "load", "mile"] as const);
  const id = isHaul
    ? await insert(jobHaulRate, {
        ...common,
        job_destination_id: random.pick(destinations),
        per,
        wood_unit_type_id: per === "unit" ? random.pick([2, 1, 3]) : null,
        fuel_rule_id: random.chance(0.85) ? random.pick([...rules, ...rules.slice(-1)]) : null,
      } as never)
    : await insert(jobProductRate, {
        ...common,
        ...(random.chance(0.85) ? WOOD : PINE),
        job_product_rate_type_id: random.pick([1, 1, 2, 3, 3, 4]),
        paying_company_location_id: random.chance(0.3) ? random.pick(yards) : null,
        wood_unit_type_id: random.pick([2, 2, 1, 3]),
      } as never);
  if (id === null || !random.chance(0.3)) return;
  const shared = ids.filter(() => random.chance(0.5));
  for (const company_id of shared.length > 1 ? shared : ids)
    await db.batch([
      db.write
        .insert(rateShare)
        .values({
          rate_table: isHaul ? "haul" : "product",
          rate_id: id,
          company_id,
          parts: random.between(1, 7),
        })
        .toSQL(),
    ]);
}

function addLoad({ h, random, destinations }: World) {
  const { logger, hauler, second, owner } = h.ids;
  const maybe = (...ids: number[]) => (random.chance(0.15) ? null : random.pick(ids));
  const unit = () => random.pick([2, 2, 1, 3]);
  const scaled = random.chance(0.6);
  const net = random.chance(0.5) ? random.between(0, 90_000) : null;
  const day = `2026-09-${String(random.between(1, 30)).padStart(2, "0")}`;
  return h.ticket({
    ...(random.chance(0.85) ? WOOD : PINE),
    trip_ticket_status_id: random.pick([3, 3, 3, 3, 2]),
    job_destination_id: random.pick(destinations),
    cutter_company_id: maybe(logger.id, owner.id),
    cutter_on_behalf_of_company_id: random.chance(0.2) ? second.id : null,
    skidder_company_id: maybe(logger.id, owner.id),
    hauler_company_id: maybe(hauler.id, second.id),
    hauler_on_behalf_of_company_id: random.chance(0.2) ? second.id : null,
    scaled_volume: scaled ? random.pick([0, random.between(1, 60_000), random.between(1, 60) * 1000]) : null,
    scaled_wood_unit_type_id: scaled ? unit() : null,
    net_pounds: net,
    deduction_pounds: net !== null && random.chance(0.4) ? random.between(0, 95_000) : null,
    estimated_volume: random.between(1, 60_000),
    estimated_wood_unit_type_id: unit(),
    log_rule: random.pick(RULES),
    // Late evening in Michigan is already the next day in UTC.
    dropped_off_at: random.chance(0.85) ? `${day}T${random.pick(["03:40", "17:00", "23:10"])}:00.000Z` : null,
    scaled_at: random.chance(0.5) ? `${day}T05:00:00.000Z` : null,
  });
}

const jobs: number[] = [];
/** A public diesel price also changes the jobs of other seeds. */
async function priceAll() {
  for (const job of jobs) await repriceJob({ db, now: () => new Date() }, job);
}

/** Fixed seeds, which alone produce everything that the last test checks, and three random ones. */
const seeds = [
  1,
  20_261_102,
  7,
  11,
  23,
  9,
  ...Array.from({ length: 3 }, () => Math.floor(Math.random() * 2 ** 31)),
];
test.each(seeds)("with seed %i, the amounts owed equal those of the second calculation", async (seed) => {
  const random = createRandom(seed);
  const h = await makeHarvest(db);
  jobs.push(h.ids.job);
  const yard = await makeLocation(db, h.ids.mill.id);
  const yards = [yard, await makeLocation(db, h.ids.owner.id)];
  const to = (place: number, mileage: number | null, mileage_is_estimate: boolean) =>
    makeJobDestination(db, h.ids.job, place, [ASPEN], { mileage, mileage_is_estimate });
  const destinations = [
    h.ids.destination,
    await to(yard, 41.3, false),
    await to(yards[1] ?? yard, 12.5, true),
    await to(yard, null, false),
  ];
  await addFuelPrices(random, null);
  await addFuelPrices(random, random.chance(0.5) ? h.ids.manager.id : h.ids.rival.id);
  await addFuelPrices(random, random.pick([h.ids.owner.id, h.ids.mill.id]));
  const rules = await addFuelRules(random, h.ids.manager.id);
  const world = { h, random, yards, destinations, rules };
  // A state may refuse pay by converted amounts; this is random for each seed.
  await db.batch([
    db.write
      .update(statePaymentRule)
      .set({ refuses_conversion: random.chance(0.3) })
      .toSQL(),
  ]);
  for (let i = random.between(6, 20); i > 0; i--) await addRate(world);
  for (let i = 0; i < 25; i++) await addLoad(world);
  await priceAll();
  expect((await verifyPay(db)).faults).toEqual([]);
  for (let i = random.between(1, 5); i > 0; i--) await addRate(world);
  // A new or corrected price causes the loads of its week to be priced again.
  await addFuelPrices(random, h.ids.manager.id);
  await priceAll();
  expect((await verifyPay(db)).faults).toEqual([]);
});

test("the random rates and loads cover every kind of rate term", async () => {
  const { rows } =
    await db.client.execute(`SELECT sum(share_no > 0) AS split, sum(quantity_from = 'converted') AS converted,
    sum(per = 'percent' AND due_cents > 0) AS fuel_percent, sum(rate_table = 'fuel' AND per = 'mile' AND due_cents > 0) AS fuel_mile,
    sum(rate_table = 'fuel' AND per = 'unit' AND due_cents > 0) AS fuel_unit, sum(rate_table = 'fuel' AND share_no > 0) AS fuel_split,
    sum(problem = 'no_fuel_price') AS fuel_unknown, sum(quantity_from = 'estimated') AS estimated, sum(quantity_from = 'weight') AS weight, sum(quantity_from = 'miles') AS miles,
    sum(due_cents = (SELECT minimum_cents FROM job_haul_rate r WHERE c.rate_table = 'haul' AND r.id = c.rate_id)
      OR due_cents = (SELECT minimum_cents FROM job_product_rate r WHERE c.rate_table = 'product' AND r.id = c.rate_id)) AS least,
    sum((SELECT effective_on FROM job_product_rate r WHERE r.id = c.rate_id AND c.rate_table = 'product') > '2026') AS from_a_day,
    count(DISTINCT problem) > 4 AS problems FROM amount_owed c`);
  for (const [what, n] of Object.entries({ ...rows[0] })) expect(Number(n), what).toBeGreaterThan(0);
});
