import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeClaim, makeUser } from "#db/factories";
import { company, crewPermission } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import type { CompanyActor } from "~/web/actor";
import { createTicket } from "../../create/data/create.server";
import type { LifecycleVerb } from "../../rules/lifecycle";
import { getTicketPage } from "../../shared/detail.server";
import { findOnlyTicketByNumber, listTickets } from "../../shared/list.server";
import { newTicketForm } from "../../shared/new-ticket.server";
import { printTickets } from "../../shared/paper.server";
import { getTicket } from "../../shared/record.server";
import { updateTicket } from "../../shared/update.server";
import { deleteTicket, moveTicket } from "./change-status.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});
const versionOf = async (id: number) =>
  Number(
    (await db.client.execute({ sql: "SELECT version FROM trip_ticket WHERE id = ?", args: [id] })).rows[0]
      ?.version,
  );
const step = async (who: Harvest["hauler"], id: number, verb: LifecycleVerb, more = {}) =>
  who.call(moveTicket, { id, verb, version: (await versionOf(id)) + 1, ...more });
const statusOf = async (id: number) => (await h.manager.call(getTicketPage, { id })).status;
const basics = () => ({ job_id: h.ids.job, job_destination_id: h.ids.destination, product: "5-746-0" });

describe("creating tickets", () => {
  test("ticket numbers rise from 1001 per requesting company and load numbers from 1 per job, even for twenty at once", async () => {
    const own = await makeHarvest(db);
    const make = () =>
      own.manager.call(createTicket, {
        ...basics(),
        job_id: own.ids.job,
        job_destination_id: own.ids.destination,
      });
    const outcomeOfs = await Promise.all(Array.from({ length: 20 }, make));
    const pages = await Promise.all(outcomeOfs.map(({ id }) => own.manager.call(getTicketPage, { id })));
    expect(pages.map((p) => p.number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => 1001 + i),
    );
    expect(pages.map((p) => p.load_number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => 1 + i),
    );
  });

  test("the default volume is 55 tons, or the hauler's own default if it has one", async () => {
    const { id } = await h.manager.call(createTicket, basics());
    expect((await h.manager.call(getTicketPage, { id })).estimated).toBe("55 tons");
    await db.batch([
      db.write
        .update(company)
        .set({ default_load_amount: 48 })
        .where(eq(company.id, h.ids.hauler.id))
        .toSQL(),
    ]);
    const claimed = await h.manager.call(createTicket, { ...basics(), hauler_company_id: h.ids.hauler.id });
    expect(await h.manager.call(getTicketPage, { id: claimed.id })).toMatchObject({
      estimated: "48 tons",
      status: 1,
    });
  });

  test("rejects products that the destination doesn't accept, and other companies' jobs, destinations and haulers", async () => {
    const wrong = async (more: object) =>
      (await catchError(h.manager.call(createTicket, { ...basics(), ...more }))).refusal;
    expect((await wrong({ job_destination_id: h.ids.sawlogsOnly })).facts.fields).toHaveProperty("product");
    expect((await wrong({ job_destination_id: h.ids.rivalDestination })).facts.fields).toHaveProperty(
      "job_destination_id",
    );
    expect((await wrong({ job_id: h.ids.rivalJob })).kind).toBe("missing");
    expect((await wrong({ hauler_company_id: h.ids.rival.id })).facts.fields).toHaveProperty(
      "hauler_company_id",
    );
    expect((await wrong({ cutter_company_id: h.ids.hauler.id })).facts.fields).toHaveProperty(
      "cutter_company_id",
    );
  });

  test("a cutter that creates a ticket is named on it and can see it", async () => {
    const { id } = await h.logger.call(createTicket, basics());
    const page = await h.logger.call(getTicketPage, { id });
    expect([page.status, page.cutter !== null, page.open_boxes.includes("destination")]).toEqual([
      7,
      true,
      true,
    ]);
  });

  test("a hauler's own new ticket is claimed at once; land owners can't create tickets or open the form", async () => {
    const { id } = await h.hauler.call(createTicket, basics());
    expect(await h.hauler.call(getTicketPage, { id })).toMatchObject({ status: 1 });
    expect((await catchError(h.owner.call(createTicket, basics()))).kind).toBe("forbidden");
    expect((await catchError(h.owner.call(newTicketForm, { job_id: h.ids.job }))).kind).toBe("forbidden");
    expect((await catchError(h.rival.call(newTicketForm, { job_id: h.ids.job }))).kind).toBe("missing");
  });
});

