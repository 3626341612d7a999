import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeClaim, makeCompany, makeJobDestination, makeLocation } from "#db/factories";
import { auditEntry, tripTicket } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { actWithoutPermissions } from "#db/testing/limited";
import { createRaceDatabase } from "#db/testing/overtaken";
import { openTestDatabase } from "#db/testing/test-database";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { createDeliveredTicket, readTicketRow } from "../testing/delivered.server";
import { acceptStatement } from "./accept.server";
import { getStatement } from "./statement-page.server";
import { addStatement, listStatements, mapStatement } from "./statements.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});
const mapping = {
  trip_ticket_number: "Ticket",
  scale_ticket_number: "Scale",
  scaled_on: "Date",
  truck_number: "Truck",
  gross: "Gross",
  tare: "Tare",
};
const mappedAt = async (id: number, who = h.manager) =>
  (await who.call(getStatement, { statement_id: id })).mapped_at ?? "";
const acceptAll = async (who: Harvest["manager"], id: number) =>
  who.call(acceptStatement, { statement_id: id, mapped_at: await mappedAt(id, who), all: true });
/** Add a statement with two matched loads, one line only on the statement, and one load missing from the statement. */
let times = 0;
async function begun() {
  const n = ++times;
  const [one, two, third] = [
    await createDeliveredTicket(h, { estimated_volume: 30_000 }),
    await createDeliveredTicket(h, { truck_number: `T${n}` }),
    await createDeliveredTicket(h),
  ];
  const text = [
    "Ticket\tScale\tDate\tTruck\tGross\tTare",
    `${(await readTicketRow(db, one)).trip_ticket_number}\tS-${n}-1\t11/16/2026\t9\t80,000\t25,200`,
    `\tS-${n}-2\t11/16/2026\tT${n}\t136,000\t26,000`,
    `999999\tS-${n}-3\t11/16/2026\t7\t80,000\t25,000`,
  ].join("\n");
  const { id, mapped } = await h.manager.call(addStatement, { mill_company_id: h.ids.mill.id, text });
  return { one, two, third, id, mapped };
}

test("maps a statement once, returns three lists, and accepts each line once even if sent again", async () => {
  const { one, two, third, id, mapped } = await begun();
  expect(mapped).toBe(false);
  await h.manager.call(mapStatement, { statement_id: id, ...mapping });
  const lists = await h.manager.call(getStatement, { statement_id: id });
  expect(lists.matched.map((m) => [m.ticket.id, m.by, m.scaled])).toEqual([
    [one, "number", "27.4 tons"],
    [two, "date, truck and net", "55 tons"],
  ]);
  expect(lists.theirs.map((l) => l.scale_ticket_number)).toEqual([`S-${times}-3`]);
  expect(lists.ours.map((l) => l.id)).toEqual([third]);

  const accept = { statement_id: id, mapped_at: await mappedAt(id), lines: [1, 2], beyond: [] };
  expect(await h.manager.send(acceptStatement, accept, "accept-once")).toMatchObject({
    accepted: 2,
    refused: 0,
  });
  expect(await h.manager.send(acceptStatement, accept, "accept-once")).toMatchObject({
    accepted: 2,
    refused: 0,
  });
  expect(await acceptAll(h.manager, id)).toMatchObject({
    accepted: 0,
    refused: 0,
  });
  expect(await readTicketRow(db, one)).toMatchObject({
    scaled_volume: 27_400,
    scaled_wood_unit_type_id: 2,
    scale_ticket_number: `S-${times}-1`,
    gross_pounds: 80_000,
    tare_pounds: 25_200,
    net_pounds: 54_800,
    scaled_at: "2026-11-16T19:00:00.000Z",
    version: 2,
  });
  const history = await db.read.select().from(auditEntry).where(eq(auditEntry.trip_ticket_id, one));
  expect(history).toHaveLength(1);
  expect(history[0]?.activity).toBe("trip_ticket_updated");
  expect(history[0]?.details.content).toMatch(new RegExp(`^By statement ${id} of Company \\d+$`));
  expect((await h.manager.call(getStatement, { statement_id: id })).matched.every((m) => m.accepted)).toBe(
    true,
  );
});

