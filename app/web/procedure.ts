import type { SQL } from "drizzle-orm";
import type { z } from "zod";
import type { Read, Statement, Write } from "#db/client.server";
import type { Permission } from "~/lib/access/crew-permissions";
import type { Point } from "~/lib/geo/geo";
import type { Actor, CompanyActor } from "./actor";
import type { DeviceTypingTime } from "./offline-replay";
import type { CountedTry } from "./rate-limit.server";
import type { WorkLimit } from "./usage-limit.server";

/** A query that drizzle can turn into a statement: an insert, update or delete, or raw SQL. */
export type BuildableQuery = { toSQL(): Statement } | SQL;

/**
 * One statement of a commit. With `expectOneRow`, the whole commit is undone unless the statement changed exactly one
 * row. A long step makes the commit run outside of requests (`markLongStep`).
 */
export type Step = { build: BuildableQuery; mustHit: boolean; isLong?: boolean };

/** Stored outcome of a commit: plain values, or SQL that is computed at the end of the commit's batch. */
export type Outcome = Record<string, SQL | string | number | boolean | null>;

export type OutcomeOf<O extends Outcome> = {
  [K in keyof O]: O[K] extends SQL<infer T> ? T : O[K];
};

export type Ctx<A extends Actor = Actor> = {
  read: Read;
  write: Write;
  actor: A;
  now: Date;
  /** Time when the form was typed, if a device stored it while offline (`getActionTime`). */
  typed?: DeviceTypingTime | null;
  /** The caller's network address, used only for rate limits. */
  address: string;
  /** Token hash of the browser's session; null for an API key. */
  session: string | null;
  /** Return the position of the caller's network address as reported by a proxy; null if unknown. */
  near(): Point | null;
  /** Return the position that the user's browser reported within the last hour; null if none. */
  said(): Point | null;
  /**
   * Run the steps and store the submission's outcome as one batch, all or nothing. Returns the outcome; a repeated
   * submission gets the same outcome.
   */
  commit<O extends Outcome>(steps: Step[], outcome: O): Promise<OutcomeOf<O>>;
  /** Count tries at something that can be guessed or probed, and refuse when a limit is exceeded. */
  count(tries: CountedTry[]): Promise<void>;
  /**
   * Run another procedure for the same actor as a separate commit, outside of this submission. For actions on many
   * rows, where the refusal of one row must not undo the others. The calling procedure must be safe to repeat.
   */
  apart<I extends z.ZodType, O>(procedure: Procedure<I, O>, input: z.input<I>): Promise<O>;
};

/**
 * Part of a context that is needed for reading, without writes or commits. Background work that only reads gets this
 * type of context too.
 */
export type ReadCtx<A extends Actor = CompanyActor> = Pick<Ctx<A>, "read" | "actor" | "now">;

/**
 * Allowed callers: anyone; a user or an API key; a signed-in user; a member of a company or the company's key; a super
 * user.
 */
export type Audience = "anyone" | "known" | "user" | "company" | "super";

type ActorFor<W extends Audience> = W extends "company" ? CompanyActor : Actor;

export type Procedure<I extends z.ZodType = z.ZodType, O = unknown> = {
  name: string;
  input: I;
  /** Schema of the output, if the API returns it; tests check every response against it. */
  output?: z.ZodType;
  audience: Audience;
  may?: Permission;
  /** Limit on how much one user can create in a period. */
  limit?: WorkLimit<z.output<I>>;
  /** Text fields that may be too long to store with a submission, which stores their hash instead, as for files. */
  byHash?: readonly string[];
  /** Fields that are never shown again or stored: passwords and tokens. A form with such a field has no submission id. */
  secrets?: readonly string[];
  /** Set for changes to rights, keys or money settings: requires the password again if the user signed in too long ago. */
  fresh?: Fresh;
  run(ctx: Ctx<CompanyActor>, input: z.output<I>): Promise<O>;
};

/** Submitted data: the fields of a form or of an API input. */
export type SubmittedFields = { get(name: string): unknown };
/** Condition for requiring the password again: always, or a function of the submitted data. */
type Fresh = true | ((sent: SubmittedFields, who: { read: Read; actor: Actor }) => Promise<boolean>);

/** Return type of `run` for an output schema: its type, except that lists may be streams. */
type Given<P> = P extends z.ZodType ? Streamed<z.output<P>> : unknown;
type Streamed<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]: T[K] extends readonly (infer R)[] ? T[K] | AsyncIterable<R> : T[K] }
    : T;

/** All procedures that have been defined, for tests that check every one. */
export const PROCEDURES: Procedure[] = [];

/**
 * Define one operation of the application: its name, its input, its allowed callers and its action. Pages, form posts
 * and the API are thin adapters over it (`call`, `submit`, `createRestHandler`).
 */
export function procedure<
  I extends z.ZodType,
  O extends Given<P>,
  W extends Audience = "company",
  P extends z.ZodType | undefined = undefined,
>(definition: {
  name: string;
  input: I;
  output?: P;
  audience?: W;
  may?: Permission;
  limit?: WorkLimit<z.output<I>>;
  byHash?: readonly (keyof z.output<I> & string)[];
  secrets?: readonly (keyof z.output<I> & string)[];
  fresh?: Fresh;
  run(ctx: Ctx<ActorFor<W>>, input: z.output<I>): Promise<O>;
}): Procedure<I, O> & { output: P } {
  // `perform` checks that the caller is allowed before it calls `run`, so the narrower actor type is safe.
  const created = { audience: "company", ...definition } as Procedure<I, O> & { output: P };
  PROCEDURES.push(created);
  return created;
}
