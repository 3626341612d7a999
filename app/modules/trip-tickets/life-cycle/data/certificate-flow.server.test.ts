import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeJobDestination, makeLocation } from "#db/factories";
import { certification, companyCertification } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getDay } from "~/lib/time/time";
import { verifyChain } from "~/modules/history/shared/history.server";
import { reassignInventory } from "~/modules/inventory/shared/destination-inventory.server";
import { createTicket } from "../../create/data/create.server";
import { getMadeTickets, undoMadeTickets } from "../../create/data/undo-create.server";
import { getTicketPage } from "../../shared/detail.server";
import { keyLoad } from "../../shared/enter-load.server";
import { newTicketForm } from "../../shared/new-ticket.server";
import { getTicket } from "../../shared/record.server";
import { updateTicket } from "../../shared/update.server";

let db: Database;
let h: Harvest;
/**
 * Certificates of the destination: one is valid, one has expired, one isn't owned by a company of the job, and one
 * becomes valid when a company joins the certificate's group.
 */
let holds: number;
let ended: number;
let strange: number;
let grouped: number;

const dayBefore = (n: number) => getDay(new Date(Date.now() - n * 86_400_000), "America/Detroit");
const at = (day: string) => `${day}T17:00:00.000Z`;
const run = (sql: string, params: (string | number)[]) => db.batch([{ sql, params }]);

async function certified(company: number, license: string, last: string | null = null, claim = 1) {
  const id = await insertRow(db, certification, {
    company_id: company,
    certification_type_id: 1,
    license,
    product_claim_id: claim,
    expires_at: last && `${last}T23:59:59.999Z`,
  });
  await insertRow(db, companyCertification, { company_id: company, certification_id: id });
  return id;
}
const asked = (destination: number, id: number) =>
  run("INSERT INTO job_destination_certification VALUES (?, ?)", [destination, id]);

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  holds = await certified(h.ids.owner.id, "FSC-C000001");
  ended = await certified(h.ids.manager.id, "FSC-C000002", dayBefore(10), 3);
  strange = await certified(h.ids.rival.id, "FSC-C000003");
  grouped = await certified(h.ids.rival.id, "FSC-C000004");
  for (const id of [holds, ended, strange, grouped]) await asked(h.ids.destination, id);
});

const load = (more: object = {}) => ({
  job_id: h.ids.job,
  job_destination_id: h.ids.destination,
  product: "5-746-0",
  trip_ticket_priority_id: 2,
  loads: 1,
  certification_ids: undefined as number[] | undefined,
  ...more,
});
const paper = (day: string, more: object = {}) => ({
  job_id: h.ids.job,
  job_destination_id: h.ids.destination,
  product: "5-746-0",
  hauler_company_id: h.ids.hauler.id,
  loaded_at: at(day),
  dropped_off_at: `${day}T19:00:00.000Z`,
  net_pounds: "50,000",
  ...more,
});
const carried = async (id: number, who = h.manager) =>
  (await who.call(getTicket, { id })).certifications.map((c) => c.certification_id);
const intact = async (id: number) => {
  const { rows } = await db.client.execute({ sql: "SELECT uid FROM trip_ticket WHERE id = ?", args: [id] });
  const subject = { uid: String(rows[0]?.uid), jobId: h.ids.job, ticketId: id };
  expect(await verifyChain(db.read, subject)).toBe(true);
};
const all = async (first: number, n: number) =>
  Promise.all(Array.from({ length: n }, (_, i) => carried(first + i)));

test("a new load gets its destination's certificates that the job holds and that are valid today", async () => {
  const { id } = await h.manager.call(createTicket, load({ loads: 3 }));
  expect(await all(id, 3)).toEqual([[holds], [holds], [holds]]);
  const { id: cut } = await h.logger.call(createTicket, load());
  expect(await carried(cut)).toEqual([holds]);
  const page = await h.manager.call(getTicketPage, { id });
  expect(page.warnings).toEqual([]);
  expect(JSON.stringify(page.history)).toContain("FSC FSC-C000001, FSC 100%");
  await intact(id);
});

test("loads with default certificates can be undone, unless a certificate was changed", async () => {
  const ticket = await h.manager.call(createTicket, load({ loads: 2 }));
  const again = await h.manager.call(createTicket, load({ loads: 2 }));
  expect((await h.manager.call(getMadeTickets, { first: ticket.id, count: 2 })).may_undo).toBe(true);
  await h.manager.call(undoMadeTickets, { first: ticket.id, count: 2 });
  await h.manager.call(updateTicket, { id: again.id, version: 2, certification_ids: [] });
  expect((await h.manager.call(getMadeTickets, { first: again.id, count: 2 })).may_undo).toBe(false);
  const result = h.manager.call(undoMadeTickets, { first: again.id, count: 2 });
  expect((await catchError(result)).kind).toBe("notNow");
});

test("applies certificates valid on the loading day, not on the entry day", async () => {
  const then = await h.manager.call(keyLoad, paper(dayBefore(12)));
  expect(await carried(then.id)).toEqual([holds, ended]);
  const last = await h.manager.call(keyLoad, paper(dayBefore(10)));
  expect(await carried(last.id)).toEqual([holds, ended]);
  const late = await h.manager.call(keyLoad, paper(dayBefore(8)));
  expect(await carried(late.id)).toEqual([holds]);
  expect((await h.manager.call(getTicketPage, { id: then.id })).warnings.join()).not.toContain("expired");
});

