import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { normalizeDatabaseError } from "#db/errors.server";
import { exportRun, user } from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { canExport } from "~/lib/access/export.server";
import { commitWithFiles } from "~/lib/files/commit-upload.server";
import { readStorageUsage, requireDiskSpace } from "~/lib/files/quota.server";
import { deleteStoredFile, isFileStored, storeFile, writeTemporary } from "~/lib/files/store.server";
import { defineTask, type TaskContext } from "~/lib/queue/work.server";
import type { CompanyActor } from "~/web/actor";
import { createActor } from "~/web/actor.server";
import { findActorByKeyId } from "~/web/api-key.server";
import type { App } from "~/web/app.server";
import { ConcurrentWriteError } from "~/web/commit.server";
import type { ReadCtx } from "~/web/procedure";
import { isUnreachable } from "~/web/unavailable.server";
import { readSourceIds } from "../data/source.server";
import { readExportChunks, writeExportBytes } from "../data/write.server";
import { MAX_EXPORT_ROWS, MAX_PDF_TICKETS, RETENTION_DAYS } from "../rules/kinds";
import { getExportRunInput } from "../rules/run-input";

/** Number of bytes between checks of the free disk space. */
const DISK_LOOK = 8 * 1024 * 1024;
export const EXPORT_FAILED_MESSAGE = "Error exporting trip tickets";

type Run = typeof exportRun.$inferSelect;
const iso = (now: Date, ago = 0) => new Date(now.getTime() - ago).toISOString();

/**
 * Write the file of an export run. A server writes two files at once, for different companies, so that a long export
 * doesn't block other companies. The file stays on the server that wrote it, so a new run is reserved for one minute
 * for the server that its user is connected to.
 */
export const writeExportTask = defineTask({
  name: "export",
  input: z.strictObject({ run: z.number().int() }),
  lease: 60_000,
  attempts: 5,
  atOnce: 2,
  here: true,
  async run(app, { run: id }, doing) {
    const [run] = await app.db.read.select().from(exportRun).where(eq(exportRun.id, id));
    if (!run || run.finished_at) return;
    try {
      await write(app, run, doing);
    } catch (error) {
      // Retry the export if the database is unavailable or the server is stopping, because the export itself isn't at
      // fault.
      if (doing.signal.aborted || isUnreachable(normalizeDatabaseError(error))) throw error;
      app.log.error({ err: error, run: id }, "an export failed");
      await fail(app, id);
    }
  },
  gaveUp: (app, { run }) => fail(app, run),
});

async function fail({ db, now }: App, id: number) {
  const instant = iso(now());
  await set(db, id, { failure: EXPORT_FAILED_MESSAGE, finished_at: instant, last_modified_at: instant });
}

/** Update an export run unless it is finished; return whether it was updated. */
async function set(db: Database, id: number, values: Partial<Run>): Promise<boolean> {
  const open = and(eq(exportRun.id, id), isNull(exportRun.finished_at));
  const [changed] = await db.batch([db.write.update(exportRun).set(values).where(open).toSQL()]);
  return changed?.rowsAffected === 1;
}

async function write(running: App, run: Run, { heartbeat }: TaskContext) {
  const { db, now } = running;
  const input = getExportRunInput(run);
  const actor = await actorOfRun(db, run, input.zone);
  const ctx: ReadCtx = { read: db.read, actor, now: now() };
  if (!hasPermission(actor.permissions, "trip_ticket.read") || !(await canExport(ctx)))
    throw new Error("the person may no longer export");
  const ids = await readSourceIds(ctx, input.source, run.type === "PDF" ? MAX_PDF_TICKETS : MAX_EXPORT_ROWS);
  await set(db, run.id, { rows_total: ids.length, rows_done: 0, last_modified_at: iso(now()) });
  let bytes = 0;
  const { used, quota } = await readStorageUsage(ctx, run.company_id);
  const counted = async function* () {
    const chunks = readExportChunks(ctx, ids, (read) => noted(running, run.id, read, heartbeat));
    for await (const piece of writeExportBytes(
      input.kind,
      chunks,
      input.columns,
      input.separator,
      input.zone,
    )) {
      await heartbeat();
      if (bytes === 0 || bytes % DISK_LOOK < piece.byteLength) await requireDiskSpace();
      bytes += piece.byteLength;
      if (used + bytes > quota) throw new Error("no room for this company's files");
      yield piece;
    }
  };
  const storage_key = await storeFile(await writeTemporary(counted()));
  const instant = iso(now());
  const done = { storage_key, bytes, rows_done: ids.length, finished_at: instant, last_modified_at: instant };
  await commitWithFiles([storage_key], async () => {
    if (!(await set(db, run.id, done)))
      throw new ConcurrentWriteError("another server has written this export");
  });
}

/** Yield the chunks unchanged, and save the number of rows done at most every 500 ms. */
async function* noted<T>(
  { db, now }: App,
  id: number,
  chunks: AsyncIterable<T[]>,
  heartbeat: TaskContext["heartbeat"],
): AsyncGenerator<T[]> {
  let done = 0;
  let count = 0;
  for await (const rows of chunks) {
    await heartbeat();
    yield rows;
    done += rows.length;
    if (now().getTime() - count < 500) continue;
    count = now().getTime();
    await set(db, id, { rows_done: done, last_modified_at: iso(now()) });
  }
}

/** Return the user or API key that started the run as an actor with current permissions. */
async function actorOfRun(db: Database, run: Run, zone: string): Promise<CompanyActor> {
  if (run.user_id !== null) {
    const [row] = await db.read.select().from(user).where(eq(user.id, run.user_id));
    const actor = row && (await createActor(db.read, row, run.company_id, zone));
    if (!actor?.company) throw new Error("the person has left the company");
    return { ...actor, company: actor.company, zone };
  }
  const actor = await findActorByKeyId(db, getExportRunInput(run).key);
  if (actor?.company?.id !== run.company_id) throw new Error("the key was revoked");
  return { ...actor, company: actor.company, zone };
}

/** Delete expired export files that are stored on this server, and clear their storage keys. */
export async function deleteOldExports({ db, now }: Pick<App, "db" | "now">): Promise<void> {
  const over = await db.read
    .select({ id: exportRun.id, storage_key: exportRun.storage_key })
    .from(exportRun)
    .where(
      and(
        sql`${exportRun.storage_key} IS NOT NULL`,
        lt(exportRun.finished_at, iso(now(), RETENTION_DAYS * 86_400_000)),
      ),
    );
  for (const { id, storage_key } of over) {
    if (!storage_key || !(await isFileStored(storage_key))) continue;
    await deleteStoredFile(storage_key);
    await db.batch([
      db.write.update(exportRun).set({ storage_key: null }).where(eq(exportRun.id, id)).toSQL(),
    ]);
  }
}

/** Hourly task in which each server deletes the expired files that it wrote. */
export const deleteOldExportsTask = defineTask({
  name: "sweep of old exports",
  input: z.strictObject({}),
  every: 60,
  eachStore: true,
  run: deleteOldExports,
});