test("maps the mill's next statement automatically", async () => {
  const { mapped, id, one } = await begun();
  expect(mapped).toBe(true);
  expect(
    (await h.manager.call(getStatement, { statement_id: id })).matched.map((m) => m.ticket.id),
  ).toContain(one);
});

test("another company can't read, map or accept the statement, or find the load with its own statement", async () => {
  const { id, one } = await begun();
  const mapped_at = await mappedAt(id);
  const tries = [
    h.rival.call(getStatement, { statement_id: id }),
    h.rival.call(mapStatement, { statement_id: id, ...mapping }),
    h.rival.call(acceptStatement, { statement_id: id, mapped_at, all: true }),
    h.hauler.call(getStatement, { statement_id: id }),
  ];
  for (const { kind } of await Promise.all(tries.map(catchError))) expect(kind).toBe("missing");
  const text = `Ticket,Net\n${(await readTicketRow(db, one)).trip_ticket_number},54800`;
  const mill = { mill_company_id: h.ids.mill.id, text };
  expect((await catchError(h.rival.call(addStatement, mill))).kind).toBe("invalid");
  const own = await h.rival.call(addStatement, { ...mill, mill_company_id: h.ids.rival.id });
  await h.rival.call(mapStatement, { statement_id: own.id, trip_ticket_number: "Ticket", net: "Net" });
  expect((await h.rival.call(getStatement, { statement_id: own.id })).matched).toEqual([]);
  expect((await h.rival.call(listStatements, {})).statements.map((s) => s.id)).toEqual([own.id]);
});

test("lists a job's mills for the companies that work on the job; a mill sees only itself", async () => {
  const other = await makeCompany(db, { name: "The other mill", is_mill: true });
  const gone = await makeCompany(db, { name: "A mill of last year", is_mill: true });
  const at = async (id: number) => makeLocation(db, id);
  await makeJobDestination(db, h.ids.job, await at(other.id));
  const taken_off = { removed_at: "2026-09-01T00:00:00.000Z" };
  const former = await makeJobDestination(db, h.ids.job, await at(gone.id), [], taken_off);
  const mills = async (who: Harvest["manager"]) =>
    (await who.call(listStatements, {})).mills.map((m) => m.id).sort((a, b) => a - b);
  const { mill } = h.ids;
  expect(await mills(h.mill)).toEqual([mill.id]);
  expect(await mills(h.manager)).toEqual([mill.id, other.id]);
  expect(await mills(h.hauler)).toEqual([mill.id, other.id]);
  const statement = { mill_company_id: other.id, text: "Ticket,Net\n1,54800" };
  expect((await catchError(h.mill.call(addStatement, statement))).kind).toBe("invalid");
  await createDeliveredTicket(h, { job_destination_id: former, hauler_company_id: h.ids.second.id });
  expect(await mills(h.manager)).toEqual([mill.id, other.id, gone.id]);
  expect(await mills(h.hauler)).toEqual([mill.id, other.id]);
  await db.batch([
    {
      sql: "UPDATE job_company SET accepted_at = NULL WHERE job_id = ? AND company_id = ?",
      params: [h.ids.job, h.ids.second.id],
    },
  ]);
  expect(await mills(h.second)).toEqual([]);
});

test("refuses a paid load and links to its correction only for users who can edit settlements", async () => {
  const { one, id } = await begun();
  await makeClaim(
    db,
    { id: one, job: h.ids.job },
    {
      paying_company_id: h.ids.manager.id,
      receiving_company_id: h.ids.hauler.id,
      posted_lines: 1,
      paid_lines: 1,
    },
  );
  await h.manager.call(mapStatement, { statement_id: id, ...mapping });
  expect(await acceptAll(h.manager, id)).toMatchObject({ accepted: 1, refused: 1 });
  const { matched } = await h.manager.call(getStatement, { statement_id: id });
  expect(matched.map((m) => [m.ticket.id === one, m.refused, m.may_correct])).toEqual([
    [true, "This load is paid, so a statement of the mill can't change it.", true],
    [false, null, false],
  ]);
  const unpaid = await actWithoutPermissions(db, h.ids.manager.id, "settlement.update");
  const seen = await unpaid.call(getStatement, { statement_id: id });
  expect(seen.matched.map((m) => m.may_correct)).toEqual([false, false]);
});

