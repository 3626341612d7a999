import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import {
  type Database,
  DatabaseOpenError,
  type DatabaseOptions,
  type Primary,
  type ReportEvent,
} from "../database";
import { createReader, createServerClient, executeStatements, getFilePath, write } from "../drivers.server";
import { DatabaseError } from "../errors.server";
import { openFileReader } from "../reader.server";
import { checkReplica, deleteReplica, getNextReplicaPath, getReplicaFile } from "./files.server";
import { acquireReplicaLock } from "./lock.server";
import { createWriteMarks } from "./marks.server";
import { createSyncer, DamagedReplicaError, type Syncer } from "./syncer.server";

type Options = DatabaseOptions & { primary: Primary; timeLimit: number };

/** Maximum time, in milliseconds, that a read waits for the sync thread that writes this copy. */
const READ_TIMEOUT = 2_000;

/**
 * Maximum time, in milliseconds, that the first start waits for an older copy to catch up. After that, the older copy
 * is used.
 */
const FIRST_SYNC = 15_000;

/**
 * Open this server's replica of the primary's database. Reads use the local copy, through a connection that can't reach
 * the network; writes go to the primary by HTTP; a separate thread syncs the copy. While the primary is down, the copy
 * is read as it is.
 */
export async function openReplica(options: Options): Promise<Database> {
  const { primary, timeLimit } = options;
  const report = options.report ?? (() => {});
  const waitLimit = primary.waitLimit ?? 1_500;
  const path = getFilePath(options.url);
  mkdirSync(dirname(path), { recursive: true });
  const release = acquireReplicaLock(path);
  const remote = await createServerClient(primary.url, primary.authToken, timeLimit);
  try {
    const away = await remote.execute("SELECT 1").then(
      () => null,
      (error: Error) => String(error.cause instanceof Error ? error.cause.message : error.message),
    );
    const match = await fileToOpen(path, primary, away, report);
    const { syncer, opened } = await inStep(path, match, primary, away, report);
    const reader = openFileReader(opened, READ_TIMEOUT);
    const { freshness, note } = createWriteMarks(syncer, waitLimit);
    syncer.keepOn();
    return {
      read: createReader(reader.client, options.logger),
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
            // A write that timed out may still have been applied, and should then be visible.
            if (!/ECONNREFUSED|ENOTFOUND/.test(error.detail)) note();
          }
          throw error;
        }
      },
      async catchUp() {
        // The same user must also see this write if the next request reaches another server.
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

/** Return the replica file to start with, or the reason why there is none. */
async function fileToOpen(path: string, primary: Primary, away: string | null, report: ReportEvent) {
  const file = getReplicaFile(path);
  const { soundness, why } = await checkReplica(file);
  if (soundness === "no-replica")
    throw new DatabaseOpenError(
      `${file} is not a replica but a database of its own, or a replica that lost ${file}-client_wal_index. Move it away if the primary has its data (docs/deploy.md), or name another file in DATABASE_URL.`,
    );
  if (soundness === "sound") return { file, isThere: true };
  if (away !== null)
    throw new DatabaseOpenError(
      soundness === "missing"
        ? `There isn't a replica at ${file} yet, and the primary ${primary.url} does not answer (${away}). Start again when it does.`
        : `The replica ${file} is damaged (${why}), and the primary ${primary.url} does not answer (${away}), so it cannot be rebuilt. Start again when it does.`,
    );
  if (soundness === "missing") {
    // Delete the replica's index files too: without their data file they would be trusted, and the copy would stay
    // empty.
    deleteReplica(file);
    return { file, isThere: false };
  }
  const fresh = getNextReplicaPath(path, file);
  report("warn", "the replica is damaged and is being rebuilt", { file, fresh, why });
  deleteReplica(file);
  deleteReplica(fresh);
  return { file: fresh, isThere: false };
}

/** Sync the file. If the driver finds the file damaged, replace it with a new copy at a new path. */
async function inStep(
  path: string,
  { file, isThere }: { file: string; isThere: boolean },
  primary: Primary,
  away: string | null,
  report: ReportEvent,
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
    return new DatabaseOpenError(
      `The replica ${instant} cannot be made from ${primary.url}: ${String(error)}`,
    );
  };
  try {
    await firstSync(syncer, isThere);
    return { syncer, opened: file };
  } catch (error) {
    if (!(error instanceof DamagedReplicaError) || !isThere) throw await failed(syncer, file, error);
    await syncer.stop();
    const fresh = getNextReplicaPath(path, file);
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
