import { beforeAll, expect, test } from "vitest";
import { exportEudr } from "~/modules/certifications/eudr/data/eudr.server";
import { readExportRows } from "~/modules/exports/data/rows.server";
import { getBookPaper } from "~/modules/sheets/data/paper.server";
import { printBook } from "~/modules/sheets/shared/sheets.server";
import { readJobParties } from "~/modules/trip-tickets/shared/job-parties.server";
import { printTickets } from "~/modules/trip-tickets/shared/paper.server";
import type { CompanyActor } from "~/web/actor";
import type { Database } from "./client.server";
import { makeCompany, makeJobCompany, makeTicket } from "./factories";
import { actAs } from "./testing/acting";
import { openDemoDatabase } from "./testing/test-database";

/**
 * Roles whose companies may be named on a job's printed pages and in its exports. The test computes the roles twice,
 * over the whole demo: by the views, and in plain code from the raw rows.
 */
const ROLES = [
  "is_land_owner",
  "is_land_owner_authorizee",
  "is_land_manager",
  "is_cutter",
  "is_skidder",
  "is_hauler",
] as const;
const AT = "2026-09-02T12:00:00.000Z";
/** Column values of job-company rows whose company is not a party to the job. */
const OUTSIDE = {
  invited: { accepted_at: null },
  declined: { accepted_at: null, declined_at: AT },
  "declined later": { declined_at: AT },
  removed: { removed_at: AT },
  "removed unanswered": { accepted_at: null, removed_at: AT },
};

type Raw = Record<string, unknown>;
type Company = { id: number; name: string; admin: number };

let db: Database;
let places: Raw[];
let jobs: Raw[];
const names = new Map<number, string>();

const all = async (sql: string): Promise<Raw[]> =>
  (await db.client.execute(sql)).rows.map((row) => ({ ...row }));

beforeAll(async () => {
  db = await openDemoDatabase();
  for (const { id } of await all("SELECT id FROM job ORDER BY id"))
    for (const role of ROLES)
      for (const [state, values] of Object.entries(OUTSIDE)) {
        const { id: company } = await makeCompany(db, { name: `Outsider, ${state} ${role}` });
        await makeJobCompany(db, Number(id), company, { [role]: true }, values);
      }
  places = await all("SELECT * FROM job_company ORDER BY id");
  jobs = await all("SELECT * FROM job ORDER BY id");
  for (const { id, name } of await all("SELECT id, name FROM company")) names.set(Number(id), String(name));
}, 120_000);

/** Second calculation of the roles: in plain code, from the raw rows without the views. */
const isSeat = (row: Raw) => !row.declined_at && !row.removed_at;
const isParty = (row: Raw) => Boolean(row.accepted_at) && isSeat(row);
const partiesOf = (job: unknown) => places.filter((row) => row.job_id === job && isParty(row));
const named = (job: unknown, role: (typeof ROLES)[number]) =>
  partiesOf(job).flatMap((row) => (row[role] ? [String(names.get(Number(row.company_id)))] : []));
const sorted = (list: readonly string[]) => list.toSorted().join(", ") || null;

async function companies(): Promise<Company[]> {
  const rows = await all(`SELECT c.id, c.name, min(m.user_id) AS admin FROM company c
    JOIN crew k ON k.company_id = c.id AND k.is_primary JOIN crew_member m ON m.crew_id = k.id GROUP BY c.id`);
  return rows.map((row) => ({ id: Number(row.id), name: String(row.name), admin: Number(row.admin) }));
}

test("for every job and company, the views return the same roles as plain code computes from the raw rows", async () => {
  const ids = (rows: readonly Raw[]) => rows.map((row) => Number(row.id));
  expect(ids(await all("SELECT id FROM job_membership ORDER BY id"))).toEqual(ids(places.filter(isSeat)));
  expect(ids(await all("SELECT id FROM job_party ORDER BY id"))).toEqual(ids(places.filter(isParty)));
  expect(places.filter(isParty).length).toBeGreaterThan(10);
  expect(places.filter((row) => isSeat(row) && !isParty(row)).length).toBeGreaterThan(ROLES.length);
});

test("readJobParties returns only a job's parties, each with its own roles", async () => {
  const read = await readJobParties(db.read, ...jobs.map((job) => Number(job.id)));
  const line = (row: Raw) =>
    [row.job_id, row.company_id, ...ROLES.map((role) => Boolean(row[role]))].join(" ");
  expect(read.map(line).toSorted()).toEqual(places.filter(isParty).map(line).toSorted());
});

test("exports name only land owners who accepted, not those invited, declined or removed", async () => {
  let seen = 0;
  for (const company of await companies()) {
    const who = await actAs(db, company.admin, company.id);
    const ctx = { read: db.read, actor: who.actor as CompanyActor };
    const tickets = await all(
      `SELECT ticket_id AS id, job_id FROM ticket_company JOIN trip_ticket t ON t.id = ticket_id WHERE company_id = ${company.id}`,
    );
    const jobOf = new Map(tickets.map((row) => [Number(row.id), row.job_id]));
    for await (const rows of readExportRows(ctx, [...jobOf.keys()]))
      for (const row of rows) {
        seen++;
        const owners = String(row.land_owner ?? "")
          .split(", ")
          .filter(Boolean);
        expect(sorted(owners), `${company.name}, ticket ${row.id}`).toBe(
          sorted(named(jobOf.get(row.id), "is_land_owner")),
        );
        expect(JSON.stringify(row)).not.toContain("Outsider");
      }
  }
  expect(seen).toBeGreaterThan(100);
});

test("printed tickets and blank sheets name only parties to the job", async () => {
  for (const job of jobs) {
    const requester = (await companies()).find((c) => c.id === job.request_user_company_id);
    const [destination] = await all(`SELECT id FROM job_destination WHERE job_id = ${job.id} LIMIT 1`);
    if (!requester || !destination) continue;
    const who = await actAs(db, requester.admin, requester.id);
    const place = { id: Number(job.id), requester: requester.id, destination: Number(destination.id) };
    const sheets = await who.call(printTickets, { ids: [await makeTicket(db, place)] });
    const owners = named(job.id, "is_land_owner");
    const managers = named(job.id, "is_land_manager");
    expect([...owners, null]).toContain(sheets[0]?.land_owner);
    expect(sheets[0]?.land_owner === null).toBe(owners.length === 0);
    expect([...managers, requester.name]).toContain(sheets[0]?.land_manager);
    expect(sheets[0]?.land_manager === requester.name || managers.length > 0).toBe(true);
    expect(JSON.stringify(sheets)).not.toContain("Outsider");
    if (job.job_status_id !== 1) continue;
    const book = await who.call(printBook, { job_id: Number(job.id), sheets: 1 });
    const paper = await who.call(getBookPaper, { job_id: Number(job.id), book_id: book.id });
    expect(sorted(paper.job.land_owner?.split(", ") ?? [])).toBe(sorted(owners));
    expect(JSON.stringify(paper)).not.toContain("Outsider");
  }
});

test("the export for European buyers names a land owner who accepted", async () => {
  let written = 0;
  for (const job of jobs) {
    const requester = (await companies()).find((c) => c.id === job.request_user_company_id);
    if (!requester || job.is_deleted || (!job.geom && !job.latitude)) continue;
    const who = await actAs(db, requester.admin, requester.id);
    const file = JSON.stringify(await who.call(exportEudr, { id: Number(job.id) }));
    expect(file).not.toContain("Outsider");
    for (const owner of named(job.id, "is_land_owner").slice(0, 1)) expect(file).toContain(owner);
    written++;
  }
  expect(written).toBeGreaterThan(0);
});
