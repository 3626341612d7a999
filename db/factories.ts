import { createHash } from "node:crypto";
import { fillPlaceholders, getTableName, is, SQL, sql } from "drizzle-orm";
import type { SQLiteInsertValue, SQLiteTable } from "drizzle-orm/sqlite-core";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import type { Database, Statement } from "./client.server";
import * as t from "./schema";

/**
 * Factories that create rows with all rows they depend on, for tests, browser tests and the demo. Each factory accepts
 * overrides and returns the id. Names are typical companies and places of the timber trade.
 */
export const FIXED_INSTANT = "2026-09-01T12:00:00.000Z";

let serial = 0;
const unique = () => ++serial;

/** For databases inside `runInOneBatch`: functions that collect rows instead of inserting them at once. */
const gathered = new WeakMap<Database, (table: SQLiteTable, values: object) => number>();

async function insert<T extends SQLiteTable>(
  db: Database,
  table: T,
  values: SQLiteInsertValue<T>,
): Promise<number> {
  const gather = gathered.get(db);
  if (gather) return gather(table, values);
  const [result] = await db.batch([insertOf(db.write, table, values)]);
  return Number(result?.lastInsertRowid ?? 0);
}

/** Cache of insert statements, by table and by the columns that have a value. */
const built = new WeakMap<SQLiteTable, Map<string, Statement>>();

/**
 * Return the statement that inserts a row. It is built once per table and columns, because building takes longer than
 * inserting.
 */
function insertOf(write: Database["write"], table: SQLiteTable, values: object): Statement {
  const matches = Object.entries(values).filter(([, value]) => value !== undefined);
  if (matches.some(([, value]) => is(value, SQL))) return write.insert(table).values(values).toSQL();
  const ofTable = built.get(table) ?? new Map<string, Statement>();
  built.set(table, ofTable);
  // Null is the same for every column type and isn't passed through the column's encoder.
  const key = matches.map(([name, value]) => (value === null ? `${name} null` : name)).join();
  let statement = ofTable.get(key);
  if (!statement) {
    const places = Object.fromEntries(
      matches.map(([name, value]) => [name, value === null ? null : sql.placeholder(name)]),
    );
    statement = write.insert(table).values(places).toSQL();
    ofTable.set(key, statement);
  }
  return { sql: statement.sql, params: fillPlaceholders(statement.params, Object.fromEntries(matches)) };
}

/**
 * Insert all rows that `make` creates in one batch, with ids that continue the existing ids, because a request per row
 * takes most of a test's time on sqld. `make` can't read the rows back. Requires that tables never reuse ids.
 */
export async function runInOneBatch<T>(db: Database, make: (db: Database) => Promise<T>): Promise<T> {
  const { rows } = await db.client.execute("SELECT name, seq FROM sqlite_sequence");
  const last = new Map(rows.map(({ name, seq }) => [String(name), Number(seq)]));
  const statements: Statement[] = [];
  const gathering: Database = { ...db };
  gathered.set(gathering, (table, values) => {
    const name = getTableName(table);
    const id = (last.get(name) ?? 0) + 1;
    last.set(name, id);
    statements.push(insertOf(db.write, table, { ...values, id }));
    return id;
  });
  const created = await make(gathering);
  await db.batch(statements);
  return created;
}

type New<T extends SQLiteTable> = Partial<T["$inferInsert"]>;

export async function makeCompany(db: Database, values: New<typeof t.company> = {}) {
  const id = await insert(db, t.company, {
    name: `Company ${unique()}`,
    created_at: FIXED_INSTANT,
    ...values,
  });
  const admins = await insert(db, t.crew, {
    company_id: id,
    name: "Admins",
    is_primary: true,
    created_at: FIXED_INSTANT,
  });
  const crew = await insert(db, t.crew, { company_id: id, name: "Crew", created_at: FIXED_INSTANT });
  return { id, admins, crew };
}

export async function makeUser(db: Database, values: New<typeof t.user> = {}, crews: number[] = []) {
  const n = unique();
  const id = await insert(db, t.user, {
    first_name: "Pat",
    last_name: `Person ${n}`,
    email: `person-${n}@example.test`,
    created_at: FIXED_INSTANT,
    ...values,
  });
  for (const crew_id of crews)
    await insert(db, t.crewMember, { crew_id, user_id: id, created_at: FIXED_INSTANT });
  return id;
}

export async function makeSession(db: Database, user_id: number, values: New<typeof t.session> = {}) {
  const token_hash = createHash("sha256").update(`session-${unique()}`).digest("hex");
  const now = Date.now();
  await insert(db, t.session, {
    token_hash,
    user_id,
    created_at: new Date(now).toISOString(),
    last_seen_at: new Date(now).toISOString(),
    expires_at: new Date(now + 30 * 86_400_000).toISOString(),
    ...values,
  });
  return token_hash;
}

