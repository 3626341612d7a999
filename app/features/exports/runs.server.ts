import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { and, asc, eq, isNull, lt, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { normaliseDatabaseError } from "#db/errors.server";
import { exportRun, user } from "#db/schema";
import { checkDisk, usageOf } from "~/core/files/quota.server";
import { committedWith } from "~/core/files/settle.server";
import { discard, isStored, keep, temporaryPath } from "~/core/files/store.server";
import { work } from "~/core/work/work.server";
import { may } from "~/domain/access/crew-permissions";
import type { CompanyActor } from "~/web/actor";
import { actorOf } from "~/web/actor.server";
import { actorOfKnownKey } from "~/web/api-key.server";
import { type App, app } from "~/web/app.server";
import { commitSteps, mustHit, Raced } from "~/web/commit.server";
import type { Reading } from "~/web/procedure";
import { isAway } from "~/web/unavailable.server";
import { mayExport } from "./access.server";
import type { ExportRow } from "./columns";
import type { RunInput } from "./exports.server";
import { DAYS_KEPT, MOST_IN_A_PDF, MOST_ROWS } from "./kinds";
import { exportRows } from "./rows.server";
import { idsOfSource } from "./source.server";
import { bytesOf } from "./write.server";

/** Without a sign of life for so long, the process that wrote a run is taken for dead. */
const DEAD_AFTER = 60_000;
/** A run that is not done after so long has ended others with it, and is given up. */
const GIVEN_UP_AFTER = 6 * 3_600_000;
/** The disk's room is looked at once in so many bytes. */
const DISK_LOOK = 8 * 1024 * 1024;
/** So many runs are written at once, of different companies: a long one holds up nobody else's. */
const AT_ONCE = 2;
export const FAILURE = "Error exporting trip tickets";

type Run = typeof exportRun.$inferSelect;
const iso = (now: Date, ago = 0) => new Date(now.getTime() - ago).toISOString();

let working = false;
let asked = false;

/** Sees to it that waiting runs are written, without anyone waiting for it. */
export function wakeExports(): void {
  asked = true;
  if (!working) void workOff();
}

async function workOff() {
  working = true;
  const running = await app();
  try {
    while (asked) {
      asked = false;
      await carryOnExports(running);
    }
  } catch (error) {
    running.log.warn({ err: error }, "exports are not carried on");
  } finally {
    working = false;
  }
}

/**
 * Write the waiting runs, two at once, including those whose process has died. A file is stored on the server that
 * wrote it, so a new run is left to the server that its person is talking to, unless `fresh` says that this is it.
 */
export async function carryOnExports(running: App, { fresh = true } = {}): Promise<void> {
  await Promise.all(Array.from({ length: AT_ONCE }, () => writeWaiting(running, fresh)));
}

let claiming: Promise<unknown> = Promise.resolve();

async function writeWaiting(running: App, fresh: boolean): Promise<void> {
  for (;;) {
    // One claim after another: two at once would reach for the same run.
    const claimed = claiming.then(() => claim(running, fresh));
    claiming = claimed.catch(() => undefined);
    const run = await claimed;
    if (!run) return;
    try {
      await write(running, run);
    } catch (error) {
      if (isAway(normaliseDatabaseError(error))) {
        // Nothing is wrong with the run. It is left as one whose process died, and taken up when that is due.
        running.log.warn({ err: error, run: run.id }, "the database does not answer, so an export waits");
        return;
      }
      running.log.error({ err: error, run: run.id }, "an export failed");
      const now = iso(running.now());
      await set(running.db, run.id, { failure: FAILURE, finished_at: now, last_modified_at: now });
    }
  }
}

/** A run that nobody writes, made this process's own; another process that was faster has it alone. */
async function claim({ db, now }: App, fresh: boolean): Promise<Run | null> {
  const [run] = await db.read
    .select()
    .from(exportRun)
    .where(
      and(
        isNull(exportRun.finished_at),
        or(
          fresh ? eq(exportRun.last_modified_at, exportRun.created_at) : undefined,
          lt(exportRun.last_modified_at, iso(now(), DEAD_AFTER)),
        ),
        sql`NOT EXISTS (SELECT 1 FROM export_run o WHERE o.company_id = ${exportRun.company_id}
          AND o.finished_at IS NULL AND o.last_modified_at > o.created_at
          AND o.last_modified_at >= ${iso(now(), DEAD_AFTER)})`,
      ),
    )
    // A company's first run of the hour comes before another's third.
    .orderBy(
      sql`(SELECT count(*) FROM export_run o WHERE o.company_id = ${exportRun.company_id}
        AND o.id < ${exportRun.id} AND o.created_at > ${iso(now(), 3_600_000)})`,
      asc(exportRun.id),
    )
    .limit(1);
  if (!run) return null;
  // One millisecond on at least, so that a fresh run does not look unclaimed.
  const at = iso(new Date(Math.max(now().getTime(), Date.parse(run.last_modified_at) + 1)));
  const mine = db.write
    .update(exportRun)
    .set({ last_modified_at: at, rows_done: 0 })
    .where(and(eq(exportRun.id, run.id), eq(exportRun.last_modified_at, run.last_modified_at)));
  try {
    await commitSteps(db, [mustHit(mine)], {}, null);
    return run;
  } catch (error) {
    if (error instanceof Raced) return null;
    throw error;
  }
}

const set = (db: Database, id: number, values: Partial<Run>) =>
  db.batch([db.write.update(exportRun).set(values).where(eq(exportRun.id, id)).toSQL()]);

async function write(running: App, run: Run) {
  const { db, now } = running;
  if (now().getTime() - Date.parse(run.created_at) > GIVEN_UP_AFTER) throw new Error("given up");
  const input = run.input as RunInput;
  const actor = await actorOfRun(db, run, input.zone);
  const ctx: Reading = { read: db.read, actor, now: now() };
  if (!may(actor.permissions, "trip_ticket.read") || !(await mayExport(ctx)))
    throw new Error("the person may no longer export");
  const ids = await idsOfSource(ctx, input.source, run.type === "PDF" ? MOST_IN_A_PDF : MOST_ROWS);
  await set(db, run.id, { rows_total: ids.length, last_modified_at: iso(now()) });
  const path = await temporaryPath();
  let bytes = 0;
  const { used, quota } = await usageOf(ctx, run.company_id);
  const counted = async function* () {
    const rows = noted(running, run.id, exportRows(ctx, ids));
    for await (const piece of bytesOf(input.kind, rows, input.columns, input.separator)) {
      if (bytes === 0 || bytes % DISK_LOOK < piece.byteLength) await checkDisk();
      bytes += piece.byteLength;
      if (used + bytes > quota) throw new Error("no room for this company's files");
      yield piece;
    }
  };
  let storage_key: string;
  try {
    await pipeline(Readable.from(counted()), createWriteStream(path));
    storage_key = await keep(path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  const at = iso(now());
  const done = { storage_key, bytes, rows_done: ids.length, finished_at: at, last_modified_at: at };
  await committedWith([storage_key], () => set(db, run.id, done));
}

/** The same rows; every now and then their count is recorded. */
async function* noted(
  { db, now }: App,
  id: number,
  chunks: AsyncIterable<ExportRow[]>,
): AsyncGenerator<ExportRow[]> {
  let done = 0;
  let said = 0;
  for await (const rows of chunks) {
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
  const actor = await actorOfKnownKey(db, (run.input as RunInput).key);
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
    await set(db, id, { storage_key: null });
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
