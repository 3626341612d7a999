import type { Database } from "../client.server";
import { verifyBooks } from "./books";
import { computeOwed, formatClaimName, getEarnedDay, type JobRates, PRICED_SERVICES } from "./owed";
import type { Row } from "./rows";

export type PayReport = {
  loads: number;
  claims: number;
  cents: bigint;
  statements: number;
  faults: string[];
};

const LOADS = `SELECT t.id, t.load_number, t.job_id, t.trip_ticket_status_id, t.is_deleted, t.job_destination_id, t.product_type_id,
    t.wood_species_id, t.wood_species_type_id, t.scaled_volume, t.scaled_wood_unit_type_id, t.net_pounds, t.deduction_pounds,
    t.estimated_volume, t.estimated_wood_unit_type_id, t.log_rule, t.dropped_off_at, t.scaled_at, t.received_at, t.created_at,
    ifnull(t.cutter_on_behalf_of_company_id, t.cutter_company_id) AS cutter,
    ifnull(t.skidder_on_behalf_of_company_id, t.skidder_company_id) AS skidder,
    ifnull(t.hauler_on_behalf_of_company_id, t.hauler_company_id) AS hauler,
    m.mill_company_id AS mill, ifnull(d.company_location_id, e.destination_company_location_id) AS place,
    d.mileage, d.mileage_is_estimate, j.request_user_company_id, j.rate_version, z.time_zone, p.refuses_conversion
  FROM trip_ticket t JOIN job j ON j.id = t.job_id JOIN us_state z ON z.id = j.us_state_id
  JOIN job_destination d ON d.id = t.job_destination_id
  LEFT JOIN company_destination e ON e.id = d.company_destination_id
  LEFT JOIN job_destination_mill m ON m.job_destination_id = d.id
  LEFT JOIN state_payment_rule p ON p.us_state_id = j.us_state_id
  WHERE (t.job_id, t.load_number) > (?, ?) ORDER BY t.job_id, t.load_number LIMIT 2000`;

const JOBS = "(SELECT value FROM json_each(?))";
const PRODUCTS = `SELECT * FROM job_product_rate WHERE consent_requested_at IS NULL AND job_id IN ${JOBS}`;
const HAULS = `SELECT h.*, EXISTS (SELECT 1 FROM crew_member m WHERE m.crew_id IN
      (SELECT id FROM crew WHERE company_id = h.paying_company_id AND is_deleted = 0)) AS payer_has_people
    FROM job_haul_rate h WHERE consent_requested_at IS NULL AND job_id IN ${JOBS}`;
const SHARES = `SELECT r.job_id, s.* FROM job_product_rate r JOIN rate_share s ON s.rate_table = 'product' AND s.rate_id = r.id
    WHERE r.job_id IN (SELECT value FROM json_each(?1))
  UNION ALL SELECT r.job_id, s.* FROM job_haul_rate r JOIN rate_share s ON s.rate_table = 'haul' AND s.rate_id = r.id
    WHERE r.job_id IN (SELECT value FROM json_each(?1))`;
const RULES = `SELECT h.job_id, r.* FROM job_haul_rate h JOIN fuel_rule r ON r.id = h.fuel_rule_id WHERE h.job_id IN ${JOBS}`;
const DIESEL = "SELECT * FROM fuel_price";
const CLAIMS = `SELECT c.*, (SELECT count(*) FROM settlement_line l JOIN settlement_statement s ON s.id = l.settlement_statement_id
      WHERE l.amount_owed_id = c.id AND s.posted_at IS NULL) AS drafted
    FROM amount_owed c WHERE c.trip_ticket_id IN ${JOBS}`;

/**
 * Calculate the pay of every load and the contents of every statement a second time, and report where the stored cents
 * differ. Reads two thousand loads at a time, so that a large database needs no more memory than a small one.
 */
export async function verifyPay(db: Pick<Database, "batch">): Promise<PayReport> {
  const report: PayReport = { loads: 0, claims: 0, cents: 0n, statements: 0, faults: [] };
  const read = async (...queries: [string, ...(number | string)[]][]): Promise<Row[][]> =>
    (await db.batch(queries.map(([sql, ...params]) => ({ sql, params })))).map(({ rows }) => rows.map(plain));
  const [prices = []] = await read([DIESEL]);
  for (let job = 0, number = 0; ; ) {
    const [loads = []] = await read([LOADS, job, number]);
    const last = loads.at(-1);
    if (!last) break;
    const jobs = JSON.stringify([...new Set(loads.map((load) => load.job_id))]);
    const ids = JSON.stringify(loads.map((load) => load.id));
    const results = await read([PRODUCTS, jobs], [HAULS, jobs], [SHARES, jobs], [CLAIMS, ids], [RULES, jobs]);
    const [products, hauls, shares, , rules] = results.map((rows) => grouped(rows, "job_id"));
    const claims = grouped(results[3] ?? [], "trip_ticket_id");
    for (const load of loads) {
      const of = (rows?: Map<unknown, Row[]>) => rows?.get(load.job_id) ?? [];
      const rates = {
        products: of(products),
        hauls: of(hauls),
        shares: of(shares),
        rules: of(rules),
        prices,
      };
      compareLoad(report, load, rates, claims.get(load.id) ?? []);
    }
    job = Number(last.job_id);
    number = Number(last.load_number);
  }
  const books = await verifyBooks(async (sql) => (await read([sql]))[0] ?? []);
  report.statements = books.statements;
  report.faults.push(...books.faults);
  return report;
}

/** Return a row as the driver read it, without value types that no money column has. */
function plain(row: object): Row {
  const values: Row = {};
  for (const [name, value] of Object.entries(row))
    values[name] = typeof value === "number" || typeof value === "string" ? value : null;
  return values;
}

function grouped(rows: readonly Row[], by: string): Map<unknown, Row[]> {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const group = groups.get(row[by]);
    if (group) group.push(row);
    else groups.set(row[by], [row]);
  }
  return groups;
}

function compareLoad(report: PayReport, load: Row, rates: JobRates, stored: readonly Row[]) {
  const mine = stored.filter((c) => PRICED_SERVICES.includes(Number(c.settlement_type_id)));
  const owed = computeOwed(load, rates, mine);
  const map = new Map(mine.map((c) => [formatClaimName(c), c]));
  report.loads++;
  for (const [key, cents] of owed) {
    const claim = map.get(key);
    const held = claim?.due_cents === null || claim === undefined ? null : BigInt(Number(claim.due_cents));
    if (!claim) report.faults.push(`load ${load.id}: ${key} has no claim, and should have ${cents}`);
    else if (held !== cents) report.faults.push(`load ${load.id}: ${key} is ${held}, and should be ${cents}`);
    report.claims++;
    report.cents += cents ?? 0n;
  }
  for (const [key, claim] of map) {
    // A claim from a deleted draft, or a claim that was not payable, may remain with nothing due until its load is
    // priced again.
    if (owed.has(key)) continue;
    if (claim.due_cents !== 0) report.faults.push(`load ${load.id}: ${key} is due to nobody`);
  }
  for (const claim of mine) {
    if (owed.has(formatClaimName(claim)) && claim.earned_on !== getEarnedDay(load))
      report.faults.push(
        `load ${load.id}: earned on ${claim.earned_on}, and should be ${getEarnedDay(load)}`,
      );
    if (claim.rate_version !== load.rate_version)
      report.faults.push(
        `load ${load.id}: ${formatClaimName(claim)} was not priced again since the rates changed`,
      );
  }
}
