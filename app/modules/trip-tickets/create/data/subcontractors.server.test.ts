import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeCompany, makeUser } from "#db/factories";
import { jobHaulRate } from "#db/schema";
import { type actAs, actAs as actingAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getDay } from "~/lib/time/time";
import { editCompany, getCompanyForm, updateCompany } from "~/modules/companies/data/edit-company.server";
import { addContact } from "~/modules/contacts/data/contacts.server";
import { getTrucks } from "~/modules/production/data/each.server";
import { getProduction } from "~/modules/production/shared/production.server";
import { getEditPage } from "../../edit/data/edit-page.server";
import { listTicketHaulers } from "../../life-cycle/data/assignment.server";
import { moveTicket } from "../../life-cycle/data/change-status.server";
import { getVerbPage } from "../../life-cycle/data/verb-page.server";
import { getRowOptions } from "../../list/data/row-options.server";
import { resolveFilter } from "../../list/rules/filter";
import { parseFilter } from "../../rules/filter-query";
import { getTicketPage } from "../../shared/detail.server";
import { keyLoad } from "../../shared/enter-load.server";
import { type JobParty, readJobHaulers, readJobParties } from "../../shared/job-parties.server";
import { listTickets } from "../../shared/list.server";
import { newTicketForm } from "../../shared/new-ticket.server";
import { printTickets } from "../../shared/paper.server";
import { getTicket } from "../../shared/record.server";
import { getTicketParties } from "../../shared/ticket-row.server";
import { updateTicket } from "../../shared/update.server";
import { createTicket } from "./create.server";

let db: Database;
let h: Harvest;
/**
 * Two truckers: the first has an account and states that it works for the job's hauler; the second was recorded by the
 * job's hauler.
 */
let bob: Awaited<ReturnType<typeof actAs>>;
let bobs: number;
let noted: number;

const named = async (id: number) =>
  String(
    (await db.client.execute({ sql: "SELECT name FROM company WHERE id = ?", args: [id] })).rows[0]?.name,
  );

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  const company = await makeCompany(db, { name: "Bobs Trucking", is_hauler: true });
  bobs = company.id;
  bob = await actingAs(db, await makeUser(db, {}, [company.admins]), bobs);
  await bob.call(updateCompany, { id: bobs, version: 2, on_behalf_of_company_id: h.ids.hauler.id });
  noted = (
    await h.hauler.call(addContact, {
      name: "Gravel Roads Hauling",
      first_name: "Gail",
      last_name: "Roads",
      phone_number: "989-555-0142",
      roles: ["is_hauler"],
      works_for_us: true,
    })
  ).id;
  await insertRow(db, jobHaulRate, {
    job_id: h.ids.job,
    job_destination_id: h.ids.destination,
    paying_company_id: h.ids.manager.id,
    receiving_company_id: h.ids.hauler.id,
    per: "unit",
    wood_unit_type_id: 2,
    rate: 90_000,
  });
});

const load = (more: object = {}) => ({
  job_id: h.ids.job,
  job_destination_id: h.ids.destination,
  product: "5-746-0",
  trip_ticket_priority_id: 2,
  loads: 1,
  ...more,
});
const hauler = async (id: number, who = h.manager) => (await who.call(getTicket, { id })).hauler_company;
const kindOf = async (call: Promise<unknown>) => (await catchError(call)).kind;
const fieldsOf = async (call: Promise<unknown>) => (await catchError(call)).refusal.facts.fields;

