import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeTicket, makeUser } from "#db/factories";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { makeWesternJob } from "#db/testing/western-job";
import { getKeyForm } from "../create/data/key-form.server";
import { getEditPage } from "../edit/data/edit-page.server";
import { getTicketPage } from "../shared/detail.server";
import { keyLoad } from "../shared/enter-load.server";
import { printTickets } from "../shared/paper.server";
import { getTicket } from "../shared/record.server";
import { saveTicketBox, updateTicket } from "../shared/update.server";

let db: Database;
let ids: Awaited<ReturnType<typeof makeWesternJob>>;
let office: Awaited<ReturnType<typeof actAs>>;

beforeAll(async () => {
  db = await openTestDatabase();
  ids = await makeWesternJob(db);
  const now = () => new Date("2026-11-28T12:00:00Z");
  office = await actAs(db, await makeUser(db, {}, [ids.company.admins]), ids.company.id, now);
});

const slip = (more: object = {}) => ({
  job_id: ids.job,
  job_destination_id: ids.destination,
  product: "5-746-0",
  hauler_company_id: ids.hauler.id,
  loaded_at: "2026-11-06T00:05",
  dropped_off_at: "2026-11-06T04:15",
  ...more,
});
const keyed = async (more: object = {}) => {
  const { id } = await office.call(keyLoad, slip(more));
  return { id, t: (await office.call(getTicket, { id })).trip_ticket };
};

test("keys a slip in the time zones of its places, for an office in another zone", async () => {
  const { id, t } = await keyed();
  expect([t.loaded_at, t.dropped_off_at]).toEqual(["2026-11-06T08:05:00.000Z", "2026-11-06T11:15:00.000Z"]);
  const page = await office.call(getTicketPage, { id });
  expect(page.loaded?.text).toMatch(/12:05 AM PST$/);
  expect(page.dropped_off?.text).toMatch(/4:15 AM MST$/);
  const [sheet] = await office.call(printTickets, { ids: [id] });
  expect(sheet?.loaded?.text).toContain("12:05 AM Pacific time");
  expect(sheet?.dropped_off?.text).toContain("4:15 AM Mountain time");
});

test("reads a time with a Z as UTC", async () => {
  const { t } = await keyed({ loaded_at: undefined, dropped_off_at: "2026-11-06T20:15:00Z" });
  expect(t.dropped_off_at).toBe("2026-11-06T20:15:00.000Z");
});

test("the forms name the time zone of each time field", async () => {
  const { id } = await keyed();
  const form = await office.call(getKeyForm, { job_id: ids.job, after: id });
  expect(form.clocks).toEqual({ loaded: "Pacific time", dropped_off: "Mountain time" });
  expect([form.start.loaded_at, form.start.dropped_off_at]).toEqual(["2026-11-06T00:05", "2026-11-06T04:15"]);
  const box = await office.call(getEditPage, { id, box: "details" });
  const zones = new Map(box.fields.map((field) => [field.name, field.zone]));
  expect([zones.get("picked_up_at"), zones.get("scaled_at")]).toEqual([
    "America/Los_Angeles",
    "America/Boise",
  ]);
});

test("an edit reads a time in its place's zone, and history shows the time in that zone", async () => {
  const { id, t } = await keyed();
  await office.call(saveTicketBox, { id, version: t.version + 1, dropped_off_at: "2026-11-06T05:30" });
  expect((await office.call(getTicket, { id })).trip_ticket.dropped_off_at).toBe("2026-11-06T12:30:00.000Z");
  const [entry] = (await office.call(getTicketPage, { id })).history;
  expect(entry?.diffs).toEqual([
    { field: "Dropped off", saved: "Fri, Nov 6, 4:15 AM MST", updated: "Fri, Nov 6, 5:30 AM MST" },
  ]);
});

test("a load before its job's start needs confirmation, by a button for users and by a field for API programs", async () => {
  const early = { loaded_at: undefined, dropped_off_at: "2026-06-11T12:00" };
  const { refusal } = await catchError(office.call(keyLoad, slip(early)));
  expect(refusal.facts.fields).toEqual({
    save_anyway: ["It was picked up on Jun 11, 2026, before the job started on Oct 1, 2026."],
  });
  const { id, t } = await keyed({ ...early, save_anyway: true });
  const version = t.version + 1;
  const moved = { id, version, dropped_off_at: "2026-07-01T12:00" };
  expect((await catchError(office.call(updateTicket, moved))).refusal.facts.fields).toHaveProperty(
    "save_anyway",
  );
  await office.call(updateTicket, { ...moved, save_anyway: true });
  const later = { id, version: version + 1, dropped_off_at: "2199-07-01T12:00" };
  expect((await catchError(office.call(updateTicket, later))).refusal.facts.fields?.save_anyway).toEqual([
    expect.stringContaining("is in the future"),
  ]);
});

test("a time in an hour that occurs twice needs confirmation", async () => {
  const { refusal } = await catchError(
    office.call(keyLoad, slip({ dropped_off_at: "2026-11-01T01:30", loaded_at: undefined })),
  );
  expect(refusal.facts.fields?.save_anyway?.[0]).toContain("1:30 AM on Nov 1 came twice");
});

test("an edit writes no unchanged field, even a time in an hour that occurs twice", async () => {
  const instant = "2026-11-01T08:30:00.000Z"; // The later of two instants that are 1:30 AM in Boise.
  const id = await makeTicket(
    db,
    { id: ids.job, requester: ids.company.id, destination: ids.destination },
    {
      trip_ticket_status_id: 3,
      hauler_company_id: ids.hauler.id,
      picked_up_at: "2026-11-01T07:45:10.000Z",
      dropped_off_at: instant,
      scaled_at: instant,
      // The paper has only the net weight, and a volume that doesn't equal that weight.
      net_pounds: 52_000,
      gross_pounds: 80_000,
      scaled_volume: null,
      estimated_wood_unit_type_id: null,
      estimated_volume: null,
    },
  );
  const read = async () => (await office.call(getTicket, { id })).trip_ticket;
  const before = await read();
  for (const box of [
    "ticket",
    "destination",
    "trucker",
    "details",
    "cutter",
    "skidder",
    "location",
  ] as const) {
    const page = await office.call(getEditPage, { id, box }).catch(() => null);
    if (!page) continue;
    const sent = Object.fromEntries(page.fields.map(({ name, value }) => [name, asSent(name, value)]));
    await office.call(saveTicketBox, { id, version: page.version + 1, ...sent });
  }
  expect(await read()).toEqual(before);
  await office.call(saveTicketBox, {
    id,
    version: before.version + 1,
    dropped_off_at: "2026-11-01T01:30",
    scale_ticket_number: "77",
  });
  const after = await read();
  expect([after.dropped_off_at, after.net_pounds, after.scale_ticket_number]).toEqual([
    instant,
    52_000,
    "77",
  ]);
});

/** Convert a field's value as its form sends it: empty becomes null, ids and degrees become numbers. */
const asSent = (name: string, value: string) =>
  value === "" ? null : /(_id|itude)$/.test(name) ? Number(value) : value;
