import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { bulkRun, bulkRunTicket, tripTicket } from "#db/schema";
import { restoreActor } from "~/lib/queue/actor-of.server";
import { wakeRunner } from "~/lib/queue/waking.server";
import { defineTask, type TaskContext } from "~/lib/queue/work.server";
import type { Actor, CompanyActor } from "~/web/actor";
import { type App, getApp } from "~/web/app.server";
import { AppError, GENERIC_ERROR_MESSAGE } from "~/web/refusal";
import { type Call, runProcedure } from "~/web/run-procedure.server";
import type { BulkActionName } from "../bulk/rules/bulk";
import {
  type BulkFields,
  getBulkRefusalReason,
  parseBulkRunAction,
  toTicketUpdateInput,
} from "../bulk/rules/bulk-input";
import { deleteTicket } from "../life-cycle/data/change-status.server";
import { updateTicket } from "./update.server";

/**
 * Run an action on many tickets, one ticket at a time. Each ticket's commit records its completion, so that an
 * interrupted run resumes where it stopped and repeats nothing, even when two servers run it.
 */
export const bulkActionTask = defineTask({
  name: "act on many tickets",
  input: z.strictObject({ run: z.number().int() }),
  lease: 60_000,
  atOnce: 8,
  run: (app, { run }, doing) => carryOut(app, run, doing),
  async gaveUp({ db, now }, { run }) {
    const rest = { outcome: "refused", reason: GENERIC_ERROR_MESSAGE };
    const waiting = and(eq(bulkRunTicket.bulk_run_id, run), isNull(bulkRunTicket.outcome));
    await db.batch([
      db.write.update(bulkRunTicket).set(rest).where(waiting).toSQL(),
      finished(db, run, now()),
    ]);
  },
});

/**
 * Return the key of the task queue's sequence for a user, or for a company's API keys; runs with the same key execute
 * one after another.
 */
export const getBulkQueueKey = ({ company, user }: CompanyActor): string =>
  user ? `u${user.id}` : `c${company.id}`;

const CHUNK = 100;

async function carryOut(app: App, id: number, { heartbeat }: TaskContext) {
  const { db } = app;
  const [run] = await db.read.select().from(bulkRun).where(eq(bulkRun.id, id));
  if (!run || run.finished_at) return;
  const act = parseBulkRunAction(run);
  const waiting = and(eq(bulkRunTicket.bulk_run_id, id), isNull(bulkRunTicket.outcome));
  for (;;) {
    const rows = await db.read
      .select({ id: bulkRunTicket.trip_ticket_id, version: bulkRunTicket.version, job_id: tripTicket.job_id })
      .from(bulkRunTicket)
      .innerJoin(tripTicket, eq(tripTicket.id, bulkRunTicket.trip_ticket_id))
      .where(waiting)
      .orderBy(asc(bulkRunTicket.trip_ticket_id))
      .limit(CHUNK);
    if (rows.length === 0) break;
    // Check permissions again for each chunk: a user who lost a permission or left the company changes nothing more.
    const actor = await restoreActor(db, { ...run, key: act.input.key });
    for (const row of rows) {
      await heartbeat();
      const { outcome, reason } = actor
        ? await one(app, actor, act.act, act.input, id, row)
        : { outcome: "refused", reason: GONE };
      if (outcome !== "done") await note(db, id, row.id, outcome, reason);
    }
  }
  await db.batch([finished(db, id, app.now())]);
}

const finished = (db: Database, id: number, now: Date) =>
  db.write
    .update(bulkRun)
    .set({ finished_at: now.toISOString() })
    .where(and(eq(bulkRun.id, id), isNull(bulkRun.finished_at)))
    .toSQL();

const GONE = "The person who started this no longer works for this company.";
const OVERTAKEN = "Someone changed this ticket after you selected it. Check it, then select it again.";

type Row = { id: number; version: number; job_id: number };
type Outcome = { outcome: "done" | "unchanged" | "refused"; reason: string | null };

/**
 * Change one ticket with the procedure for a single ticket, and record its completion in the same commit. If the
 * database doesn't respond, the run stops and resumes later; completed changes are already recorded.
 */
async function one(
  { db, log }: App,
  actor: Actor,
  act: BulkActionName,
  fields: BulkFields,
  run: number,
  row: Row,
): Promise<Outcome> {
  if (row.version < 0) return { outcome: "refused", reason: OVERTAKEN };
  const noted = noting(db, run, row.id);
  const call: Call = { db: noted.db, actor, now: new Date(), address: "bulk" };
  const input = { id: row.id, version: row.version + 1 };
  try {
    if (act === "deletion") await runProcedure(deleteTicket, call, input);
    else {
      const change = toTicketUpdateInput(act, fields, row.job_id);
      if (change === null) return { outcome: "unchanged", reason: null };
      await runProcedure(updateTicket, call, { ...input, ...change });
    }
    return { outcome: noted.committed() ? "done" : "unchanged", reason: null };
  } catch (error) {
    if (error instanceof AppError && error.kind === "unavailable") throw error;
    if (!(error instanceof AppError)) {
      // An unexpected failure on one ticket must not stop the other tickets, now or when the run resumes.
      log.error({ err: error, bulk_run: run, trip_ticket: row.id }, "an act on a ticket failed");
      return { outcome: "refused", reason: GENERIC_ERROR_MESSAGE };
    }
    const reason = error.kind === "stale" ? OVERTAKEN : getBulkRefusalReason(error);
    return { outcome: "refused", reason };
  }
}

/** Wrap the database passed to a procedure: each batch first records this ticket of the run as done. */
function noting(db: Database, run: number, ticket: number) {
  let committed = false;
  const done = {
    sql: "UPDATE bulk_run_ticket SET outcome = 'done' WHERE bulk_run_id = ? AND trip_ticket_id = ? AND outcome IS NULL",
    params: [run, ticket],
  };
  const guard = { sql: "INSERT INTO _guard SELECT changes() = 1", params: [] };
  const batch: Database["batch"] = async (statements, options) => {
    const sets = await db.batch([done, guard, ...statements], options);
    committed = true;
    return sets.slice(2);
  };
  return { db: { ...db, batch }, committed: () => committed };
}

const note = (db: Database, run: number, ticket: number, outcome: string, reason: string | null) =>
  db.batch([
    db.write
      .update(bulkRunTicket)
      .set({ outcome, reason })
      .where(
        and(
          eq(bulkRunTicket.bulk_run_id, run),
          eq(bulkRunTicket.trip_ticket_id, ticket),
          sql`${bulkRunTicket.outcome} IS NULL`,
        ),
      )
      .toSQL(),
  ]);

/** Maximum time that a page waits for a run to finish, and the poll interval, in milliseconds. */
const MOMENT = 1_200;
const LOOK = 60;

/** Wake the task runner, and wait briefly for a run to finish. */
export async function wakeAndWaitForRun(id: number): Promise<void> {
  wakeRunner();
  const { db } = await getApp();
  const run = db.read.select({ finished_at: bulkRun.finished_at }).from(bulkRun).where(eq(bulkRun.id, id));
  for (let waited = 0; waited < MOMENT; waited += LOOK) {
    const [row] = await run;
    if (!row || row.finished_at) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}
