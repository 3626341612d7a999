import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { CannotOpenError, type Database, type DatabaseOptions, type Primary, type Report } from "../database";
import { executeStatements, getPath, readFrom, serverClient, write } from "../drivers.server";
import { DatabaseError } from "../errors.server";
import { openFileReader } from "../reader.server";
import { checkReplica, createFreshPath, deleteReplica, getReplicaFile } from "./files.server";
import { takeLock } from "./lock.server";
import { createMarks } from "./marks.server";
import { createSyncer, DamagedReplicaError, type Syncer } from "./syncer.server";

type Options = DatabaseOptions & { primary: Primary; timeLimit: number };

/** Maximum time that a read waits for the copy's own writer, in milliseconds. */
const READ_TIMEOUT = 2_000;

/** Maximum time that a first start waits for an older copy to catch up before serving it as it is. */
const FIRST_SYNC = 15_000;

/**
 * Open this server's own copy of the primary's database. Reads come from the copy by a plain reader, which cannot reach
 * the network; writes go to the primary by HTTP; a separate thread keeps the copy in sync. With the primary away the
 * copy is read as it is.
 */
export async function openReplica(options: Options): Promise<Database> {
  const { primary, timeLimit } = options;
  const report = options.report ?? (() => {});
  const waitLimit = primary.waitLimit ?? 1_500;
  const path = getPath(options.url);
  mkdirSync(dirname(path), { recursive: true });
  const release = takeLock(path);
  const remote = await serverClient(primary.url, primary.authToken, timeLimit);
  try {
    const away = await remote.execute("SELECT 1").then(
      () => null,
      (error: Error) => String(error.cause instanceof Error ? error.cause.message : error.message),
    );
    const match = await fileToOpen(path, primary, away, report);
    const { syncer, opened } = await inStep(path, match, primary, away, report);
    const reader = openFileReader(opened, READ_TIMEOUT);
    const { freshness, note } = createMarks(syncer, waitLimit);
    syncer.keepOn();
    return {
      read: readFrom(reader.client, options.logger),
      write,
      client: remote,
      freshness,
      version: reader.version,
      async batch(statements, { unread = false } = {}) {
        try {
          const sets = await executeStatements(remote, statements);
          if (unread) return sets;
          note();
          await syncer.syncWithin(waitLimit);
          return sets;
        } catch (error) {
          if (error instanceof DatabaseError && error.fault === "unavailable") {
            syncer.doubt(error.detail);
            // A write that was given up may still have arrived, and then it should be visible.
            if (!/ECONNREFUSED|ENOTFOUND/.test(error.detail)) note();
          }
          throw error;
        }
      },
      async catchUp() {
        // The caller must see this write on the next server too.
        note();
        return syncer.answers() && (await syncer.syncWithin(waitLimit));
      },
      async ready() {
        await reader.client.execute({ sql: "SELECT 1 FROM sqlite_master" });
      },
      async close() {
        await syncer.stop();
        reader.close();
        remote.close();
        release();
      },
    };
  } catch (error) {
    remote.close();
    release();
    throw error;
  }
}

/** The replica file to start with, or the reason there isn't one. */
async function fileToOpen(path: string, primary: Primary, away: string | null, report: Report) {
  const file = getReplicaFile(path);
  const { soundness, why } = await checkReplica(file);
  if (soundness === "no-replica")
    throw new CannotOpenError(
      `${file} is not a replica but a database of its own, or a replica that lost ${file}-client_wal_index. Move it away if the primary has its data (docs/deploy.md), or name another file in DATABASE_URL.`,
    );
  if (soundness === "sound") return { file, isThere: true };
  if (away !== null)
    throw new CannotOpenError(
      soundness === "missing"
        ? `There isn't a replica at ${file} yet, and the primary ${primary.url} does not answer (${away}). Start again when it does.`
        : `The replica ${file} is damaged (${why}), and the primary ${primary.url} does not answer (${away}), so it cannot be rebuilt. Start again when it does.`,
    );
  if (soundness === "missing") {
    // Delete the notes too: without their data they would be trusted, and the copy would stay empty.
    deleteReplica(file);
    return { file, isThere: false };
  }
  const fresh = createFreshPath(path, file);
  report("warn", "the replica is damaged and is being rebuilt", { file, fresh, why });
  deleteReplica(file);
  deleteReplica(fresh);
  return { file: fresh, isThere: false };
}

/** Sync the file; if the driver finds it damaged, a copy at a fresh path replaces it. */
async function inStep(
  path: string,
  { file, isThere }: { file: string; isThere: boolean },
  primary: Primary,
  away: string | null,
  report: Report,
) {
  const syncer = createSyncer(file, primary, report);
  if (away !== null) {
    report("warn", "the primary does not answer; reading from the replica as it is, nothing can be saved", {
      primary: primary.url,
      file,
      why: away,
    });
    return { syncer, opened: file };
  }
  const failed = async (from: Syncer, instant: string, error: unknown) => {
    await from.stop();
    return new CannotOpenError(`The replica ${instant} cannot be made from ${primary.url}: ${String(error)}`);
  };
  try {
    await firstSync(syncer, isThere);
    return { syncer, opened: file };
  } catch (error) {
    if (!(error instanceof DamagedReplicaError) || !isThere) throw await failed(syncer, file, error);
    await syncer.stop();
    const fresh = createFreshPath(path, file);
    report("warn", "the replica is damaged and is being rebuilt", { file, fresh, why: error.message });
    deleteReplica(file);
    deleteReplica(fresh);
    const again: Syncer = createSyncer(fresh, primary, report);
    await again.sync().catch(async (error: unknown) => {
      throw await failed(again, fresh, error);
    });
    return { syncer: again, opened: fresh };
  }
}

/** An existing copy may be read while it is still catching up; a new one must be complete first. */
async function firstSync(syncer: Syncer, isThere: boolean) {
  const done = syncer.sync();
  if (!isThere) return done;
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FIRST_SYNC);
  });
  const answered = done.catch((error: unknown) => {
    if (error instanceof DamagedReplicaError) throw error;
  });
  await Promise.race([answered, enough]);
  clearTimeout(timer);
}
