import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { normaliseDatabaseError } from "#db/errors.server";
import { exportRun, user } from "#db/schema";
import { mayExport } from "~/core/access/export.server";
import { checkDisk, usageOf } from "~/core/files/quota.server";
import { committedWith } from "~/core/files/settle.server";
import { discard, isStored, keep, writeTemporary } from "~/core/files/store.server";
import { type Doing, work } from "~/core/work/work.server";
import { may } from "~/domain/access/crew-permissions";
import type { CompanyActor } from "~/web/actor";
import { actorOf } from "~/web/actor.server";
import { actorOfKnownKey } from "~/web/api-key.server";
import type { App } from "~/web/app.server";
import { Raced } from "~/web/commit.server";
import type { Reading } from "~/web/procedure";
import { isAway } from "~/web/unavailable.server";
import { DAYS_KEPT, MOST_IN_A_PDF, MOST_ROWS } from "./kinds";
import { runInputOf } from "./run-input";
import { idsOfSource } from "./source.server";
import { bytesOf, chunksOf } from "./write.server";

/** The disk's room is looked at once in so many bytes. */
const DISK_LOOK = 8 * 1024 * 1024;
export const FAILURE = "Error exporting trip tickets";

type Run = typeof exportRun.$inferSelect;
const iso = (now: Date, ago = 0) => new Date(now.getTime() - ago).toISOString();

/**
 * Writes a run's file. Two are written at once by a server, of different companies, so that a long one holds up no other
 * company's. The file is stored on the server that wrote it, so a new run is left to the server that its person is
 * talking to for a minute.
 */
export const writeExport = work({
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
      // Nothing is wrong with the run where the database is away or the server stops: it is tried again.
      if (doing.signal.aborted || isAway(normaliseDatabaseError(error))) throw error;
      app.log.error({ err: error, run: id }, "an export failed");
      await fail(app, id);
    }
  },
  gaveUp: (app, { run }) => fail(app, run),
});

async function fail({ db, now }: App, id: number) {
  const at = iso(now());
  await set(db, id, { failure: FAILURE, finished_at: at, last_modified_at: at });
}

/** Change a run that is not finished; a late word about one that is changes nothing. */
async function set(db: Database, id: number, values: Partial<Run>): Promise<boolean> {
  const open = and(eq(exportRun.id, id), isNull(exportRun.finished_at));
  const [changed] = await db.batch([db.write.update(exportRun).set(values).where(open).toSQL()]);
  return changed?.rowsAffected === 1;
}

async function write(running: App, run: Run, { heartbeat }: Doing) {
  const { db, now } = running;
  const input = runInputOf(run);
  const actor = await actorOfRun(db, run, input.zone);
  const ctx: Reading = { read: db.read, actor, now: now() };
  if (!may(actor.permissions, "trip_ticket.read") || !(await mayExport(ctx)))
    throw new Error("the person may no longer export");
  const ids = await idsOfSource(ctx, input.source, run.type === "PDF" ? MOST_IN_A_PDF : MOST_ROWS);
  await set(db, run.id, { rows_total: ids.length, rows_done: 0, last_modified_at: iso(now()) });
  let bytes = 0;
  const { used, quota } = await usageOf(ctx, run.company_id);
  const counted = async function* () {
    const chunks = chunksOf(ctx, ids, (read) => noted(running, run.id, read, heartbeat));
    for await (const piece of bytesOf(input.kind, chunks, input.columns, input.separator, input.zone)) {
      await heartbeat();
      if (bytes === 0 || bytes % DISK_LOOK < piece.byteLength) await checkDisk();
      bytes += piece.byteLength;
      if (used + bytes > quota) throw new Error("no room for this company's files");
      yield piece;
    }
  };
  const storage_key = await keep(await writeTemporary(counted()));
  const at = iso(now());
  const done = { storage_key, bytes, rows_done: ids.length, finished_at: at, last_modified_at: at };
  await committedWith([storage_key], async () => {
    if (!(await set(db, run.id, done))) throw new Raced("another server has written this export");
  });
}

/** The same rows; every now and then their count is recorded. */
async function* noted<T>(
  { db, now }: App,
  id: number,
  chunks: AsyncIterable<T[]>,
  heartbeat: Doing["heartbeat"],
): AsyncGenerator<T[]> {
  let done = 0;
  let said = 0;
  for await (const rows of chunks) {
    await heartbeat();
    yield rows;
    done += rows.length;
    if (now().getTime() - said < 500) continue;
    said = now().getTime();
    await set(db, id, { rows_done: done, last_modified_at: iso(now()) });
  }
}

/** Who began the run, a person or a key, with what they may do now. */
async function actorOfRun(db: Database, run: Run, zone: string): Promise<CompanyActor> {
  if (run.user_id !== null) {
    const [row] = await db.read.select().from(user).where(eq(user.id, run.user_id));
    const actor = row && (await actorOf(db.read, row, run.company_id, zone));
    if (!actor?.company) throw new Error("the person has left the company");
    return { ...actor, company: actor.company, zone };
  }
  const actor = await actorOfKnownKey(db, runInputOf(run).key);
  if (actor?.company?.id !== run.company_id) throw new Error("the key was revoked");
  return { ...actor, company: actor.company, zone };
}

/** Removes the files of this server that have been kept long enough; each is forgotten by the server that has it. */
export async function sweepExports({ db, now }: Pick<App, "db" | "now">): Promise<void> {
  const over = await db.read
    .select({ id: exportRun.id, storage_key: exportRun.storage_key })
    .from(exportRun)
    .where(
      and(
        sql`${exportRun.storage_key} IS NOT NULL`,
        lt(exportRun.finished_at, iso(now(), DAYS_KEPT * 86_400_000)),
      ),
    );
  for (const { id, storage_key } of over) {
    if (!storage_key || !(await isStored(storage_key))) continue;
    await discard(storage_key);
    await db.batch([
      db.write.update(exportRun).set({ storage_key: null }).where(eq(exportRun.id, id)).toSQL(),
    ]);
  }
}

/** Once an hour, each server for the files that it wrote. */
export const sweepOldExports = work({
  name: "sweep of old exports",
  input: z.strictObject({}),
  every: 60,
  eachStore: true,
  run: sweepExports,
});
