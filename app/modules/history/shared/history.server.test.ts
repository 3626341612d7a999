import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow } from "#db/factories";
import { createPastHistory } from "#db/past-history";
import { auditEntry } from "#db/schema";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { verifyChain } from "./history.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

/** Create a ticket with three chained history entries, as the app does. */
async function chained() {
  const id = await h.ticket({ scaled_volume: 2000, scaled_wood_unit_type_id: 2 });
  const uid = `ticket of ${id}`;
  const subject = { uid, jobId: h.ids.job, ticketId: id };
  const entries = createPastHistory(
    { uid, job_id: h.ids.job, trip_ticket_id: id },
    ["trip_ticket_created", "trip_ticket_updated", "trip_ticket_updated"].map((activity, i) => ({
      activity,
      creator_user_id: null,
      creator_company_id: h.ids.manager.id,
      created_at: `2026-09-0${i + 1}T12:00:00.000Z`,
      details: i ? { diffs: [{ key: "scaled_volume", saved: null, updated: `${i} ton` }] } : {},
    })),
  );
  for (const entry of entries) await insertRow(db, auditEntry, entry);
  return subject;
}
const change = (sql: string, ...params: unknown[]) => db.batch([{ sql, params }]);

test("the database rejects changing or removing history entries", async () => {
  const subject = await chained();
  const refused = (sql: string) =>
    expect(change(`${sql} WHERE trip_ticket_id = ?`, subject.ticketId)).rejects.toThrow(/check/);
  await refused("UPDATE audit_entry SET creator_company_id = NULL");
  await refused("UPDATE audit_entry SET details = '{}'");
  await refused("DELETE FROM audit_entry");
  expect(await verifyChain(db.read, subject)).toBe(true);
});

test("the chain reveals changes made after removing the database's triggers", async () => {
  await db.batch([
    { sql: "DROP TRIGGER audit_entry_update_check", params: [] },
    { sql: "DROP TRIGGER audit_entry_delete_check", params: [] },
  ]);
  const acts: Record<string, string> = {
    "other words": `UPDATE audit_entry SET details = '{"diffs":[]}' WHERE seq = 2`,
    "another company": "UPDATE audit_entry SET creator_company_id = NULL WHERE seq = 1",
    "another time": "UPDATE audit_entry SET created_at = '2026-01-01T00:00:00.000Z' WHERE seq = 3",
    "the first taken out": "DELETE FROM audit_entry WHERE seq = 1",
    "one taken out between": "DELETE FROM audit_entry WHERE seq = 2",
    "all taken out": "DELETE FROM audit_entry WHERE 1",
  };
  for (const [name, sql] of Object.entries(acts)) {
    const subject = await chained();
    await change(`${sql} AND trip_ticket_id = ?`, subject.ticketId);
    expect([name, await verifyChain(db.read, subject)]).toEqual([name, false]);
  }
});

test("an entry with a recomputed hash is revealed by the next entry, which contains the old hash", async () => {
  const subject = await chained();
  const [forged] = createPastHistory(
    { uid: subject.uid, job_id: subject.jobId, trip_ticket_id: subject.ticketId },
    [
      {
        activity: "trip_ticket_created",
        creator_user_id: null,
        creator_company_id: h.ids.rival.id,
        created_at: "2026-09-01T12:00:00.000Z",
        details: {},
      },
    ],
  );
  await change(
    "UPDATE audit_entry SET creator_company_id = ?, hash = ? WHERE seq = 1 AND trip_ticket_id = ?",
    forged?.creator_company_id,
    forged?.hash,
    subject.ticketId,
  );
  expect(await verifyChain(db.read, subject)).toBe(false);
});

test("rejects a history under another ticket's uid", async () => {
  const subject = await chained();
  expect(await verifyChain(db.read, { ...subject, uid: "another ticket" })).toBe(false);
});