test("applies a group certificate while a company of the job is a member of the group", async () => {
  await run("INSERT INTO company_certification VALUES (?, ?)", [h.ids.manager.id, grouped]);
  expect(await carried((await h.manager.call(createTicket, load())).id)).toEqual([holds, grouped]);
  await run("DELETE FROM company_certification WHERE company_id = ? AND certification_id = ?", [
    h.ids.manager.id,
    grouped,
  ]);
  expect(await carried((await h.manager.call(createTicket, load())).id)).toEqual([holds]);
  // A hauler's certificate doesn't count, because a hauler doesn't own the wood.
  await run("INSERT INTO company_certification VALUES (?, ?)", [h.ids.hauler.id, grouped]);
  expect(await carried((await h.manager.call(createTicket, load())).id)).toEqual([holds]);
  await run("UPDATE certification SET is_deleted = 1 WHERE id = ?", [holds]);
  expect(await carried((await h.manager.call(createTicket, load())).id)).toEqual([]);
  await run("UPDATE certification SET is_deleted = 0 WHERE id = ?", [holds]);
});

test("only the office may choose other certificates of the job, or none", async () => {
  const own = await certified(h.ids.manager.id, "FSC-C000009", null, 6);
  const form = await h.manager.call(newTicketForm, { job_id: h.ids.job });
  expect(form.certificates).toContainEqual({ id: own, name: expect.stringMatching(/^FSC FSC-C000009, .+/) });
  expect(form.certificates.map((c) => c.id)).not.toContain(ended);
  const named = await h.manager.call(createTicket, load({ certification_ids: [own] }));
  expect(await carried(named.id)).toEqual([own]);
  const bare = await h.manager.call(keyLoad, paper(dayBefore(2), { certification_ids: [] }));
  expect(await carried(bare.id)).toEqual([]);
  const theirs = await certified(h.ids.second.id, "FSC-C000010");
  const refused = await catchError(h.manager.call(createTicket, load({ certification_ids: [theirs] })));
  expect(refused.refusal.facts.fields).toEqual({
    certification_ids: ["Choose from the certifications of this job."],
  });
  for (const who of [h.logger, h.hauler]) {
    const kind = (await catchError(who.call(createTicket, load({ certification_ids: [own] })))).kind;
    expect(kind).toBe("forbidden");
    expect((await who.call(newTicketForm, { job_id: h.ids.job })).certificates).toEqual([]);
  }
  const { user, company } = h.manager.actor;
  const blind = await actAs(db, user?.id ?? 0, company?.id ?? 0);
  blind.actor.permissions.certification.read = false;
  expect((await catchError(blind.call(createTicket, load({ certification_ids: [own] })))).kind).toBe(
    "forbidden",
  );
  // Without permission to read certifications, the certificates still apply to the load, but aren't shown.
  const { id } = await blind.call(createTicket, load());
  expect([await carried(id), await carried(id, blind)]).toEqual([[holds], []]);
});

test("a new destination's certificates replace the former destination's", async () => {
  const other = await certified(h.ids.manager.id, "FSC-C000020");
  const own = await certified(h.ids.manager.id, "FSC-C000021");
  const yard = await makeLocation(db, h.ids.mill.id);
  const there = await makeJobDestination(db, h.ids.job, yard, [
    { product_type_id: 5, wood_species_id: 746, wood_unit_type_id: 2 },
  ]);
  await asked(there, other);
  const { id } = await h.manager.call(createTicket, load());
  await h.manager.call(updateTicket, { id, version: 2, certification_ids: [holds, own] });
  await h.manager.call(updateTicket, { id, version: 3, job_destination_id: there });
  expect(await carried(id)).toEqual([other, own]);
  // The new destination's certificates also apply to a waiting load moved on the destination's page.
  const { id: waiting } = await h.manager.call(createTicket, load());
  await h.manager.call(reassignInventory, {
    job_id: h.ids.job,
    job_destination_id: h.ids.destination,
    to_job_destination_id: there,
    loads: [{ id: waiting, version: 1 }],
  });
  expect(await carried(waiting)).toEqual([other]);
  await intact(waiting);
});

test("saves a certificate that expired before loading with a warning, also shown on the page", async () => {
  const { id } = await h.manager.call(createTicket, load());
  const { warnings } = await h.manager.call(updateTicket, { id, version: 2, certification_ids: [ended] });
  expect(warnings?.join()).toMatch(/^The certificate FSC FSC-C000002, .+ expired on /);
  const page = await h.manager.call(getTicketPage, { id });
  expect(page.warnings.join()).toMatch(/^The certificate FSC FSC-C000002, .+ expired on /);
  const rival = await catchError(h.rival.call(updateTicket, { id, version: 3, certificates: "destination" }));
  expect(rival.kind).toBe("missing");
  const mill = await catchError(h.mill.call(updateTicket, { id, version: 3, certificates: "destination" }));
  expect(mill.kind).toBe("forbidden");
  await h.manager.call(updateTicket, { id, version: 3, certificates: "destination" });
  expect(await carried(id)).toEqual([holds]);
});
