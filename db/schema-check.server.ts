import { sql } from "drizzle-orm";
import { CannotOpen, type Read } from "./database";
import { normaliseDatabaseError } from "./errors.server";
import journal from "./migrations/meta/_journal.json";

/**
 * Refuses a database whose schema is not the one that this build was made for, older or newer: what it would read
 * and write wrongly is worse than a server that does not start.
 */
export async function checkSchema(read: Read): Promise<void> {
  const applied = await migrationsIn(read);
  const known = journal.entries.map((entry) => entry.when);
  if (applied.length === 0)
    throw new CannotOpen("The database has no tables yet. Make them: npm run db:migrate");
  if (known.some((when) => !applied.includes(when)) || !(await hasViews(read)))
    throw new CannotOpen(
      "The database is older than this build. Bring it up to date, once and from one place: npm run db:migrate",
    );
  if (applied.some((when) => !known.includes(when)))
    throw new CannotOpen(
      "The database is newer than this build. Start the newer build, or go back to a backup from before it (docs/deploy.md).",
    );
}

async function migrationsIn(read: Read): Promise<number[]> {
  try {
    const rows = await read.select({ when: sql<number>`created_at` }).from(sql`__drizzle_migrations`);
    return rows.map((row) => Number(row.when));
  } catch (error) {
    const known = normaliseDatabaseError(error);
    if (/no such table/.test(String(known))) return [];
    throw known;
  }
}

/** A database migrated before `job_party` existed has every table, and still could not be read. */
async function hasViews(read: Read): Promise<boolean> {
  const found = await read
    .select({ name: sql<string>`name` })
    .from(sql`sqlite_schema`)
    .where(sql`type = 'view' AND name = 'job_party'`);
  return found.length === 1;
}
