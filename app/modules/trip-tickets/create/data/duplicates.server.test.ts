import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { ASPEN, makeJob, makeJobDestination, makeLocation, makeTicket } from "#db/factories";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getJobChecks } from "~/modules/checks/data/checks.server";
import { STATUS } from "../../rules/trip-ticket";
import { getTicketPage } from "../../shared/detail.server";
import { saveTicketBox, updateTicket } from "../../shared/update.server";

let db: Database;
let h: Harvest;
let here: number;
let there: number;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  const requester = h.ids.manager.id;
  const job = await makeJob(db, requester, { name: "Hulbert Ridge" });
  const destination = await makeJobDestination(db, job, await makeLocation(db, h.ids.mill.id), [ASPEN]);
  const delivered = { trip_ticket_status_id: STATUS.completed, hauler_company_id: h.ids.hauler.id };
  there = await makeTicket(
    db,
    { id: job, requester, destination },
    { ...delivered, scale_ticket_number: "G 91001" },
  );
  here = await h.ticket(delivered);
});

test("a scale ticket already used on another job's load for the same mill is questioned before saving", async () => {
  const slip = { id: here, version: 2, scale_ticket_number: "g 91001" };
  const { trip_ticket_number: number } = await rowOf(there);
  const words = `Scale ticket g 91001 is also on trip ticket ${number} of Hulbert Ridge.`;
  const query = await catchError(h.manager.call(saveTicketBox, slip));
  expect(query.refusal.facts.fields).toEqual({ save_anyway: [words] });
  expect((await rowOf(here)).scale_ticket_number).toBeNull();

  expect((await h.manager.call(updateTicket, slip)).warnings).toEqual([words]);
  expect((await h.manager.call(getTicketPage, { id: here })).warnings).toContain(words);
  const { twins } = await h.manager.call(getJobChecks, { job_id: h.ids.job });
  expect(twins).toMatchObject([{ id: here, other_id: there, other_job: "Hulbert Ridge" }]);
});

test("a reader who can't see the other job's load gets no duplicate warning", async () => {
  // The hauler named on both loads is warned; the second hauler is on neither load.
  const own = await makeHarvest(db);
  const destination = await makeJobDestination(
    db,
    own.ids.rivalJob,
    await makeLocation(db, own.ids.mill.id),
    [ASPEN],
  );
  const rivals = { id: own.ids.rivalJob, requester: own.ids.rival.id, destination };
  await makeTicket(db, rivals, { trip_ticket_status_id: STATUS.completed, scale_ticket_number: "S-5" });
  const id = await own.ticket({ trip_ticket_status_id: STATUS.completed, scale_ticket_number: "S-5" });
  expect((await own.manager.call(getTicketPage, { id })).warnings).toEqual([]);
  expect((await own.manager.call(getJobChecks, { job_id: own.ids.job })).twins).toEqual([]);
});

test("the same number at another mill or on a cancelled load is not a duplicate", async () => {
  const own = await makeHarvest(db);
  const requester = own.ids.manager.id;
  const job = await makeJob(db, requester);
  const elsewhere = await makeJobDestination(db, job, await makeLocation(db, own.ids.rival.id), [ASPEN]);
  const same = await makeJobDestination(db, job, await makeLocation(db, own.ids.mill.id), [ASPEN]);
  const slip = { trip_ticket_status_id: STATUS.completed, scale_ticket_number: "S-9" };
  await makeTicket(db, { id: job, requester, destination: elsewhere }, slip);
  await makeTicket(
    db,
    { id: job, requester, destination: same },
    { ...slip, trip_ticket_status_id: STATUS.cancelled },
  );
  const id = await own.ticket(slip);
  expect((await own.manager.call(getTicketPage, { id })).warnings).toEqual([]);
  expect((await own.manager.call(getJobChecks, { job_id: own.ids.job })).twins).toEqual([]);
});

async function rowOf(id: number) {
  const { rows } = await db.client.execute({
    sql: "SELECT trip_ticket_number, scale_ticket_number FROM trip_ticket WHERE id = ?",
    args: [id],
  });
  if (!rows[0]) throw new Error("no ticket");
  return rows[0];
}