test("a subcontractor hauls a load for the job's hauler: both see it and change its status, other haulers don't", async () => {
  const contractor = await named(h.ids.hauler.id);
  const form = await h.manager.call(newTicketForm, { job_id: h.ids.job });
  expect(form.haulers).toContainEqual({ id: bobs, name: `Bobs Trucking for ${contractor}` });
  const { id } = await h.manager.call(createTicket, load({ hauler_company_id: bobs }));
  expect(await hauler(id)).toEqual({
    id: bobs,
    name: "Bobs Trucking",
    on_behalf_of_company: { id: h.ids.hauler.id, name: contractor },
  });
  expect(await hauler(id, bob)).toMatchObject({ id: bobs });
  expect(await hauler(id, h.hauler)).toMatchObject({ id: bobs });
  expect(await kindOf(h.second.call(getTicket, { id }))).toBe("missing");
  const page = await bob.call(getTicketPage, { id });
  expect(page.hauler).toBe(`Bobs Trucking for ${contractor}`);
  expect(page.steps.map((s) => s.verb)).toContain("pickup");
  // The subcontractor chooses its own driver.
  const driver = bob.actor.user?.id;
  await h.hauler.call(updateTicket, { id, version: 2, hauler_user_id: driver });
  expect(
    await fieldsOf(h.hauler.call(updateTicket, { id, version: 3, hauler_user_id: h.hauler.actor.user?.id })),
  ).toEqual({ hauler_user_id: ["This person doesn't work for that company."] });
  await bob.call(moveTicket, { id, version: 3, verb: "pickup" });
  await h.hauler.call(moveTicket, { id, version: 4, verb: "dropoff" });
});

test("only a contractor's own subcontractor can be named as hauling for it, and for no other contractor", async () => {
  const { hauler: first, second } = h.ids;
  const { id } = await h.manager.call(createTicket, load());
  const put = (more: object) => h.manager.call(updateTicket, { id, version: 2, ...more });
  const wrong = { hauler_on_behalf_of_company_id: ["Choose the hauler of this job that it works for."] };
  const make = (more: object) => h.manager.call(createTicket, load(more));
  expect(
    await fieldsOf(make({ hauler_company_id: bobs, hauler_on_behalf_of_company_id: second.id })),
  ).toEqual(wrong);
  expect(await fieldsOf(make({ hauler_company_id: bobs, hauler_on_behalf_of_company_id: null }))).toEqual(
    wrong,
  );
  expect(
    await fieldsOf(make({ hauler_company_id: second.id, hauler_on_behalf_of_company_id: first.id })),
  ).toEqual(wrong);
  expect(await fieldsOf(make({ hauler_company_id: h.ids.rival.id }))).toEqual({
    hauler_company_id: ["Choose a hauler of this job."],
  });
  expect(await fieldsOf(make({ cutter_company_id: bobs }))).toEqual({
    cutter_company_id: ["Choose a cutter of this job."],
  });
  await make({ hauler_company_id: second.id }).then(({ id: own }) => expect(own).toBeGreaterThan(0));
  await put({ hauler_company_id: bobs, hauler_on_behalf_of_company_id: first.id });
  expect((await hauler(id))?.on_behalf_of_company?.id).toBe(first.id);
  const again = (more: object) => h.manager.call(updateTicket, { id, version: 3, ...more });
  expect(await fieldsOf(again({ hauler_on_behalf_of_company_id: second.id }))).toEqual(wrong);
  await again({ hauler_company_id: second.id });
  expect(await hauler(id)).toMatchObject({ id: second.id, on_behalf_of_company: null });
});

test("a hauler claims a load for its own subcontractor, but can't claim one for another hauler's subcontractor", async () => {
  const { id } = await h.manager.call(createTicket, load());
  expect(await kindOf(bob.call(getTicket, { id }))).toBe("missing");
  const page = await h.hauler.call(getVerbPage, { id, verb: "claim" });
  expect(page.haulers.map((x) => x.value).sort()).toEqual([h.ids.hauler.id, bobs, noted].sort());
  const theirs = await h.second.call(getVerbPage, { id, verb: "claim" });
  expect(theirs.haulers.map((x) => x.value)).toEqual([h.ids.second.id]);
  const claim = (who: Harvest["hauler"], company: number, user?: number) =>
    who.call(moveTicket, { id, version: 2, verb: "claim", hauler_company_id: company, hauler_user_id: user });
  expect(await kindOf(claim(h.second, bobs))).toBe("forbidden");
  expect(await kindOf(claim(h.rival, bobs))).toBe("missing");
  await claim(h.hauler, noted, h.hauler.actor.user?.id);
  expect((await h.hauler.call(getTicket, { id })).trip_ticket).toMatchObject({
    hauler_company_id: noted,
    hauler_on_behalf_of_company_id: h.ids.hauler.id,
    hauler_user_id: null,
  });
  const ticket = await h.hauler.call(createTicket, load({ hauler_company_id: noted }));
  expect((await hauler(ticket.id))?.on_behalf_of_company?.id).toBe(h.ids.hauler.id);
  expect(await kindOf(h.second.call(createTicket, load({ hauler_company_id: noted })))).toBe("invalid");
});

