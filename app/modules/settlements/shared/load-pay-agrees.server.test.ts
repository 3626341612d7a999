import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { ASPEN, makeJobDestination, makeLocation } from "#db/factories";
import { createRandom, type Random } from "#db/random";
import { jobHaulRate, jobProductRate } from "#db/schema";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { formatMoney } from "~/lib/money/money";
import { getTicketPage } from "~/modules/trip-tickets/shared/detail.server";
import { AppError } from "~/web/refusal";
import { repriceTickets } from "./reprice.server";

/**
 * Tests that compare the pay of loads with a second calculation in SQL: random rates and loads, read by every company
 * on the job.
 */

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});

const PINE = { product_type_id: 1, wood_species_id: 125, wood_species_type_id: null };
const WOOD = { product_type_id: ASPEN.product_type_id, wood_species_id: 746, wood_species_type_id: null };

async function randomRates(h: Harvest, random: Random, yards: number[], destinations: number[]) {
  const { manager, owner, logger, hauler, second, mill, job } = h.ids;
  const ids = [manager, owner, logger, hauler, second, mill].map((c) => c.id);
  const between = () => {
    const payer = random.chance(0.6) ? manager.id : random.pick(ids);
    return {
      job_id: job,
      paying_company_id: payer,
      receiving_company_id: random.pick(ids.filter((i) => i !== payer)),
    };
  };
  const rate = () => random.between(1, 900_000);
  // The database rejects a second rate for the same work; the first rate stays.
  const productRate = (values: typeof jobProductRate.$inferInsert) =>
    db.batch([db.write.insert(jobProductRate).values(values).onConflictDoNothing().toSQL()]);
  const haulRate = (values: typeof jobHaulRate.$inferInsert) =>
    db.batch([db.write.insert(jobHaulRate).values(values).onConflictDoNothing().toSQL()]);
  for (let i = random.between(4, 14); i > 0; i--)
    await productRate({
      ...between(),
      ...(random.chance(0.8) ? WOOD : PINE),
      job_product_rate_type_id: random.between(1, 4),
      paying_company_location_id: random.chance(0.3) ? random.pick(yards) : null,
      wood_unit_type_id: random.pick([2, 2, 2, 1, 3]),
      rate: rate(),
    });
  for (let i = random.between(1, 6); i > 0; i--) {
    const per = random.pick(["unit", "unit", "load", "mile"] as const);
    await haulRate({
      ...between(),
      job_destination_id: random.pick(destinations),
      per,
      wood_unit_type_id: per === "unit" ? random.pick([2, 2, 1]) : null,
      rate: rate(),
    });
  }
}

function randomLoad(h: Harvest, random: Random, destinations: number[]) {
  const { logger, hauler, second, owner } = h.ids;
  const maybe = (...ids: number[]) => (random.chance(0.15) ? null : random.pick(ids));
  const scaled = random.chance(0.7);
  const net = random.chance(0.5) ? random.between(0, 90_000) : null;
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
    scaled_wood_unit_type_id: scaled ? random.pick([2, 2, 1, 3]) : null,
    net_pounds: net,
    deduction_pounds: net !== null && random.chance(0.4) ? random.between(0, 95_000) : null,
  });
}

