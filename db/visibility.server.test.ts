import type { Row } from "@libsql/client";
import { beforeAll, expect, test } from "vitest";
import type { Database, Statement } from "./client.server";
import {
  makeCompany,
  makeJob,
  makeJobCompany,
  makeJobDestination,
  makeLocation,
  makeTicket,
} from "./factories";
import { migrateDatabase, REFILL_DERIVED } from "./migrate.server";
import { type Random, seeded } from "./random";
import { testDatabase } from "./testing/test-database";

/**
 * Two thousand random acts, and after them the stored visibility equals the rule of decisions, section 2, written
 * here a second time and without a look at the view. So do the deliveries: what each completed load counts for, with
 * everybody who sees it.
 */
type Place = {
  acceptedAt: boolean;
  declined: boolean;
  removed: boolean;
  owner: boolean;
  authorizee: boolean;
  manager: boolean;
  hauler: boolean;
};
type Job = { id: number; requester: number; places: Map<number, Place>; destinations: number[] };
type Ticket = {
  id: number;
  job: Job;
  destination: number;
  status: number;
  cutter: number | null;
  skidder: number | null;
  hauler: number | null;
  /** The contractor that each of them works for. */
  behalf: Record<"cutter" | "skidder" | "hauler", number | null>;
  deleted: boolean;
  facts: Facts;
};
/** What a load counts for where it is delivered; times in whole seconds. */
type Facts = {
  picked: number | null;
  dropped: number | null;
  estimated: number | null;
  estimatedUnit: number | null;
  scaled: number | null;
  scaledUnit: number | null;
  product: number;
  species: number | null;
  group: number | null;
  net: number | null;
};
/** As the factory makes them. */
const MADE: Facts = {
  picked: null,
  dropped: null,
  estimated: 55_000,
  estimatedUnit: 2,
  scaled: null,
  scaledUnit: null,
  product: 5,
  species: 746,
  group: null,
  net: null,
};

let db: Database;
let random: Random;
const companies: number[] = [];
const jobs: Job[] = [];
const tickets: Ticket[] = [];
/** The mill behind each destination: the owner of its location, or of the place in a company's list that it is. */
const mills = new Map<number, number>();
/** Places in the requesters' own lists, and the destinations that lead there. */
const places: { id: number; owner: number; destination: number }[] = [];
/** Destinations that a job does without now; who receives their wood does not see the job for it. */
const removed = new Set<number>();
const locations: { id: number; company: number }[] = [];
let clock = Date.parse("2026-09-01T00:00:00.000Z");

beforeAll(async () => {
  db = await testDatabase();
  random = seeded(7);
  for (let i = 0; i < 9; i++) companies.push((await makeCompany(db)).id);
  for (const company of companies.slice(0, 3))
    locations.push({ id: await makeLocation(db, company), company });
  for (const requester of companies.slice(3, 6)) {
    const id = await makeJob(db, requester);
    const job: Job = { id, requester, places: new Map(), destinations: [] };
    for (const location of locations.slice(0, 2)) {
      const destination = await makeJobDestination(db, id, location.id);
      job.destinations.push(destination);
      mills.set(destination, location.company);
    }
    const [pin, led] = await db.batch([
      {
        sql: "INSERT INTO company_destination (company_id, name, latitude, longitude) VALUES (?, 'Pin', 45, -85)",
        params: [requester],
      },
      {
        sql: "INSERT INTO job_destination (job_id, company_destination_id, name) VALUES (?, last_insert_rowid(), 'Pin')",
        params: [id],
      },
    ]);
    const destination = Number(led?.lastInsertRowid);
    places.push({ id: Number(pin?.lastInsertRowid), owner: requester, destination });
    job.destinations.push(destination);
    mills.set(destination, requester);
    for (const company of companies.slice(5)) {
      await makeJobCompany(db, id, company, {}, { accepted_at: null });
      job.places.set(company, {
        acceptedAt: false,
        declined: false,
        removed: false,
        owner: false,
        authorizee: false,
        manager: false,
        hauler: false,
      });
    }
    jobs.push(job);
  }
  for (let i = 0; i < 12; i++) {
    const job = random.pick(jobs);
    const destination = random.pick(job.destinations);
    const id = await makeTicket(db, { id: job.id, requester: job.requester, destination });
    tickets.push({
      id,
      job,
      destination,
      status: 7,
      cutter: null,
      skidder: null,
      hauler: null,
      behalf: { cutter: null, skidder: null, hauler: null },
      deleted: false,
      facts: { ...MADE },
    });
  }
});

