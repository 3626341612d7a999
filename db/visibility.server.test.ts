import type { Row } from "@libsql/client";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "./client.server";
import { REFILL_DERIVED } from "./derived-tables";
import { FIXED_INSTANT, makeJob } from "./factories";
import { migrateDatabase } from "./migrate.server";
import { createRandom } from "./random";
import { openTestDatabase } from "./testing/test-database";
import { createRandomChange } from "./testing/visibility/acts";
import {
  getCompletedTotals,
  getDeliveries,
  getJobReaders,
  getLateDeliveries,
  getTicketReaders,
} from "./testing/visibility/rule";
import { addTicket, makeWorld, type World } from "./testing/visibility/world";

/**
 * After two thousand random changes, the stored visibility equals the rule of docs/domain.md#who-sees-a-ticket,
 * implemented a second time in `testing/visibility/rule.ts` without using the view. The deliveries also match: each
 * completed load's values, every company that sees the load, and whether it was entered late. So do the completed
 * totals of each job.
 */
let db: Database;
let world: World;

beforeAll(async () => {
  db = await openTestDatabase();
  world = await makeWorld(db, createRandom(7));
});

/** Number of deliveries compared. */
let compared = 0;
/** Number of compared deliveries that were entered late. */
let comparedLate = 0;

async function compare() {
  const { jobs, tickets } = world;
  const jobReaders = await db.client.execute("SELECT DISTINCT job_id, company_id FROM job_reader");
  expect(jobReaders.rows.map((r) => `${Number(r.job_id)}:${Number(r.company_id)}`).sort()).toEqual(
    jobs.flatMap((j) => [...getJobReaders(world, j)].map((c) => `${j.id}:${c}`)).sort(),
  );
  const listed = jobs.flatMap((j) =>
    [...getJobReaders(world, j)].map((c) => `${j.id}:${c}:${waitsOn(j, c)}`),
  );
  const keptJobs = await db.client.execute("SELECT job_id, company_id, is_pending FROM company_job");
  expect(
    keptJobs.rows.map((r) => `${Number(r.job_id)}:${Number(r.company_id)}:${Number(r.is_pending)}`).sort(),
  ).toEqual(listed.sort());
  const stored = await db.client.execute("SELECT ticket_id, company_id, status FROM ticket_company");
  const ofView = await db.client.execute(
    "SELECT DISTINCT trip_ticket_id AS ticket_id, company_id FROM trip_ticket_reader",
  );
  const key = (r: Row) => `${Number(r.ticket_id)}:${Number(r.company_id)}`;
  const expected = tickets.flatMap((t) => [...getTicketReaders(world, t)].map((c) => `${t.id}:${c}`)).sort();
  expect(stored.rows.map(key).sort()).toEqual(expected);
  expect(ofView.rows.map(key).sort()).toEqual(expected);
  const counts = new Map<string, number>();
  for (const t of tickets)
    for (const c of getTicketReaders(world, t))
      counts.set(`${c}:${t.status}`, (counts.get(`${c}:${t.status}`) ?? 0) + 1);
  const resultSet = await db.client.execute(
    "SELECT company_id, status, n FROM company_status_count WHERE n <> 0",
  );
  expect(
    Object.fromEntries(
      resultSet.rows.map((r) => [`${Number(r.company_id)}:${Number(r.status)}`, Number(r.n)]),
    ),
  ).toEqual(Object.fromEntries(counts));
  const targets = tickets
    .flatMap((t) => getDeliveries(world, t))
    .map(rowWords)
    .sort();
  compared += targets.length;
  const delivered = await db.client.execute(`SELECT ${DELIVERED} FROM company_delivery`);
  expect(delivered.rows.map((row) => rowWords(Array.from(row as ArrayLike<unknown>))).sort()).toEqual(
    targets,
  );
  const done = await db.client.execute(`SELECT ${DONE_OF}, loads, volume, unscaled FROM company_job_total`);
  const words = done.rows.map((row) => Array.from(row as ArrayLike<unknown>).map(Number));
  expect(new Map(words.map((row) => [row.slice(0, 6).join(" "), row.slice(6)]))).toEqual(
    new Map(getCompletedTotals(world)),
  );
  const late = tickets
    .flatMap((t) => getLateDeliveries(world, t))
    .map(rowWords)
    .sort();
  comparedLate += late.length;
  const keptLate = await db.client.execute(
    "SELECT company_id, at, ticket_id FROM company_late_delivery WHERE company_id <> 0",
  );
  expect(keptLate.rows.map((row) => rowWords(Array.from(row as ArrayLike<unknown>))).sort()).toEqual(late);
}

/** Return 1 if a company was invited to a job and has not responded, else 0. */
function waitsOn(job: World["jobs"][number], company: number): number {
  const place = job.places.get(company);
  return Number(place !== undefined && !place.acceptedAt && !place.declined && !place.removed);
}

const DELIVERED =
  "company_id, at, ticket_id, job_id, job_destination_id, product_type_id, wood_species_id, wood_species_type_id, cutter_company_id, skidder_company_id, hauler_company_id, volume, unit, is_scaled, net_pounds, haul_minutes";
const DONE_OF = "company_id, job_id, product_type_id, wood_species_id, wood_species_type_id, unit";
const rowWords = (row: readonly unknown[]) =>
  row.map((v) => (v === null ? "-" : String(Number(v)))).join(" ");

