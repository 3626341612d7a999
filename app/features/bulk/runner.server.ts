import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#db/client.server";
import { bulkRun, bulkRunTicket, tripTicket, user } from "#db/schema";
import { deleteTicket } from "~/features/trip-tickets/move.server";
import { updateTicket } from "~/features/trip-tickets/update.server";
import type { Actor } from "~/web/actor";
import { actorOf } from "~/web/actor.server";
import { actorOfKnownKey } from "~/web/api-key.server";
import { app } from "~/web/app.server";
import { type Call, perform } from "~/web/perform.server";
import { Refusal, SORRY } from "~/web/refusal";
import type { Act } from "./bulk";
import { type BulkFields, changeOf, reasonOf } from "./bulk-input";

/** The runs that this process is carrying out. */
const running = new Map<number, Promise<void>>();

/**
 * Continue a run from where it stopped, in this process and alongside requests; once at a time. A second process doing
 * the same does no harm: each ticket's commit records that it was done, and only the first one succeeds.
 */
export function carryOn(db: Database, id: number): Promise<void> {
  const going = running.get(id);
  if (going) return going;
  const work = carryOut(db, id)
    .catch(async (error: unknown) => {
      (await app()).log.error({ err: error, bulk_run: id }, "an act on many tickets broke off");
    })
    .finally(() => running.delete(id));
  running.set(id, work);
  return work;
}

/** Waits until a run is done, a moment at most. */
export async function settle(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    work,
    new Promise<void>((done) => {
      timer = setTimeout(done, ms);
    }),
  ]);
  clearTimeout(timer);
}

/** Takes up what a process left behind that ended: every run of a person that is not finished. */
export async function resumeRuns(db: Database): Promise<number> {
  const rows = await db.read.select({ id: bulkRun.id }).from(bulkRun).where(isNull(bulkRun.finished_at));
  for (const { id } of rows) void carryOn(db, id);
  return rows.length;
}

/** How many tickets of each unfinished run waited when this process looked last. */
let waited = new Map<number, number>();

/**
 * Takes up runs that broke off, on this server or another: the unfinished ones that have come no further since this
 * process looked last. One that another server carries on is left to it.
 */
export async function resumeStalled(db: Database): Promise<void> {
  const rows = await db.read
    .select({
      id: bulkRun.id,
      waiting: sql<number>`(SELECT count(*) FROM bulk_run_ticket t WHERE t.bulk_run_id = ${bulkRun.id} AND t.outcome IS NULL)`,
    })
    .from(bulkRun)
    .where(isNull(bulkRun.finished_at));
  for (const { id, waiting } of rows) if (waited.get(id) === waiting) void carryOn(db, id);
  waited = new Map(rows.map((row) => [row.id, row.waiting]));
}

const CHUNK = 100;

async function carryOut(db: Database, id: number) {
  const [run] = await db.read.select().from(bulkRun).where(eq(bulkRun.id, id));
  if (!run || run.finished_at) return;
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
    const actor = await actorOfRun(db, run);
    for (const row of rows) {
      const { outcome, reason } = actor
        ? await one(db, actor, run.act as Act, run.input as BulkFields, id, row)
        : { outcome: "refused", reason: GONE };
      if (outcome !== "done") await note(db, id, row.id, outcome, reason);
    }
  }
  await db.batch([
    db.write
      .update(bulkRun)
      .set({ finished_at: new Date().toISOString() })
      .where(and(eq(bulkRun.id, id), isNull(bulkRun.finished_at)))
      .toSQL(),
  ]);
}

const GONE = "The person who started this no longer works for this company.";
const OVERTAKEN = "Someone changed this ticket after you selected it. Check it, then select it again.";

/** The person or the key of a run, as they may act now. */
async function actorOfRun(db: Database, run: typeof bulkRun.$inferSelect): Promise<Actor | null> {
  if (run.user_id === null) return actorOfKnownKey(db, (run.input as { key?: string }).key);
  const [person] = await db.read.select().from(user).where(eq(user.id, run.user_id));
  if (!person) return null;
  const actor = await actorOf(db.read, person, run.company_id, null);
  return actor.company?.id === run.company_id ? actor : null;
}

type Row = { id: number; version: number; job_id: number };
type Outcome = { outcome: "done" | "unchanged" | "refused"; reason: string | null };

/**
 * One ticket by the procedure that does it alone; that it was done is noted in its own commit. Where the database does not
 * answer the run breaks off, to be taken up again: what was applied was noted with it.
 */
async function one(
  db: Database,
  actor: Actor,
  act: Act,
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
      (await app()).log.error(
        { err: error, bulk_run: run, trip_ticket: row.id },
        "an act on a ticket failed",
      );
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

/** How long a page waits for a run that may be done in a moment, in milliseconds. */
const MOMENT = 1_200;

/** Carries a run on in the background of this server. */
export function wake(id: number): void {
  void app().then(({ db }) => carryOn(db, id));
}

/** A run as its page is opened: taken up again where nobody carries it out, and waited for a moment. */
export async function wakeAndWait(id: number): Promise<void> {
  const { db } = await app();
  await settle(carryOn(db, id), MOMENT);
}

/** Answers a call that begins a run, and has it carried out beside the requests. */
export function begun<Args>(answer: (args: Args) => Promise<Response>) {
  return async (args: Args): Promise<Response> => {
    const response = await answer(args);
    if (response.ok) wake(Number(((await response.clone().json()) as { id: number }).id));
    return response;
  };
}