test("refuses a load that can't be changed, with its reason, and scales the other loads", async () => {
  const { id, one, two } = await begun();
  await db.batch([
    db.write
      .update(tripTicket)
      .set({ picked_up_at: "2026-11-18T13:00:00.000Z", dropped_off_at: null })
      .where(eq(tripTicket.id, one))
      .toSQL(),
  ]);
  const chosen = { statement_id: id, mapped_at: await mappedAt(id), lines: [1, 2] };
  expect(await h.manager.call(acceptStatement, chosen)).toMatchObject({
    accepted: 1,
    refused: 1,
  });
  const { matched } = await h.manager.call(getStatement, { statement_id: id });
  expect(matched.find((m) => m.ticket.id === one)?.refused).toBe("Scaled is before picked up.");
  expect(await readTicketRow(db, one)).toMatchObject({ scaled_volume: null, version: 1 });
  expect((await readTicketRow(db, two)).scaled_volume).toBe(55_000);
});

test("doesn't match a truck's second load of the day to the first if scale tickets differ", async () => {
  const ours = await createDeliveredTicket(h, {
    truck_number: "T-77",
    net_pounds: 54_800,
    scale_ticket_number: "S-100",
  });
  const text = "Ticket\tScale\tDate\tTruck\tGross\tTare\n\tS-200\t11/16/2026\tT77\t80,000\t25,100";
  const { id } = await h.manager.call(addStatement, { mill_company_id: h.ids.mill.id, text });
  const lists = await h.manager.call(getStatement, { statement_id: id });
  expect([lists.matched.length, lists.theirs.length]).toEqual([0, 1]);
  expect((await readTicketRow(db, ours)).scale_ticket_number).toBe("S-100");
  // A line with the ticket's number matches even if the scale tickets differ; the page shows both scale tickets, so
  // that a person decides.
  const number = (await readTicketRow(db, ours)).trip_ticket_number;
  const numbered = text.replace("\n\t", `\n${number}\t`);
  const second = await h.manager.call(addStatement, { mill_company_id: h.ids.mill.id, text: numbered });
  expect((await h.manager.call(getStatement, { statement_id: second.id })).matched).toMatchObject([
    { scale_ticket_number: "S-200", scale_tickets_differ: true, ticket: { scale_ticket_number: "S-100" } },
  ]);
});

test("rejects accepting a statement that was mapped again after it was displayed", async () => {
  const { id, one } = await begun();
  await h.manager.call(mapStatement, { statement_id: id, ...mapping });
  const looked_at = await mappedAt(id);
  await new Promise((r) => setTimeout(r, 5));
  await h.manager.call(mapStatement, { statement_id: id, ...mapping });
  const accept = { statement_id: id, mapped_at: looked_at, lines: [1] };
  const { kind, refusal } = await catchError(h.manager.call(acceptStatement, accept));
  expect([kind, refusal.facts.current]).toEqual(["stale", { mapped_at: await mappedAt(id) }]);
  expect(await readTicketRow(db, one)).toMatchObject({ scaled_volume: null, version: 1 });
});

/** Act as the manager on a database where another SQL statement runs first. */
const actAfter = (change: Parameters<typeof createRaceDatabase>[1]) =>
  actAs(createRaceDatabase(db, change), h.manager.actor.user?.id ?? 0, h.ids.manager.id);

