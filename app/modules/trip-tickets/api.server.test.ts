import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow } from "#db/factories";
import { certification, companyCertification } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { createTicket } from "./create/data/create.server";
import { listTicketAudits } from "./data/related.server";
import { ticketRecordOutput } from "./rules/ticket-output";
import { getTicket, type TicketRecord } from "./shared/record.server";
import { searchTickets } from "./shared/search.server";
import { updateTicket } from "./shared/update.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

async function collect(rows: TicketRecord[] | AsyncIterable<TicketRecord>) {
  const all: TicketRecord[] = [];
  for await (const row of rows) all.push(row);
  return all;
}
const recordOf = (id: number) => h.manager.call(getTicket, { id });

describe("changing a ticket's status together with its fields", () => {
  test("a hauler claims, picks up and drops off a load, entering the fields known at each status", async () => {
    const id = await h.ticket();
    const driver = h.hauler.actor.user?.id;
    await h.hauler.call(updateTicket, { id, version: 2, trip_ticket_status_id: 1, hauler_user_id: driver });
    expect((await recordOf(id)).trip_ticket).toMatchObject({
      trip_ticket_status_id: 1,
      hauler_company_id: h.ids.hauler.id,
      hauler_user_id: driver,
      version: 2,
    });
    await h.hauler.call(updateTicket, {
      id,
      version: 3,
      trip_ticket_status_id: 2,
      picked_up_at: "2026-09-02T08:30:00Z",
      truck_number: "12",
    });
    await h.hauler.call(updateTicket, {
      id,
      version: 4,
      trip_ticket_status_id: 3,
      dropped_off_at: "2026-09-02T10:00:00Z",
      scale_ticket_number: "S-1",
      scaled_volume: 27.4,
      scaled_wood_unit_type_id: 2,
    });
    expect((await recordOf(id)).trip_ticket).toMatchObject({
      trip_ticket_status_id: 3,
      picked_up_at: "2026-09-02T08:30:00.000Z",
      dropped_off_at: "2026-09-02T10:00:00.000Z",
      scaled_volume: 27.4,
      truck_number: "12",
      version: 4,
    });
    const { audits } = await h.manager.call(listTicketAudits, { trip_ticket_id: id });
    const diffs = audits[0]?.details.diffs as { key: string }[];
    expect(diffs.map((d) => d.key)).toEqual(
      expect.arrayContaining(["trip_ticket_status", "dropped_off_at", "scale_ticket_number"]),
    );
  });

  test("setting the same status changes nothing, and a disallowed status is refused with its reason", async () => {
    const id = await h.ticket();
    await h.manager.call(updateTicket, { id, version: 2, trip_ticket_status_id: 7 });
    expect((await recordOf(id)).trip_ticket.version).toBe(1);
    const refused = await catchError(
      h.manager.call(updateTicket, { id, version: 2, trip_ticket_status_id: 3 }),
    );
    expect(refused).toMatchObject({
      kind: "notNow",
      message: "An Available ticket cannot become Completed",
    });
  });

  test("a hauler can claim only for itself, with its own drivers", async () => {
    const id = await h.ticket();
    const claim = { id, version: 2, trip_ticket_status_id: 1 };
    const of = (more: object) => catchError(h.hauler.call(updateTicket, { ...claim, ...more }));
    expect((await of({ hauler_company_id: h.ids.second.id })).kind).toBe("forbidden");
    expect((await of({ hauler_user_id: h.second.actor.user?.id })).refusal.facts.fields).toHaveProperty(
      "hauler_user_id",
    );
    expect((await of({ trip_ticket_priority_id: 1 })).kind).toBe("forbidden");
    expect((await recordOf(id)).trip_ticket).toMatchObject({ version: 1, hauler_company_id: null });
  });

  test("the office claims for a hauler that it chooses", async () => {
    const id = await h.ticket();
    await h.manager.call(updateTicket, {
      id,
      version: 2,
      trip_ticket_status_id: 1,
      hauler_company_id: h.ids.second.id,
    });
    expect((await recordOf(id)).hauler_company).toMatchObject({ id: h.ids.second.id });
  });

  test("a stale version returns the saved version, whatever status was requested", async () => {
    const id = await h.ticket();
    await h.manager.call(updateTicket, { id, version: 2, trip_ticket_status_id: 6 });
    const { kind, refusal } = await catchError(
      h.manager.call(updateTicket, { id, version: 2, trip_ticket_status_id: 4 }),
    );
    expect([kind, refusal.facts.current?.version]).toEqual(["stale", 2]);
  });

  test("companies with read access or none can't change the status", async () => {
    const id = await h.ticket();
    const cancel = { id, version: 2, trip_ticket_status_id: 4 };
    expect((await catchError(h.owner.call(updateTicket, cancel))).kind).toBe("forbidden");
    expect((await catchError(h.rival.call(updateTicket, cancel))).kind).toBe("missing");
  });
});

