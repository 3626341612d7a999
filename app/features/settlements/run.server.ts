import { setImmediate } from "node:timers/promises";
import { and, asc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { settlementRun, settlementRunReceiver, user } from "#db/schema";
import { type Doing, work } from "~/core/work/work.server";
import type { Actor } from "~/web/actor";
import { actorOf } from "~/web/actor.server";
import { actorOfKnownKey } from "~/web/api-key.server";
import type { App } from "~/web/app.server";
import { perform } from "~/web/perform.server";
import { Refusal, SORRY } from "~/web/refusal";
import { dropDraft, settleNext } from "./run-steps.server";

/**
 * A run of statements, one receiver after another and so many loads a commit. What is done is written with what it did,
 * so a run that broke off continues where it stopped and changes nothing twice, even when two servers do it.
 */
export const makeStatements = work({
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
    const at = now().toISOString();
    await db.batch([
      db.write.update(settlementRunReceiver).set({ failure: SORRY, finished_at: at }).where(waiting).toSQL(),
      finished(db, run, at),
    ]);
  },
});

const GONE = "The person who started this no longer works for this company.";

async function carryOut({ db, now, log }: App, id: number, key: string | null, { heartbeat }: Doing) {
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
    // A file answers without the loop turning: who asks for a page goes between two chunks.
    await setImmediate();
    const actor = await actorOfRun(db, run, key);
    const input = { run: id, receiver: next.receiver };
    try {
      if (!actor) throw new Refusal("forbidden", GONE);
      if (run.is_dropped) throw new Refusal("notNow", "Dropped.");
      await perform(settleNext, { db, actor, now: now(), address: "run" }, input);
    } catch (error) {
      if (error instanceof Refusal && error.kind === "unavailable") throw error;
      // One receiver that nobody foresaw does not hold up the others.
      if (!(error instanceof Refusal)) log.error({ err: error, settlement_run: id }, "a statement failed");
      const failure = error instanceof Refusal ? error.message : SORRY;
      // Its draft goes, so its loads are open as they were, and the run says why.
      await db.batch(dropDraft(input, failure, now().toISOString()), { isLong: true });
    }
  }
}

const finished = (db: Database, id: number, at: string) =>
  db.write
    .update(settlementRun)
    .set({ finished_at: at })
    .where(and(eq(settlementRun.id, id), isNull(settlementRun.finished_at)))
    .toSQL();

/** The person or the key of a run, as they may act now. */
async function actorOfRun(
  db: Database,
  run: typeof settlementRun.$inferSelect,
  key: string | null,
): Promise<Actor | null> {
  if (key !== null) return actorOfKnownKey(db, key);
  const [person] = await db.read
    .select()
    .from(user)
    .where(eq(user.id, run.creator_user_id ?? 0));
  if (!person) return null;
  const actor = await actorOf(db.read, person, run.made_by_company_id, null);
  return actor.company?.id === run.made_by_company_id ? actor : null;
}