/** Lines of a load (?1) that a company (?2) may see, calculated in SQL alone. Half cents round to even. */
const BY_SQL = `
  WITH load AS (
    SELECT t.*, t.product_type_id || '-' || ifnull(t.wood_species_id, 0) || '-' || ifnull(t.wood_species_type_id, 0) AS product,
           ifnull(t.cutter_on_behalf_of_company_id, t.cutter_company_id) AS cutter,
           ifnull(t.skidder_on_behalf_of_company_id, t.skidder_company_id) AS skidder,
           ifnull(t.hauler_on_behalf_of_company_id, t.hauler_company_id) AS hauler,
           (SELECT mill_company_id FROM job_destination_mill m WHERE m.job_destination_id = t.job_destination_id) AS mill,
           d.company_location_id AS place, cast(round(d.mileage * 1000) AS INTEGER) AS miles, d.mileage_is_estimate AS guessed
      FROM trip_ticket t JOIN job_destination d ON d.id = t.job_destination_id
     WHERE t.id = ?1 AND t.trip_ticket_status_id = 3),
  fitting AS (
    SELECT CASE r.job_product_rate_type_id WHEN 1 THEN 1 WHEN 2 THEN 2 WHEN 3 THEN 4 ELSE 10 END AS service,
           r.paying_company_id AS payer, r.receiving_company_id AS receiver, r.rate, 'unit' AS per,
           r.wood_unit_type_id AS unit, r.paying_company_location_id IS NOT NULL AS there
      FROM job_product_rate r JOIN load ON load.job_id = r.job_id
     WHERE r.product_type_id || '-' || ifnull(r.wood_species_id, 0) || '-' || ifnull(r.wood_species_type_id, 0) = load.product
       AND (r.paying_company_location_id IS NULL OR r.paying_company_location_id = load.place)
       AND CASE r.job_product_rate_type_id WHEN 1 THEN r.receiving_company_id = load.cutter
             WHEN 2 THEN r.receiving_company_id = load.skidder WHEN 3 THEN 1 ELSE r.paying_company_id = load.mill END
    UNION ALL
    SELECT 3, r.paying_company_id, r.receiving_company_id, r.rate, r.per, r.wood_unit_type_id, 0
      FROM job_haul_rate r JOIN load ON load.job_id = r.job_id AND load.job_destination_id = r.job_destination_id
     WHERE r.receiving_company_id = load.hauler),
  kept AS (
    SELECT * FROM fitting f WHERE there OR NOT EXISTS (SELECT 1 FROM fitting g
     WHERE g.there AND g.service = f.service AND g.payer = f.payer AND g.receiver = f.receiver)),
  counted AS (
    SELECT k.*, CASE per WHEN 'load' THEN 1000 WHEN 'mile' THEN CASE WHEN guessed THEN NULL ELSE miles END
        ELSE CASE WHEN load.scaled_wood_unit_type_id = unit AND scaled_volume IS NOT NULL THEN nullif(scaled_volume, 0)
                  WHEN unit = 2 THEN nullif(max(0, net_pounds - ifnull(deduction_pounds, 0)) / 2
                    + (max(0, net_pounds - ifnull(deduction_pounds, 0)) % 4 = 3), 0) END END AS quantity,
           (SELECT count(*) FROM kept o WHERE o.service = k.service AND o.payer = k.payer) AS rivals
      FROM kept k, load)
  SELECT service, payer, receiver, CASE WHEN rivals = 1 THEN rate * quantity / 100000 + (rate * quantity % 100000 > 50000
         OR (rate * quantity % 100000 = 50000 AND rate * quantity / 100000 % 2 = 1)) END AS cents
    FROM counted
   WHERE ?2 IN (payer, receiver)
      OR ?2 = (SELECT j.request_user_company_id FROM job j JOIN load ON load.job_id = j.id)
   GROUP BY service, payer, receiver
   ORDER BY service, receiver, payer`;

async function bySql(ticket: number, me: number) {
  const [found] = await db.batch([{ sql: BY_SQL, params: [ticket, me] }]);
  return (found?.rows ?? []).map(
    ({ service, cents }) => `${service} ${cents === null ? "none" : formatMoney(Number(cents))}`,
  );
}

const SERVICES: Record<string, number> = { Cut: 1, Skid: 2, Haul: 3, Stumpage: 4, Mill: 10 };

async function byPage(who: Harvest["manager"], ticket: number): Promise<string[] | null> {
  try {
    const { pay } = await who.call(getTicketPage, { id: ticket });
    return (pay?.lines ?? [])
      .filter((l) => !l.problem?.startsWith("No rate for"))
      .map((l) => `${SERVICES[l.service]} ${l.amount ?? "none"}`);
  } catch (error) {
    if (error instanceof AppError && error.kind === "missing") return null;
    throw error;
  }
}

const fresh = Array.from({ length: 3 }, () => Math.floor(Math.random() * 2 ** 31));
const details = { lines: 0, amounts: 0 };
test.each([1, 2, 3, ...fresh])(
  "with seed %i, each company sees the pay that the SQL calculation returns",
  async (seed) => {
    const random = createRandom(seed);
    const h = await makeHarvest(db);
    const yard = await makeLocation(db, h.ids.mill.id);
    const yards = [yard, await makeLocation(db, h.ids.owner.id)];
    const to = async (place: number, mileage: number | null, mileage_is_estimate: boolean) =>
      makeJobDestination(db, h.ids.job, place, [ASPEN], { mileage, mileage_is_estimate });
    const destinations = [
      h.ids.destination,
      await to(yard, 41.3, false),
      await to(yards[1] ?? yard, 12.5, true),
      await to(yard, null, false),
    ];
    await randomRates(h, random, yards, destinations);
    for (let i = 0; i < 12; i++) {
      const ticket = await randomLoad(h, random, destinations);
      await repriceTickets({ db, now: () => new Date() }, [ticket]);
      for (const name of ["manager", "owner", "logger", "hauler", "second", "mill", "rival"] as const) {
        const page = await byPage(h[name], ticket);
        if (page === null) continue;
        expect(page.sort(), `load ${i} to ${name}`).toEqual((await bySql(ticket, h.ids[name].id)).sort());
        details.lines += page.length;
        details.amounts += page.filter((l) => !l.endsWith("none")).length;
      }
    }
  },
);

// With a single seed perhaps no rate applies to any load; the page and the SQL would then agree on nothing.
test("the seeds together produce pay lines and amounts", () => {
  expect(details.lines).toBeGreaterThan(0);
  expect(details.amounts).toBeGreaterThan(0);
});
