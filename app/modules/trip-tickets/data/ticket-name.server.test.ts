import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { ASPEN, makeJob, makeJobCompany, makeJobDestination, makeLocation, makeTicket } from "#db/factories";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { actWithoutPermissions } from "#db/testing/limited";
import { openTestDatabase } from "#db/testing/test-database";
import { find } from "~/modules/search/data/find.server";
import { STATUS } from "../rules/trip-ticket";
import { getScaleHouse } from "../scale-house/data/page.server";
import { getNamedTicket } from "../shared/find-named.server";
import { findNumbered, listTickets } from "../shared/list.server";

let db: Database;
let h: Harvest;
let ours: number;
let theirs: number;
let number: number;
const rename = (id: number, name: string) =>
  db.client.execute({ sql: "UPDATE company SET name = ? WHERE id = ?", args: [name, id] });

/** Setup: a hauler works for two requesters, whose first tickets have the same number. */
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  await rename(h.ids.manager.id, "Superior Land & Timber");
  await rename(h.ids.rival.id, "Weyland");
  const job = await makeJob(db, h.ids.rival.id);
  await makeJobCompany(db, job, h.ids.hauler.id, { is_hauler: true });
  const destination = await makeJobDestination(db, job, await makeLocation(db, h.ids.rival.id), [ASPEN]);
  const claimed = { trip_ticket_status_id: STATUS.claimed, hauler_company_id: h.ids.hauler.id };
  ours = await h.ticket(claimed);
  theirs = await makeTicket(db, { id: job, requester: h.ids.rival.id, destination }, claimed);
  await db.client.execute(
    `UPDATE trip_ticket SET trip_ticket_number = (SELECT trip_ticket_number FROM trip_ticket WHERE id = ${ours}) WHERE id = ${theirs}`,
  );
  const { rows } = await db.client.execute(
    `SELECT trip_ticket_number AS n FROM trip_ticket WHERE id = ${ours}`,
  );
  number = Number(rows[0]?.n);
});

const named = (who: Harvest["hauler"], name: string) => who.call(getNamedTicket, { name });

test("a ticket is found by its requester's letters and number, by readers who can see it", async () => {
  expect(await named(h.hauler, `SLT-${number}`)).toBe(ours);
  expect(await named(h.hauler, `wey-${number}`)).toBe(theirs);
  expect(await named(h.manager, `SLT-${number}`)).toBe(ours);
  for (const [who, name] of [
    [h.second, `SLT-${number}`],
    [h.mill, `SLT-${number + 900}`],
    [h.hauler, "1042"],
  ] as const)
    expect((await catchError(named(who, name))).kind).toBe("missing");
  const blind = await actWithoutPermissions(db, h.ids.hauler.id, "trip_ticket.read");
  expect((await catchError(named(blind, `SLT-${number}`))).kind).toBe("forbidden");
});

test("a hidden ticket with the same name is never offered or opened", async () => {
  await rename(h.ids.second.id, "Stranger Log Trade");
  const job = await makeJob(db, h.ids.second.id);
  const destination = await makeJobDestination(db, job, await makeLocation(db, h.ids.second.id), [ASPEN]);
  const unseen = await makeTicket(db, { id: job, requester: h.ids.second.id, destination }, {});
  const give = (n: number) =>
    db.client.execute({
      sql: "UPDATE trip_ticket SET trip_ticket_number = ? WHERE id = ?",
      args: [n, unseen],
    });
  await give(number);
  expect(await named(h.second, `SLT-${number}`)).toBe(unseen);
  expect(await named(h.hauler, `SLT-${number}`)).toBe(ours);
  await give(number + 1);
  expect((await catchError(named(h.hauler, `SLT-${number + 1}`))).kind).toBe("missing");
});

test("unknown or ambiguous letters open no ticket", async () => {
  expect(await named(h.hauler, `XYZ-${number}`)).toBeNull();
  await rename(h.ids.rival.id, "Saginaw Lumber Traders");
  expect(await named(h.hauler, `SLT-${number}`)).toBeNull();
  await rename(h.ids.rival.id, "Weyland");
});

test("the find box, the list's search and the scale house accept a ticket name", async () => {
  const { only } = await h.hauler.call(find, { q: `SLT-${number}` });
  expect(only).toBe(`/trip-tickets/${ours}`);
  expect(await h.hauler.call(findNumbered, { number, typed: `WEY-${number}` })).toBe(theirs);
  expect(await h.hauler.call(findNumbered, { number, typed: String(number) })).toBeNull();
  const { card } = await h.mill.call(getScaleHouse, {
    load: `timbertally.example/trip-tickets/slt-${number}`,
  });
  expect(card?.id).toBe(ours);
});

test("in a list with two requesters' tickets, each number is prefixed with its requester's letters", async () => {
  const { rows } = await h.hauler.call(listTickets, {});
  expect(rows.map((row) => [row.id, row.called]).toSorted()).toEqual(
    [
      [ours, `SLT-${number}`],
      [theirs, `WEY-${number}`],
    ].toSorted(),
  );
  const own = await h.manager.call(listTickets, {});
  expect(own.rows.map((row) => [row.called, row.name])).toEqual([[String(number), `SLT-${number}`]]);
});