describe("changing fields through the API", () => {
  test("sets a product by its ids when creating and updating a ticket", async () => {
    const { id } = await h.manager.call(createTicket, {
      job_id: h.ids.job,
      job_destination_id: h.ids.destination,
      product_type_id: 5,
      wood_species_id: 746,
    });
    await h.manager.call(updateTicket, {
      id,
      version: 2,
      job_destination_id: h.ids.sawlogsOnly,
      product_type_id: 1,
      wood_species_id: 125,
    });
    expect((await recordOf(id)).trip_ticket).toMatchObject({ product_type_id: 1, wood_species_id: 125 });
    const wrong = await catchError(h.manager.call(updateTicket, { id, version: 3, product_type_id: 5 }));
    expect(wrong.refusal.facts.fields).toHaveProperty("product");
    const none = { job_id: h.ids.job, job_destination_id: h.ids.destination };
    expect((await catchError(h.manager.call(createTicket, none))).refusal.facts.fields).toHaveProperty(
      "product",
    );
  });

  test("saves certifications and a comment in one commit with other fields, or nothing", async () => {
    const licence = await insertRow(db, certification, {
      company_id: h.ids.manager.id,
      certification_type_id: 1,
      license: "FSC-C012345",
    });
    await db.batch([
      db.write
        .insert(companyCertification)
        .values({ company_id: h.ids.manager.id, certification_id: licence })
        .toSQL(),
    ]);
    const id = await h.ticket();
    await h.manager.call(updateTicket, {
      id,
      version: 2,
      certification_ids: [licence],
      comment: "Under FSC from now on",
      trip_ticket_priority_id: 1,
    });
    const record = await recordOf(id);
    expect(record).toMatchObject({
      trip_ticket: { version: 2, trip_ticket_priority_id: 1 },
      trip_ticket_comment: "Under FSC from now on",
      certifications: [{ license: "FSC-C012345", type: "FSC" }],
    });
    const refused = h.manager.call(updateTicket, {
      id,
      version: 3,
      certification_ids: [],
      comment: "Never said",
      picked_up_at: "yesterday",
    });
    expect((await catchError(refused)).kind).toBe("invalid");
    const later = h.manager.call(updateTicket, {
      id,
      version: 2,
      certification_ids: [],
      comment: "Too late",
    });
    expect((await catchError(later)).kind).toBe("stale");
    expect(await recordOf(id)).toEqual(record);
    const others = h.manager.call(updateTicket, { id, version: 3, certification_ids: [licence, 987_654] });
    expect((await catchError(others)).refusal.facts.fields).toHaveProperty("certification_ids");
  });
});

describe("searching tickets", () => {
  test("searches by job, status and number, in pages, with records as documented", async () => {
    const own = await makeHarvest(db);
    const ids: number[] = [];
    for (let i = 0; i < 12; i++) ids.push(await own.ticket({ trip_ticket_status_id: i < 5 ? 6 : 7 }));
    const all = await own.manager.call(searchTickets, { job_ids: [own.ids.job] });
    expect(all.meta).toEqual({ total: 12, skip: 0, take: 10 });
    const first = await collect(all.trip_tickets);
    for (const record of first) ticketRecordOutput.parse(record);
    const rest = await own.manager.call(searchTickets, { job_ids: [own.ids.job], skip: 10, take: 100 });
    const seen = [...first, ...(await collect(rest.trip_tickets))].map((r) => r.trip_ticket.id);
    expect(seen.sort((a, b) => a - b)).toEqual(ids);
    const yard = await own.manager.call(searchTickets, { trip_ticket_status_ids: [6] });
    expect(yard.meta.total).toBe(5);
    const number = first[3]?.trip_ticket.trip_ticket_number ?? 0;
    const tickets = await own.manager.call(searchTickets, { trip_ticket_numbers: [number, 999_999] });
    expect((await collect(tickets.trip_tickets)).map((r) => r.trip_ticket.trip_ticket_number)).toEqual([
      number,
    ]);
    const both = { trip_ticket_numbers: [number], trip_ticket_status_ids: [4] };
    expect((await own.manager.call(searchTickets, both)).meta.total).toBe(0);
  });

  test("returns all tickets in the requested order, read in several chunks, and none of other companies", async () => {
    const own = await makeHarvest(db);
    for (let i = 0; i < 230; i++) await own.ticket();
    const { trip_tickets, meta } = await own.manager.call(searchTickets, { take: -1, sort: "number" });
    const numbers = (await collect(trip_tickets)).map((r) => r.trip_ticket.trip_ticket_number);
    expect([meta.total, numbers.length]).toEqual([230, 230]);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    const later = await own.manager.call(searchTickets, { take: -1, skip: 200, sort: "number" });
    expect((await collect(later.trip_tickets)).map((r) => r.trip_ticket.trip_ticket_number)).toEqual(
      numbers.slice(200),
    );
    const rival = await own.rival.call(searchTickets, { take: -1, job_ids: [own.ids.job] });
    expect(await collect(rival.trip_tickets)).toEqual([]);
    for (const within of [{ job_ids: [own.ids.job] }, { trip_ticket_numbers: numbers.slice(0, 5) }]) {
      const part = await own.rival.call(searchTickets, within);
      expect([part.meta.total, await collect(part.trip_tickets)]).toEqual([0, []]);
    }
  });

  test("shows each company only its own contracts, and the requester all of them", async () => {
    const own = await makeHarvest(db);
    await db.client.execute({
      sql: "UPDATE job_company SET haul_contract_name = 'H-77', cut_contract_name = 'C-1' WHERE job_id = ?",
      args: [own.ids.job],
    });
    const id = await own.ticket({
      trip_ticket_status_id: 1,
      hauler_company_id: own.ids.hauler.id,
      cutter_company_id: own.ids.logger.id,
    });
    const contracts = async (who: Harvest["manager"]) => {
      const { cut_contract, haul_contract } = await who.call(getTicket, { id });
      return [cut_contract, haul_contract];
    };
    expect(await contracts(own.manager)).toEqual(["C-1", "H-77"]);
    expect(await contracts(own.hauler)).toEqual([null, "H-77"]);
    expect(await contracts(own.logger)).toEqual(["C-1", null]);
    expect(await contracts(own.mill)).toEqual([null, null]);
  });
});