test("a subcontractor is not itself a hauler of the job, so it can't claim other loads there", async () => {
  const parties = await readJobParties(db.read, h.ids.job);
  expect(parties.map((p) => p.company_id)).toContain(bobs);
  const { jobHaulerCompanyIds } = getTicketParties(h.ids.manager.id, parties);
  expect([...jobHaulerCompanyIds].sort()).toEqual([h.ids.hauler.id, h.ids.second.id].sort());
});

test("reading only a job's haulers, with their subcontractors, matches the haulers among all its companies", async () => {
  const byId = (parties: JobParty[]) => parties.sort((a, b) => a.company_id - b.company_id);
  const hauling = (await readJobParties(db.read, h.ids.job)).filter((p) => p.is_hauler);
  expect(byId(await readJobHaulers(db.read, [h.ids.job]))).toEqual(byId(hauling));
  expect(hauling.map((p) => p.company_id)).toEqual(expect.arrayContaining([h.ids.hauler.id, bobs]));
});

test("a subcontracted load pays the contractor, and the subcontractor can't see the pay", async () => {
  const day = getDay(new Date(Date.now() - 3 * 86_400_000), "America/Detroit");
  const paper = {
    job_id: h.ids.job,
    job_destination_id: h.ids.destination,
    product: "5-746-0",
    hauler_company_id: bobs,
    dropped_off_at: `${day}T17:00:00Z`,
    net_pounds: "50,000",
  };
  const { id } = await h.hauler.call(keyLoad, paper);
  const { rows } = await db.client.execute({
    sql: "SELECT paying_company_id AS payer, receiving_company_id AS receiver, due_cents FROM amount_owed WHERE trip_ticket_id = ?",
    args: [id],
  });
  expect(rows.map((r) => ({ ...r }))).toEqual([
    { payer: h.ids.manager.id, receiver: h.ids.hauler.id, due_cents: 22_500 },
  ]);
  const told = async (who: Harvest["hauler"]) => JSON.stringify((await who.call(getTicketPage, { id })).pay);
  expect(await told(h.hauler)).toContain("225");
  expect(await told(bob)).not.toContain("225");
  expect(await kindOf(h.second.call(keyLoad, paper))).toBe("invalid");
});