function readersOf(t: Ticket): Set<number> {
  const readers = new Set<number>();
  if (t.deleted) return readers;
  readers.add(t.job.requester);
  for (const named of [t.cutter, t.skidder, t.hauler, ...Object.values(t.behalf)])
    if (named !== null) readers.add(named);
  const mill = mills.get(t.destination);
  if (mill !== undefined) readers.add(mill);
  for (const [company, p] of t.job.places) {
    if (!p.acceptedAt || p.declined || p.removed) continue;
    if (p.owner || p.authorizee || p.manager) readers.add(company);
    if (p.hauler && (t.status === 7 || t.status === 6)) readers.add(company);
  }
  return readers;
}

function readersOfJob(job: Job): Set<number> {
  const readers = new Set([job.requester]);
  for (const [company, p] of job.places) if (!p.declined && !p.removed) readers.add(company);
  for (const d of job.destinations) if (!removed.has(d)) readers.add(mills.get(d) ?? 0);
  return readers;
}

/** How many deliveries were compared in all. */
let compared = 0;

async function compare() {
  const jobReaders = await db.client.execute("SELECT DISTINCT job_id, company_id FROM job_reader");
  expect(jobReaders.rows.map((r) => `${Number(r.job_id)}:${Number(r.company_id)}`).sort()).toEqual(
    jobs.flatMap((j) => [...readersOfJob(j)].map((c) => `${j.id}:${c}`)).sort(),
  );
  const stored = await db.client.execute("SELECT ticket_id, company_id, status FROM ticket_company");
  const ofView = await db.client.execute(
    "SELECT DISTINCT trip_ticket_id AS ticket_id, company_id FROM trip_ticket_reader",
  );
  const key = (r: Row) => `${Number(r.ticket_id)}:${Number(r.company_id)}`;
  const expected = tickets.flatMap((t) => [...readersOf(t)].map((c) => `${t.id}:${c}`)).sort();
  expect(stored.rows.map(key).sort()).toEqual(expected);
  expect(ofView.rows.map(key).sort()).toEqual(expected);
  const counts = new Map<string, number>();
  for (const t of tickets)
    for (const c of readersOf(t)) counts.set(`${c}:${t.status}`, (counts.get(`${c}:${t.status}`) ?? 0) + 1);
  const kept = await db.client.execute("SELECT company_id, status, n FROM company_status_count WHERE n <> 0");
  expect(
    Object.fromEntries(kept.rows.map((r) => [`${Number(r.company_id)}:${Number(r.status)}`, Number(r.n)])),
  ).toEqual(Object.fromEntries(counts));
  const wanted = tickets.flatMap(deliveriesOf).map(rowWords).sort();
  compared += wanted.length;
  const delivered = await db.client.execute(`SELECT ${DELIVERED} FROM company_delivery`);
  expect(delivered.rows.map((row) => rowWords(Array.from(row as ArrayLike<unknown>))).sort()).toEqual(wanted);
}

const DELIVERED =
  "company_id, at, ticket_id, job_id, job_destination_id, product_type_id, wood_species_id, wood_species_type_id, cutter_company_id, skidder_company_id, hauler_company_id, volume, unit, is_scaled, net_pounds, haul_minutes";
const rowWords = (row: readonly unknown[]) =>
  row.map((v) => (v === null ? "-" : String(Number(v)))).join(" ");

