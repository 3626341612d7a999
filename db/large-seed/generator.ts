import type BetterSqlite from "better-sqlite3";
import { getElement } from "~/lib/object/records";
import { diffRecordedColumns } from "~/modules/history/shared/columns.server";
import { createPastHistory } from "../past-history";
import type { Random } from "../random";

const PLACES = [
  "Au Train",
  "Baraga",
  "Chocolay",
  "Deerton",
  "Escanaba",
  "Fence River",
  "Garden",
  "Huron Bay",
  "Iron Mountain",
  "Keweenaw",
  "L'Anse",
  "Menominee",
  "Newberry",
  "Ontonagon",
  "Presque Isle",
  "Rapid River",
  "Seney",
  "Tahquamenon",
  "Wetmore",
  "Yellow Dog",
];
const KINDS = [
  "Timber",
  "Logging",
  "Forestry",
  "Trucking",
  "Hauling",
  "Wood Products",
  "Land & Timber",
  "Forest Services",
  "Log & Chip",
  "Lumber",
  "Cutting",
  "Pulpwood",
  "Sawmill",
  "Transport",
  "Woodlands",
  "Resources",
  "Mill",
  "Contracting",
  "Brothers",
  "& Sons",
];

const BULK_COMPANIES = 400;
/** Return the number of jobs: five thousand, or one per twenty loads if that is more. */
export const getBulkJobCount = (tickets: number) => Math.max(5_000, Math.round(tickets / 20));

type BulkJob = {
  id: number;
  requester: number;
  cutter: number;
  haulers: number[];
  destinations: number[];
  nextTicket(): number;
  nextLoad(): number;
};
export type BulkJobs = { pickJob(random: Random): BulkJob; saveNumbers(db: BetterSqlite.Database): void };

/**
 * Create the companies and jobs of the large data set: a few companies have most of the wood, and most companies have
 * little.
 */
