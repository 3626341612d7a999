import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Statement } from "#db/client.server";
import type { App } from "~/web/app.server";
import { anyRows, expectOneRow } from "~/web/commit.server";
import type { Step } from "~/web/procedure";
import { PROCESS_ID, wakeRunnerSoon } from "./waking.server";

/** Context that a piece of work gets along with its input. */
export type TaskContext = {
  /** Extend the claim by one more lease; throws {@link LostClaim} if it has been lost. Cheap to call often. */
  heartbeat(): Promise<void>;
  /** Aborted when the claim is lost or the server stops: check it, then break off and throw. */
  signal: AbortSignal;
  /** Number of this try. */
  attempt: number;
  /** Reason that the previous try failed. */
  failure: string | null;
  /**
   * Write this in the same batch that marks the item done. If the database rejects the batch, this process writes it
   * again later, and does not run the item again.
   */
  note(statement: Statement): void;
};

/** The claim was lost: its lease passed without a heartbeat, or another server has claimed the item. */
export class LostLeaseError extends Error {
  override readonly name = "LostClaim";
}

/**
 * A kind of background work. It may run more than once: a server can die after its effect and before recording it, so
 * `run` must be repeatable.
 */
export type Task<I extends z.ZodObject = z.ZodObject> = {
  /** Description in plain words, shown at /admin/work and stored with each item. */
  name: string;
  input: I;
  /** Tries before it is abandoned. Recurring work is never abandoned. */
  attempts: number;
  /** Milliseconds that a try belongs to its server, from the claim and again from each heartbeat. */
  lease: number;
  /** Number of its items that one process runs at once. */
  atOnce: number;
  /** Minutes until it runs again after it was done: recurring work, of which there is one item. */
  every?: number;
  /** Recurring work that each server does for its own store of files. */
  eachStore?: boolean;
  /** For the first minute only the requesting process claims it: its output is on that server. */
  here?: boolean;
  /** True if this server's settings let it do this work; otherwise it leaves it to others. */
  able?(): boolean;
  run(app: App, input: z.output<I>, doing: TaskContext): Promise<void>;
  /** Called when the last try has failed, to notify; may run more than once. */
  gaveUp?(app: App, input: z.output<I>, last: { failure: string; attempts: number }): Promise<void>;
};

const DEFAULTS = { attempts: 8, lease: 5 * 60_000, atOnce: 1 };

/** Define a kind of work. The program lists all of them (`app/server-entry.server.ts`), and its runner does those. */
export const defineTask = <I extends z.ZodObject>(
  definition: Omit<Task<I>, keyof typeof DEFAULTS> & Partial<typeof DEFAULTS>,
): Task<I> => ({ ...DEFAULTS, ...definition });

/** Time that an item is reserved for the process that requested it, in milliseconds. */
export const LOCAL_FILE_GRACE_MS = 60_000;

/** Input whose values may be SQL, such as an ID created in the same batch. */
type Given<I extends z.ZodObject> = { [K in keyof z.input<I>]: z.input<I>[K] | SQL };

type How = {
  /** Within a day (`MAX_PAUSE`): a much later time is taken for a clock that ran ahead, and the work is done now. */
  runAt?: Date;
  /** Only one item of a key waits or runs; if there is one, it is marked to run once more. */
  key?: string | SQL;
  /** Only one item of a lane runs at a time. */
  lane?: string;
  /** Only if this is true when the commit runs. */
  when?: SQL;
};

/** Put work on the queue as a step of a commit, so that it exists exactly when the data it is about exists. */
export function enqueue<I extends z.ZodObject>(it: Task<I>, input: Given<I>, how: How = {}): Step {
  wakeRunnerSoon();
  const now = new Date();
  const { runAt = now, key = null, lane = null, when = sql`1` } = how;
  const stored = it.here ? new Date(now.getTime() + LOCAL_FILE_GRACE_MS).toISOString() : null;
  const insert = sql`INSERT INTO background_job
      (name, input, unique_key, lane, run_at, claimed_until, claimed_by, created_at)
    SELECT ${it.name}, ${inputSql(it, input)}, ${key}, ${lane}, ${runAt.toISOString()},
      ${stored}, ${stored && PROCESS_ID}, ${now.toISOString()} WHERE ${when}
    ON CONFLICT (name, unique_key) WHERE finished_at IS NULL AND failed_at IS NULL
    DO UPDATE SET run_at = CASE WHEN started_at IS NOT NULL AND claimed_until IS NOT NULL
      THEN excluded.run_at ELSE min(run_at, excluded.run_at) END`;
  return key === null && !how.when ? expectOneRow(insert) : anyRows(insert);
}

/** Input in JSON. One without SQL is checked against its schema at once. */
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