test("lists and sums use the contractor as hauler, because it has the pay and the contract; trucks count for their owner", async () => {
  const contractor = h.ids.hauler.id;
  const day = getDay(new Date(Date.now() - 9 * 86_400_000), "America/Detroit");
  const paper = (hauler_company_id: number) => ({
    job_id: h.ids.job,
    job_destination_id: h.ids.destination,
    product: "5-746-0",
    hauler_company_id,
    dropped_off_at: `${day}T17:00:00Z`,
    net_pounds: "50,000",
  });
  const created: number[] = [];
  for (const who of [bobs, bobs, contractor, h.ids.second.id])
    created.push((await h.manager.call(keyLoad, paper(who))).id);
  const own = await makeCompany(db, { name: "Own Trucks", is_hauler: true });
  const days = { from: day, to: day };
  const report = (who: Harvest["hauler"], more: object = {}) =>
    who.call(getProduction, { report: "by", by: "hauler", ...days, ...more });
  const rows = async (who: Harvest["hauler"]) =>
    Object.fromEntries((await report(who)).rows.map((row) => [row.id, row.loads]));
  expect(await rows(h.manager)).toEqual({ [contractor]: 3, [h.ids.second.id]: 1 });
  expect(await rows(bob)).toEqual({ [contractor]: 2 });
  expect((await report(h.manager, { hauler_ids: String(bobs) })).totals.loads).toBe(0);
  // Each number links to a list with that many loads.
  for (const row of (await report(h.manager)).rows) {
    const filter = parseFilter(new URLSearchParams(row.href?.split("?")[1]));
    const { total } = await h.manager.call(listTickets, resolveFilter(filter, "America/Detroit"));
    expect(total).toBe(row.loads);
  }
  const found = async (filter: object) =>
    (await h.manager.call(listTickets, { ...filter, job_ids: [h.ids.job] })).rows
      .map(({ id }) => id)
      .filter((id) => created.includes(id))
      .sort((a, b) => a - b);
  expect(await found({ hauler_ids: [contractor] })).toEqual(created.slice(0, 3));
  expect(await found({ hauler_ids: [bobs] })).toEqual([]);
  expect(await found({ hauler_ids: [own.id] })).toEqual([]);
  expect(await found({ company_ids: [bobs] })).toEqual(created.slice(0, 2));
  expect(await found({ company_ids: [contractor] })).toEqual(created.slice(0, 3));
  const groups = await bob.call(getRowOptions, {});
  expect(groups.find((g) => g.name === "hauler_ids")?.options.map((o) => o.id)).toEqual([contractor]);
  const trucks = await h.manager.call(getTrucks, days);
  expect(Object.fromEntries(trucks.rows.map((row) => [row.hauler, row.loads]))).toMatchObject({
    "Bobs Trucking": 2,
  });
});

test("lists and papers name a subcontractor's contractor; only the office's and the contractor's forms offer it", async () => {
  const contractor = await named(h.ids.hauler.id);
  const words = `Gravel Roads Hauling for ${contractor}`;
  const { id } = await h.manager.call(createTicket, load({ hauler_company_id: noted }));
  const sheets = await h.manager.call(printTickets, { ids: [id] });
  expect(JSON.stringify(sheets)).toContain(words);
  const { fields } = await h.manager.call(getEditPage, { id, box: "trucker" });
  expect(fields.find((f) => f.name === "hauler_company_id")?.choices).toContainEqual({
    value: String(noted),
    label: words,
  });
  const { haulers } = await h.manager.call(listTicketHaulers, { trip_ticket_id: id });
  expect(haulers.map((x) => x.company.name)).toContain(words);
  expect(JSON.stringify(await h.second.call(newTicketForm, { job_id: h.ids.job }))).not.toContain(
    "Gravel Roads",
  );
  expect(JSON.stringify(await h.logger.call(newTicketForm, { job_id: h.ids.job }))).not.toContain(
    "Gravel Roads",
  );
});

test("a company enters the contractor that it works for by its public name, and can clear it", async () => {
  const { values, version } = await bob.call(getCompanyForm, {});
  const contractor = await named(h.ids.hauler.id);
  expect(values.works_for).toBe(contractor);
  const save = async (works_for: string | null) =>
    bob.call(editCompany, {
      version: (await bob.call(getCompanyForm, {})).version + 1,
      name: "Bobs Trucking",
      roles: ["is_hauler"],
      works_for,
    });
  expect(version).toBeGreaterThan(1);
  const none = { works_for: ["No company on Timbertally has this name. Type it exactly as on its page."] };
  expect(await fieldsOf(save("Gravel Roads Hauling"))).toEqual(none);
  expect(await fieldsOf(save("Bobs Trucking"))).toEqual(none);
  await save(null);
  expect((await bob.call(getCompanyForm, {})).values.works_for).toBe("");
  expect(await kindOf(h.manager.call(createTicket, load({ hauler_company_id: bobs })))).toBe("invalid");
  await save(contractor.toUpperCase());
  expect((await bob.call(getCompanyForm, {})).values.works_for).toBe(contractor);
});
