import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Statement } from "#db/client.server";
import type { App } from "~/web/app.server";
import { mayMiss, mustHit } from "~/web/commit.server";
import type { Step } from "~/web/procedure";
import { PROCESS, wakeWorkSoon } from "./waking.server";

/** What a piece of work is given beside its input. */
export type Doing = {
  /** Keep the claim for one more lease; throws {@link LostClaim} where it has been lost. Cheap to call often. */
  heartbeat(): Promise<void>;
  /** Aborted when the claim is lost or the server stops: check it, then break off and throw. */
  signal: AbortSignal;
  /** Which try this is. */
  attempt: number;
  /** Why the try before it failed. */
  failure: string | null;
  /**
   * Write this in the same batch as that the item is done. Where the database does not take the batch, this process says
   * it again later, and does not do the item again.
   */
  note(statement: Statement): void;
};

/** The claim was lost: its lease passed without a heartbeat, or another server has taken the item up. */
export class LostClaim extends Error {
  override readonly name = "LostClaim";
}

/**
 * A kind of work that is done beside requests. It may be run more than once: a server can die after its effect and
 * before its word, so `run` must bear being repeated.
 */
export type Work<I extends z.ZodObject = z.ZodObject> = {
  /** What it does, in plain words: they are shown at /admin/work, and kept with each item. */
  name: string;
  input: I;
  /** Tries before it is given up. Recurring work is never given up. */
  attempts: number;
  /** A try belongs to its server for so many milliseconds, and for as many more from each heartbeat. */
  lease: number;
  /** Items of it that one process does at once. */
  atOnce: number;
  /** Done again so many minutes after it was done: recurring work, of which there is one item. */
  every?: number;
  /** Recurring work that each server does for its own store of files. */
  eachStore?: boolean;
  /** For the first minute only the process that asked for it takes it up: what it makes lies on that server. */
  here?: boolean;
  /** Whether this server can do it at all, which its settings say; one that can't leaves it to others. */
  able?(): boolean;
  run(app: App, input: z.output<I>, doing: Doing): Promise<void>;
  /** What is to be told where the last try has failed; may be run more than once. */
  gaveUp?(app: App, input: z.output<I>, last: { failure: string; attempts: number }): Promise<void>;
};

const DEFAULTS = { attempts: 8, lease: 5 * 60_000, atOnce: 1 };

/** Define a kind of work. The program names all of them (`app/program.server.ts`), and its runner does those. */
export const work = <I extends z.ZodObject>(
  definition: Omit<Work<I>, keyof typeof DEFAULTS> & Partial<typeof DEFAULTS>,
): Work<I> => ({ ...DEFAULTS, ...definition });

/** How long an item is kept for the process that asked for it, in milliseconds. */
export const KEPT_HERE = 60_000;

/** An input whose values may be SQL, such as an id that is made in the same batch. */
type Given<I extends z.ZodObject> = { [K in keyof z.input<I>]: z.input<I>[K] | SQL };

type How = {
  /** Within a day (`MAX_PAUSE`): what is due much later is taken for a clock that ran ahead, and done now. */
  runAt?: Date;
  /** Of one key, one waits or is under way; where there is one, it is asked to run once more. */
  key?: string | SQL;
  /** Of one lane, one is under way at a time. */
  lane?: string;
  /** Only where this holds when the commit is made. */
  when?: SQL;
};

/** Put work on the queue as a step of a commit, so that it is there exactly when what it tells of is there. */
export function enqueue<I extends z.ZodObject>(it: Work<I>, input: Given<I>, how: How = {}): Step {
  wakeWorkSoon();
  const now = new Date();
  const { runAt = now, key = null, lane = null, when = sql`1` } = how;
  const kept = it.here ? new Date(now.getTime() + KEPT_HERE).toISOString() : null;
  const insert = sql`INSERT INTO work_item
      (name, input, unique_key, lane, run_at, claimed_until, claimed_by, created_at)
    SELECT ${it.name}, ${inputSql(it, input)}, ${key}, ${lane}, ${runAt.toISOString()},
      ${kept}, ${kept && PROCESS}, ${now.toISOString()} WHERE ${when}
    ON CONFLICT (name, unique_key) WHERE finished_at IS NULL AND given_up_at IS NULL
    DO UPDATE SET run_at = CASE WHEN started_at IS NOT NULL AND claimed_until IS NOT NULL
      THEN excluded.run_at ELSE min(run_at, excluded.run_at) END`;
  return key === null && !how.when ? mustHit(insert) : mayMiss(insert);
}

/** The input in JSON. One without SQL is held against its schema at once. */
function inputSql<I extends z.ZodObject>(it: Work<I>, input: Given<I>): SQL {
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
