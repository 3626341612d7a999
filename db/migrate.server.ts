import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/libsql";
import { migrate } from "drizzle-orm/libsql/migrator";
import type { Database } from "./client.server";
import { seedReference } from "./reference/seed";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The statements of db/derived.sql, in order, without their comments. */
export async function derivedStatements(): Promise<string[]> {
  const text = await readFile(here("./derived.sql"), "utf8");
  return text
    .split(/^--;$/m)
    .map((part) => part.replace(/^--.*$/gm, "").trim())
    .filter(Boolean);
}

/** Brings a database to the current schema: migrations, derived objects, reference data. Safe to repeat. */
export async function migrateDatabase(db: Database) {
  await migrate(drizzle(db.client), { migrationsFolder: here("./migrations") });
  await db.client.batch(await derivedStatements(), "write");
  await seedReference(db.client);
}

/** Fills the derived tables anew from the rule, after rows were put in without their triggers. */
export const REFILL_DERIVED = [
  "DELETE FROM ticket_company",
  "DELETE FROM company_status_count",
  `INSERT INTO ticket_company (company_id, last_modified_at, ticket_id, status)
     SELECT DISTINCT company_id, last_modified_at, trip_ticket_id, status FROM trip_ticket_reader
      ORDER BY 1, 2 DESC, 3 DESC`,
];
