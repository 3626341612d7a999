import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow } from "#db/factories";
import { createPastHistory } from "#db/past-history";
import { auditEntry, tripTicket } from "#db/schema";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { addJobHistory } from "#db/testing/job-history";
import { openTestDatabase } from "#db/testing/test-database";
import { addCertification } from "~/modules/certifications/data/certifications.server";
import { createTicket } from "~/modules/trip-tickets/create/data/create.server";
import { setTicketCertifications } from "~/modules/trip-tickets/shared/certifications.server";
import { updateTicket } from "~/modules/trip-tickets/shared/update.server";
import { verifyHistory } from "./verify.server";

let db: Database;
let h: Harvest;
let ids: number[] = [];
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  await addJobHistory(db);
  for (let i = 0; i < 3; i++) {
    const input = { job_id: h.ids.job, job_destination_id: h.ids.destination, product: "5-746-0" };
    const { id } = await h.manager.call(createTicket, input);
    await h.manager.call(updateTicket, { id, version: 2, trip_ticket_priority_id: 1 });
    await h.manager.call(updateTicket, { id, version: 3, trip_ticket_priority_id: 3 });
    ids = [...ids, id];
  }
});

const change = (sql: string, ...params: (number | string)[]) => db.batch([{ sql, params }]);

test("accepts an untouched history as complete", async () => {
  expect(await verifyHistory(db.read)).toMatchObject({ chains: 5, entries: 11, broken: [] });
});

test.each([
  ["scaled_volume = 77770, scaled_wood_unit_type_id = 2", "scaled_volume"],
  ["estimated_volume = estimated_volume + 1", "estimated_volume"],
  ["gross_pounds = 99000", "gross_pounds"],
  ["trip_ticket_status_id = 3", "trip_ticket_status_id"],
  ["trip_ticket_priority_id = 1", "trip_ticket_priority_id"],
  ["wood_species_id = 125", "wood_species_id"],
  ["scale_ticket_number = 'G9'", "scale_ticket_number"],
  ["is_deleted = 1", "is_deleted"],
])("reports a load whose row was changed outside the app: %s", async (set, column) => {
  const [a = 0] = ids;
  const [before] = await db.read.select().from(tripTicket).where(eq(tripTicket.id, a));
  await change(`UPDATE trip_ticket SET ${set} WHERE id = ?`, a);
  const { broken } = await verifyHistory(db.read);
  expect(broken).toEqual([
    {
      subject: `trip_ticket ${a}`,
      entry: null,
      seq: 0,
      why: expect.stringMatching(new RegExp(`^its row isn't what its history made it: .*${column}`)),
    },
  ]);
  await db.batch([
    db.write
      .update(tripTicket)
      .set(before ?? {})
      .where(eq(tripTicket.id, a))
      .toSQL(),
  ]);
  expect((await verifyHistory(db.read)).broken).toEqual([]);
});

test("a load still matches its history after each kind of change, from creation to scaling", async () => {
  const input = { job_id: h.ids.job, job_destination_id: h.ids.destination, product: "5-746-0" };
  const { id } = await h.manager.call(createTicket, { ...input, cutter_company_id: h.ids.logger.id });
  let version = 1;
  const edit = (who: typeof h.manager, fields: object) =>
    who.call(updateTicket, { id, version: ++version, ...fields });
  await edit(h.manager, { estimated_volume: null, estimated_wood_unit_type_id: 3 });
  await edit(h.hauler, { trip_ticket_status_id: 1 });
  await edit(h.hauler, { trip_ticket_status_id: 2 });
  await edit(h.hauler, { driver_name: "Rob B", truck_number: "12" });
  await edit(h.manager, { latitude: 44.8361, longitude: -84.8203 });
  await edit(h.hauler, { trip_ticket_status_id: 3 });
  await edit(h.manager, { gross_pounds: 80_000, tare_pounds: 25_200 });
  await edit(h.manager, { scaled_volume: 27.4, scaled_wood_unit_type_id: 2, scale_ticket_number: "G1" });
  await edit(h.manager, { scaled_volume: null });
  const { broken } = await verifyHistory(db.read);
  expect(broken).toEqual([]);
});

test("also checks a row against an older history that records values only as text", async () => {
  const uid = "a-ticket-of-before";
  const id = await h.ticket({
    uid,
    scaled_volume: 27_400,
    scaled_wood_unit_type_id: 2,
    gross_pounds: 80_000,
  });
  const diffs = [
    { key: "scaled_volume", saved: null, updated: "27.4 ton" },
    { key: "gross", saved: null, updated: "80,000 lb" },
    { key: "hauler_company", saved: null, updated: "A name of long ago" },
  ];
  const who = {
    creator_user_id: null,
    creator_company_id: h.ids.manager.id,
    created_at: "2026-09-01T12:00:00.000Z",
  };
  const entries = createPastHistory({ uid, job_id: h.ids.job, trip_ticket_id: id }, [
    { activity: "trip_ticket_created", ...who, details: {} },
    { activity: "trip_ticket_updated", ...who, details: { diffs } },
  ]);
  for (const entry of entries) await insertRow(db, auditEntry, entry);
  expect((await verifyHistory(db.read)).broken).toEqual([]);
  for (const set of ["scaled_volume = 77770", "gross_pounds = 90000", "tare_pounds = 1"]) {
    await change(`UPDATE trip_ticket SET ${set} WHERE id = ?`, id);
    expect((await verifyHistory(db.read)).broken.map((b) => b.subject)).toEqual([`trip_ticket ${id}`]);
    await change(
      "UPDATE trip_ticket SET scaled_volume = 27400, gross_pounds = 80000, tare_pounds = NULL WHERE id = ?",
      id,
    );
  }
});

