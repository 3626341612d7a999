import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import Libsql from "libsql";
import { getErrorCode } from "~/lib/object/records";
import { openDatabase } from "./client.server";
import { DatabaseOpenError } from "./database";
import { getFilePath, getReplicaStatePath } from "./drivers.server";
import journal from "./migrations/meta/_journal.json";

/** Location of the database file: embedded in the app, or of a sqld server on this machine. */
export type DatabaseFileLocation = { kind: "embedded" | "sqld"; file: string; folder: string };

/**
 * Find the database file: in the sqld folder (`--sqld FOLDER`, its --db-path) if given, otherwise at the URL of an
 * embedded database.
 */
export function getDatabaseFileLocation(
  databaseUrl: string,
  sqldFolder: string | undefined,
): DatabaseFileLocation {
  if (sqldFolder) {
    const folder = join(sqldFolder, "dbs", "default");
    return { kind: "sqld", file: join(folder, "data"), folder };
  }
  if (!databaseUrl.startsWith("file:"))
    throw new DatabaseOpenError(
      `${databaseUrl} is a server. Run this on the server's own machine: … -- FILE --sqld FOLDER (its --db-path). A hosted one has backups of its own.`,
    );
  const file = getFilePath(databaseUrl);
  if (existsSync(getReplicaStatePath(file)))
    throw new DatabaseOpenError(
      `${file} is a replica and holds nothing of its own. Run this on the primary's machine: … -- FILE --sqld FOLDER.`,
    );
  return { kind: "embedded", file, folder: dirname(file) };
}

/**
 * Copy a database while it is in use, complete and as of one moment. The copy gets its name only after it has been
 * checked. Must run in a separate process: in the app's process, two copies of SQLite would not see each other's locks.
 */
export async function backUp(place: DatabaseFileLocation, to: string): Promise<DatabaseContents> {
  if (!existsSync(place.file)) throw new DatabaseOpenError(`There is no database at ${place.file}.`);
  if (existsSync(to)) throw new DatabaseOpenError(`${to} is there already. A backup takes nothing's place.`);
  mkdirSync(dirname(to), { recursive: true });
  const draft = `${to}.unfinished`;
  rmSync(draft, { force: true });
  const source = open(place.file);
  try {
    // Write one file without a journal, as of one moment, while others continue to read and write.
    source.prepare("VACUUM INTO ?").run(draft);
  } finally {
    source.close();
  }
  const copy = open(draft);
  const contents = look(copy);
  copy.close();
  renameSync(draft, to);
  return contents;
}

/**
 * Record the time of the last backup in the database, for site operators. Returns false if the time can't be recorded;
 * only sqld itself may write the file of a sqld server.
 */
export async function recordBackup(
  place: DatabaseFileLocation,
  message: string,
  now: Date,
): Promise<boolean> {
  if (place.kind !== "embedded") return false;
  const db = await openDatabase({ url: `file:${place.file}` });
  try {
    await db.batch([
      {
        sql: `INSERT INTO site_status (name, value, updated_at) VALUES ('backup', ?, ?)
          ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
        params: [message, now.toISOString()],
      },
    ]);
    return true;
  } catch {
    // A database of an older build has no table for backups.
    return false;
  } finally {
    await db.close();
  }
}

/**
 * Replace a database that isn't in use with a backup, after moving the old database to another file name. A sqld server
 * gets only the data: it starts a new log, and every replica makes a new copy.
 */
export async function restore(
  from: string,
  place: DatabaseFileLocation,
  now: Date,
): Promise<DatabaseContents & { aside: string | null }> {
  if (!existsSync(from)) throw new DatabaseOpenError(`There is no backup at ${from}.`);
  const contents = await readBackup(from);
  if (contents.newer)
    throw new DatabaseOpenError(
      `${from} is of a newer build than this one. Restore it with the build that made it.`,
    );
  await mustBeFree(place.file);
  const aside = existsSync(place.file) ? moveAside(place, now) : null;
  mkdirSync(place.folder, { recursive: true });
  cpSync(from, `${place.file}.unfinished`);
  renameSync(`${place.file}.unfinished`, place.file);
  return { ...contents, aside };
}

async function readBackup(from: string): Promise<DatabaseContents> {
  const backup = open(from);
  try {
    return look(backup);
  } catch (error) {
    if (error instanceof DatabaseOpenError) throw error;
    throw new DatabaseOpenError(`${from} isn't a Timbertally backup: ${String(error)}`);
  } finally {
    backup.close();
  }
}

function moveAside(place: DatabaseFileLocation, now: Date): string {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, "");
  if (place.kind === "embedded") {
    const aside = `${place.file}.before-${stamp}`;
    for (const suffix of ["-wal", "-shm", ""])
      if (existsSync(place.file + suffix)) renameSync(place.file + suffix, aside + suffix);
    return aside;
  }
  const aside = join(dirname(dirname(place.folder)), `before-${stamp}`);
  mkdirSync(aside);
  for (const name of readdirSync(place.folder)) renameSync(join(place.folder, name), join(aside, name));
  return aside;
}

/** Throw if the file is in use: SQLite can't leave write-ahead mode while another process has the database open. */
async function mustBeFree(file: string) {
  if (!existsSync(file)) return;
  const db = open(file);
  try {
    db.pragma("journal_mode = DELETE");
  } catch (error) {
    // A damaged file isn't in use, and can be moved aside.
    if (getErrorCode(error) !== "SQLITE_BUSY") return;
    throw new DatabaseOpenError(`${file} is in use. Stop the server that uses it first.`);
  } finally {
    db.close();
  }
}

export type DatabaseContents = { tickets: number; companies: number; newest: string | null; newer: boolean };

type Connection = InstanceType<typeof Libsql>;

/** Check a whole database, and throw if it is damaged. Returns a summary of its contents. */
function look(db: Connection): DatabaseContents {
  const result = firstValue(db, "PRAGMA integrity_check");
  if (result !== "ok") throw new DatabaseOpenError(`${db.name} is damaged: ${String(result)}`);
  const broken = db.prepare("PRAGMA foreign_key_check").all();
  if (broken.length)
    throw new DatabaseOpenError(`${db.name} is damaged: ${broken.length} rows point at nothing.`);
  const known = new Set(journal.entries.map((entry) => entry.when));
  const applied = db.prepare("SELECT created_at FROM __drizzle_migrations").raw(true).all();
  const newest = firstValue(db, "SELECT max(created_at) FROM audit_entry");
  return {
    tickets: Number(firstValue(db, "SELECT count(*) FROM trip_ticket")),
    companies: Number(firstValue(db, "SELECT count(*) FROM company")),
    newest: newest === null ? null : String(newest),
    newer: applied.some((row) => !known.has(Number([row].flat()[0]))),
  };
}

/** Return the first column of the first row of a query. */
const firstValue = (db: Connection, query: string): unknown => [db.prepare(query).raw(true).get()].flat()[0];

const open = (file: string): Connection => new Libsql(file, { timeout: 2_000 });