export function createBulkJobs(
  db: BetterSqlite.Database,
  random: Random,
  now: Date,
  jobCount: number,
): BulkJobs {
  const timestamp = new Date(now.getTime() - 3 * 365 * 86_400_000).toISOString();
  const lastYear = new Date(now.getTime() - 365 * 86_400_000).toISOString().slice(0, 10);
  const cache = new Map<string, BetterSqlite.Statement>();
  /** Insert a hundred thousand rows with a dozen statements, each of which is prepared only once. */
  const run = (sql: string, ...values: unknown[]) => {
    const statement = cache.get(sql) ?? db.prepare(sql);
    cache.set(sql, statement);
    return Number(statement.run(...values).lastInsertRowid);
  };
  const companies: number[] = [];
  const yards: number[] = [];
  const tickets = new Map<number, number>();
  const jobs: BulkJob[] = [];
  const loads = new Map<number, number>();
  const skewed = () => getElement(companies, Math.floor(random.next() ** 4 * companies.length));
  const places = new Map<string, number>();
  /**
   * Return a destination from a company's own list: a mill's yard, or for every tenth yard a location of the company
   * itself.
   */
  const destinationOf = (company: number, yard: number) => {
    const key = `${company} ${yard}`;
    const place =
      places.get(key) ??
      run(
        "INSERT INTO company_destination (company_id, name, latitude, longitude, destination_company_location_id) VALUES (?, ?, ?, ?, ?)",
        company,
        "Wood yard",
        45 + random.next() * 2,
        -88 + random.next() * 4,
        yards.indexOf(yard) % 10 === 9 ? null : yard,
      );
    places.set(key, place);
    return place;
  };
  const next = (map: Map<number, number>, key: number, first: number) => {
    const value = (map.get(key) ?? first - 1) + 1;
    map.set(key, value);
    return value;
  };
  db.transaction(() => {
    for (let i = 0; i < BULK_COMPANIES; i++) {
      const name = `${PLACES[i % 20]} ${KINDS[Math.floor(i / 20)]}`;
      const id = run(
        "INSERT INTO company (name, created_at, is_land_manager, is_cutter, is_skidder, is_hauler, is_mill) VALUES (?, ?, 1, 1, 1, 1, ?)",
        name,
        timestamp,
        i % 20 === 0 ? 1 : 0,
      );
      companies.push(id);
      run(
        "INSERT INTO crew (company_id, name, is_primary, created_at) VALUES (?, 'Admins', 1, ?)",
        id,
        timestamp,
      );
      run(
        "INSERT INTO crew (company_id, name, is_primary, created_at) VALUES (?, 'Crew', 0, ?)",
        id,
        timestamp,
      );
      const is_mill = i % 20 === 0;
      const type = run(
        "INSERT INTO company_location_type (company_id, location_type_id, name) VALUES (?, ?, ?)",
        id,
        is_mill ? 1 : 4,
        is_mill ? "Mill" : "Office",
      );
      if (!is_mill) {
        run(
          "INSERT INTO company_location (company_id, company_location_type_id, name, latitude, longitude) VALUES (?, ?, ?, 46.5, -87.4)",
          id,
          type,
          `${name} office`,
        );
        continue;
      }
      yards.push(
        run(
          "INSERT INTO company_location (company_id, company_location_type_id, name, latitude, longitude) VALUES (?, ?, ?, ?, ?)",
          id,
          type,
          `${name} yard`,
          45 + random.next() * 2,
          -88 + random.next() * 4,
        ),
      );
    }
    for (let i = 0; i < jobCount; i++) {
      const requester = skewed();
      const row = {
        uid: `bulk-job-${i}`,
        name: `${random.pick(PLACES)} ${i + 1}`,
        country_id: 1,
        us_state_id: 26,
        us_county_id: random.pick([26039, 26041, 26103, 26153, 26131]),
        start_date: timestamp.slice(0, 10),
        request_user_company_id: requester,
        created_at: timestamp,
        last_modified_at: timestamp,
      };
      const id = run(
        `INSERT INTO job (${Object.keys(row).join(", ")}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...Object.values(row),
      );
      const created = {
        activity: "job_created",
        creator_user_id: null,
        creator_company_id: requester,
        created_at: timestamp,
        details: { row: diffRecordedColumns("job", row) },
      };
      for (const entry of createPastHistory({ uid: row.uid, job_id: id, trip_ticket_id: null }, [created]))
        run(
          "INSERT INTO audit_entry (job_id, seq, activity, creator_company_id, created_at, details, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
          id,
          entry.seq,
          entry.activity,
          requester,
          timestamp,
          JSON.stringify(entry.details),
          entry.prev_hash,
          entry.hash,
        );
      const others = [
        ...new Set([skewed(), skewed(), random.pick(companies), random.pick(companies)]),
      ].filter((c) => c !== requester);
      const cutter = others[0] ?? requester;
      const haulers = others.slice(1).length ? others.slice(1) : [requester];
      const on = (company: number, role: string) =>
        run(
          `INSERT OR IGNORE INTO job_company (job_id, company_id, ${role}, invited_at, accepted_at) VALUES (?, ?, 1, ?, ?)`,
          id,
          company,
          timestamp,
          timestamp,
        );
      on(requester, "is_land_manager");
      on(cutter, "is_cutter");
      for (const hauler of haulers) on(hauler, "is_hauler");
      if (random.chance(0.3)) on(random.pick(companies), "is_land_owner");
      run(
        "INSERT INTO job_product_rate (job_id, job_product_rate_type_id, paying_company_id, receiving_company_id, product_type_id, wood_species_id, wood_unit_type_id, rate) VALUES (?, 1, ?, ?, 5, 746, 2, ?)",
        id,
        requester,
        cutter,
        80_000 + (id % 50) * 1000,
      );
      // Every third job has a higher rate for the last year.
      if (id % 3 === 0)
        run(
          "INSERT INTO job_product_rate (job_id, job_product_rate_type_id, paying_company_id, receiving_company_id, product_type_id, wood_species_id, wood_unit_type_id, rate, effective_on) VALUES (?, 1, ?, ?, 5, 746, 2, ?, ?)",
          id,
          requester,
          cutter,
          83_333 + (id % 50) * 1000,
          lastYear,
        );
      const destinations = [random.pick(yards), random.pick(yards)].map((yard) => {
        const own = random.chance(0.5) ? destinationOf(requester, yard) : null;
        const destination = run(
          "INSERT INTO job_destination (job_id, company_location_id, company_destination_id, name, mileage, mileage_is_estimate) VALUES (?, ?, ?, 'Wood yard', ?, ?)",
          id,
          own === null ? yard : null,
          own,
          random.between(8, 90),
          id % 13 === 0 ? 1 : 0,
        );
        for (const hauler of haulers)
          run(
            "INSERT INTO job_haul_rate (job_id, job_destination_id, paying_company_id, receiving_company_id, per, wood_unit_type_id, rate, minimum_cents) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            id,
            destination,
            requester,
            hauler,
            ...(id % 7 === 0
              ? ["mile", null, 45_000]
              : ["unit", 2, 60_000 + ((id * 7 + hauler) % 60) * 1000]),
            id % 5 === 0 ? 42_000 : null,
          );
        run(
          "INSERT INTO job_product_mix (job_destination_id, is_accepted, product_type_id, wood_species_id, wood_unit_type_id) VALUES (?, 1, 5, 746, 2)",
          destination,
        );
        return destination;
      });
      jobs.push({
        id,
        requester,
        cutter,
        haulers,
        destinations,
        nextTicket: () => next(tickets, requester, 1001),
        nextLoad: () => next(loads, id, 1),
      });
    }
  })();
  return {
    pickJob: (r) => getElement(jobs, Math.floor(r.next() ** 2 * jobs.length)),
    saveNumbers(database) {
      const save = database.prepare(
        "INSERT INTO number_series (kind, owner_id, last) VALUES (?, ?, ?) ON CONFLICT (kind, owner_id) DO UPDATE SET last = excluded.last",
      );
      database.transaction(() => {
        for (const [owner, last] of tickets) save.run("trip_ticket", owner, last);
        for (const [job, last] of loads) save.run("load", job, last);
      })();
    },
  };
}