describe("changing a ticket's status", () => {
  test("a load goes from landing to mill, each company changing only its own statuses", async () => {
    const id = await h.ticket();
    await step(h.hauler, id, "claim");
    expect((await catchError(step(h.mill, id, "pickup"))).kind).toBe("forbidden");
    await step(h.hauler, id, "pickup");
    await step(h.mill, id, "dropoff");
    const page = await h.owner.call(getTicketPage, { id });
    expect(page.status).toBe(3);
    expect(page.steps).toEqual([]);
    expect(page.history[0]?.diffs.map((d) => d.field)).toContain("Status");
    expect((await catchError(step(h.hauler, id, "claim"))).message).toBe(
      "A Completed ticket cannot become Claimed",
    );
  });

  test("one of two simultaneous claims wins, and the other is told who claimed the load", async () => {
    const id = await h.ticket();
    const claim = (who: Harvest["hauler"]) => who.call(moveTicket, { id, verb: "claim", version: 2 });
    const results = await Promise.allSettled([claim(h.hauler), claim(h.second)]);
    expect(results.filter((r) => r.status === "fulfilled")).toHaveLength(1);
    const lost = results.find((r) => r.status === "rejected") as PromiseRejectedResult;
    expect(["missing", "notNow", "forbidden"]).toContain(lost.reason.kind);
  });

  test("an action for another status can't be used to claim a load", async () => {
    const id = await h.ticket();
    expect((await catchError(step(h.manager, id, "resume"))).kind).toBe("notNow");
    expect(await statusOf(id)).toBe(7);
  });

  test("a stale version is refused, returning the current ticket", async () => {
    const id = await h.ticket();
    await h.manager.call(updateTicket, { id, version: 2, estimated_volume: "40" });
    const { kind, refusal } = await catchError(h.hauler.call(moveTicket, { id, verb: "claim", version: 2 }));
    expect(kind).toBe("stale");
    expect(refusal.facts.current).toMatchObject({ estimated_volume: "40 tons", version: 2 });
  });

  test("if the company allows one load at a time, a second is refused while the first is in progress", async () => {
    await db.batch([
      db.write.update(company).set({ force_drop_off: true }).where(eq(company.id, h.ids.second.id)).toSQL(),
    ]);
    const [first, next] = [await h.ticket(), await h.ticket()];
    await step(h.second, first, "claim");
    await step(h.second, first, "pickup");
    expect((await catchError(step(h.second, next, "claim"))).message).toMatch(/^Drop off ticket \d+ first/);
    await step(h.second, first, "dropoff");
    await step(h.second, next, "claim");
  });

  test("a paid settlement locks volume and times, and prevents reopening", async () => {
    const id = await h.ticket({ trip_ticket_status_id: 3 });
    const between = { paying_company_id: h.ids.manager.id, receiving_company_id: h.ids.hauler.id };
    // One of the load's two statement lines is paid: while a correction is pending, the amount owed counts as unpaid.
    const lines = { posted_cents: 10_000, posted_lines: 2, paid_lines: 1 };
    await makeClaim(db, { id, job: h.ids.job }, { ...between, ...lines });
    expect((await catchError(step(h.manager, id, "reopening"))).message).toMatch(/paid/);
    expect(
      (await catchError(h.manager.call(updateTicket, { id, version: 2, scaled_volume: "1" }))).kind,
    ).toBe("forbidden");
    await h.manager.call(updateTicket, { id, version: 2, scale_ticket_number: "G1" });
  });

  test("a crew without the update flag can't change a status; the primary crew always can", async () => {
    const member = await makeUser(db, {}, [h.ids.hauler.crew]);
    await insertRow(db, crewPermission, { crew_id: h.ids.hauler.crew, entity_id: 17, can_read: true });
    const limited = await actAs(db, member, h.ids.hauler.id);
    const id = await h.ticket();
    expect((await catchError(step(limited, id, "claim"))).kind).toBe("forbidden");
    await step(h.hauler, id, "claim");
  });
});

describe("editing a ticket", () => {
  test("computes the net weight, rejects tare above gross, and requires times in order", async () => {
    const id = await h.ticket({
      trip_ticket_status_id: 2,
      hauler_company_id: h.ids.hauler.id,
      picked_up_at: "2026-09-05T12:00:00.000Z",
    });
    await h.mill.call(updateTicket, { id, version: 2, gross_pounds: "131,820", tare_pounds: 34_000 });
    expect(await h.mill.call(getTicketPage, { id })).toMatchObject({ net: "97,820 lb" });
    const wrong = async (fields: object) =>
      (await catchError(h.hauler.call(updateTicket, { id, version: 3, ...fields }))).refusal.facts.fields;
    expect(await wrong({ tare_pounds: 200_000 })).toHaveProperty("tare_pounds");
    expect(await wrong({ dropped_off_at: "2026-09-05T11:00:00Z" })).toHaveProperty("dropped_off_at");
  });

  test("each can_edit flag allows its own fields and no others", async () => {
    const id = await h.ticket({ cutter_company_id: h.ids.logger.id });
    const edit = async (who: Harvest["hauler"], fields: object) =>
      who.call(updateTicket, { id, version: (await versionOf(id)) + 1, ...fields }).then(
        () => "saved",
        (e) => e.kind,
      );
    expect(await edit(h.logger, { estimated_volume: "30" })).toBe("saved");
    expect(await edit(h.logger, { trip_ticket_priority_id: 1 })).toBe("forbidden");
    expect(await edit(h.owner, { estimated_volume: "1" })).toBe("forbidden");
    expect(await edit(h.mill, { estimated_volume: "1" })).toBe("forbidden");
    expect(await edit(h.mill, { scale_ticket_number: "G2" })).toBe("saved");
    expect(await edit(h.rival, { scale_ticket_number: "G3" })).toBe("missing");
    expect(await edit(h.manager, { hauler_company_id: h.ids.rival.id })).toBe("invalid");
    expect(await edit(h.manager, { job_destination_id: h.ids.rivalDestination })).toBe("invalid");
    expect(await edit(h.manager, { estimated_volume: null })).toBe("saved");
  });
});

