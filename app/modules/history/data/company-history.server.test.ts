import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeUser } from "#db/factories";
import { type AuditDetails, auditEntry, crew, crewPermission, tripTicket } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { ENTITIES, type Entity } from "~/lib/access/crew-permissions";
import { moveTicket } from "~/modules/trip-tickets/life-cycle/data/change-status.server";
import { buildHistoryPath, parseHistoryFilter } from "../rules/actions";
import { COMPANY_HISTORY_PAGE_SIZE, getCompanyHistory } from "./company-history.server";

let db: Database;
let h: Harvest;
let seq = 1000;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

const userOf = (who: Harvest["manager"]) => who.actor.user?.id ?? 0;
/** Insert a history entry by a user of the manager's company unless `values` says otherwise; return its id. */
const happened = (
  activity: string,
  details: AuditDetails = {},
  values: Partial<typeof auditEntry.$inferInsert> = {},
) =>
  insertRow(db, auditEntry, {
    job_id: h.ids.job,
    trip_ticket_id: null,
    seq: seq++,
    activity,
    creator_user_id: userOf(h.manager),
    creator_company_id: h.ids.manager.id,
    created_at: "2026-03-02T12:00:00.000Z",
    details,
    prev_hash: "",
    hash: "",
    ...values,
  });
const ids = async (
  who: Pick<Harvest["manager"], "call">,
  historyFilter: Parameters<typeof buildHistoryPath>[0] = {},
) => (await who.call(getCompanyHistory, historyFilter)).entries.map((e) => e.id);

/** Create a user of the manager's company whose crew has every permission except on these entities. */
async function without(...closed: Entity[]) {
  const created_at = "2026-03-01T12:00:00.000Z";
  const id = await insertRow(db, crew, { company_id: h.ids.manager.id, name: `No ${closed}`, created_at });
  for (const [index, entity] of ENTITIES.entries()) {
    const on = !closed.includes(entity);
    await insertRow(db, crewPermission, {
      crew_id: id,
      entity_id: index + 1,
      can_create: on,
      can_read: on,
      can_update: on,
      can_delete: on,
    });
  }
  return actAs(db, await makeUser(db, {}, [id]), h.ids.manager.id);
}

describe("company history", () => {
  test("shows a load's pickup only to the company of the user who picked it up", async () => {
    const ticket = await h.ticket({
      trip_ticket_status_id: 1,
      hauler_company_id: h.ids.hauler.id,
      hauler_user_id: userOf(h.hauler),
    });
    const [row] = await db.read.select().from(tripTicket).where(eq(tripTicket.id, ticket));
    await h.hauler.call(moveTicket, { id: ticket, verb: "pickup", version: (row?.version ?? 0) + 1 });
    const [entry] = (await h.hauler.call(getCompanyHistory, {})).entries;
    expect(entry).toMatchObject({
      what: "Picked up",
      ticket: { id: ticket, number: row?.trip_ticket_number },
    });
    for (const other of [h.rival, h.second, h.mill, h.manager])
      expect(await ids(other)).not.toContain(entry?.id);
  });

  test("filters by person, subject, and day in the reader's time zone", async () => {
    const other = await makeUser(db, {}, [h.ids.manager.admins]);
    const [mine, theirs, late] = await Promise.all([
      happened("job_updated", { diffs: [{ key: "status", saved: "Active", updated: "Closed" }] }),
      happened("comment_added", { content: "Gate is shut." }, { creator_user_id: other }),
      // 10 PM in Detroit, which is already the next day in UTC.
      happened("job_updated", {}, { created_at: "2026-03-05T03:00:00.000Z" }),
    ]);
    expect(await ids(h.manager, { person: other })).toEqual([theirs]);
    expect(await ids(h.manager, { noun: "comments" })).toEqual([theirs]);
    expect(await ids(h.manager, { noun: "jobs", day: "2026-03-02" })).toEqual([mine]);
    expect(await ids(h.manager, { day: "2026-03-04" })).toEqual([late]);
    const { people } = await h.manager.call(getCompanyHistory, {});
    expect(people.map((p) => p.id).sort()).toEqual([userOf(h.manager), other].sort());
    expect((await h.rival.call(getCompanyHistory, {})).people).toEqual([]);
  });

  test("shows an API key's actions under the key's name", async () => {
    const id = await happened("job_updated", {}, { creator_user_id: null, creator_label: "Office program" });
    const { entries } = await h.manager.call(getCompanyHistory, { person: "keys" });
    expect(entries).toMatchObject([{ id, who: "Office program" }]);
  });

  test("continues on the next page after the last entry, showing each entry once", async () => {
    const target = { created_at: "2026-04-01T12:00:00.000Z" };
    const all: number[] = [];
    for (let i = 0; i < COMPANY_HISTORY_PAGE_SIZE + 3; i++)
      all.unshift(await happened("file_added", {}, target));
    const first = await h.manager.call(getCompanyHistory, { noun: "files" });
    expect(first.entries.map((e) => e.id)).toEqual(all.slice(0, COMPANY_HISTORY_PAGE_SIZE));
    const { at: lastAt = "", id = 0 } = first.next ?? {};
    const rest = await h.manager.call(getCompanyHistory, { noun: "files", before: { at: lastAt, id } });
    expect(rest.entries.map((e) => e.id)).toEqual(all.slice(COMPANY_HISTORY_PAGE_SIZE));
    expect(rest.next).toBeNull();
  });
});

