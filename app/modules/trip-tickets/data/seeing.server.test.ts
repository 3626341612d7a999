import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeJobCompany, makeTicket, makeUser } from "#db/factories";
import { company, crewPermission, jobCompany, tripTicket } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { ENTITIES } from "~/lib/access/crew-permissions";
import { startSession } from "~/web/session.server";
import { toReadContext } from "~/web/visible.server";
import { getTicketDeletion, moveTicket } from "../life-cycle/data/change-status.server";
import { loader } from "../routes/trip-tickets";
import { getTicketPage } from "../shared/detail.server";
import { findOnlyTicketByNumber, listTickets } from "../shared/list.server";
import { printTickets } from "../shared/paper.server";
import { getTicket } from "../shared/record.server";

let db: Database;
let h: Harvest;
/** A load of the test harvest that names its logger and is in transit with its hauler. */
let load: number;
let number: number;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  load = await h.ticket({
    cutter_company_id: h.ids.logger.id,
    hauler_company_id: h.ids.hauler.id,
    trip_ticket_status_id: 2,
  });
  const [row] = await db.read.select().from(tripTicket).where(eq(tripTicket.id, load));
  number = row?.trip_ticket_number ?? 0;
});

const readerFor = (who: Harvest["rival"]) =>
  toReadContext({ db, actor: who.actor, now: new Date(), address: "" });

test("a cutter of the job sees only the loads that name it", async () => {
  const others = await h.ticket({ trip_ticket_status_id: 2 });
  expect((await h.logger.call(getTicketPage, { id: load })).number).toBe(number);
  expect((await catchError(h.logger.call(getTicketPage, { id: others }))).kind).toBe("missing");
});

test("a hauler of the job does not see another hauler's loads", async () => {
  expect((await catchError(h.second.call(getTicketPage, { id: load }))).kind).toBe("missing");
});

test("another company's tickets are missing from a rival's lists, numbers, counts and paper", async () => {
  await h.ticket();
  expect(await h.rival.call(listTickets, { view: "loads" })).toMatchObject({ rows: [], total: 0 });
  expect(await h.rival.call(listTickets, { view: "available" })).toMatchObject({ rows: [], total: 0 });
  expect(await h.rival.call(listTickets, { view: "available", sort: "number" })).toMatchObject({ rows: [] });
  expect(await h.rival.call(listTickets, { trip_ticket_numbers: [number] })).toMatchObject({
    rows: [],
    total: 0,
  });
  expect(await findOnlyTicketByNumber(readerFor(h.rival), number)).toBeNull();
  expect((await catchError(h.rival.call(printTickets, { ids: [load] }))).kind).toBe("missing");
  expect((await h.manager.call(listTickets, { trip_ticket_numbers: [number] })).total).toBe(1);
});

test("other companies' tickets are left out when several tickets are printed", async () => {
  const claimable = await h.ticket();
  const sheets = await h.second.call(printTickets, { ids: [load, claimable] });
  expect(sheets.map((sheet) => sheet.id)).toEqual([claimable]);
});

test("a deleted ticket is hidden from everyone, including its requesting company", async () => {
  const id = await h.ticket();
  await db.batch([{ sql: "UPDATE trip_ticket SET is_deleted = 1 WHERE id = ?", params: [id] }]);
  for (const who of [h.manager, h.owner, h.hauler, h.mill])
    expect((await catchError(who.call(getTicketPage, { id }))).kind).toBe("missing");
});

test("an invited company sees no tickets; a company that declines still sees the tickets that name it", async () => {
  const id = await h.ticket();
  await makeJobCompany(db, h.ids.job, h.ids.rival.id, { is_land_owner: true }, { accepted_at: null });
  expect((await catchError(h.rival.call(getTicketPage, { id }))).kind).toBe("missing");
  await db.batch([
    db.write.delete(jobCompany).where(eq(jobCompany.company_id, h.ids.rival.id)).toSQL(),
    {
      sql: "UPDATE job_company SET declined_at = '2026-09-02T00:00:00.000Z' WHERE job_id = ? AND company_id = ?",
      params: [h.ids.job, h.ids.logger.id],
    },
  ]);
  expect((await h.logger.call(getTicketPage, { id: load })).id).toBe(load);
});

