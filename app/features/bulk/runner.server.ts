import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { bulkRun, bulkRunTicket, tripTicket } from "#db/schema";
import { actorAgain } from "~/core/work/actor-of.server";
import { wakeWork } from "~/core/work/waking.server";
import { type Doing, work } from "~/core/work/work.server";
import { deleteTicket } from "~/features/trip-tickets/move.server";
import { updateTicket } from "~/features/trip-tickets/update.server";
import type { Actor, CompanyActor } from "~/web/actor";
import { type App, app } from "~/web/app.server";
import { type Call, perform } from "~/web/perform.server";
import { Refusal, SORRY } from "~/web/refusal";
import type { BulkActName } from "./bulk";
import { actKept, type BulkFields, changeOf, reasonOf } from "./bulk-input";

/**
 * An act on many tickets, one ticket at a time. Each ticket's commit records that it was done, so a run that broke off
 * continues where it stopped and does nothing twice, even when two servers do it.
 */
export const carryOutAct = work({
  name: "act on many tickets",
  input: z.strictObject({ run: z.number().int() }),
  lease: 60_000,
  atOnce: 8,
  run: (app, { run }, doing) => carryOut(app, run, doing),
  async gaveUp({ db, now }, { run }) {
    const rest = { outcome: "refused", reason: SORRY };
    const waiting = and(eq(bulkRunTicket.bulk_run_id, run), isNull(bulkRunTicket.outcome));
    await db.batch([
      db.write.update(bulkRunTicket).set(rest).where(waiting).toSQL(),
      finished(db, run, now()),
    ]);
  },
});

/** A person's acts are carried out one after another, and so are those of a company's programs. */
export const laneOf = ({ company, user }: CompanyActor): string => (user ? `u${user.id}` : `c${company.id}`);

const CHUNK = 100;

async function carryOut(app: App, id: number, { heartbeat }: Doing) {
  const { db } = app;
  const [run] = await db.read.select().from(bulkRun).where(eq(bulkRun.id, id));
  if (!run || run.finished_at) return;
  const asked = actKept(run);
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
    // Checked again each time: a person who has lost the right or left changes nothing further.
    const actor = await actorAgain(db, { ...run, key: asked.input.key });
    for (const row of rows) {
      await heartbeat();
      const { outcome, reason } = actor
        ? await one(app, actor, asked.act, asked.input, id, row)
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
 * One ticket by the procedure that does it alone; that it was done is noted in its own commit. Where the database does not
 * answer the run breaks off, to be taken up again: what was applied was noted with it.
 */
async function one(
  { db, log }: App,
  actor: Actor,
  act: BulkActName,
  fields: BulkFields,
  run: number,
  row: Row,
): Promise<Outcome> {
  if (row.version < 0) return { outcome: "refused", reason: OVERTAKEN };
  const noted = noting(db, run, row.id);
  const call: Call = { db: noted.db, actor, now: new Date(), address: "bulk" };
  const input = { id: row.id, version: row.version + 1 };
  try {
    if (act === "deletion") await perform(deleteTicket, call, input);
    else {
      const change = changeOf(act, fields, row.job_id);
      if (change === null) return { outcome: "unchanged", reason: null };
      await perform(updateTicket, call, { ...input, ...change });
    }
    return { outcome: noted.committed() ? "done" : "unchanged", reason: null };
  } catch (error) {
    if (error instanceof Refusal && error.kind === "unavailable") throw error;
    if (!(error instanceof Refusal)) {
      // One ticket that nobody foresaw does not hold up the others, now and each time that the run is taken up.
      log.error({ err: error, bulk_run: run, trip_ticket: row.id }, "an act on a ticket failed");
      return { outcome: "refused", reason: SORRY };
    }
    const reason = error.kind === "stale" ? OVERTAKEN : reasonOf(error);
    return { outcome: "refused", reason };
  }
}

/** The database as a procedure sees it; each batch begins with noting that this ticket of the run is done. */
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

/** How long a page waits for a run that may be done in a moment, and how often it looks, in milliseconds. */
const MOMENT = 1_200;
const LOOK = 60;

/** See to it that a run is carried out, and wait a moment for it. */
export async function wakeAndWait(id: number): Promise<void> {
  wakeWork();
  const { db } = await app();
  const run = db.read.select({ finished_at: bulkRun.finished_at }).from(bulkRun).where(eq(bulkRun.id, id));
  for (let waited = 0; waited < MOMENT; waited += LOOK) {
    const [row] = await run;
    if (!row || row.finished_at) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}
