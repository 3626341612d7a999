import { and, asc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { loadImport, loadImportRow } from "#db/schema";
import { actorAgain } from "~/core/work/actor-of.server";
import { wakeWork } from "~/core/work/waking.server";
import { type Doing, work } from "~/core/work/work.server";
import type { Actor, CompanyActor } from "~/web/actor";
import { type App, app } from "~/web/app.server";
import { perform } from "~/web/perform.server";
import { Refusal, SORRY } from "~/web/refusal";
import { saveImportRow, undoImportRow } from "./row-acts.server";

/**
 * What was begun with an import, a row at a time: each row's own commit says that the row is done, so that what broke off
 * continues where it stopped, and nothing is done twice.
 */
export const carryOutImport = work({
  name: "bring loads in",
  input: z.strictObject({ import: z.number().int() }),
  lease: 60_000,
  atOnce: 4,
  run: (app, { import: id }, doing) => carryOut(app, id, doing),
  gaveUp: ({ db }, { import: id }) => rest(db, id),
});

/** A person's imports are carried out one after another, and so are those of a company's programs. */
export const laneOfImport = ({ company, user }: CompanyActor): string =>
  user ? `u${user.id}` : `c${company.id}`;

const CHUNK = 100;

async function carryOut(running: App, id: number, { heartbeat }: Doing) {
  const { db } = running;
  const [begun] = await db.read.select().from(loadImport).where(eq(loadImport.id, id));
  if (!begun?.act) return;
  const saving = begun.act === "saving";
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
                eq(loadImportRow.is_left_out, false),
              ]
            : [isNotNull(loadImportRow.trip_ticket_id)]),
        ),
      )
      .orderBy(asc(loadImportRow.line))
      .limit(CHUNK);
    if (rows.length === 0) break;
    // AskedName again each time: a person who has lost the right, or left, saves nothing further.
    const actor = await actorAgain(db, {
      user_id: begun.act_user_id,
      company_id: begun.company_id,
      key: begun.act_key,
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

/** One row by the procedure that does it; why it was refused, or nothing. */
async function one({ db, log }: App, actor: Actor, saving: boolean, id: number, line: number) {
  const call = { db, actor, now: new Date(), address: "import" };
  const row = { import_id: id, line };
  try {
    await (saving ? perform(saveImportRow, call, row) : perform(undoImportRow, call, row));
    return null;
  } catch (error) {
    if (error instanceof Refusal && error.kind === "unavailable") throw error;
    if (error instanceof Refusal)
      return (
        Object.values(error.facts.fields ?? {})
          .flat()
          .join(" ") || error.message
      );
    log.error({ err: error, load_import: id, line }, "a row of an import failed");
    return SORRY;
  }
}

/** Note why a row was not saved, or why its load stays. */
async function refuse(db: Database, id: number, line: number, problem: string, saving: boolean) {
  const is = and(eq(loadImportRow.load_import_id, id), eq(loadImportRow.line, line));
  const where = saving ? and(is, isNull(loadImportRow.trip_ticket_id)) : is;
  const values = { problem: problem.slice(0, 600), ...(saving ? { load: null, is_question: false } : {}) };
  await db.batch([db.write.update(loadImportRow).set(values).where(where).toSQL()]);
}

/** Nothing is under way with it any more. */
async function rest(db: Database, id: number) {
  await db.batch([
    db.write
      .update(loadImport)
      .set({ act: null, act_user_id: null, act_key: null })
      .where(eq(loadImport.id, id))
      .toSQL(),
  ]);
}

/** How long a page waits for what may be done in a moment, and how often it looks, in milliseconds. */
const MOMENT = 1_200;
const LOOK = 60;

/** See to it that an import is carried out, and wait a moment for it. */
export async function wakeAndWaitForImport(id: number): Promise<void> {
  wakeWork();
  const { db } = await app();
  const asked = db.read.select({ act: loadImport.act }).from(loadImport).where(eq(loadImport.id, id));
  for (let waited = 0; waited < MOMENT; waited += LOOK) {
    const [row] = await asked;
    if (!row?.act) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}
