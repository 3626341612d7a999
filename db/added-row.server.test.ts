import { getTableColumns, getTableName, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addedRow } from "./added-row";
import { makeCompany, makeJob } from "./factories";
import { auditEntry, submission, tripTicket } from "./schema";
import { testDatabase } from "./testing/test-database";

test("a row is added as drizzle adds it: its values by their kind, SQL among them, and what is left out as the table says", async () => {
  const db = await testDatabase();
  const job = await makeJob(db, (await makeCompany(db)).id);
  const at = "2026-11-27T12:00:00.000Z";
  const entry = {
    job_id: sql<number>`(SELECT id FROM job WHERE id = ${job} AND ${"a'b"} = 'a''b')`,
    trip_ticket_id: null,
    activity: "job_edited" as const,
    creator_user_id: undefined,
    created_at: at,
    details: { diffs: [{ key: "name", saved: 'a "quoted" word', updated: null }] },
    prev_hash: "p",
    hash: "h",
  };
  await db.batch([addedRow(auditEntry, { ...entry, seq: 9_001 }).toSQL()]);
  await db.batch([
    db.write
      .insert(auditEntry)
      .values({ ...entry, seq: 9_002 })
      .toSQL(),
  ]);
  const [ours, theirs] = await db.read
    .select()
    .from(auditEntry)
    .where(sql`seq > 9000`)
    .orderBy(auditEntry.seq);
  expect(ours).toMatchObject({ details: entry.details, job_id: job, trip_ticket_id: null });
  expect({ ...ours, id: 0, seq: 0 }).toEqual({ ...theirs, id: 0, seq: 0 });
});

test("what drizzle would fill in by itself the tables that are added to so fill in too", async () => {
  const { client } = await testDatabase();
  for (const table of [auditEntry, submission, tripTicket]) {
    const { rows } = await client.execute(`PRAGMA table_info(${getTableName(table)})`);
    const filled = rows.filter((row) => row.dflt_value !== null).map((row) => row.name);
    for (const { name, default: fill, defaultFn, onUpdateFn } of Object.values(getTableColumns(table))) {
      expect([name, defaultFn, onUpdateFn]).toEqual([name, undefined, undefined]);
      if (fill !== undefined) expect(filled).toContain(name);
    }
  }
});