test("detects a certification added, changed or removed outside the app", async () => {
  const { id: certification_id } = await h.manager.call(addCertification, {
    company_id: h.ids.manager.id,
    certification_type_id: 1,
    license: "FSC-C019019",
    product_claim_id: 1,
  });
  const [, b = 0] = ids;
  const found = async () => (await verifyHistory(db.read)).broken.map(({ subject, why }) => [subject, why]);
  const named = [[`trip_ticket ${b}`, "its row isn't what its history made it: certifications"]];
  const put = "INSERT INTO trip_ticket_certification (trip_ticket_id, certification_id) VALUES (?, ?)";
  await change(put, b, certification_id);
  expect(await found()).toEqual(named);
  await change("DELETE FROM trip_ticket_certification WHERE trip_ticket_id = ?", b);
  expect(await found()).toEqual([]);
  await h.manager.call(setTicketCertifications, {
    id: b,
    version: 4,
    certification_ids: [certification_id],
  });
  expect(await found()).toEqual([]);
  await change("UPDATE trip_ticket_certification SET product_claim_id = 2 WHERE trip_ticket_id = ?", b);
  expect(await found()).toEqual(named);
  await change("DELETE FROM trip_ticket_certification WHERE trip_ticket_id = ?", b);
  expect(await found()).toEqual(named);
  await change(
    "INSERT INTO trip_ticket_certification (trip_ticket_id, certification_id, product_claim_id) VALUES (?, ?, 1)",
    b,
    certification_id,
  );
  expect(await found()).toEqual([]);
});

test("reports a changed entry and a chain with a missing entry", async () => {
  const [a = 0, b = 0, c = 0] = ids;
  // Drop the triggers, which don't stop someone who changes the database file itself.
  const { rows } = await db.client.execute(
    "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit_entry'",
  );
  for (const { name } of rows) await change(`DROP TRIGGER ${name}`);
  await change("UPDATE audit_entry SET details = '{}' WHERE trip_ticket_id = ? AND seq = 2", a);
  await change("DELETE FROM audit_entry WHERE trip_ticket_id = ? AND seq = 2", b);
  await change("DELETE FROM audit_entry WHERE trip_ticket_id = ?", c);
  const { broken } = await verifyHistory(db.read);
  expect(broken.map(({ subject, seq, why }) => [subject, seq, why])).toEqual([
    [`trip_ticket ${a}`, 2, "it was changed after it was written"],
    [`trip_ticket ${b}`, 3, "entry 2 is missing"],
    [`trip_ticket ${c}`, 1, "it has no history at all"],
  ]);
});

test("counts every fault, and lists faults of each kind even if another kind has many", async () => {
  const before = await verifyHistory(db.read);
  const [like] = await db.read
    .select()
    .from(tripTicket)
    .where(eq(tripTicket.id, ids[0] ?? 0));
  if (!like) throw new Error("The ticket to copy is missing.");
  for (let index = 0; index < 130; index++)
    await insertRow(db, tripTicket, {
      ...like,
      id: undefined,
      uid: crypto.randomUUID(),
      trip_ticket_number: 50_000 + index,
      load_number: 50_000 + index,
    });
  const { faults, broken } = await verifyHistory(db.read);
  expect(faults).toBe(before.faults + 130);
  const named = broken.filter(({ why }) => why === "it has no history at all");
  expect(named.length).toBe(100);
  const other = before.broken.filter(({ why }) => why !== "it has no history at all");
  expect(other.length).toBeGreaterThan(0);
  expect(broken).toEqual(expect.arrayContaining(other));
});

test("lists a changed weight even if more than a hundred loads differ in another column", async () => {
  const insertLoad = async (number: number, scaled_volume: string, gross: string) => {
    const uid = `load-that-differs-${number}`;
    const id = await h.ticket({
      uid,
      scaled_volume: 27_400,
      scaled_wood_unit_type_id: 2,
      gross_pounds: 80_000,
    });
    const details = {
      diffs: [
        { key: "scaled_volume", saved: null, updated: scaled_volume },
        { key: "gross", saved: null, updated: gross },
      ],
    };
    const entries = createPastHistory({ uid, job_id: h.ids.job, trip_ticket_id: id }, [
      {
        activity: "trip_ticket_updated",
        creator_user_id: null,
        creator_company_id: h.ids.manager.id,
        created_at: "2026-09-01T12:00:00.000Z",
        details,
      },
    ]);
    for (const entry of entries) await insertRow(db, auditEntry, entry);
    return id;
  };
  for (let index = 0; index < 110; index++) await insertLoad(index, "30 ton", "80,000 lb");
  const changed = await insertLoad(110, "27.4 ton", "79,000 lb");
  const { broken } = await verifyHistory(db.read);
  const subjectsWith = (columns: string) =>
    broken.filter(({ why }) => why.endsWith(`: ${columns}`)).map(({ subject }) => subject);
  expect(subjectsWith("scaled_volume").length).toBe(100);
  expect(subjectsWith("gross")).toEqual([`trip_ticket ${changed}`]);
});
