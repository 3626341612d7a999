import type BetterSqlite from "better-sqlite3";
import { getDay } from "~/lib/time/time";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";

/** Time zone of the state that all jobs of the large data set are in. */
const ZONE = "America/Detroit";
const HOUR = 3_600_000;

/**
 * Return SQL that multiplies a rate in 1/100 cents by thousandths and rounds to whole cents, halves to even. Both are
 * integer columns.
 */
const cents = (rate: string, n: string) =>
  `(${rate} * ${n} / 100000 + (${rate} * ${n} % 100000 > 50000 OR (${rate} * ${n} % 100000 = 50000 AND ${rate} * ${n} / 100000 % 2 = 1)))`;

const COLUMNS =
  "trip_ticket_id, job_id, settlement_type_id, paying_company_id, receiving_company_id, job_destination_id, earned_on, miles, mill_company_id, quantity, wood_unit_type_id, per, rate, rate_table, rate_id, quantity_from, due_cents, problem, rate_version, created_at";

const LOADS = `FROM trip_ticket t JOIN job j ON j.id = t.job_id JOIN job_destination d ON d.id = t.job_destination_id
  JOIN job_destination_mill m ON m.job_destination_id = d.id`;
/** SQL for the miles; null if they are an estimate, which has to be confirmed first. */
const MILES = "CASE WHEN d.mileage_is_estimate THEN NULL ELSE cast(round(d.mileage * 1000) AS INTEGER) END";

/**
 * Price the loads of the large data set in two statements: cutting by the rate in force on the day; hauling by the ton
 * or mile, with the minimum per load. Triggers are off. `db/large-seed/claims.server.test.ts` checks every cent against
 * the second calculation, and a sample against the app's own calculation. Loads with ids up to `after`, such as the
 * demo's, are skipped.
 */
export function priceLoads(db: BetterSqlite.Database, after = 0): void {
  const isNew = `t.id > ${Math.trunc(after)} AND t.trip_ticket_status_id = ${STATUS.completed}`;
  const days = new Map<number, string>();
  db.function("day_there", { deterministic: true }, (instant: unknown) => {
    const ms = Date.parse(String(instant));
    // Michigan's time zones differ from UTC by whole hours, so that an hour never spans two days.
    const hour = Math.floor(ms / HOUR);
    const day = days.get(hour) ?? getDay(new Date(hour * HOUR), ZONE);
    days.set(hour, day);
    return day;
  });
  db.exec(`INSERT INTO amount_owed (${COLUMNS})
    SELECT t.id, t.job_id, 1, r.paying_company_id, r.receiving_company_id, t.job_destination_id, day_there(t.dropped_off_at), ${MILES},
           m.mill_company_id, t.scaled_volume, r.wood_unit_type_id, 'unit', r.rate, 'product', r.id, 'scaled',
           ${cents("r.rate", "t.scaled_volume")}, NULL, j.rate_version, t.dropped_off_at
      ${LOADS} JOIN job_product_rate r ON r.job_id = t.job_id AND r.receiving_company_id = t.cutter_company_id
     WHERE ${isNew} AND r.paying_company_id <> r.receiving_company_id
       AND r.effective_on = (SELECT max(o.effective_on) FROM job_product_rate o
         WHERE o.job_id = t.job_id AND o.effective_on <= day_there(t.dropped_off_at))`);
  const quantity = "CASE r.per WHEN 'mile' THEN h.miles ELSE t.scaled_volume END";
  db.exec(`INSERT INTO amount_owed (${COLUMNS})
    SELECT id, job_id, 3, payer, receiver, job_destination_id, day, miles, mill_company_id, quantity, wood_unit_type_id, per, rate, 'haul',
           rate_id, CASE WHEN quantity IS NULL THEN NULL WHEN per = 'mile' THEN 'miles' ELSE 'scaled' END,
           max(ifnull(minimum_cents, 0), ${cents("rate", "quantity")}), CASE WHEN quantity IS NULL THEN 'miles_estimated' END, rate_version, dropped_off_at
      FROM (SELECT t.id, t.job_id, r.paying_company_id AS payer, r.receiving_company_id AS receiver, t.job_destination_id,
              day_there(t.dropped_off_at) AS day, h.miles, m.mill_company_id, ${quantity} AS quantity, r.wood_unit_type_id, r.per, r.rate,
              r.id AS rate_id, r.minimum_cents, j.rate_version, t.dropped_off_at
         ${LOADS} JOIN (SELECT id, ${MILES} AS miles FROM job_destination d) h ON h.id = d.id
         JOIN job_haul_rate r ON r.job_destination_id = d.id AND r.receiving_company_id = t.hauler_company_id
        WHERE ${isNew} AND r.paying_company_id <> r.receiving_company_id)`);
}
