import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeJob, makeJobCompany, makeJobDestination, makeTicket, makeUser } from "#db/factories";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { listJobHaulers } from "~/modules/jobs/companies/data/companies.server";
import { setJobCrews } from "~/modules/jobs/companies/data/invitations.server";
import { getBulkActionPage } from "~/modules/trip-tickets/bulk/data/act-page.server";
import { getEditPage } from "~/modules/trip-tickets/edit/data/edit-page.server";
import {
  assignHauler,
  listTicketCutters,
  listTicketHaulers,
} from "~/modules/trip-tickets/life-cycle/data/assignment.server";
import { getVerbPage } from "~/modules/trip-tickets/life-cycle/data/verb-page.server";
import { clearPicked, pickOnPage } from "~/modules/trip-tickets/selection/data/selection.server";
import { newTicketForm } from "~/modules/trip-tickets/shared/new-ticket.server";

let db: Database;
let h: Harvest;
let job_id: number;
/** Two people of the hauler: an admin, who makes the hauler's calls, and a member of another crew. */
let boss: number;
let driver: number;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  job_id = h.ids.job;
  boss = h.hauler.actor.user?.id ?? 0;
  driver = await makeUser(db, {}, [h.ids.hauler.crew]);
});

const sorted = (ids: unknown[]) => ids.map(Number).sort((a, b) => a - b);
const pick = async (ids: number[]) => {
  await h.manager.call(clearPicked, { sure: "yes" });
  await h.manager.call(pickOnPage, { shown: ids.join(","), ids });
};
const ticket = () => h.ticket();
/** Create a ticket with the hauler's admin as its driver. */
const driven = () =>
  h.ticket({ trip_ticket_status_id: 1, hauler_company_id: h.ids.hauler.id, hauler_user_id: boss });

/** Hauler's people offered by each list, for a job or a ticket of the job. */
const LISTS: Record<string, (of: () => Promise<number>) => Promise<unknown[]>> = {
  "a new ticket, of the hauler": async () =>
    (await h.hauler.call(newTicketForm, { job_id })).drivers.map((d) => d.id),
  "a new ticket, of the office": async () =>
    (await h.manager.call(newTicketForm, { job_id })).drivers
      .map((d) => d.id)
      .filter((id) => [boss, driver].includes(id)),
  "the haulers of a job": async () =>
    (await h.manager.call(listJobHaulers, { job_id, take: 100, skip: 0 })).haulers
      .filter((c) => c.company_id === h.ids.hauler.id)
      .flatMap((c) => c.users.map((u) => u.id)),
  "claiming a load": async (of) =>
    (await h.hauler.call(getVerbPage, { id: await of(), verb: "claim" })).drivers.map((d) => d.value),
  "a ticket's haulers, by REST": async (of) =>
    (await h.manager.call(listTicketHaulers, { trip_ticket_id: await of() })).haulers
      .filter((c) => c.company.id === h.ids.hauler.id)
      .flatMap((c) => c.users.map((u) => u.id)),
  "many tickets": async (of) => {
    await pick([await of()]);
    const query = { act: "assignment" as const, hauler_company_id: h.ids.hauler.id };
    return (await h.manager.call(getBulkActionPage, query)).choices.people.hauler.map((p) => p.value);
  },
};
const editBox = async () => {
  const { fields } = await h.manager.call(getEditPage, { id: await driven(), box: "trucker" });
  const choices = fields.find((f) => f.name === "hauler_user_id")?.choices ?? [];
  return choices.flatMap((c) => (c.value ? [c.value] : []));
};

test("lists people of the crews that a company chose for a job, else all its people, plus those already assigned", async () => {
  for (const [name, list] of Object.entries(LISTS))
    expect([name, sorted(await list(ticket))]).toEqual([name, sorted([boss, driver])]);
  await h.hauler.call(setJobCrews, { job_id, crew_ids: [h.ids.hauler.crew] });
  for (const [name, list] of Object.entries(LISTS))
    expect([name, await list(ticket)]).toEqual([name, [driver]]);
  const named = ["a ticket's haulers, by REST", "many tickets", "claiming a load"];
  for (const name of named)
    expect([name, sorted((await LISTS[name]?.(driven)) ?? [])]).toEqual([name, sorted([boss, driver])]);
  expect(sorted(await editBox())).toEqual(sorted([boss, driver]));
  // A user who isn't on the list isn't preselected.
  expect((await h.hauler.call(newTicketForm, { job_id })).start.hauler_user_id).toBe(null);
  // The hauler's choice of crews doesn't affect another company's list or grant rights: the office may still assign the
  // admin.
  const { cutters } = await h.manager.call(listTicketCutters, { trip_ticket_id: await ticket() });
  expect(cutters.flatMap((c) => c.users.map((u) => u.id))).toEqual([h.logger.actor.user?.id]);
  const hauler_company_id = h.ids.hauler.id;
  const trip_ticket_id = await h.ticket({
    trip_ticket_status_id: 1,
    hauler_company_id,
    hauler_user_id: driver,
  });
  await h.manager.call(assignHauler, { trip_ticket_id, version: 2, hauler_user_id: boss });
  const stranger = { trip_ticket_id, version: 3, hauler_user_id: h.second.actor.user?.id };
  expect((await catchError(h.manager.call(assignHauler, stranger))).kind).toBe("invalid");
});

test("lists people chosen for any of the tickets' jobs, and ignores a deleted crew", async () => {
  const other = await makeJob(db, h.ids.manager.id);
  await makeJobCompany(db, other, h.ids.hauler.id, { is_hauler: true });
  const { rows } = await db.client.execute({
    sql: "SELECT company_location_id AS n FROM job_destination WHERE id = ?",
    args: [h.ids.destination],
  });
  const destination = await makeJobDestination(db, other, Number(rows[0]?.n));
  const there = await makeTicket(db, { id: other, requester: h.ids.manager.id, destination });
  await h.hauler.call(setJobCrews, { job_id, crew_ids: [h.ids.hauler.crew] });
  const offered = async (ids: number[]) => {
    await pick(ids);
    const query = { act: "assignment" as const, hauler_company_id: h.ids.hauler.id };
    return sorted((await h.manager.call(getBulkActionPage, query)).choices.people.hauler.map((p) => p.value));
  };
  const here = await ticket();
  expect(await offered([here, there])).toEqual(sorted([boss, driver]));
  await h.hauler.call(setJobCrews, { job_id: other, crew_ids: [h.ids.hauler.admins] });
  expect(await offered([here, there])).toEqual(sorted([boss, driver]));
  expect(await offered([there])).toEqual([boss]);
  // The member of only the deleted crew has left the company, and the deleted crew no longer restricts the list.
  await db.batch([{ sql: "UPDATE crew SET is_deleted = 1 WHERE id = ?", params: [h.ids.hauler.crew] }]);
  expect(await offered([here])).toEqual([boss]);
});