/** The rows of a load, said here once more: one for each company that sees it. */
function deliveriesOf(t: Ticket): (number | null)[][] {
  const { picked, dropped, estimated, estimatedUnit, scaled, scaledUnit, product, species, group, net } =
    t.facts;
  if (t.status !== 3 || dropped === null) return [];
  const volume = scaled === null ? [estimated ?? 0, estimatedUnit ?? 2, 0] : [scaled, scaledUnit, 1];
  const minutes = picked === null ? null : Math.trunc((dropped - picked) / 60);
  const { behalf } = t;
  const companiesOf = [behalf.cutter ?? t.cutter, behalf.skidder ?? t.skidder, behalf.hauler ?? t.hauler];
  const what = [t.job.id, t.destination, product, species, group, ...companiesOf, ...volume, net, minutes];
  return [...readersOf(t)].map((company) => [company, dropped, t.id, ...what]);
}

/** One random act: the statement that does it, and the same done to the model. */
function act(): Statement {
  const t = random.pick(tickets);
  const later = () => {
    clock += 1000;
    return new Date(clock).toISOString();
  };
  switch (random.between(0, 14)) {
    case 0: {
      t.status = random.chance(0.4) ? 3 : random.between(1, 7);
      return {
        sql: "UPDATE trip_ticket SET trip_ticket_status_id = ?, last_modified_at = ? WHERE id = ?",
        params: [t.status, later(), t.id],
      };
    }
    case 1: {
      const role = random.pick(["cutter", "skidder", "hauler"] as const);
      if (random.chance(0.3)) {
        t.behalf[role] = random.chance(0.3) ? null : random.pick(companies);
        return {
          sql: `UPDATE trip_ticket SET ${role}_on_behalf_of_company_id = ? WHERE id = ?`,
          params: [t.behalf[role], t.id],
        };
      }
      t[role] = random.chance(0.3) ? null : random.pick(companies);
      return {
        sql: `UPDATE trip_ticket SET ${role}_company_id = ?, last_modified_at = ? WHERE id = ?`,
        params: [t[role], later(), t.id],
      };
    }
    case 2: {
      t.destination = random.pick(t.job.destinations);
      return {
        sql: "UPDATE trip_ticket SET job_destination_id = ? WHERE id = ?",
        params: [t.destination, t.id],
      };
    }
    case 3: {
      t.deleted = random.chance(0.4);
      return { sql: "UPDATE trip_ticket SET is_deleted = ? WHERE id = ?", params: [Number(t.deleted), t.id] };
    }
    case 4:
      return { sql: "UPDATE trip_ticket SET last_modified_at = ? WHERE id = ?", params: [later(), t.id] };
    case 5: {
      const job = random.pick(jobs);
      const destination = random.pick(job.destinations.slice(0, 2));
      const location = random.pick(locations);
      mills.set(destination, location.company);
      return {
        sql: "UPDATE job_destination SET company_location_id = ? WHERE id = ?",
        params: [location.id, destination],
      };
    }
    case 6: {
      const place = random.pick(places);
      const location = random.chance(0.5) ? null : random.pick(locations);
      // A pin may name a mill that has not put the place on the map itself.
      const named = location || random.chance(0.5) ? null : random.pick(companies);
      mills.set(place.destination, location?.company ?? named ?? place.owner);
      return {
        sql: "UPDATE company_destination SET destination_company_location_id = ?, destination_company_id = ? WHERE id = ?",
        params: [location?.id ?? null, named, place.id],
      };
    }
    case 7: {
      const destination = random.pick(random.pick(jobs).destinations);
      if (!removed.delete(destination)) removed.add(destination);
      return {
        sql: "UPDATE job_destination SET removed_at = ? WHERE id = ?",
        params: [removed.has(destination) ? later() : null, destination],
      };
    }
    case 8:
    case 9: {
      const f = t.facts;
      const seconds = Math.floor(clock / 1000) - random.between(0, 5_000_000);
      f.dropped = random.chance(0.15) ? null : seconds;
      f.picked = random.chance(0.2) ? null : seconds - random.between(-90, 9_000);
      const iso = (s: number | null) => s && new Date(s * 1000 + random.between(0, 999)).toISOString();
      return {
        sql: "UPDATE trip_ticket SET dropped_off_at = ?, picked_up_at = ? WHERE id = ?",
        params: [iso(f.dropped), iso(f.picked), t.id],
      };
    }
    case 10: {
      const f = t.facts;
      f.scaled = random.chance(0.3) ? null : random.between(0, 60_000);
      f.scaledUnit = f.scaled === null ? null : random.between(1, 3);
      f.net = random.chance(0.3) ? null : random.between(0, 60_000);
      return {
        sql: "UPDATE trip_ticket SET scaled_volume = ?, scaled_wood_unit_type_id = ?, net_pounds = ? WHERE id = ?",
        params: [f.scaled, f.scaledUnit, f.net, t.id],
      };
    }
    case 11: {
      const f = t.facts;
      f.estimated = random.chance(0.3) ? null : random.between(0, 60_000);
      f.estimatedUnit = f.estimated === null ? null : random.between(1, 3);
      f.product = random.between(1, 6);
      f.species = random.chance(0.3) ? null : 746;
      f.group = f.species === null && random.chance(0.5) ? 2 : null;
      return {
        sql: "UPDATE trip_ticket SET estimated_volume = ?, estimated_wood_unit_type_id = ?, product_type_id = ?, wood_species_id = ?, wood_species_type_id = ? WHERE id = ?",
        params: [f.estimated, f.estimatedUnit, f.product, f.species, f.group, t.id],
      };
    }
    default: {
      const job = random.pick(jobs);
      const [company, place] = random.pick([...job.places]);
      const flag = random.pick([
        "acceptedAt",
        "declined",
        "removed",
        "owner",
        "authorizee",
        "manager",
        "hauler",
      ] as const);
      place[flag] = !place[flag];
      const column = {
        acceptedAt: "accepted_at",
        declined: "declined_at",
        removed: "removed_at",
        owner: "is_land_owner",
        authorizee: "is_land_owner_authorizee",
        manager: "is_land_manager",
        hauler: "is_hauler",
      }[flag];
      const value = column.endsWith("_at") ? (place[flag] ? later() : null) : Number(place[flag]);
      return {
        sql: `UPDATE job_company SET ${column} = ? WHERE job_id = ? AND company_id = ?`,
        params: [value, job.id, company],
      };
    }
  }
}

