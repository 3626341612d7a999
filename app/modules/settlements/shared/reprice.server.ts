import { setImmediate } from "node:timers/promises";
import { and, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { amountOwed, job, tripTicket } from "#db/schema";
import { buildEnqueueStep, defineTask } from "~/lib/queue/work.server";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import type { App } from "~/web/app.server";
import { ConcurrentWriteError, commitSteps } from "~/web/commit.server";
import type { ReadCtx, Step } from "~/web/procedure";
import { buildAmountOwedSteps } from "./claim-steps.server";

const c = amountOwed;
/** Number of loads repriced in one commit. */
const CHUNK = 200;
/** Maximum number of times a chunk is read again after a concurrent write. */
const TRIES = 8;

/**
 * Reprice the loads of a job by load number, 200 per commit: all completed loads and all loads with a claim, except
 * those priced by the current rates. Can be interrupted anywhere and run again.
 */
export async function repriceJob(
  { db, now }: Pick<App, "db" | "now">,
  job_id: number,
  heartbeat: () => Promise<void> = async () => {},
): Promise<void> {
  let after = 0;
  for (;;) {
    await heartbeat();
    // A local database file returns without yielding to the event loop; yield here so that page requests run between
    // chunks.
    await setImmediate();
    const rows = await staleLoads(db, job_id, after);
    const last = rows.at(-1);
    if (!last) return;
    await repriceTickets(
      { db, now },
      rows.map(({ id }) => id),
    );
    after = last.load_number;
  }
}

const staleLoads = (db: Database, job_id: number, after: number) =>
  db.read
    .select({ id: tripTicket.id, load_number: tripTicket.load_number })
    .from(tripTicket)
    .innerJoin(job, eq(job.id, tripTicket.job_id))
    .where(
      and(
        eq(tripTicket.job_id, job_id),
        gt(tripTicket.load_number, after),
        sql`((${tripTicket.trip_ticket_status_id} = ${STATUS.completed} AND ${tripTicket.is_deleted} = 0
              AND NOT EXISTS (SELECT 1 FROM amount_owed c WHERE c.trip_ticket_id = ${tripTicket.id}))
          OR EXISTS (SELECT 1 FROM amount_owed c
            WHERE c.trip_ticket_id = ${tripTicket.id} AND c.rate_version <> ${job.rate_version}))`,
      ),
    )
    .orderBy(tripTicket.load_number)
    .limit(CHUNK);

/** Price these loads in a separate commit; retry after a concurrent write. */
export async function repriceTickets(
  { db, now }: Pick<App, "db" | "now">,
  ids: readonly number[],
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const steps = await buildAmountOwedSteps({ read: db.read, now: now() }, ids);
    if (steps.length === 0) return;
    try {
      await commitSteps(db, steps, {}, null);
      return;
    } catch (error) {
      if (!(error instanceof ConcurrentWriteError) || attempt === TRIES) throw error;
      await db.catchUp();
    }
  }
}

/** Background task that prices the loads of one job by its current rates. */
export const repriceJobTask = defineTask({
  name: "price the loads of a job again",
  input: z.strictObject({ job_id: z.number().int() }),
  lease: 60_000,
  run: (app, { job_id }, { heartbeat }) => repriceJob(app, job_id, heartbeat),
});

/**
 * Return the step that reprices a job's loads, for the commit that changes its rates or what pay depends on. Until it
 * has run, the claims are shown as being recomputed.
 */
export const buildRepriceJobSteps = (job_id: number): Step[] => [
  buildEnqueueStep(repriceJobTask, { job_id }, { key: `job ${job_id}` }),
];

/**
 * Value of `rate_epoch` that the database sets on a claim when another company was, or is no longer, paid for the same
 * work (`db/derived-settlements.sql`).
 */
const MARKED = -1;

