import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import {
  insertRow,
  makeClaim,
  makeCompany,
  makeJobCompany,
  makeJobDestination,
  makeLocation,
} from "#db/factories";
import { companyFeatureAccess } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { toReadContext } from "~/web/visible.server";
import { STATUS } from "../../rules/trip-ticket";
import { listTickets } from "../../shared/list.server";
import { getColumns, saveColumns } from "../../shared/list-columns.server";
import { findPageIds, readMatchingIds } from "../../shared/query-plan.server";
import { searchTickets } from "../../shared/search.server";
import type { TicketFilter } from "../rules/filter";
import { COLUMN_KEYS, getShownColumns } from "../rules/list-columns";
import { getFilterOptions, readFilterNames } from "./filter-options.server";

let db: Database;
let h: Harvest;
const t: Record<string, number> = {};
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  const done = { trip_ticket_status_id: STATUS.completed, hauler_company_id: h.ids.hauler.id };
  t.october = await h.ticket({
    ...done,
    dropped_off_at: "2026-11-01T03:59:59.999Z",
    trip_ticket_priority_id: 1,
  });
  t.november = await h.ticket({ ...done, dropped_off_at: "2026-11-01T04:00:00.000Z" });
  t.scaled = await h.ticket({ ...done, scaled_volume: 20_000, scaled_wood_unit_type_id: 2 });
  t.second = await h.ticket({ trip_ticket_status_id: 2, hauler_company_id: h.ids.second.id });
  t.sawlogs = await h.ticket({
    trip_ticket_status_id: 2,
    job_destination_id: h.ids.sawlogsOnly,
    product_type_id: 1,
    wood_species_id: 125,
    hauler_user_id: h.hauler.actor.user?.id,
  });
});

const found = async (filter: TicketFilter, who = h.manager) =>
  (await who.call(listTickets, filter)).rows.map((row) => row.id).sort((a, b) => a - b);
const ids = (...names: string[]) => names.map((name) => t[name]);

test("each part of the filter matches its loads, and parts are combined with AND", async () => {
  const cases: [TicketFilter, (number | undefined)[]][] = [
    [{ scaled: true }, ids("scaled")],
    [{ scaled: false, trip_ticket_status_ids: [3] }, ids("october", "november")],
    [{ company_ids: [h.ids.second.id] }, ids("second")],
    [{ company_ids: [h.ids.mill.id] }, ids("october", "november", "scaled", "second", "sawlogs")],
    [{ company_ids: [h.ids.rival.id] }, []],
    [{ product_type_ids: [1] }, ids("sawlogs")],
    [{ wood_species_ids: [746], trip_ticket_status_ids: [2] }, ids("second")],
    [{ job_destination_ids: [h.ids.sawlogsOnly] }, ids("sawlogs")],
    [{ user_ids: [h.hauler.actor.user?.id ?? 0] }, ids("sawlogs")],
    [{ trip_ticket_priority_ids: [1] }, ids("october")],
    [{ trip_ticket_priority_ids: [1], scaled: true }, []],
    [{ job_ids: [h.ids.rivalJob], scaled: false }, []],
    [{ dropped_off_end: "2026-11-01T03:59:59.999Z" }, ids("october")],
    [{ dropped_off_start: "2026-11-01T04:00:00.000Z" }, ids("november")],
    [{ date_field: "created_at", dropped_off_end: "2020-01-01T00:00:00Z" }, []],
  ];
  for (const [filter, wanted] of cases) expect(await found(filter), JSON.stringify(filter)).toEqual(wanted);
});

test("no filter returns loads that the reader may not see", async () => {
  for (const filter of [
    { company_ids: [h.ids.manager.id] },
    { job_ids: [h.ids.job], scaled: false },
    { job_destination_ids: [h.ids.destination] },
    { scaled: false },
    { dropped_off_start: "2026-10-01T00:00:00Z" },
  ]) {
    expect(await found(filter, h.rival), JSON.stringify(filter)).toEqual([]);
    const reader = toReadContext({ db, actor: h.rival.actor, now: new Date(), address: "" });
    expect(await readMatchingIds(reader, filter)).toEqual([]);
    expect((await h.rival.call(searchTickets, filter)).meta.total).toBe(0);
  }
  // A hauler sees only its own loads.
  expect(await found({ scaled: false }, h.second)).toEqual(ids("second"));
});

