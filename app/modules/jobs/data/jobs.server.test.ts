import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeCompany, makeJobCompany, makeUser } from "#db/factories";
import { createPastHistory } from "#db/past-history";
import { auditEntry } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { actWithoutPermissions } from "#db/testing/limited";
import { openTestDatabase } from "#db/testing/test-database";
import { getJobSorts } from "~/modules/inventory/shared/destination-inventory.server";
import { getJobMap } from "~/modules/maps/data/job-map-page.server";
import { addRoad, getJobRoads, listJobRoads } from "~/modules/maps/roads/data/roads.server";
import { createTicket } from "~/modules/trip-tickets/create/data/create.server";
import {
  getJobCompanies,
  listJobCompanies,
  listJobCrews,
  listJobHaulers,
} from "../companies/data/companies.server";
import { setContract } from "../companies/data/contracts.server";
import { getAcceptance } from "../companies/data/invitations.server";
import { listInvitations, listJobs } from "../shared/list.server";
import { getJob, getJobHeader } from "../shared/overview.server";
import { getJobHistory } from "./history.server";
import { getJobRecord, searchJobs } from "./record.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  const [entry] = createPastHistory({ uid: "job", job_id: h.ids.job, trip_ticket_id: null }, [
    {
      activity: "job_created",
      creator_user_id: null,
      creator_company_id: h.ids.manager.id,
      created_at: "2026-08-01T12:00:00.000Z",
      details: {},
    },
  ]);
  if (entry) await insertRow(db, auditEntry, entry);
});

type Person = Harvest["hauler"];
const sees = async (who: Person) => {
  const { rows, pending } = await who.call(listJobs, {});
  const listed = [...rows, ...pending].some((row) => row.id === h.ids.job);
  const opened = await who.call(getJob, { id: h.ids.job }).then(
    () => true,
    () => false,
  );
  expect(opened).toBe(listed);
  return opened;
};
const onJob = (column: string, value: string | null, company: number) =>
  db.batch([
    {
      sql: `UPDATE job_company SET ${column} = ? WHERE job_id = ? AND company_id = ?`,
      params: [value, h.ids.job, company],
    },
  ]);
/** A company that was invited to the job and hasn't answered. */
async function invited() {
  const company = await makeCompany(db);
  await makeJobCompany(db, h.ids.job, company.id, { is_hauler: true }, { accepted_at: null });
  return { company, person: await actAs(db, await makeUser(db, {}, [company.admins]), company.id) };
}

test("shows a job to its requester, its companies and the mill, and to no other company", async () => {
  for (const who of [h.manager, h.owner, h.logger, h.hauler, h.mill]) expect(await sees(who)).toBe(true);
  expect(await sees(h.rival)).toBe(false);
  expect((await catchError(h.rival.call(getJob, { id: h.ids.job }))).kind).toBe("missing");
});

test("returns from the API only the jobs that the company sees", async () => {
  for (const who of ["manager", "logger", "hauler", "mill", "rival"] as const) {
    const { jobs, meta } = await h[who].call(searchJobs, { take: -1 });
    const { rows } = await db.client.execute({
      sql: `SELECT DISTINCT j.id FROM job j JOIN job_reader r ON r.job_id = j.id
        WHERE r.company_id = ? AND j.is_deleted = 0 AND j.is_sample = 0 ORDER BY 1`,
      args: [h.ids[who].id],
    });
    expect(
      jobs.map(({ id }) => id).sort((a, b) => a - b),
      who,
    ).toEqual(rows.map(({ id }) => Number(id)));
    expect(meta.total, who).toBe(rows.length);
  }
});

test("lists only the company's visible jobs, also with a search or another sort order", async () => {
  for (const who of [h.manager, h.hauler, h.mill, h.rival]) {
    const { rows, total, counts } = await who.call(listJobs, {});
    for (const query of [{ name: "harvest" }, { sort: "name" }] as const) {
      const jobs = await who.call(listJobs, query);
      expect(new Set(jobs.rows.map(({ id }) => id))).toEqual(new Set(rows.map(({ id }) => id)));
      expect({ total: jobs.total, counts: jobs.counts }).toEqual({ total, counts });
    }
  }
  const [theirs] = (await h.rival.call(listJobs, {})).rows;
  expect(theirs).toBeDefined();
  expect(
    (await h.manager.call(listJobs, { name: theirs?.name ?? "" })).rows.map(({ id }) => id),
  ).not.toContain(theirs?.id);
});

test("hides a job from a company that declined it or was removed from it", async () => {
  const { company, person } = await invited();
  expect(await sees(person)).toBe(true);
  await onJob("declined_at", "2026-09-02T00:00:00.000Z", company.id);
  expect(await sees(person)).toBe(false);
  await onJob("declined_at", null, company.id);
  await onJob("removed_at", "2026-09-02T00:00:00.000Z", company.id);
  expect(await sees(person)).toBe(false);
});

test("hides a job from a mill when the mill's last destination on it is removed", async () => {
  const own = await makeHarvest(db);
  const open = () => own.mill.call(getJob, { id: own.ids.job });
  await open();
  await db.batch([
    {
      sql: "UPDATE job_destination SET removed_at = '2026-09-02T00:00:00.000Z' WHERE job_id = ?",
      params: [own.ids.job],
    },
  ]);
  expect((await catchError(open())).kind).toBe("missing");
});

test("hides a deleted job from everyone", async () => {
  const own = await makeHarvest(db);
  await db.batch([{ sql: "UPDATE job SET is_deleted = 1 WHERE id = ?", params: [own.ids.job] }]);
  for (const who of [own.manager, own.hauler, own.mill]) {
    expect((await catchError(who.call(getJob, { id: own.ids.job }))).kind).toBe("missing");
    expect((await who.call(listJobs, {})).total).toBe(0);
  }
});