export const makePasskey = (db: Database, user_id: number) =>
  insert(db, t.passkey, {
    user_id,
    name: "Phone",
    credential_id: `credential-${unique()}`,
    public_key: "",
    counter: 0,
    transports: "[]",
    created_at: FIXED_INSTANT,
  });

export type JobRoles = Partial<
  Pick<
    typeof t.jobCompany.$inferInsert,
    | "is_land_owner"
    | "is_land_owner_authorizee"
    | "is_land_manager"
    | "is_cutter"
    | "is_skidder"
    | "is_hauler"
  >
>;

export async function makeJob(db: Database, requester: number, values: New<typeof t.job> = {}) {
  const n = unique();
  return insert(db, t.job, {
    uid: `job-${n}-${requester}`,
    name: `Harvest ${n}`,
    country_id: 1,
    us_state_id: 26,
    us_county_id: 26039,
    start_date: "2026-08-01",
    request_user_company_id: requester,
    created_at: FIXED_INSTANT,
    last_modified_at: FIXED_INSTANT,
    ...values,
  });
}

export const makeJobCompany = (
  db: Database,
  job_id: number,
  company_id: number,
  roles: JobRoles,
  values: New<typeof t.jobCompany> = {},
) =>
  insert(db, t.jobCompany, {
    job_id,
    company_id,
    invited_at: FIXED_INSTANT,
    accepted_at: FIXED_INSTANT,
    ...roles,
    ...values,
  });

export async function makeLocation(
  db: Database,
  company_id: number,
  values: New<typeof t.companyLocation> = {},
) {
  const type = await insert(db, t.companyLocationType, { company_id, location_type_id: 1, name: "Mill" });
  return insert(db, t.companyLocation, {
    company_id,
    company_location_type_id: type,
    name: "Mill yard",
    latitude: 44.66,
    longitude: -84.71,
    ...values,
  });
}

export type Product = {
  product_type_id: number;
  wood_species_id?: number | null;
  wood_species_type_id?: number | null;
  wood_unit_type_id?: number;
};
export const ASPEN: Product = { product_type_id: 5, wood_species_id: 746, wood_unit_type_id: 2 };

export async function makeJobDestination(
  db: Database,
  job_id: number,
  company_location_id: number | null,
  products: Product[] = [ASPEN],
  values: New<typeof t.jobDestination> = {},
) {
  const id = await insert(db, t.jobDestination, {
    job_id,
    company_location_id,
    name: "Mill yard",
    mileage: 31.5,
    ...values,
  });
  for (const product of products)
    await insert(db, t.jobProductMix, { job_destination_id: id, is_accepted: true, ...product });
  return id;
}

export async function makeTicket(
  db: Database,
  job: { id: number; requester: number; destination: number },
  values: New<typeof t.tripTicket> = {},
) {
  const n = unique();
  const numbers = await takeNextNumbers(db, job.requester, job.id);
  return insert(db, t.tripTicket, {
    uid: `ticket-${n}-${job.id}`,
    job_id: job.id,
    numbering_company_id: job.requester,
    ...numbers,
    trip_ticket_status_id: STATUS.available,
    job_destination_id: job.destination,
    product_type_id: 5,
    wood_species_id: 746,
    estimated_volume: 55_000,
    estimated_wood_unit_type_id: 2,
    created_at: FIXED_INSTANT,
    last_modified_at: new Date(Date.parse(FIXED_INSTANT) + n * 1000).toISOString(),
    ...values,
  });
}

export async function makeClaim(
  db: Database,
  ticket: { id: number; job: number },
  values: New<typeof t.amountOwed> & { paying_company_id: number; receiving_company_id: number },
) {
  return insert(db, t.amountOwed, {
    trip_ticket_id: ticket.id,
    job_id: ticket.job,
    settlement_type_id: 3,
    earned_on: FIXED_INSTANT.slice(0, 10),
    due_cents: 10_000,
    created_at: FIXED_INSTANT,
    ...values,
  });
}

export async function takeNextNumbers(db: Database, requester: number, job: number) {
  const take = (kind: string, owner: number, start: number): Statement => ({
    sql: "INSERT INTO number_series (kind, owner_id, last) VALUES (?, ?, ?) ON CONFLICT (kind, owner_id) DO UPDATE SET last = last + 1 RETURNING last",
    params: [kind, owner, start],
  });
  const sets = await db.batch([take("trip_ticket", requester, 1001), take("load", job, 1)]);
  return {
    trip_ticket_number: Number(sets[0]?.rows[0]?.last),
    load_number: Number(sets[1]?.rows[0]?.last),
  };
}

export const insertRow = insert;
