import { sql } from "drizzle-orm";
import { DatabaseOpenError, type Read } from "./database";
import { listViewsAndTriggers, splitStatements } from "./derived";
import { normalizeDatabaseError } from "./errors.server";
import journal from "./migrations/meta/_journal.json";

/**
 * Refuse a database whose schema is older or newer than this build's, because wrong reads and writes are worse than a
 * server that doesn't start.
 */
export async function checkSchema(read: Read): Promise<void> {
  const applied = await migrationsIn(read);
  const known = journal.entries.map((entry) => entry.when);
  if (applied.length === 0)
    throw new DatabaseOpenError("The database has no tables yet. Make them: npm run db:migrate");
  if (known.some((when) => !applied.includes(when)))
    throw new DatabaseOpenError(
      "The database is older than this build. Bring it up to date, once and from one place: npm run db:migrate",
    );
  if (applied.some((when) => !known.includes(when)))
    throw new DatabaseOpenError(
      "The database is newer than this build. Start the newer build, or go back to a backup from before it (docs/deploy.md).",
    );
  if (!(await hasOwnRules(read)))
    throw new DatabaseOpenError(
      "The database's views and triggers aren't those of this build. Make them again, once and from one place: npm run db:migrate",
    );
}

async function migrationsIn(read: Read): Promise<number[]> {
  try {
    const rows = await read.select({ when: sql<number>`created_at` }).from(sql`__drizzle_migrations`);
    return rows.map((row) => Number(row.when));
  } catch (error) {
    const known = normalizeDatabaseError(error);
    if (/no such table/.test(String(known))) return [];
    throw known;
  }
}

const TEXTS = import.meta.glob<string>("./derived*.sql", { query: "?raw", import: "default", eager: true });
const OWN_RULES = listViewsAndTriggers(splitStatements(Object.values(TEXTS)));

/**
 * Return whether the views and triggers are exactly those of this build. They enforce visibility and immutability
 * rules, and another build may have replaced them without a migration.
 */
async function hasOwnRules(read: Read): Promise<boolean> {
  const rows = await read
    .select({ sql: sql<string>`sql` })
    .from(sql`sqlite_schema`)
    .where(sql`type IN ('view', 'trigger')`);
  const rules = listViewsAndTriggers(rows.map((row) => row.sql));
  return rules.length === OWN_RULES.length && rules.every((rule, index) => rule === OWN_RULES[index]);
}