test("lists invitations only for the invited company, and only while their job exists", async () => {
  const { company, person } = await invited();
  const waiting = async (who: Person) =>
    (await who.call(listInvitations, {})).invitations.map(({ id }) => id);
  expect(await waiting(person)).toEqual([h.ids.job]);
  for (const who of [h.manager, h.hauler, h.rival]) expect(await waiting(who)).toEqual([]);
  const own = await makeHarvest(db);
  await makeJobCompany(db, own.ids.job, company.id, { is_hauler: true }, { accepted_at: null });
  expect(await waiting(person)).toEqual(expect.arrayContaining([h.ids.job, own.ids.job]));
  await db.batch([{ sql: "UPDATE job SET is_deleted = 1 WHERE id = ?", params: [own.ids.job] }]);
  expect(await waiting(person)).toEqual([h.ids.job]);
  expect((await person.call(listJobs, {})).pending.map(({ id }) => id)).toEqual([h.ids.job]);
});

test("counts only the chosen statuses in the total, while the tabs count every status", async () => {
  const { counts, total } = await h.manager.call(listJobs, {});
  for (const { status, n } of counts) {
    const chosen = await h.manager.call(listJobs, { status_ids: [status] });
    expect([chosen.total, chosen.rows.length]).toEqual([n, Math.min(10, n)]);
    expect(chosen.counts).toEqual(counts);
  }
  const others = [1, 2, 3, 4].filter((id) => !counts.some(({ status }) => status === id));
  expect((await h.manager.call(listJobs, { status_ids: others })).total).toBe(0);
  expect(total).toBeGreaterThan(0);
});

test("shows an invited company the work but not the history, and refuses ticket creation", async () => {
  const { person } = await invited();
  const id = h.ids.job;
  expect(await person.call(getJob, { id })).toMatchObject({ pending: true });
  expect(await person.call(getJobHeader, { id })).toMatchObject({ pending: true, may_create: false });
  expect((await person.call(getJobSorts, { id })).destinations.length).toBeGreaterThan(0);
  expect((await catchError(person.call(getJobHistory, { id }))).kind).toBe("forbidden");
  expect((await h.hauler.call(getJobHistory, { id })).history).toHaveLength(1);
  const ticket = { job_id: h.ids.job, job_destination_id: h.ids.destination, product: "5-746-0" };
  expect((await catchError(person.call(createTicket, ticket))).kind).toBe("forbidden");
});

test("hides a job's other companies and road notes from an invited company", async () => {
  const { company, person } = await invited();
  const id = h.ids.job;
  await h.logger.call(addRoad, {
    job_id: id,
    road_type_id: 5,
    name: "Skid 9",
    notes: "Gate code 4711",
    points: "44.8, -84.8\n44.81, -84.8",
  });
  const page = { job_id: id, take: -1 };
  const closed = [
    person.call(getJobCompanies, { id }),
    person.call(listJobCompanies, page),
    person.call(listJobCrews, page),
    person.call(listJobHaulers, page),
    person.call(getJobRoads, { id }),
    person.call(listJobRoads, page),
  ];
  for (const { kind } of await Promise.all(closed.map(catchError))) expect(kind).toBe("forbidden");
  expect((await person.call(getJobRecord, { id, include: "companies" })).companies).toEqual([]);
  const map = JSON.stringify(await person.call(getJobMap, { id, look: null }));
  expect([map.includes("Skid 9"), map.includes("4711")]).toEqual([true, false]);
  // An invited company can read its own contract, before and after it accepts.
  await h.manager.call(setContract, {
    job_id: id,
    company_id: company.id,
    role: "haul",
    version: 2,
    contract_name: "Haul 2026",
  });
  const named = { contracts: [{ name: "Haul 2026" }] };
  expect(await person.call(getJob, { id })).toMatchObject(named);
  expect(await person.call(getAcceptance, { id })).toMatchObject(named);
  const blind = await actWithoutPermissions(db, company.id, "job_company.read");
  expect((await blind.call(getJob, { id })).contracts).toEqual([]);
  // A user who may not read the job's companies may not accept the job for a company either.
  expect((await catchError(blind.call(getAcceptance, { id }))).kind).toBe("forbidden");
});

test("shows a mill the job's number and dates, but not its land, companies, sorts or history", async () => {
  const id = h.ids.job;
  expect(await h.mill.call(getJob, { id })).toMatchObject({
    county: null,
    land: null,
    place: null,
    contracts: [],
  });
  const places = async (who: typeof h.mill) => (await who.call(listJobs, {})).rows.map(({ place }) => place);
  expect(await places(h.mill)).toEqual([null]);
  expect(await places(h.manager)).not.toContain(null);
  expect(await h.mill.call(getJobHeader, { id })).toMatchObject({
    may_create: false,
    tabs: [
      {
        label: "Work",
        sections: [
          { path: "", label: "Overview" },
          { path: "checks", label: "Checks" },
        ],
      },
      { label: "Papers", sections: [{ path: "sheets", label: "Blank sheets" }] },
    ],
  });
  const refused = await Promise.all(
    [
      h.mill.call(getJobSorts, { id }),
      h.mill.call(getJobCompanies, { id }),
      h.mill.call(getJobHistory, { id }),
    ].map(catchError),
  );
  expect(refused.map((r) => r.kind)).toEqual(["forbidden", "forbidden", "forbidden"]);
});
