import { setImmediate } from "node:timers/promises";
import { and, asc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { settlementRun, settlementRunReceiver, user } from "#db/schema";
import { defineTask, type TaskContext } from "~/lib/queue/work.server";
import type { Actor } from "~/web/actor";
import { createActor } from "~/web/actor.server";
import { findActorByKeyId } from "~/web/api-key.server";
import type { App } from "~/web/app.server";
import { AppError, GENERIC_ERROR_MESSAGE } from "~/web/refusal";
import { runProcedure } from "~/web/run-procedure.server";
import { buildDropReceiverSteps, settleNext } from "../data/run-steps.server";

/**
 * Task that makes a run's statements, one receiver after another, with a limited number of loads per commit. Progress
 * is saved in the same commits. An interrupted run therefore resumes without repeating work, even if two servers
 * process it.
 */
export const makeStatementsTask = defineTask({
  name: "make statements",
  input: z.strictObject({ run: z.number().int(), key: z.string().nullable() }),
  lease: 60_000,
  atOnce: 2,
  run: (app, { run, key }, doing) => carryOut(app, run, key, doing),
  async gaveUp({ db, now }, { run }) {
    const waiting = and(
      eq(settlementRunReceiver.settlement_run_id, run),
      isNull(settlementRunReceiver.finished_at),
    );
    const timestamp = now().toISOString();
    await db.batch([
      db.write
        .update(settlementRunReceiver)
        .set({ failure: GENERIC_ERROR_MESSAGE, finished_at: timestamp })
        .where(waiting)
        .toSQL(),
      finished(db, run, timestamp),
    ]);
  },
});

const GONE = "The person who started this no longer works for this company.";

async function carryOut({ db, now, log }: App, id: number, key: string | null, { heartbeat }: TaskContext) {
  for (;;) {
    const [run] = await db.read.select().from(settlementRun).where(eq(settlementRun.id, id));
    if (!run || run.finished_at) return;
    const [next] = await db.read
      .select({ receiver: settlementRunReceiver.receiving_company_id })
      .from(settlementRunReceiver)
      .where(and(eq(settlementRunReceiver.settlement_run_id, id), isNull(settlementRunReceiver.finished_at)))
      .orderBy(asc(settlementRunReceiver.receiving_company_id))
      .limit(1);
    if (!next) {
      await db.batch([finished(db, id, now().toISOString())]);
      return;
    }
    await heartbeat();
    // Reading an SQLite file blocks the event loop, so page requests are served between two parts.
    await setImmediate();
    const actor = await actorOfRun(db, run, key);
    const input = { run: id, receiver: next.receiver };
    try {
      if (!actor) throw new AppError("forbidden", GONE);
      if (run.is_cancelled) throw new AppError("notNow", "Dropped.");
      await runProcedure(settleNext, { db, actor, now: now(), address: "run" }, input);
    } catch (error) {
      if (error instanceof AppError && error.kind === "unavailable") throw error;
      // An unexpected error with one receiver doesn't stop the other receivers.
      if (!(error instanceof AppError)) log.error({ err: error, settlement_run: id }, "a statement failed");
      const failure = error instanceof AppError ? error.message : GENERIC_ERROR_MESSAGE;
      // Delete the receiver's draft, so that its loads are open again, and save the reason in the run.
      await db.batch(buildDropReceiverSteps(input, failure, now().toISOString()), { isLong: true });
    }
  }
}

const finished = (db: Database, id: number, instant: string) =>
  db.write
    .update(settlementRun)
    .set({ finished_at: instant })
    .where(and(eq(settlementRun.id, id), isNull(settlementRun.finished_at)))
    .toSQL();

/** Return the user or API key that started a run, with current permissions. */
async function actorOfRun(
  db: Database,
  run: typeof settlementRun.$inferSelect,
  key: string | null,
): Promise<Actor | null> {
  if (key !== null) return findActorByKeyId(db, key);
  const [person] = await db.read
    .select()
    .from(user)
    .where(eq(user.id, run.creator_user_id ?? 0));
  if (!person) return null;
  const actor = await createActor(db.read, person, run.prepared_by_company_id, null);
  return actor.company?.id === run.prepared_by_company_id ? actor : null;
}