test("a search returns ids by last change in both directions, and reports whether the result is complete", async () => {
  const reader = toReadContext({ db, actor: h.manager.actor, now: new Date(), address: "" });
  const all = await findPageIds(reader, { scaled: false }, { descending: true, most: 100 });
  const turned = await findPageIds(reader, { scaled: false }, { descending: false, most: 100 });
  expect(all.whole).toBe(true);
  expect(turned.ids).toEqual([...all.ids].reverse());
  expect(await findPageIds(reader, { scaled: false }, { descending: true, most: 2 })).toEqual({
    ids: all.ids.slice(0, 2),
    whole: false,
  });
  expect(await readMatchingIds(reader, { scaled: false })).toEqual(all.ids);
});

test("the API applies the same filter to a page of tickets and to all of them", async () => {
  const part = await h.manager.call(searchTickets, { scaled: false, take: 2 });
  expect([part.meta.total, (part.trip_tickets as unknown[]).length]).toEqual([4, 2]);
  const whole = await h.manager.call(searchTickets, { scaled: false, take: -1 });
  const seen: number[] = [];
  for await (const item of whole.trip_tickets)
    seen.push((item as { trip_ticket: { id: number } }).trip_ticket.id);
  expect(seen).toHaveLength(4);
});

test("a completed load without an amount owed is unpaid to its requester; only companies involved can filter by payment", async () => {
  await makeClaim(
    db,
    { id: t.october ?? 0, job: h.ids.job },
    {
      paying_company_id: h.ids.manager.id,
      receiving_company_id: h.ids.hauler.id,
      settlement_type_id: 1,
      posted_cents: 10_000,
      posted_lines: 1,
      paid_lines: 1,
    },
  );
  expect(await found({ settlement_status_ids: [2] })).toEqual(ids("october"));
  expect(await found({ settlement_status_ids: [1] })).toEqual(ids("november", "scaled"));
  expect(await found({ settlement_type_ids: [2] })).toEqual([]);
  expect(await found({ settlement_status_ids: [2] }, h.hauler)).toEqual(ids("october"));
  expect(await found({ settlement_status_ids: [2] }, h.mill)).toEqual([]);
  expect(await found({ settlement_type_ids: [1] }, h.mill)).toEqual([]);
  // If another company requested the load, the load's hauler can't see whether anything was paid.
  expect(await found({ settlement_status_ids: [1] }, h.hauler)).toEqual([]);
  const said = async (who: Harvest["manager"]) => {
    await who.call(saveColumns, { visible: ["settlement_status"], order: "settlement_status" });
    const { rows } = await who.call(listTickets, { trip_ticket_status_ids: [3] });
    await who.call(saveColumns, { reset: "yes" });
    return ids("october", "november").map((id) => rows.find((r) => r.id === id)?.cells.settlement_status);
  };
  expect(await said(h.manager)).toEqual(["Paid", "Unpaid"]);
  expect(await said(h.hauler)).toEqual(["Paid", null]);
  expect(await said(h.mill)).toEqual([null, null]);
  // People who don't handle settlements can't see anything about them.
  const { permissions } = h.manager.actor;
  const { settlement } = permissions;
  Object.assign(permissions, { settlement: { ...settlement, read: false } });
  expect(await found({ settlement_status_ids: [2] })).toEqual([]);
  expect(await said(h.manager)).toEqual([null, null]);
  Object.assign(permissions, { settlement });
});

test("filters offer only values from loads that the company sees", async () => {
  const offered = async (who: Harvest["manager"], name: string) =>
    (await who.call(getFilterOptions, { chosen: { company_ids: [], job_ids: [h.ids.job] } }))
      .find((g) => g.name === name)
      ?.options.map((o) => o.id);
  expect(await offered(h.manager, "company_ids")).toEqual(
    expect.arrayContaining([h.ids.mill.id, h.ids.hauler.id, h.ids.second.id]),
  );
  expect(await offered(h.second, "company_ids")).not.toContain(h.ids.hauler.id);
  expect(await offered(h.rival, "job_ids")).not.toContain(h.ids.job);
  expect(await offered(h.manager, "settlement_status_ids")).toBeUndefined();
  await insertRow(db, companyFeatureAccess, {
    company_id: h.ids.manager.id,
    feature_id: 3,
    is_active: false,
    created_at: "2026-11-01T00:00:00.000Z",
  });
  expect(await offered(h.manager, "settlement_status_ids")).toEqual([1, 2, 3]);
  const reader = toReadContext({ db, actor: h.rival.actor, now: new Date(), address: "" });
  const names = await readFilterNames(reader, {
    job_ids: [h.ids.job],
    user_ids: [h.hauler.actor.user?.id ?? 0],
  });
  expect(names.map((n) => n.label)).toEqual([`#${h.ids.job}`, `#${h.hauler.actor.user?.id}`]);
});