test("a contract is visible only to the company that requested the work and to its contractor", async () => {
  for (const [company, column, name] of [
    [h.ids.logger.id, "cut_contract_name", "Cutting at 14 a ton"],
    [h.ids.hauler.id, "haul_contract_name", "Hauling at 11 a ton"],
  ] as const)
    await db.batch([
      {
        sql: `UPDATE job_company SET ${column} = ? WHERE job_id = ? AND company_id = ?`,
        params: [name, h.ids.job, company],
      },
    ]);
  const contractsFor = async (who: Harvest["hauler"]) => {
    const { cut_contract, haul_contract } = await who.call(getTicket, { id: load });
    return [cut_contract, haul_contract];
  };
  expect(await contractsFor(h.manager)).toEqual(["Cutting at 14 a ton", "Hauling at 11 a ton"]);
  expect(await contractsFor(h.hauler)).toEqual([null, "Hauling at 11 a ton"]);
  expect(await contractsFor(h.logger)).toEqual(["Cutting at 14 a ton", null]);
  expect(await contractsFor(h.mill)).toEqual([null, null]);
  expect(await contractsFor(h.owner)).toEqual([null, null]);
});

test("a page's loader has no function that saves data", () => {
  expect(Object.keys(readerFor(h.manager)).toSorted()).toEqual(["actor", "now", "read"]);
});

test("a crew that may not read tickets can't see any, on pages or in the API", async () => {
  await insertRow(db, crewPermission, { crew_id: h.ids.second.crew, entity_id: 17, can_create: true });

  const loader = await actAs(db, await makeUser(db, {}, [h.ids.second.crew]), h.ids.second.id);
  const id = await h.ticket();
  for (const ask of [
    () => loader.call(getTicketPage, { id }),
    () => loader.call(getTicket, { id }),
    () => loader.call(listTickets, {}),
    () => loader.call(printTickets, { ids: [id] }),
  ])
    expect((await catchError(ask())).kind).toBe("forbidden");
});

test("the number of another company's load that prevents a claim isn't shown", async () => {
  const { second, rival, rivalJob, rivalDestination } = h.ids;
  await db.batch([
    db.write.update(company).set({ force_drop_off: true }).where(eq(company.id, second.id)).toSQL(),
  ]);
  const driver = h.second.actor.user?.id ?? 0;
  const harvest = { id: rivalJob, requester: rival.id, destination: rivalDestination };
  await makeTicket(db, harvest, {
    trip_ticket_status_id: 2,
    hauler_company_id: rival.id,
    hauler_user_id: driver,
  });
  const id = await h.ticket();
  const named = { hauler_company_id: second.id, hauler_user_id: driver };
  const claim = { id, verb: "claim" as const, version: 2, ...named };
  const refused = await catchError(h.manager.call(moveTicket, claim));
  expect(refused.message).toMatch(/^The driver must drop off another load first. Company/);
  expect((await catchError(h.second.call(moveTicket, { id, verb: "claim", version: 2 }))).message).toMatch(
    /^Drop off another load first/,
  );
  const own = await h.ticket({
    trip_ticket_status_id: 2,
    hauler_company_id: second.id,
    hauler_user_id: driver,
  });
  const [row] = await db.read.select().from(tripTicket).where(eq(tripTicket.id, own));
  expect((await catchError(h.manager.call(moveTicket, claim))).message).toContain(
    `drop off ticket ${row?.trip_ticket_number} first`,
  );
});

test("a crew that may not read tickets gets no counts, and can't learn whether a number exists", async () => {
  const { crew, id } = h.ids.manager;
  await insertRow(db, crewPermission, {
    crew_id: crew,
    entity_id: ENTITIES.indexOf("trip_ticket") + 1,
    can_create: true,
    can_read: false,
    can_update: false,
    can_delete: false,
  });
  const blind = await actAs(db, await makeUser(db, {}, [crew]), id);
  const session = await startSession(new Request("http://localhost/"), blind.actor.user?.id ?? 0, id);
  const open = async (asked: number) => {
    const request = new Request(`http://localhost/trip-tickets?q=${asked}`, {
      headers: { Cookie: session.split(";")[0] ?? "" },
    });
    const context = { cspNonce: "", requestId: "", address: "127.0.0.1", updating: false };
    const thrown = await loader({ request, context, params: {} }).catch((error: unknown) => error);
    return (thrown as { init?: { status?: number } }).init?.status;
  };
  expect([await open(number), await open(987_654)]).toEqual([403, 403]);
});

test("the deletion page shows the reason if the ticket can't be deleted", async () => {
  const why = async (who: Harvest["rival"], id: number) =>
    (await who.call(getTicketDeletion, { id })).refused;
  const mine = await h.ticket({ cutter_company_id: h.ids.logger.id });
  const scaled = await h.ticket({ scale_ticket_number: "G9" });
  expect(await why(h.manager, mine)).toBe(null);
  expect(await why(h.manager, scaled)).toMatch(/Cancel it instead/);
  expect(await why(h.logger, mine)).not.toBe(null);
  expect((await catchError(h.rival.call(getTicketDeletion, { id: mine }))).kind).toBe("missing");
});
