import { eq, getTableColumns } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeJob, makeUser } from "#db/factories";
import { createPastHistory } from "#db/past-history";
import { auditEntry, country, job } from "#db/schema";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { addJobHistory } from "#db/testing/job-history";
import { openTestDatabase } from "#db/testing/test-database";
import { listJobAudits } from "~/modules/jobs/data/history.server";
import { updateJob } from "~/modules/jobs/shared/update.server";
import { updateJobShape } from "~/modules/maps/data/shape.server";
import { verifyChain } from "./history.server";
import { verifyHistory } from "./verify.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  await addJobHistory(db);
  // Drop the triggers, which don't stop someone who changes the database file itself.
  const { rows } = await db.client.execute(
    "SELECT name FROM sqlite_master WHERE type = 'trigger' AND (tbl_name = 'job' OR name LIKE '%job%')",
  );
  for (const { name } of rows) await change(`DROP TRIGGER "${name}"`);
});

const change = (sql: string, ...params: (number | string | null)[]) => db.batch([{ sql, params }]);
const broken = async () => (await verifyHistory(db.read)).broken.map(({ subject, why }) => [subject, why]);
const differs = (id: number, column: string) => [
  [`job ${id}`, `its row isn't what its history made it: ${column}`],
];

/** Return another value for every job column recorded in history. */
async function others(): Promise<Record<string, number | string>> {
  return {
    name: "Another tract",
    contract_number: "C-19",
    country_id: await insertRow(db, country, { name: "Canada" }),
    us_state_id: 45,
    us_county_id: 26041,
    plss_meridian_code: "33",
    township: "T1N",
    range: "R1W",
    section: "1",
    start_date: "1971-02-03",
    end_date: "2031-02-03",
    latitude: 44.5,
    longitude: -84.5,
    geom: '{"type":"MultiPolygon","coordinates":[]}',
    has_plan_map: 1,
    harvest_notification_number: "N-19",
    log_brand: "XX",
    job_status_id: 2,
    is_deleted: 1,
    request_user_company_id: h.ids.rival.id,
    creator_user_id: await makeUser(db),
    created_at: "2020-01-01T00:00:00.000Z",
  };
}

test("reports each job column changed outside the app, for every column of the row", async () => {
  const { id, uid } = await jobRow();
  const values = await others();
  const names = Object.keys(getTableColumns(job)).filter(
    // Skip `is_sample`, which a trigger maintains.
    (name) => !["id", "uid", "version", "last_modified_at", "rate_version", "is_sample"].includes(name),
  );
  expect(Object.keys(values).sort()).toEqual(names.sort());
  for (const [column, value] of Object.entries(values)) {
    const before = (await db.client.execute(`SELECT "${column}" AS was FROM job WHERE id = ${id}`)).rows[0];
    await change(`UPDATE job SET "${column}" = ? WHERE id = ?`, value, id);
    expect(await broken()).toEqual(differs(id, column));
    expect(await verifyChain(db.read, { uid, jobId: id, ticketId: null })).toBe(false);
    await change(`UPDATE job SET "${column}" = ? WHERE id = ?`, before?.was as string | number | null, id);
    expect(await broken()).toEqual([]);
  }
  expect(await verifyChain(db.read, { uid, jobId: id, ticketId: null })).toBe(true);
});

const jobRow = async (id = h.ids.job) => {
  const [row] = await db.read.select().from(job).where(eq(job.id, id));
  if (!row) throw new Error(`no job ${id}`);
  return row;
};

test("history records areas by their hash, which reveals one moved corner", async () => {
  const { id, version } = await jobRow();
  const areas = "44.66, -84.72\n44.66, -84.715\n44.6636, -84.715\n44.6636, -84.72";
  await h.manager.call(updateJobShape, { id, version: version + 1, location_method: "draw", areas });
  const { audits } = await h.manager.call(listJobAudits, { job_id: id, take: 10, skip: 0 });
  expect(audits[0]?.details).not.toHaveProperty("row");
  expect(audits.at(-1)?.details).not.toHaveProperty("row");
  const [last] = await db.read
    .select()
    .from(auditEntry)
    .where(eq(auditEntry.id, audits[0]?.id ?? 0));
  expect(last?.details.row?.geom).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(await broken()).toEqual([]);
  const { geom } = await jobRow();
  await change("UPDATE job SET geom = ? WHERE id = ?", String(geom).replace("44.6636", "44.6637"), id);
  expect(await broken()).toEqual(differs(id, "geom"));
  await change("UPDATE job SET geom = ? WHERE id = ?", geom, id);
  expect(await broken()).toEqual([]);
});

test("checks an older job only against the values in its history, and accepts values never recorded", async () => {
  const uid = "a-job-of-before";
  const id = await makeJob(db, h.ids.manager.id, {
    uid,
    name: "Deward",
    contract_number: "C-1",
    log_brand: "SL",
  });
  const who = { creator_user_id: null, creator_company_id: h.ids.manager.id };
  const diffs = [
    { key: "name", saved: "Old name", updated: "Deward" },
    { key: "status", saved: "Inactive", updated: "Active" },
    { key: "county", saved: "Clare, MI", updated: "A name of long ago, MI" },
    { key: "Mill yard, miles", saved: 1, updated: 2 },
  ];
  const entries = createPastHistory({ uid, job_id: id, trip_ticket_id: null }, [
    { activity: "job_created", ...who, created_at: "2026-09-01T12:00:00.000Z", details: {} },
    { activity: "job_updated", ...who, created_at: "2026-09-02T12:00:00.000Z", details: { diffs } },
  ]);
  for (const entry of entries) await insertRow(db, auditEntry, entry);
  expect(await broken()).toEqual([]);
  for (const [set, column] of [
    ["name = 'X'", "name"],
    ["job_status_id = 2", "status"],
    ["is_deleted = 1", "is_deleted"],
  ] as const) {
    await change(`UPDATE job SET ${set} WHERE id = ?`, id);
    expect(await broken()).toEqual(differs(id, column));
    await change("UPDATE job SET name = 'Deward', job_status_id = 1, is_deleted = 0 WHERE id = ?", id);
  }
  await change("UPDATE job SET contract_number = 'C-2' WHERE id = ?", id);
  expect(await broken()).toEqual([]);
  // After its next change, an older job is checked like a new job.
  await h.manager.call(updateJob, { id, version: 2, name: "Deward Tract", contract_number: "C-3" });
  expect(await broken()).toEqual([]);
  await change("UPDATE job SET contract_number = 'C-4' WHERE id = ?", id);
  expect(await broken()).toEqual(differs(id, "contract_number"));
  await change("UPDATE job SET contract_number = 'C-3' WHERE id = ?", id);
});

test("reports a job without any history", async () => {
  const id = await makeJob(db, h.ids.manager.id);
  expect(await broken()).toEqual([[`job ${id}`, "it has no history at all"]]);
});