test("rejects accepting a line if its statement is mapped again after the line was read", async () => {
  const { id, one } = await begun();
  await h.manager.call(mapStatement, { statement_id: id, ...mapping });
  const accept = { statement_id: id, mapped_at: await mappedAt(id), lines: [1] };
  const remap = { sql: "UPDATE mill_statement SET mapped_at = '2030-01-01' WHERE id = ?", params: [id] };
  const late = await actAfter(remap);
  expect((await catchError(late.call(acceptStatement, accept))).kind).toBe("stale");
  expect(await readTicketRow(db, one)).toMatchObject({ scaled_volume: null, version: 1 });
});

test("doesn't write a line that a colleague accepts at the same moment", async () => {
  const { id, one } = await begun();
  await h.manager.call(mapStatement, { statement_id: id, ...mapping });
  const accept = { statement_id: id, mapped_at: await mappedAt(id), lines: [1] };
  const taken = {
    sql: "UPDATE mill_statement_line SET accepted_at = '2026-11-20T12:00:00.000Z' WHERE mill_statement_id = ? AND line = 1",
    params: [id],
  };
  const late = await actAfter(taken);
  await late.call(acceptStatement, accept);
  expect(await readTicketRow(db, one)).toMatchObject({ scaled_volume: null, version: 1 });
});

test("pages the loads missing from a statement and counts all of them", async () => {
  const own = await makeHarvest(db);
  const done = { trip_ticket_status_id: STATUS.completed, hauler_company_id: own.ids.hauler.id };
  const days = ["2026-11-12", "2026-11-11", "2026-11-13", "2019-01-02"];
  const loads: number[] = [];
  for (const day of days) {
    const times = { dropped_off_at: `${day}T19:00:00.000Z`, scaled_at: `${day}T20:00:00.000Z` };
    loads.push(await own.ticket({ ...done, ...times }));
  }
  const text = "Ticket,Net,Date\n99999,54800,2026-11-10\n99998,54800,2026-11-14";
  const { id } = await own.manager.call(addStatement, { mill_company_id: own.ids.mill.id, text });
  const named = { trip_ticket_number: "Ticket", net: "Net", scaled_on: "Date" };
  await own.manager.call(mapStatement, { statement_id: id, ...named });
  const part = async (skip: number, take: number) => {
    const s = await own.manager.call(getStatement, { statement_id: id, skip, take });
    return [s.ours.map((load) => load.id), s.ours_total];
  };
  expect(await part(0, 2)).toEqual([[loads[1], loads[0]], 3]);
  expect(await part(2, 2)).toEqual([[loads[2]], 3]);
});

test("accepts a pasted statement of 1,500 lines once, and rejects a text that is too long", async () => {
  const lines = Array.from(
    { length: 1_500 },
    (_, n) => `${90_000 + n},11/16/2026,${n}-truck-of-the-mill,54800`,
  );
  const text = ["Ticket,Date,Truck,Net", ...lines].join("\n");
  expect(text.length).toBeGreaterThan(64 * 1024);
  const pasted = { mill_company_id: h.ids.mill.id, text };
  const first = await h.manager.send(addStatement, pasted, "pasted-once");
  expect(first).toMatchObject({ lines: 1_500 });
  expect(await h.manager.send(addStatement, pasted, "pasted-once")).toEqual(first);
  const longer = { ...pasted, text: "x".repeat(250_001) };
  expect(addStatement.input.safeParse(longer).error?.issues[0]?.message).toMatch(/Send it as a file/);
});

test("a company without permission to edit a ticket can't accept a line for it", async () => {
  const { one } = await begun();
  const text = `Ticket,Net,Date\n${(await readTicketRow(db, one)).trip_ticket_number},54800,2026-11-16`;
  const { id } = await h.owner.call(addStatement, { mill_company_id: h.ids.mill.id, text });
  const named = { trip_ticket_number: "Ticket", net: "Net", scaled_on: "Date" };
  await h.owner.call(mapStatement, { statement_id: id, ...named });
  expect(await acceptAll(h.owner, id)).toMatchObject({ refused: 1 });
  expect((await readTicketRow(db, one)).scaled_volume).toBeNull();
});
