import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Statement } from "#db/client.server";
import type { App } from "~/web/app.server";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import type { Step } from "~/web/procedure";
import { PROCESS_ID, wakeRunnerSoon } from "./waking.server";

/** Context passed to a task's `run` along with its input. */
export type TaskContext = {
  /** Extend the lease by its full length; throws {@link LostLeaseError} if the lease was lost. Cheap to call often. */
  heartbeat(): Promise<void>;
  /** Signal that is aborted when the lease is lost or the server stops. Check it, then stop working and throw. */
  signal: AbortSignal;
  /** Number of this attempt. */
  attempt: number;
  /** Reason that the previous attempt failed. */
  failure: string | null;
  /**
   * Add a statement to the batch that marks the item done. If the database rejects the batch, this process retries the
   * batch later without rerunning the item.
   */
  note(statement: Statement): void;
};

/** Thrown when the lease was lost: it expired without a heartbeat, or another server has leased the item. */
export class LostLeaseError extends Error {
  override readonly name = "LostClaim";
}

/**
 * Type of background work. `run` must be repeatable, because a server can die after running an item and before
 * recording that it did.
 */
export type Task<I extends z.ZodObject = z.ZodObject> = {
  /** Description shown at /admin/work and stored with each item. */
  name: string;
  input: I;
  /** Number of attempts before the item is abandoned. Recurring work is never abandoned. */
  attempts: number;
  /** Milliseconds for which an attempt belongs to its server, counted from the lease or the latest heartbeat. */
  lease: number;
  /** Number of the task's items that one process runs at once. */
  atOnce: number;
  /** Minutes from the end of one run to the next. Set only for recurring work, which has a single item. */
  every?: number;
  /** True for recurring work that each server runs for its own file store. */
  eachStore?: boolean;
  /** True if the output is on the server that queued the item: only that process may claim it in the first minute. */
  here?: boolean;
  /** Check whether this server's settings allow the work; otherwise other servers run it. */
  able?(): boolean;
  run(app: App, input: z.output<I>, doing: TaskContext): Promise<void>;
  /** Called after the last attempt has failed, to notify users; may run more than once. */
  gaveUp?(app: App, input: z.output<I>, last: { failure: string; attempts: number }): Promise<void>;
};

const DEFAULTS = { attempts: 8, lease: 5 * 60_000, atOnce: 1 };

/** Define a task. Every task must be listed in `app/server-entry.server.ts`; the runner runs only listed tasks. */
export const defineTask = <I extends z.ZodObject>(
  definition: Omit<Task<I>, keyof typeof DEFAULTS> & Partial<typeof DEFAULTS>,
): Task<I> => ({ ...DEFAULTS, ...definition });

/** Time for which an item is reserved for the process that queued it, in milliseconds. */
export const LOCAL_RESERVATION_MS = 60_000;

/** Input whose values may be SQL, such as an ID created in the same batch. */
type Given<I extends z.ZodObject> = { [K in keyof z.input<I>]: z.input<I>[K] | SQL };

type How = {
  /**
   * Start time, at most a day ahead (`MAX_PAUSE`). A much later time is assumed to come from a wrong clock, and the
   * work runs now.
   */
  runAt?: Date;
  /** Unique key: only one item per key waits or runs. If an item with the key exists, it is scheduled to run once more. */
  key?: string | SQL;
  /** Name of a lane; items of one lane run one at a time. */
  lane?: string;
  /** Condition evaluated when the commit runs; the item is queued only if it is true. */
  when?: SQL;
};

/** Return the step that queues work in a commit, so that the item exists only if the data it refers to exists. */
export function buildEnqueueStep<I extends z.ZodObject>(it: Task<I>, input: Given<I>, how: How = {}): Step {
  wakeRunnerSoon();
  const now = new Date();
  const { runAt = now, key = null, lane = null, when = sql`1` } = how;
  const stored = it.here ? new Date(now.getTime() + LOCAL_RESERVATION_MS).toISOString() : null;
  const insert = sql`INSERT INTO background_job
      (name, input, unique_key, lane, run_at, claimed_until, claimed_by, created_at)
    SELECT ${it.name}, ${inputSql(it, input)}, ${key}, ${lane}, ${runAt.toISOString()},
      ${stored}, ${stored && PROCESS_ID}, ${now.toISOString()} WHERE ${when}
    ON CONFLICT (name, unique_key) WHERE finished_at IS NULL AND failed_at IS NULL
    DO UPDATE SET run_at = CASE WHEN started_at IS NOT NULL AND claimed_until IS NOT NULL
      THEN excluded.run_at ELSE min(run_at, excluded.run_at) END`;
  return key === null && !how.when ? expectOneRow(insert) : allowAnyRows(insert);
}

/** Return the input as JSON. Input without SQL is validated against its schema immediately. */
function inputSql<I extends z.ZodObject>(it: Task<I>, input: Given<I>): SQL {
  const parts = Object.entries<unknown>(input);
  if (!parts.some(([, value]) => isSql(value))) return sql`${JSON.stringify(it.input.parse(input))}`;
  const values = parts.flatMap(([name, value]) => [
    sql`${name}`,
    isSql(value) ? value : sql`json(${JSON.stringify(value)})`,
  ]);
  return sql`json_object(${sql.join(values, sql`, `)})`;
}

const isSql = (value: unknown): value is SQL =>
  typeof value === "object" && value !== null && "queryChunks" in value;