describe("visibility of tickets", () => {
  test("a rival company can't read anything of a ticket through any call", async () => {
    const id = await h.ticket();
    const { rival } = h;
    const asks = [
      () => rival.call(getTicketPage, { id }),
      () => rival.call(getTicket, { id }),
      () => rival.call(printTickets, { ids: [id] }),
      () => rival.call(deleteTicket, { id, version: 2 }),
      () => rival.call(moveTicket, { id, verb: "claim", version: 2 }),
      () => rival.call(updateTicket, { id, version: 2, estimated_volume: "1" }),
    ];
    for (const ask of asks) expect((await catchError(ask())).kind).toBe("missing");
    expect((await rival.call(listTickets, { view: "available" })).total).toBe(0);
  });

  test("a claimed load is hidden from the other haulers", async () => {
    const id = await h.ticket();
    expect((await h.second.call(getTicketPage, { id })).status).toBe(7);
    await step(h.hauler, id, "claim");
    expect((await catchError(h.second.call(getTicketPage, { id }))).kind).toBe("missing");
  });

  test("lists tickets by number, sort order and page, with a total", async () => {
    const own = await makeHarvest(db);
    for (let i = 0; i < 12; i++) await own.ticket({ trip_ticket_priority_id: (i % 3) + 1 });
    const first = await own.manager.call(listTickets, { view: "available" });
    expect([first.total, first.rows.length, first.sort]).toEqual([12, 10, "priority"]);
    expect(first.rows.map((r) => r.priority)).toEqual([...first.rows.map((r) => r.priority)].sort());
    expect((await own.manager.call(listTickets, { view: "available", page: 1 })).rows).toHaveLength(2);
    const numbered = await own.manager.call(listTickets, {
      view: "loads",
      trip_ticket_numbers: [1002, 1005, 9999],
    });
    expect(numbered.rows.map((r) => r.number).sort()).toEqual([1002, 1005]);
    const byNumber = await own.manager.call(listTickets, {
      view: "available",
      sort: "number",
      descending: true,
    });
    expect(byNumber.rows[0]?.number).toBe(1012);
    const reader = { read: db.read, actor: own.hauler.actor as CompanyActor, now: new Date() };
    expect(await findOnlyTicketByNumber(reader, 1002)).toBeGreaterThan(0);
    expect((await own.hauler.call(listTickets, { view: "available" })).rows.every((r) => r.mayClaim)).toBe(
      true,
    );
    expect((await own.owner.call(listTickets, { view: "available" })).rows.some((r) => r.mayClaim)).toBe(
      false,
    );
  });

  test("a deleted ticket leaves every list; one with a scale ticket can't be deleted", async () => {
    const id = await h.ticket({ cutter_company_id: h.ids.logger.id });
    expect((await catchError(h.logger.call(deleteTicket, { id, version: 2 }))).kind).toBe("forbidden");
    await h.manager.call(deleteTicket, { id, version: 2 });
    expect((await catchError(h.manager.call(getTicketPage, { id }))).kind).toBe("missing");
    const scaled = await h.ticket({ scale_ticket_number: "G9" });
    expect((await catchError(h.manager.call(deleteTicket, { id: scaled, version: 2 }))).message).toMatch(
      /Cancel it instead/,
    );
  });
});

test("a repeated submission creates one ticket, even in a race; different content is refused", async () => {
  const before = async () =>
    Number((await db.client.execute("SELECT count(*) AS n FROM trip_ticket")).rows[0]?.n);
  const start = await before();
  const input = { ...basics(), trip_ticket_priority_id: 2, loads: 1 };
  const both = await Promise.all([
    h.manager.send(createTicket, input, "race-1"),
    h.manager.send(createTicket, input, "race-1"),
  ]);
  expect(both[0]).toEqual(both[1]);
  expect(await h.manager.send(createTicket, input, "race-1")).toEqual(both[0]);
  const { kind } = await catchError(h.manager.send(createTicket, { ...input, loads: 2 }, "race-1"));
  expect(kind).toBe("alreadySent");
  expect(await before()).toBe(start + 1);
  await catchError(h.manager.send(createTicket, { ...input, product: "1-1-1" }, "race-2"));
  await h.manager.send(createTicket, input, "race-2");
  expect(await before()).toBe(start + 2);
});
