import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { InStatement } from "@libsql/client";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Database } from "./client.server";
import { DatabaseOpenError } from "./database";
import { DERIVED_FILES, splitStatements } from "./derived";
import { seedReferenceData } from "./reference/seed";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Read the statements that create the views, triggers and other derived objects. */
export async function readDerivedStatements(): Promise<string[]> {
  return splitStatements(await Promise.all(DERIVED_FILES.map((file) => readFile(here(`./${file}`), "utf8"))));
}

/**
 * Bring a database to the current schema: migrations, derived objects, reference data. Safe to repeat. SQLite can't
 * rename a table while a view or trigger refers to a missing table, and rebuilding a table drops it first. So derived
 * objects are dropped before the migrations and created after them, in one transaction: other connections see either
 * the old schema or the new one, never a mixture.
 */
export async function migrateDatabase(db: Database, migrationsFolder = here("./migrations")) {
  await refuseNewerDatabase(db, migrationsFolder);
  const pending = await pendingMigrations(db, migrationsFolder);
  const derived = await readDerivedStatements();
  const drops = derived.filter((statement) => /^DROP (VIEW|TRIGGER) /.test(statement));
  const strays = await strayDrops(db, drops);
  if (pending.length === 0) await db.client.batch([...strays, ...derived], "write");
  else await db.client.migrate([...strays, ...drops, ...pending, ...derived]);
  await seedReferenceData(db.client);
}

/** Statements that drop views and triggers left by other builds, which this build's own `drops` don't name. */
async function strayDrops(db: Database, drops: readonly string[]): Promise<string[]> {
  const { rows } = await db.client.execute(
    "SELECT upper(type) AS type, name FROM sqlite_schema WHERE type IN ('view', 'trigger')",
  );
  return rows
    .map(({ type, name }) => `DROP ${type} IF EXISTS ${name}`)
    .filter((statement) => !drops.includes(statement));
}

/**
 * Refuse a database that a newer build has migrated, because this build's views and triggers would overwrite the newer
 * rules. A rollback to this build runs this command first, so the command must stop here.
 */
async function refuseNewerDatabase(db: Database, migrationsFolder: string): Promise<void> {
  const newest = Math.max(
    ...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis),
  );
  const { rows } = await db.client
    .execute("SELECT created_at FROM __drizzle_migrations")
    .catch(() => ({ rows: [] }));
  if (rows.some(({ created_at }) => Number(created_at) > newest))
    throw new DatabaseOpenError(
      "The database is newer than this build, so nothing was changed. Start the newer build, or go back to a backup from before it (docs/deploy.md).",
    );
}

/** Return the migrations that have not run yet, each with the row that records it in drizzle's own table. */
async function pendingMigrations(db: Database, migrationsFolder: string): Promise<InStatement[]> {
  await db.client.execute(
    "CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)",
  );
  const { rows } = await db.client.execute("SELECT MAX(created_at) AS last FROM __drizzle_migrations");
  const last = Number(rows[0]?.last ?? 0);
  return readMigrationFiles({ migrationsFolder })
    .filter((migration) => migration.folderMillis > last)
    .flatMap(({ sql, hash, folderMillis }) => [
      ...sql,
      {
        sql: "INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)",
        args: [hash, folderMillis],
      },
    ]);
}
