import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "./client.server";
import { migrateDatabase } from "./migrate.server";
import { checkSchema } from "./schema-check.server";
import { type Harvest, makeHarvest } from "./testing/harvest";
import { openTestDatabase } from "./testing/test-database";

let db: Database;
let h: Harvest;
const folders: string[] = [];
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const rows = async (sql: string) => (await db.client.execute(sql)).rows;
const numberOf = async (sql: string) => Number((await rows(`SELECT COUNT(*) AS n FROM ${sql}`))[0]?.n);

type Entry = { idx: number; version: string; when: number; tag: string; breakpoints: boolean };

/** Create a folder with the app's migrations and an additional one. */
function andThen(statements: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "timbertally-migrations-"));
  folders.push(folder);
  cpSync(fileURLToPath(new URL("./migrations", import.meta.url)), folder, { recursive: true });
  const path = join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(path, "utf8")) as { entries: Entry[] };
  const when = Math.max(...journal.entries.map((entry) => entry.when)) + folders.length;
  journal.entries.push({ idx: 999, version: "6", when, tag: "9999_more", breakpoints: true });
  writeFileSync(path, JSON.stringify(journal));
  writeFileSync(join(folder, "9999_more.sql"), statements.join(";--> statement-breakpoint\n"));
  return folder;
}

/** Return statements that rebuild a table as drizzle-kit does when it adds a check. */
async function rebuilt(table: string): Promise<string[]> {
  const parts = await rows(
    `SELECT type, sql FROM sqlite_master WHERE tbl_name = '${table}' AND type IN ('table', 'index') AND sql IS NOT NULL`,
  );
  const sqlOf = (type: string) => parts.filter((p) => p.type === type).map((p) => String(p.sql));
  const text = (sqlOf("table")[0] ?? "").replace(
    /^CREATE TABLE [`"]?\w+[`"]?/,
    `CREATE TABLE __new_${table}`,
  );
  return [
    "PRAGMA foreign_keys=OFF",
    text.replaceAll(`"${table}".`, `"__new_${table}".`),
    `INSERT INTO __new_${table} SELECT * FROM ${table}`,
    `DROP TABLE ${table}`,
    `ALTER TABLE __new_${table} RENAME TO ${table}`,
    "PRAGMA foreign_keys=ON",
    ...sqlOf("index"),
  ];
}

const OTHER_RULES = /views and triggers aren't those of this build.*npm run db:migrate/;
test.each([
  ["lacks a view", ["DROP VIEW job_party"]],
  ["lacks a trigger", ["DROP TRIGGER invoice_delete_check"]],
  ["has a view of another build", ["DROP VIEW job_party", "CREATE VIEW job_party AS SELECT 1 AS job_id"]],
  [
    "has a trigger of another build",
    ["CREATE TRIGGER company_named AFTER UPDATE OF name ON company BEGIN SELECT RAISE(ABORT, 'no'); END"],
  ],
])("a database that %s is refused with an error message until it is migrated", async (_, changes) => {
  await checkSchema(db.read);
  await db.client.batch(changes, "write");
  await expect(checkSchema(db.read)).rejects.toThrow(OTHER_RULES);
  await migrateDatabase(db);
  await checkSchema(db.read);
});

test("refuses a database that a newer build has migrated, and leaves its views unchanged", async () => {
  await db.client.batch(
    [
      "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('newer', 9999999999999)",
      "DROP VIEW job_party",
    ],
    "write",
  );
  await expect(migrateDatabase(db)).rejects.toThrow(/newer than this build, so nothing was changed/);
  expect(await rows("SELECT name FROM sqlite_master WHERE name = 'job_party'")).toEqual([]);
  await db.client.execute("DELETE FROM __drizzle_migrations WHERE hash = 'newer'");
  await migrateDatabase(db);
});

test("a migration can rebuild a table that the visibility rule reads, with its existing rows", async () => {
  await h.ticket();
  const before = [await numberOf("trip_ticket"), await numberOf("ticket_company")];
  await migrateDatabase(db, andThen(await rebuilt("trip_ticket")));
  expect([await numberOf("trip_ticket"), await numberOf("ticket_company")]).toEqual(before);
  expect(await rows("PRAGMA foreign_key_check")).toEqual([]);
  const id = await h.ticket();
  expect(await numberOf(`ticket_company WHERE ticket_id = ${id}`)).toBeGreaterThan(0);
  expect(await numberOf(`trip_ticket_reader WHERE trip_ticket_id = ${id}`)).toBeGreaterThan(0);
});

test("a failed migration changes nothing, including views and triggers", async () => {
  const shape = () => rows("SELECT type, name, sql FROM sqlite_master ORDER BY type, name");
  const before = await shape();
  const wrong = andThen(["ALTER TABLE trip_ticket ADD COLUMN fine text", "SELECT 1 FROM nowhere"]);
  await expect(migrateDatabase(db, wrong)).rejects.toThrow(/nowhere/);
  expect(await shape()).toEqual(before);
});

test("a migration that was applied is not applied again", async () => {
  const more = andThen(["ALTER TABLE trip_ticket ADD COLUMN once text"]);
  await migrateDatabase(db, more);
  await migrateDatabase(db, more);
  expect(await numberOf("pragma_table_info('trip_ticket') WHERE name = 'once'")).toBe(1);
});