/** Day of the entries in these tests. The page-size test's file entries are on another day. */
const DAY = { day: "2026-03-02" };

describe("restricted entries", () => {
  test("shows a price only to the requester and the companies concerned, if their users may read rates", async () => {
    const price = { key: "Pulpwood, rate", saved: "$10.00", updated: "$12.00", readers: [h.ids.hauler.id] };
    const byManager = await happened("job_updated", { diffs: [price] });
    const byOther = await happened(
      "job_updated",
      { diffs: [price] },
      { creator_company_id: h.ids.logger.id, creator_user_id: userOf(h.logger) },
    );
    expect(await ids(h.manager, DAY)).toContain(byManager);
    expect(await ids(await without("job_rate"), DAY)).not.toContain(byManager);
    expect(await ids(h.logger, DAY)).not.toContain(byOther);
  });

  test("leaves out entries of a job that the company is no longer on", async () => {
    const left = await happened(
      "job_updated",
      {},
      { job_id: h.ids.rivalJob, creator_company_id: h.ids.second.id, creator_user_id: userOf(h.second) },
    );
    expect(await ids(h.second, DAY)).not.toContain(left);
  });

  test("leaves out entries of loads that the company no longer sees, but keeps deleted loads for the requester", async () => {
    const ticket = await h.ticket({ trip_ticket_status_id: 7 });
    const on = (who: "manager" | "hauler") =>
      happened(
        "trip_ticket_deleted",
        {},
        { trip_ticket_id: ticket, creator_company_id: h.ids[who].id, creator_user_id: userOf(h[who]) },
      );
    const [mine, theirs] = [await on("manager"), await on("hauler")];
    await db.client.execute(`UPDATE trip_ticket SET is_deleted = 1 WHERE id = ${ticket}`);
    expect(await ids(h.manager, DAY)).toContain(mine);
    expect(await ids(h.hauler, DAY)).not.toContain(theirs);
  });

  test("leaves out entries whose record the user may not read; returns forbidden without permission for people", async () => {
    const ticket = await h.ticket();
    const onTicket = await happened("trip_ticket_updated", {}, { trip_ticket_id: ticket });
    const onJob = await happened("job_updated");
    const note = await happened("comment_added", { content: "Gate is shut." });
    expect(await ids(await without("trip_ticket"), DAY)).not.toContain(onTicket);
    expect(await ids(await without("job"), DAY)).not.toContain(onJob);
    expect(await ids(await without("comment"), DAY)).not.toContain(note);
    expect(await ids(await without("photo"), DAY)).toEqual(expect.arrayContaining([onTicket, onJob, note]));
    const { kind } = await catchError((await without("crew_member")).call(getCompanyHistory, {}));
    expect(kind).toBe("forbidden");
  });

  test("hides the cutting location from a mill that only receives the load", async () => {
    const ticket = await h.ticket({ trip_ticket_status_id: 2, hauler_company_id: h.ids.hauler.id });
    const id = await happened(
      "trip_ticket_updated",
      { diffs: [{ key: "latitude", saved: null, updated: 44.5 }] },
      { trip_ticket_id: ticket, creator_company_id: h.ids.mill.id, creator_user_id: userOf(h.mill) },
    );
    const line = (await h.mill.call(getCompanyHistory, {})).entries.find((e) => e.id === id);
    expect(line).toMatchObject({ what: "Trip ticket updated", diffs: [] });
  });
});

test("parses the history filter from a URL and reports the parts that can't be read", () => {
  const query = {
    person: 3,
    noun: "jobs" as const,
    day: "2026-03-02",
    before: { at: "2026-03-02T12:00:00.000Z", id: 7 },
  };
  const read = (path: string) => parseHistoryFilter(new URL(path, "http://localhost").href);
  expect(read(buildHistoryPath(query))).toEqual({ filter: query, unreadable: [] });
  expect(read("/company/history?person=keys&day=3/2/2026").filter).toEqual({
    person: "keys",
    day: "2026-03-02",
  });
  const { filter, unreadable } = read("/company/history?person=x&noun=toString&day=2026-02-31&before=y_1");
  expect(filter).toEqual({});
  expect(unreadable.map(({ name, text }) => `${name}=${text}`)).toEqual([
    "person=x",
    "noun=toString",
    "day=2026-02-31",
    "before=y_1",
  ]);
});
