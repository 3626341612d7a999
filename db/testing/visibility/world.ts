import type { Database } from "../../client.server";
import {
  FIXED_INSTANT,
  makeCompany,
  makeJob,
  makeJobCompany,
  makeJobDestination,
  makeLocation,
  makeTicket,
} from "../../factories";
import type { Random } from "../../random";

type Place = {
  acceptedAt: boolean;
  declined: boolean;
  removed: boolean;
  owner: boolean;
  authorizee: boolean;
  manager: boolean;
  hauler: boolean;
};
export type Job = { id: number; requester: number; places: Map<number, Place>; destinations: number[] };
export type Ticket = {
  id: number;
  job: Job;
  destination: number;
  status: number;
  cutter: number | null;
  skidder: number | null;
  hauler: number | null;
  /** The contractor, if any, for which the cutter, skidder or hauler works. */
  behalf: Record<"cutter" | "skidder" | "hauler", number | null>;
  deleted: boolean;
  facts: Facts;
  /** Time when the load was entered, in seconds. */
  created: number;
};
/** The values of a load that its delivery records; times in whole seconds. */
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
/** The values of a load that the factory creates. */
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

/** Companies, jobs and loads of a database, and a model of them that `rule.ts` reads. */
export type World = {
  db: Database;
  random: Random;
  companies: number[];
  jobs: Job[];
  tickets: Ticket[];
  /**
   * The mill at each destination: the owner of its location, or of the place in a company's list that the destination
   * uses.
   */
  mills: Map<number, number>;
  /** Places in the lists of companies that request jobs, and the destinations that use these places. */
  places: { id: number; owner: number; destination: number }[];
  /**
   * Destinations currently removed from a job: a mill that received wood at one of them can't see the job for that
   * reason.
   */
  removed: Set<number>;
  locations: { id: number; company: number }[];
  clock: number;
};

/** Create a small data set in an empty database: nine companies, three jobs, a dozen loads. */
export async function makeWorld(db: Database, random: Random): Promise<World> {
  const world: World = {
    db,
    random,
    companies: [],
    jobs: [],
    tickets: [],
    mills: new Map(),
    places: [],
    removed: new Set(),
    locations: [],
    clock: Date.parse("2026-09-01T00:00:00.000Z"),
  };
  const { companies, jobs, mills, places, locations } = world;
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
  for (let i = 0; i < 12; i++) await addTicket(world, random.pick(jobs));
  return world;
}

/** Add a load to a job, at one of its destinations. */
export async function addTicket({ db, random, tickets }: World, job: Job): Promise<void> {
  const destination = random.pick(job.destinations);
  const created = Math.floor(Date.parse(FIXED_INSTANT) / 1000) - random.between(0, 5_000_000);
  const created_at = new Date(created * 1000 + random.between(0, 999)).toISOString();
  const id = await makeTicket(db, { id: job.id, requester: job.requester, destination }, { created_at });
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
    created,
  });
}
