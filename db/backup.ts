import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import Libsql from "libsql";
import { getErrorCode } from "~/lib/object/records";
import { openDatabase } from "./client.server";
import { CannotOpenError } from "./database";
import { getPath, getReplicaNotesPath } from "./drivers.server";
import journal from "./migrations/meta/_journal.json";

/** The database file: the embedded one, or that of a sqld on this machine. */
export type Place = { kind: "embedded" | "sqld"; file: string; folder: string };

/** Finds the file by `--sqld FOLDER` (its --db-path), else by the address of an embedded database. */
export function getDatabasePlace(databaseUrl: string, sqldFolder: string | undefined): Place {
  if (sqldFolder) {
    const folder = join(sqldFolder, "dbs", "default");
    return { kind: "sqld", file: join(folder, "data"), folder };
  }
  if (!databaseUrl.startsWith("file:"))
    throw new CannotOpenError(
      `${databaseUrl} is a server. Run this on the server's own machine: … -- FILE --sqld FOLDER (its --db-path). A hosted one has backups of its own.`,
    );
  const file = getPath(databaseUrl);
  if (existsSync(getReplicaNotesPath(file)))
    throw new CannotOpenError(
      `${file} is a replica and holds nothing of its own. Run this on the primary's machine: … -- FILE --sqld FOLDER.`,
    );
  return { kind: "embedded", file, folder: dirname(file) };
}

/**
 * Copy a database while it is in use, complete and as of one moment; the copy is read through before it gets its name.
 * Only in a separate process: in the app's, two copies of SQLite wouldn't see each other's locks.
 */
export async function backUp(place: Place, to: string): Promise<Contents> {
  if (!existsSync(place.file)) throw new CannotOpenError(`There is no database at ${place.file}.`);
  if (existsSync(to)) throw new CannotOpenError(`${to} is there already. A backup takes nothing's place.`);
  mkdirSync(dirname(to), { recursive: true });
  const draft = `${to}.unfinished`;
  rmSync(draft, { force: true });
  const source = open(place.file);
  try {
    // One file without a journal, as of one moment, while others go on reading and writing.
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
 * Record the time of the last backup in the database, for the site's operators; false if it can't be recorded: only the
 * sqld writes a sqld's file.
 */
export async function recordBackup(place: Place, message: string, now: Date): Promise<boolean> {
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
    // A database of an older build has no table for it.
    return false;
  } finally {
    await db.close();
  }
}

/**
 * Replace a database that isn't in use with a backup. The old one is moved aside, complete. A sqld gets the data alone:
 * it begins a new log from it, and every replica takes a new copy.
 */
export async function restore(
  from: string,
  place: Place,
  now: Date,
): Promise<Contents & { aside: string | null }> {
  if (!existsSync(from)) throw new CannotOpenError(`There is no backup at ${from}.`);
  const contents = await readBackup(from);
  if (contents.newer)
    throw new CannotOpenError(
      `${from} is of a newer build than this one. Restore it with the build that made it.`,
    );
  await mustBeFree(place.file);
  const aside = existsSync(place.file) ? moveAside(place, now) : null;
  mkdirSync(place.folder, { recursive: true });
  cpSync(from, `${place.file}.unfinished`);
  renameSync(`${place.file}.unfinished`, place.file);
  return { ...contents, aside };
}

async function readBackup(from: string): Promise<Contents> {
  const backup = open(from);
  try {
    return look(backup);
  } catch (error) {
    if (error instanceof CannotOpenError) throw error;
    throw new CannotOpenError(`${from} isn't a Timbertally backup: ${String(error)}`);
  } finally {
    backup.close();
  }
}

function moveAside(place: Place, now: Date): string {
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

/** SQLite refuses to leave write-ahead mode while another process has the database open. */
async function mustBeFree(file: string) {
  if (!existsSync(file)) return;
  const db = open(file);
  try {
    db.pragma("journal_mode = DELETE");
  } catch (error) {
    // A damaged file isn't in use; it is moved aside as it is.
    if (getErrorCode(error) !== "SQLITE_BUSY") return;
    throw new CannotOpenError(`${file} is in use. Stop the server that uses it first.`);
  } finally {
    db.close();
  }
}

export type Contents = { tickets: number; companies: number; newest: string | null; newer: boolean };

type Connection = InstanceType<typeof Libsql>;

/** Read a database through: throw if it is damaged, else return its contents. */
function look(db: Connection): Contents {
  const result = firstValue(db, "PRAGMA integrity_check");
  if (result !== "ok") throw new CannotOpenError(`${db.name} is damaged: ${String(result)}`);
  const broken = db.prepare("PRAGMA foreign_key_check").all();
  if (broken.length)
    throw new CannotOpenError(`${db.name} is damaged: ${broken.length} rows point at nothing.`);
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