test("each person has their own columns in their own order", async () => {
  await h.manager.call(saveColumns, {
    visible: ["scaled_at", "comment", "certification", "settlement_status", "wood_species"],
    move: "comment:up",
    order: "status,comment",
  });
  const columns = await h.manager.call(getColumns, {});
  expect(getShownColumns(columns)[0]).toBe("comment");
  const { rows } = await h.manager.call(listTickets, {});
  expect(Object.keys(rows[0]?.cells ?? {})).toHaveLength(5);
  expect(await h.second.call(getColumns, {})).not.toEqual(columns);
  const move = { visible: columns.visible, order: columns.order.join(","), place: "yes" as const };
  await h.manager.call(saveColumns, { ...move, moving: "wood_species", to: 1 });
  expect(getShownColumns(await h.manager.call(getColumns, {})).slice(0, 2)).toEqual([
    "wood_species",
    "comment",
  ]);
  for (const [lacking, field] of [
    [{ to: 1 }, "moving"],
    [{ moving: "job" as const }, "to"],
  ] as const)
    expect(
      (await catchError(h.manager.call(saveColumns, { ...move, ...lacking }))).refusal.facts.fields,
    ).toHaveProperty(field);
  await h.manager.call(saveColumns, { visible: [...COLUMN_KEYS], order: COLUMN_KEYS.join(",") });
  expect((await h.manager.call(listTickets, { scaled: false })).rows.length).toBe(4);
  await h.manager.call(saveColumns, { reset: "yes" });
  expect(await h.manager.call(getColumns, {})).toEqual(await h.second.call(getColumns, {}));
});

const chosenNames = async (who: Harvest["manager"], filter: Parameters<typeof readFilterNames>[1]) => {
  const reader = toReadContext({ db, actor: who.actor, now: new Date(), address: "" });
  const chips = (await readFilterNames(reader, filter)).map((n) => n.label);
  const groups = await who.call(getFilterOptions, { chosen: filter });
  return { chips, offered: groups.flatMap((g) => g.options.map((o) => o.label)) };
};

test("a company that another company recorded for itself isn't revealed by its id", async () => {
  const client = await makeCompany(db, {
    name: "The forester's client",
    creator_company_id: h.ids.manager.id,
  });
  await makeJobCompany(db, h.ids.job, client.id, { is_land_owner: true });
  const filter = { company_ids: [client.id, h.ids.mill.id] };
  const named = expect.stringMatching(/^Company/);
  for (const who of [h.rival, h.hauler, h.mill]) {
    const { chips, offered } = await chosenNames(who, filter);
    expect(chips).toEqual([`#${client.id}`, named]);
    expect(offered).not.toContain("The forester's client");
  }
  expect((await chosenNames(h.manager, filter)).chips).toEqual(["The forester's client", named]);
  // A company recorded by another company is named to readers of a load that it is on.
  const helper = await makeCompany(db, { name: "A helper", creator_company_id: h.ids.manager.id });
  await h.ticket({
    cutter_company_id: helper.id,
    trip_ticket_status_id: 1,
    hauler_company_id: h.ids.second.id,
  });
  expect((await chosenNames(h.second, { company_ids: [helper.id] })).chips).toEqual(["A helper"]);
  expect((await chosenNames(h.rival, { company_ids: [helper.id] })).chips).toEqual([`#${helper.id}`]);
});

test("a mill can't learn the job's other destinations by their ids", async () => {
  const other = await makeCompany(db, { is_mill: true });
  const rivalMill = await makeJobDestination(db, h.ids.job, await makeLocation(db, other.id), [], {
    name: "The other mill",
  });
  const filter = { job_destination_ids: [rivalMill, h.ids.sawlogsOnly] };
  const details = await chosenNames(h.mill, filter);
  expect(details.chips).toEqual([`#${rivalMill}`, "Sawmill"]);
  expect(details.offered).not.toContain("The other mill");
  expect((await chosenNames(h.hauler, filter)).chips).toEqual(["The other mill", "Sawmill"]);
  expect((await chosenNames(h.rival, filter)).chips).toEqual([`#${rivalMill}`, `#${h.ids.sawlogsOnly}`]);
});
