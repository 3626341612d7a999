import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { selectTickets } from "~/modules/trip-tickets/shared/ticket-row.server";
import type { Database, Read } from "./client.server";
import { prepareQuery } from "./prepared.server";
import { company, job, landing, tripTicket } from "./schema";
import { openDemoDatabase } from "./testing/test-database";
import { prepareWideQuery } from "./wide-rows";

let db: Database;
beforeAll(async () => {
  db = await openDemoDatabase();
}, 120_000);

const SOME = sql`${tripTicket.id} % 2 = ${sql.placeholder("rest")}`;
const tickets = (read: Read) => selectTickets(read).where(SOME);

test("reads every demo ticket with the same values as drizzle, whether it reads rows or JSON", async () => {
  const [plain, wide] = [prepareQuery(tickets), prepareWideQuery(tickets)];
  for (const rest of [0, 1]) {
    const drizzles = await tickets(db.read).prepare().all({ rest });
    expect(drizzles.length).toBeGreaterThan(20);
    // The sample must include joins with a row and joins without one, so that both are compared.
    const isNull = drizzles.flatMap((row) => [row.landing === null, row.company_location === null]);
    expect(new Set(isNull)).toEqual(new Set([true, false]));
    expect(await plain(db.read, { rest })).toEqual(drizzles);
    const byId = (a: (typeof drizzles)[number], b: (typeof drizzles)[number]) =>
      a.trip_ticket.id - b.trip_ticket.id;
    expect((await wide(db.read, { rest })).sort(byId)).toEqual(drizzles.sort(byId));
  }
});

test("returns an empty list if no row matches, whether it reads rows or JSON", async () => {
  for (const query of [prepareQuery(tickets), prepareWideQuery(tickets)])
    expect(await query(db.read, { rest: 7 })).toEqual([]);
});

test("returns the same decoded fields, plain fields and objects from two tables as drizzle", async () => {
  const build = (read: Read) =>
    read
      .select({
        name: company.name,
        is_hauler: company.is_hauler,
        doubled: sql<number>`${company.id} * 2`.mapWith(String),
        mixed: { job: job.id, landing: landing.id },
        place: { landing: landing.id, name: landing.name },
        words: { own: sql<string | null>`${landing.name}` },
      })
      .from(company)
      .leftJoin(job, eq(job.request_user_company_id, company.id))
      .leftJoin(landing, eq(landing.job_id, job.id));
  const drizzles = await build(db.read);
  expect(drizzles.filter((row) => row.place === null).length).toBeGreaterThan(0);
  expect(drizzles.filter((row) => row.place !== null).length).toBeGreaterThan(0);
  expect(await prepareQuery(build)(db.read, {})).toEqual(drizzles);
  const asText = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
  expect(asText(await prepareWideQuery(build)(db.read, {}))).toEqual(asText(drizzles));
});

test("returns null for excluded fields without reading or joining them, and leaves other fields unchanged", async () => {
  const without = new Set(["landing", "hauler", "job.name", "trip_ticket.truck_number", "cutter_user"]);
  const wide = prepareWideQuery(tickets, (path) => without.has(path));
  const whole = await tickets(db.read).prepare().all({ rest: 0 });
  const expected = whole.map((row) => ({
    ...row,
    landing: null,
    hauler: { name: null, own: null, behalf: null },
    job: { ...row.job, name: null },
    trip_ticket: { ...row.trip_ticket, truck_number: null },
    cutter_user: null,
  }));
  const byId = (a: (typeof expected)[number], b: (typeof expected)[number]) =>
    a.trip_ticket.id - b.trip_ticket.id;
  const results: unknown[] = await wide(db.read, { rest: 0 });
  expect((results as typeof expected).sort(byId)).toEqual(expected.sort(byId));
});

test("refuses to exclude the column that shows whether a joined row was found", async () => {
  const some = prepareWideQuery(tickets, (path) => path === "company_location.id");
  expect(() => some(db.read, { rest: 0 })).toThrow("first column of a joined object tells");
});
