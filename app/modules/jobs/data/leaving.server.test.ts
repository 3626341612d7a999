import { beforeAll, expect, test } from "vitest";
import type { Database, Statement } from "#db/client.server";
import { insertRow, makeCompany, makeJobCompany, makeUser } from "#db/factories";
import { jobHaulRate } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { createRaceDatabase } from "#db/testing/overtaken";
import { openTestDatabase } from "#db/testing/test-database";
import { createTicket } from "~/modules/trip-tickets/create/data/create.server";
import { moveTicket } from "~/modules/trip-tickets/life-cycle/data/change-status.server";
import { declineJob } from "../companies/data/invitations.server";
import { removeJobCompany } from "../companies/data/removal.server";

/**
 * A company leaves a job while a load on the job is assigned to the company. The action that comes second is refused
 * with a message.
 */
let db: Database;
let h: Harvest;
let office: number;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  office = await makeUser(db, {}, [h.ids.manager.admins]);
});
const late = (who: number, company: number, by: Statement) => actAs(createRaceDatabase(db, by), who, company);
const one = async (sql: string, ...args: number[]) =>
  Object.values((await db.client.execute({ sql, args })).rows[0] ?? {})[0];
const claimed = (ticket: number, by: number): Statement => ({
  sql: "UPDATE trip_ticket SET trip_ticket_status_id = 2, hauler_company_id = ?, version = version + 1 WHERE id = ?",
  params: [by, ticket],
});

test("keeps a company and its rates on the job if the company claims a load during its removal", async () => {
  const hauler = await makeCompany(db);
  const place = await makeJobCompany(db, h.ids.job, hauler.id, { is_hauler: true });
  const rate = await insertRow(db, jobHaulRate, {
    job_id: h.ids.job,
    job_destination_id: h.ids.destination,
    receiving_company_id: hauler.id,
    paying_company_id: h.ids.manager.id,
    per: "load",
    rate: 1_800_000,
  });
  await h.ticket({ trip_ticket_status_id: 3, hauler_company_id: hauler.id });
  const remover = await late(office, h.ids.manager.id, claimed(await h.ticket(), hauler.id));
  const { kind } = await catchError(
    remover.call(removeJobCompany, { job_id: h.ids.job, company_id: hauler.id, version: 2 }),
  );
  expect(kind).toBe("notNow");
  expect(await one("SELECT removed_at FROM job_company WHERE id = ?", place)).toBeNull();
  expect(await one("SELECT count(*) FROM job_haul_rate WHERE id = ?", rate)).toBe(1);
});

test("ends a company's access but keeps its rates if a load names the company during its removal", async () => {
  const hauler = await makeCompany(db);
  const place = await makeJobCompany(db, h.ids.job, hauler.id, { is_hauler: true });
  await insertRow(db, jobHaulRate, {
    job_id: h.ids.job,
    job_destination_id: h.ids.destination,
    receiving_company_id: hauler.id,
    paying_company_id: h.ids.manager.id,
    per: "load",
    rate: 1_800_000,
  });
  const hauled: Statement = {
    sql: "UPDATE trip_ticket SET trip_ticket_status_id = 3, hauler_company_id = ? WHERE id = ?",
    params: [hauler.id, await h.ticket()],
  };
  const remover = await late(office, h.ids.manager.id, hauled);
  await remover.call(removeJobCompany, { job_id: h.ids.job, company_id: hauler.id, version: 2 });
  expect(await one("SELECT removed_at FROM job_company WHERE id = ?", place)).not.toBeNull();
  expect(await one("SELECT count(*) FROM job_haul_rate WHERE receiving_company_id = ?", hauler.id)).toBe(1);
});

test("refuses to decline a changed contract if the company's driver claims a load at the same time", async () => {
  const hauler = await makeCompany(db);
  const person = await makeUser(db, {}, [hauler.admins]);
  const place = await makeJobCompany(
    db,
    h.ids.job,
    hauler.id,
    { is_hauler: true },
    { contract_changed_at: "2026-09-03T00:00:00.000Z" },
  );
  const decliner = await late(person, hauler.id, claimed(await h.ticket(), hauler.id));
  expect((await catchError(decliner.call(declineJob, { id: h.ids.job }))).kind).toBe("notNow");
  expect(await one("SELECT declined_at FROM job_company WHERE id = ?", place)).toBeNull();
});

test("refuses a claim by a company that is removed from the job at the same time", async () => {
  const own = await makeHarvest(db);
  const person = await makeUser(db, {}, [own.ids.hauler.admins]);
  const ticket = await own.ticket();
  const gone: Statement = {
    sql: "UPDATE job_company SET removed_at = '2026-09-02' WHERE job_id = ? AND company_id = ?",
    params: [own.ids.job, own.ids.hauler.id],
  };
  const claimer = await late(person, own.ids.hauler.id, gone);
  const { kind } = await catchError(claimer.call(moveTicket, { id: ticket, verb: "claim", version: 2 }));
  expect(["missing", "forbidden"]).toContain(kind);
  expect(await one("SELECT trip_ticket_status_id FROM trip_ticket WHERE id = ?", ticket)).toBe(7);
});

test.each<[string, string, string]>([
  ["put to rest", "UPDATE job SET job_status_id = 2 WHERE id = ?", "notNow"],
  ["deleted", "UPDATE job SET is_deleted = 1 WHERE id = ?", "missing"],
  ["left by its maker", "UPDATE job_company SET removed_at = '2026-09-02' WHERE job_id = ?", "missing"],
  [
    "without the destination",
    "UPDATE job_destination SET removed_at = '2026-09-02' WHERE job_id = ?",
    "invalid",
  ],
])("no load is made on a job that is %s at this moment", async (_what, sql, kind) => {
  const own = await makeHarvest(db);
  const cutter = await makeUser(db, {}, [own.ids.logger.admins]);
  const maker = await late(cutter, own.ids.logger.id, { sql, params: [own.ids.job] });
  const ticket = maker.call(createTicket, {
    job_id: own.ids.job,
    job_destination_id: own.ids.destination,
    product: "5-746-0",
  });
  expect((await catchError(ticket)).kind).toBe(kind);
  expect(await one("SELECT count(*) FROM trip_ticket WHERE job_id = ?", own.ids.job)).toBe(0);
});
