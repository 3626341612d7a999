import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { actAs } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { draftStatement, postStatement } from "~/modules/settlements/data/statements.server";
import { repriceTickets } from "~/modules/settlements/shared/reprice.server";
import { createSettledHarvest } from "~/modules/settlements/testing/loads.server";
import { STATUS } from "../rules/trip-ticket";
import { getTicketPage } from "../shared/detail.server";

const DONE = { trip_ticket_status_id: STATUS.completed, dropped_off_at: "2026-11-02T20:00:00.000Z" };
let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

/** Create a load that is priced in its own commit. */
const load = async (values: Parameters<Harvest["ticket"]>[0]) => {
  const id = await h.ticket(values);
  await repriceTickets({ db, now: () => new Date() }, [id]);
  return id;
};
const told = async (who: Harvest["manager"], id: number) =>
  (await who.call(getTicketPage, { id })).pay?.lines.map((l) => [l.service, l.amount ?? l.problem]) ?? null;

test("a load's pay is shown to payers, payees and the job's requester, each seeing only its own claims", async () => {
  await h.cutRate();
  await h.cutRate({ job_product_rate_type_id: 3, receiving_company_id: h.ids.owner.id, rate: 114_000 });
  await h.cutRate({
    job_product_rate_type_id: 4,
    paying_company_id: h.ids.mill.id,
    receiving_company_id: h.ids.owner.id,
    rate: 420_000,
  });
  await h.haulRate();
  const id = await load({
    ...DONE,
    cutter_company_id: h.ids.logger.id,
    hauler_company_id: h.ids.hauler.id,
    scaled_volume: 27_412,
    scaled_wood_unit_type_id: 2,
  });
  expect(await told(h.manager, id)).toEqual([
    ["Cut", "$342.65"],
    ["Haul", "$256.99"],
    ["Stumpage", "$312.50"],
    ["Mill", "$1,151.30"],
  ]);
  expect(await told(h.logger, id)).toEqual([["Cut", "$342.65"]]);
  expect(await told(h.hauler, id)).toEqual([["Haul", "$256.99"]]);
  expect(await told(h.mill, id)).toEqual([["Mill", "$1,151.30"]]);
  expect(await told(h.owner, id)).toEqual([
    ["Stumpage", "$312.50"],
    ["Mill", "$1,151.30"],
  ]);
  const { pay } = await h.hauler.call(getTicketPage, { id });
  expect(pay).toMatchObject({ keeps_rates: false, lines: [{ how: "27.412 tons at $9.375 per ton" }] });
  expect((await h.manager.call(getTicketPage, { id })).pay?.keeps_rates).toBe(true);
});

test("users who don't handle settlements can't see a load's pay; users who may not see prices can't see the rate", async () => {
  const id = await load({
    ...DONE,
    hauler_company_id: h.ids.hauler.id,
    scaled_volume: 1000,
    scaled_wood_unit_type_id: 2,
  });
  const blind = await makeUser(db, {}, [h.ids.hauler.admins]);
  const person = await actAs(db, blind, h.ids.hauler.id);
  expect(await told(person, id)).toEqual([["Haul", "$9.38"]]);
  const { job_rate, settlement } = person.actor.permissions;
  Object.assign(person.actor.permissions, { job_rate: { ...job_rate, read: false } });
  const { pay } = await person.call(getTicketPage, { id });
  expect(pay?.lines).toMatchObject([{ amount: "$9.38", how: null }]);
  Object.assign(person.actor.permissions, { settlement: { ...settlement, read: false } });
  expect(await told(person, id)).toBeNull();
});

test("only a completed load pays, and a load that can't be paid shows the reason", async () => {
  const id = await load({
    ...DONE,
    hauler_company_id: h.ids.hauler.id,
    cutter_company_id: h.ids.hauler.id,
  });
  expect(await told(h.hauler, id)).toEqual([
    ["Cut", "No rate for this company."],
    ["Haul", "Not scaled yet."],
  ]);
  // The hauler is also the cutter: its missing cutting rate is shown to itself and to the requesting company, which
  // maintains the rates.
  expect(await told(h.manager, id)).toEqual([
    ["Cut", "No rate for this company."],
    ["Haul", "Not scaled yet."],
    ["Stumpage", "Not scaled yet."],
    ["Mill", "Not scaled yet."],
  ]);
  const under = await load({ trip_ticket_status_id: 2, hauler_company_id: h.ids.hauler.id });
  expect(await told(h.manager, under)).toBeNull();
});

test("a payee sees a load on a draft statement as unpaid and on no statement", async () => {
  const w = await createSettledHarvest(db);
  const id = await w.load(w.ids.hauler.id, 30_000);
  const { id: draft } = await w.manager.call(draftStatement, {
    period_end: w.today,
    receiving_company_id: w.ids.hauler.id,
  });
  const said = async (who: Harvest["manager"]) =>
    (await who.call(getTicketPage, { id })).pay?.lines.find(({ service }) => service === "Haul");
  expect(await said(w.hauler)).toMatchObject({ status: "Unpaid", statement: null });
  expect(await said(w.manager)).toMatchObject({ status: "Unpaid, on a statement" });
  await w.manager.call(postStatement, {
    settlement_statement_id: draft,
    expected_cents: 28_125,
    expected_lines: 1,
  });
  expect(await said(w.hauler)).toMatchObject({ status: "Unpaid, on a statement", statement: draft });
});