/** Background task that reprices a job's loads after another company began or ceased to be paid for the same work. */
export const repricePaidToOtherTask = defineTask({
  name: "price the loads again that another company was paid for",
  input: z.strictObject({ job_id: z.number().int() }),
  lease: 60_000,
  async run({ db, now }, { job_id }, { heartbeat }) {
    for (let after = 0; ; ) {
      await heartbeat();
      const rows = await db.read
        .selectDistinct({ id: c.trip_ticket_id })
        .from(c)
        .where(and(eq(c.job_id, job_id), eq(c.rate_version, MARKED), gt(c.trip_ticket_id, after)))
        .orderBy(c.trip_ticket_id)
        .limit(CHUNK);
      const last = rows.at(-1);
      if (!last) return;
      await repriceTickets(
        { db, now },
        rows.map(({ id }) => id),
      );
      after = last.id;
    }
  },
});

/**
 * Return the steps for a commit that puts these claims on a statement or removes them: other companies' claims for the
 * same work on the same loads are repriced.
 */
export async function buildRepricePaidToOtherSteps(
  { read }: Pick<ReadCtx, "read">,
  claims: SQL,
): Promise<Step[]> {
  const rows = await read
    .selectDistinct({ job_id: c.job_id })
    .from(c)
    .where(
      sql`${c.id} IN (${claims}) AND EXISTS (SELECT 1 FROM amount_owed o
        WHERE o.trip_ticket_id = ${c.trip_ticket_id} AND o.settlement_type_id = ${c.settlement_type_id}
          AND o.paying_company_id = ${c.paying_company_id} AND o.id <> ${c.id}
          AND (o.problem = 'paid_to_other' OR ${c.due_cents} = 0))`,
    );
  return rows.map(({ job_id }) =>
    buildEnqueueStep(repricePaidToOtherTask, { job_id }, { key: `job ${job_id}` }),
  );
}

/** Select the claims on a statement: all of them, or only those that it reverses. */
export const claimsOnStatementQuery = (statement: number, isBack = false): SQL =>
  sql`SELECT amount_owed_id FROM settlement_line WHERE settlement_statement_id = ${statement}
    AND +amount_owed_id IS NOT NULL${isBack ? sql` AND kind = 'reversal'` : sql``}`;

/**
 * Every hour, queue two kinds of jobs: jobs with amounts priced at old rates, and jobs with rates whose completed loads
 * were never priced (from before amounts were stored).
 */
export const findUnpricedTask = defineTask({
  name: "look for loads that were priced before the rates changed",
  input: z.strictObject({}),
  every: 60,
  async run({ db }, _input, { heartbeat }) {
    const [last] = await db.read.select({ id: sql<number | null>`max(${job.id})` }).from(job);
    for (let from = 0; from < (last?.id ?? 0); from += JOBS_AT_ONCE) {
      await heartbeat();
      for (const { id } of await unpriced(db, from))
        await commitSteps(db, buildRepriceJobSteps(id), {}, null);
    }
  },
});

/** Number of jobs scanned in one read, so that it doesn't delay requests. */
const JOBS_AT_ONCE = 1000;

const unpriced = (db: Database, from: number) =>
  db.read
    .select({ id: job.id })
    .from(job)
    .where(
      and(
        gt(job.id, from),
        lte(job.id, from + JOBS_AT_ONCE),
        sql`(EXISTS (SELECT 1 FROM amount_owed c WHERE c.job_id = ${job.id} AND c.rate_version < ${job.rate_version})
          OR (NOT EXISTS (SELECT 1 FROM amount_owed c WHERE c.job_id = ${job.id})
            AND (EXISTS (SELECT 1 FROM job_product_rate r WHERE r.job_id = ${job.id})
              OR EXISTS (SELECT 1 FROM job_haul_rate r WHERE r.job_id = ${job.id}))
            AND EXISTS (SELECT 1 FROM trip_ticket t WHERE t.job_id = ${job.id}
              AND t.trip_ticket_status_id = ${STATUS.completed} AND t.is_deleted = 0)))`,
      ),
    );
