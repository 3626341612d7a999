import type { Row } from "@libsql/client";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "./client.server";
import { migrateDatabase, REFILL_DERIVED } from "./migrate.server";
import { seeded } from "./random";
import { testDatabase } from "./testing/test-database";
import { randomAct } from "./testing/visibility/acts";
import { deliveriesOf, readersOf, readersOfJob } from "./testing/visibility/rule";
import { addTicket, makeWorld, type World } from "./testing/visibility/world";

/**
 * Two thousand random acts, and after them the stored visibility equals the rule of decisions, section 2, written in
 * `testing/visibility/rule.ts` a second time and without a look at the view. So do the deliveries: what each completed
 * load counts for, with everybody who sees it.
 */
let db: Database;
let world: World;

beforeAll(async () => {
  db = await testDatabase();
  world = await makeWorld(db, seeded(7));
});

/** How many deliveries were compared in all. */
let compared = 0;

async function compare() {
  const { jobs, tickets } = world;
  const jobReaders = await db.client.execute("SELECT DISTINCT job_id, company_id FROM job_reader");
  expect(jobReaders.rows.map((r) => `${Number(r.job_id)}:${Number(r.company_id)}`).sort()).toEqual(
    jobs.flatMap((j) => [...readersOfJob(world, j)].map((c) => `${j.id}:${c}`)).sort(),
  );
  const stored = await db.client.execute("SELECT ticket_id, company_id, status FROM ticket_company");
  const ofView = await db.client.execute(
    "SELECT DISTINCT trip_ticket_id AS ticket_id, company_id FROM trip_ticket_reader",
  );
  const key = (r: Row) => `${Number(r.ticket_id)}:${Number(r.company_id)}`;
  const expected = tickets.flatMap((t) => [...readersOf(world, t)].map((c) => `${t.id}:${c}`)).sort();
  expect(stored.rows.map(key).sort()).toEqual(expected);
  expect(ofView.rows.map(key).sort()).toEqual(expected);
  const counts = new Map<string, number>();
  for (const t of tickets)
    for (const c of readersOf(world, t))
      counts.set(`${c}:${t.status}`, (counts.get(`${c}:${t.status}`) ?? 0) + 1);
  const kept = await db.client.execute("SELECT company_id, status, n FROM company_status_count WHERE n <> 0");
  expect(
    Object.fromEntries(kept.rows.map((r) => [`${Number(r.company_id)}:${Number(r.status)}`, Number(r.n)])),
  ).toEqual(Object.fromEntries(counts));
  const wanted = tickets
    .flatMap((t) => deliveriesOf(world, t))
    .map(rowWords)
    .sort();
  compared += wanted.length;
  const delivered = await db.client.execute(`SELECT ${DELIVERED} FROM company_delivery`);
  expect(delivered.rows.map((row) => rowWords(Array.from(row as ArrayLike<unknown>))).sort()).toEqual(wanted);
}

const DELIVERED =
  "company_id, at, ticket_id, job_id, job_destination_id, product_type_id, wood_species_id, wood_species_type_id, cutter_company_id, skidder_company_id, hauler_company_id, volume, unit, is_scaled, net_pounds, haul_minutes";
const rowWords = (row: readonly unknown[]) =>
  row.map((v) => (v === null ? "-" : String(Number(v)))).join(" ");

test("after two thousand random acts the stored visibility is the rule's", async () => {
  await compare();
  for (let round = 0; round < 40; round++) {
    await db.batch(Array.from({ length: 50 }, () => randomAct(world)));
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
  const [job] = world.jobs;
  if (!job) throw new Error("no job");
  await db.batch([{ sql: "DELETE FROM job_company WHERE job_id = ?", params: [job.id] }]);
  job.places.clear();
  await compare();
  await addTicket(world, job);
  await compare();
});

test("a job with tickets keeps its requester, a location its company, history its entries", async () => {
  const { companies, jobs, locations } = world;
  const refused = (sql: string) => expect(db.batch([{ sql, params: [] }])).rejects.toThrow(/check/);
  await refused(`UPDATE job SET request_user_company_id = ${companies[8]} WHERE id = ${jobs[0]?.id}`);
  await refused(`UPDATE company_location SET company_id = ${companies[8]} WHERE id = ${locations[0]?.id}`);
});
