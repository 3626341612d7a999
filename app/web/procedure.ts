import type { SQL } from "drizzle-orm";
import type { z } from "zod";
import type { Read, Statement, Write } from "#db/client.server";
import type { Permission } from "~/lib/access/crew-permissions";
import type { Point } from "~/lib/geo/geo";
import type { Actor, CompanyActor } from "./actor";
import type { TypedOnDevice } from "./offline-replay";
import type { CountedTry } from "./rate-limit.server";
import type { WorkLimit } from "./usage-limit.server";

/** Something drizzle can turn into a statement: an insert, update or delete, or a piece of raw SQL. */
export type BuildableQuery = { toSQL(): Statement } | SQL;

/**
 * One statement of a commit; with `expectOneRow` the whole commit is undone unless it changed exactly one row. A long one
 * makes the commit run outside of requests (`splitRows`).
 */
export type Step = { build: BuildableQuery; mustHit: boolean; isLong?: boolean };

/** Stored outcome of a commit: values, or SQL computed at the end of the same batch. */
export type Outcome = Record<string, SQL | string | number | boolean | null>;

export type OutcomeOf<O extends Outcome> = {
  [K in keyof O]: O[K] extends SQL<infer T> ? T : O[K];
};

export type Ctx<A extends Actor = Actor> = {
  read: Read;
  write: Write;
  actor: A;
  now: Date;
  /** Time when a form was typed, if a device stored it for a while (`getActedAt`). */
  typed?: TypedOnDevice | null;
  /** The caller's network address, only for rate limits. */
  address: string;
  /** Hash of the token of the browser's session; null for a key. */
  session: string | null;
  /** Return the position of this address from a proxy in front; null if unknown. */
  near(): Point | null;
  /** Return the position that the user's browser reported within the last hour; null if none. */
  said(): Point | null;
  /**
   * Run the steps as one batch, all or none, together with the submission's outcome. Returns the outcome, the same that
   * a repeat of the submission will get.
   */
  commit<O extends Outcome>(steps: Step[], outcome: O): Promise<OutcomeOf<O>>;
  /** Count tries at something that can be guessed or probed; refuse past a limit. */
  count(tries: CountedTry[]): Promise<void>;
  /**
   * Run another procedure for the same actor as a separate commit, outside of this submission: for acts on many rows,
   * where the refusal of one must not undo the others. The calling procedure must be safe to run again.
   */
  apart<I extends z.ZodType, O>(procedure: Procedure<I, O>, input: z.input<I>): Promise<O>;
};

/** The part of a context needed for reading: it can't write or commit. Background work gets the same. */
export type ReadCtx<A extends Actor = CompanyActor> = Pick<Ctx<A>, "read" | "actor" | "now">;

/** Allowed callers: anyone, a user or a key, a signed-in user, a member of a company (or its key), a super user. */
export type Audience = "anyone" | "known" | "user" | "company" | "super";

type ActorFor<W extends Audience> = W extends "company" ? CompanyActor : Actor;

export type Procedure<I extends z.ZodType = z.ZodType, O = unknown> = {
  name: string;
  input: I;
  /** Output schema, if the API uses it; tests check every response against it. */
  output?: z.ZodType;
  audience: Audience;
  may?: Permission;
  /** Rate limit on what one user can create. */
  limit?: WorkLimit<z.output<I>>;
  /** Texts that may be too long to store with a submission: it stores their hash, as for files. */
  byHash?: readonly string[];
  /** Fields that are never shown again or stored: passwords and tokens. Such a form has no submission id. */
  secrets?: readonly string[];
  /** Changes rights, keys or money settings: requires the password again if sign-in was a while ago. */
  fresh?: Fresh;
  run(ctx: Ctx<CompanyActor>, input: z.output<I>): Promise<O>;
};

/** Submitted data: a form's fields, or an input's. */
export type SubmittedFields = { get(name: string): unknown };
/** Always, or depending on the submitted data. */
type Fresh = true | ((sent: SubmittedFields, who: { read: Read; actor: Actor }) => Promise<boolean>);

/** Return type of `run` for an output: the same, except that a list may be read as it is sent. */
type Given<P> = P extends z.ZodType ? Streamed<z.output<P>> : unknown;
type Streamed<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]: T[K] extends readonly (infer R)[] ? T[K] | AsyncIterable<R> : T[K] }
    : T;

/** Every procedure that has been defined, for tests that check all of them. */
export const PROCEDURES: Procedure[] = [];

/**
 * Define one thing that the application can do: a verb with its input, its allowed callers, and its action. Pages, form
 * posts and the API are thin adapters over it (`call`, `submit`, `createRestHandler`).
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
  // `perform` checks the audience before it calls `run`, so the narrower actor type is safe.
  const created = { audience: "company", ...definition } as Procedure<I, O> & { output: P };
  PROCEDURES.push(created);
  return created;
}
