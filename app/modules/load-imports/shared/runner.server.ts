import { and, asc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { loadImport, loadImportRow } from "#db/schema";
import { restoreActor } from "~/lib/queue/actor-of.server";
import { wakeRunner } from "~/lib/queue/waking.server";
import { defineTask, type TaskContext } from "~/lib/queue/work.server";
import type { Actor, CompanyActor } from "~/web/actor";
import { type App, getApp } from "~/web/app.server";
import { AppError, GENERIC_ERROR_MESSAGE } from "~/web/refusal";
import { runProcedure } from "~/web/run-procedure.server";
import { saveImportRow, undoImportRow } from "../data/row-acts.server";

/**
 * Save or undo the rows of an import, one row at a time. Each row's own commit marks the row as done, so interrupted
 * work continues where it stopped, and nothing is done twice.
 */
export const importLoadsTask = defineTask({
  name: "bring loads in",
  input: z.strictObject({ import: z.number().int() }),
  lease: 60_000,
  atOnce: 4,
  run: (app, { import: id }, doing) => carryOut(app, id, doing),
  gaveUp: ({ db }, { import: id }) => rest(db, id),
});

/**
 * Return the queue lane of an import; tasks in the same lane run one after another. Each user has a lane, and each
 * company has a lane for its programs.
 */
export const getImportQueueLane = ({ company, user }: CompanyActor): string =>
  user ? `u${user.id}` : `c${company.id}`;

const CHUNK = 100;

async function carryOut(running: App, id: number, { heartbeat }: TaskContext) {
  const { db } = running;
  const [begun] = await db.read.select().from(loadImport).where(eq(loadImport.id, id));
  if (!begun?.action) return;
  const saving = begun.action === "saving";
  let after = 0;
  for (;;) {
    const rows = await db.read
      .select({ line: loadImportRow.line })
      .from(loadImportRow)
      .where(
        and(
          eq(loadImportRow.load_import_id, id),
          gt(loadImportRow.line, after),
          ...(saving
            ? [
                isNull(loadImportRow.trip_ticket_id),
                isNotNull(loadImportRow.load),
                eq(loadImportRow.is_skipped, false),
              ]
            : [isNotNull(loadImportRow.trip_ticket_id)]),
        ),
      )
      .orderBy(asc(loadImportRow.line))
      .limit(CHUNK);
    if (rows.length === 0) break;
    // Check the user's rights again for each batch of rows: a user who has lost the permission or left the company
    // saves nothing further.
    const actor = await restoreActor(db, {
      user_id: begun.action_user_id,
      company_id: begun.company_id,
      key: begun.action_key,
    });
    if (!actor) break;
    for (const { line } of rows) {
      await heartbeat();
      const problem = await one(running, actor, saving, id, line);
      if (problem) await refuse(db, id, line, problem, saving);
      after = line;
    }
  }
  await rest(db, id);
}

/** Save or undo one row; return the reason if it was refused. */
async function one({ db, log }: App, actor: Actor, saving: boolean, id: number, line: number) {
  const call = { db, actor, now: new Date(), address: "import" };
  const row = { import_id: id, line };
  try {
    await (saving ? runProcedure(saveImportRow, call, row) : runProcedure(undoImportRow, call, row));
    return null;
  } catch (error) {
    if (error instanceof AppError && error.kind === "unavailable") throw error;
    if (error instanceof AppError)
      return (
        Object.values(error.facts.fields ?? {})
          .flat()
          .join(" ") || error.message
      );
    log.error({ err: error, load_import: id, line }, "a row of an import failed");
    return GENERIC_ERROR_MESSAGE;
  }
}

/** Record why a row was not saved, or why its load was not undone. */
async function refuse(db: Database, id: number, line: number, problem: string, saving: boolean) {
  const is = and(eq(loadImportRow.load_import_id, id), eq(loadImportRow.line, line));
  const where = saving ? and(is, isNull(loadImportRow.trip_ticket_id)) : is;
  const values = { problem: problem.slice(0, 600), ...(saving ? { load: null, can_override: false } : {}) };
  await db.batch([db.write.update(loadImportRow).set(values).where(where).toSQL()]);
}

/** Mark the import as idle. */
async function rest(db: Database, id: number) {
  await db.batch([
    db.write
      .update(loadImport)
      .set({ action: null, action_user_id: null, action_key: null })
      .where(eq(loadImport.id, id))
      .toSQL(),
  ]);
}

/** Maximum time that a page waits for quick work, and the polling interval, in milliseconds. */
const MOMENT = 1_200;
const LOOK = 60;

/** Wake the queue, and wait a moment for the import to be carried out. */
export async function wakeAndWaitForImport(id: number): Promise<void> {
  wakeRunner();
  const { db } = await getApp();
  const query = db.read.select({ act: loadImport.action }).from(loadImport).where(eq(loadImport.id, id));
  for (let waited = 0; waited < MOMENT; waited += LOOK) {
    const [row] = await query;
    if (!row?.act) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}