test("after two thousand random acts the stored visibility is the rule's", async () => {
  await compare();
  for (let round = 0; round < 40; round++) {
    await db.batch(Array.from({ length: 50 }, act));
    await compare();
  }
  expect(compared).toBeGreaterThan(100);
}, 240_000);

test("a database from before the deliveries, and one that was filled without triggers, come to the same", async () => {
  await compare();
  await db.client.execute("DELETE FROM company_delivery");
  await migrateDatabase(db);
  await compare();
  for (const statement of REFILL_DERIVED) await db.client.execute(statement);
  await compare();
});

test("a company taken off a job loses its rows, and a ticket put on the job later finds its readers", async () => {
  const job = jobs[0];
  if (!job) throw new Error("no job");
  await db.batch([{ sql: "DELETE FROM job_company WHERE job_id = ?", params: [job.id] }]);
  job.places.clear();
  await compare();
  const destination = random.pick(job.destinations);
  const id = await makeTicket(db, { id: job.id, requester: job.requester, destination });
  tickets.push({
    id,
    job,
    destination,
    status: 7,
    cutter: null,
    skidder: null,
    hauler: null,
    behalf: { cutter: null, skidder: null, hauler: null },
    deleted: false,
    facts: { ...MADE },
  });
  await compare();
});

test("a job with tickets keeps its requester, a location its company, history its entries", async () => {
  const refused = (sql: string) => expect(db.batch([{ sql, params: [] }])).rejects.toThrow(/check/);
  await refused(`UPDATE job SET request_user_company_id = ${companies[8]} WHERE id = ${jobs[0]?.id}`);
  await refused(`UPDATE company_location SET company_id = ${companies[8]} WHERE id = ${locations[0]?.id}`);
});