test("stored visibility, deliveries and totals equal the visibility rule after two thousand random changes", async () => {
  await compare();
  for (let round = 0; round < 40; round++) {
    await db.batch(Array.from({ length: 50 }, () => createRandomChange(world)));
    await compare();
  }
  expect(comparedLate).toBeGreaterThan(100);
  expect(compared).toBeGreaterThan(comparedLate);
}, 240_000);

/** Return each company's deliveries as text, and the number that increases when they change. */
async function deliveriesAndChanges() {
  const { rows } = await db.client.execute(
    "SELECT * FROM company_delivery ORDER BY company_id, at, ticket_id",
  );
  const numbers = await db.client.execute(
    "SELECT company_id, changes FROM company_status_count WHERE status = 3",
  );
  const changes = new Map(numbers.rows.map((row) => [Number(row.company_id), Number(row.changes)]));
  return new Map(
    world.companies.map((company) => [
      company,
      {
        delivered: rows
          .flatMap((row) => (Number(row.company_id) === company ? JSON.stringify(row) : []))
          .join(),
        changes: changes.get(company) ?? null,
      },
    ]),
  );
}

test("a company's change number increases whenever its deliveries change", async () => {
  let [changed, stayed] = [0, 0];
  let before = await deliveriesAndChanges();
  for (let n = 0; n < 300; n++) {
    await db.batch([createRandomChange(world)]);
    const after = await deliveriesAndChanges();
    for (const [company, { delivered, changes }] of after) {
      const had = before.get(company);
      if (had?.changes === changes) {
        expect(delivered).toBe(had.delivered);
        stayed++;
      } else if (had?.changes !== null) {
        expect(changes).toBeGreaterThan(had?.changes ?? 0);
        changed++;
      }
    }
    before = after;
  }
  expect(changed).toBeGreaterThan(100);
  expect(stayed).toBeGreaterThan(100);
}, 120_000);

test("migrates a database without delivery tables and one filled without triggers to the same content", async () => {
  await compare();
  for (const table of ["company_delivery", "company_job", "company_job_total", "company_status_count"])
    await db.client.execute(`DELETE FROM ${table}`);
  await migrateDatabase(db);
  await compare();
  await db.client.execute("DELETE FROM company_late_delivery");
  await migrateDatabase(db);
  await compare();
  for (const statement of REFILL_DERIVED) await db.client.execute(statement);
  await compare();
});

test("removes a company's rows when it leaves a job, and gives a ticket added later its readers", async () => {
  const [job] = world.jobs;
  if (!job) throw new Error("no job");
  await db.batch([{ sql: "DELETE FROM job_company WHERE job_id = ?", params: [job.id] }]);
  job.places.clear();
  await compare();
  await addTicket(world, job);
  await compare();
});

test("refuses to change the requester of a job with tickets or the company of a location", async () => {
  const { companies, jobs, locations } = world;
  const refused = (sql: string) => expect(db.batch([{ sql, params: [] }])).rejects.toThrow(/check/);
  await refused(`UPDATE job SET request_user_company_id = ${companies[8]} WHERE id = ${jobs[0]?.id}`);
  await refused(`UPDATE company_location SET company_id = ${companies[8]} WHERE id = ${locations[0]?.id}`);
});

test("counts as many jobs per status as a company's list contains, without samples", async () => {
  const [job, other] = world.jobs;
  if (!job || !other) throw new Error("no job");
  const kept = async () => {
    const { rows } = await db.client.execute({
      sql: "SELECT status, n FROM company_job_count WHERE company_id = ? AND is_pending = 0 AND n <> 0",
      args: [job.requester],
    });
    const counted = await db.client.execute({
      sql: "SELECT status, count(*) AS n FROM company_job WHERE company_id = ? AND is_pending = 0 GROUP BY 1",
      args: [job.requester],
    });
    const numbers = ({ status, n }: Row) => [Number(status), Number(n)];
    expect(rows.map(numbers)).toEqual(counted.rows.map(numbers));
    const of = (status: number) => Number(rows.find((row) => Number(row.status) === status)?.n ?? 0);
    return { active: of(1), inactive: of(2) };
  };
  const set = (sql: string, id: number) =>
    db.batch([{ sql: `UPDATE job SET ${sql} WHERE id = ?`, params: [id] }]);
  const before = await kept();
  await set("job_status_id = 2", job.id);
  expect(await kept()).toEqual({ active: before.active - 1, inactive: 1 });
  await set("job_status_id = 1", job.id);
  await set("is_deleted = 1", job.id);
  expect(await kept()).toEqual({ ...before, active: before.active - 1 });
  await set("is_deleted = 0", job.id);
  await makeJob(db, job.requester, { is_sample: true });
  expect(await kept()).toEqual(before);
  const id = await makeJob(db, job.requester);
  expect(await kept()).toEqual({ ...before, active: before.active + 1 });
  await db.batch([{ sql: "DELETE FROM job WHERE id = ?", params: [id] }]);
  expect(await kept()).toEqual(before);
  // A company that requests a job and also works on it can see it for two reasons, but its list contains the job once,
  // whichever statement added it.
  const both = await makeJob(db, job.requester);
  await db.batch([
    {
      sql: `INSERT INTO job_company (job_id, company_id, is_cutter, invited_at, accepted_at) VALUES (?, ?, 1, ?, ?)
        ON CONFLICT (job_id, company_id) DO UPDATE SET removed_at = NULL`,
      params: [both, job.requester, FIXED_INSTANT, FIXED_INSTANT],
    },
  ]);
  expect(await kept()).toEqual({ ...before, active: before.active + 1 });
});
