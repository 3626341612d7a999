import type { SQL } from "drizzle-orm";
import type { z } from "zod";
import type { Read, Statement, Write } from "#db/client.server";
import type { Permission } from "~/domain/access/crew-permissions";
import type { Point } from "~/domain/geo/geo";
import type { Actor, CompanyActor } from "./actor";
import type { Try } from "./rate-limit.server";
import type { TypedOnDevice } from "./replay";
import type { WorkLimit } from "./work-limit.server";

/** Something drizzle can turn into a statement: an insert, update or delete, or a piece of raw SQL. */
export type Buildable = { toSQL(): Statement } | SQL;

/**
 * One statement of a commit; with `mustHit` the whole commit is undone unless it changed exactly one row. One that is long
 * has the commit carried out beside the requests (`overRows`).
 */
export type Step = { build: Buildable; mustHit: boolean; isLong?: boolean };

/** What a commit leaves behind as its outcome: values, or SQL worked out at the end of the same batch. */
export type Outcome = Record<string, SQL | string | number | boolean | null>;

export type OutcomeOf<O extends Outcome> = {
  [K in keyof O]: O[K] extends SQL<infer T> ? T : O[K];
};

export type Ctx<A extends Actor = Actor> = {
  read: Read;
  write: Write;
  actor: A;
  now: Date;
  /** Where a device kept the form for a while: when it was typed (`actedAt`). */
  typed?: TypedOnDevice | null;
  /** The caller's network address, for rate limits alone. */
  address: string;
  /** Hash of the token of the browser's session; null for a key. */
  session: string | null;
  /** Where a proxy in front says that this address is; null where nothing is known. */
  near(): Point | null;
  /** Where the person's browser has said within the hour that they are; null where it said nothing. */
  said(): Point | null;
  /**
   * Carries out the steps as one batch, all or none, together with the submission's outcome.
   * Returns the outcome, the same that a repeat of the submission will be given.
   */
  commit<O extends Outcome>(steps: Step[], outcome: O): Promise<OutcomeOf<O>>;
  /** Count tries at what can be guessed or found out by asking; refuse past a limit. */
  count(tries: Try[]): Promise<void>;
  /**
   * Carries out another procedure for the same actor as a commit of its own, outside of this submission: for acts on
   * many rows, where the refusal of one must not undo the others. Who uses it must be safe to be run again.
   */
  apart<I extends z.ZodType, O>(procedure: Procedure<I, O>, input: z.input<I>): Promise<O>;
};

/** The part of a context that reading needs: it can't write or commit. Background work gets the same. */
export type Reading<A extends Actor = CompanyActor> = Pick<Ctx<A>, "read" | "actor" | "now">;

/** Who may call: anyone, a person or a key, a signed-in person, a member of a company (or its key), a super user. */
export type Audience = "anyone" | "known" | "user" | "company" | "super";

type ActorFor<W extends Audience> = W extends "company" ? CompanyActor : Actor;

export type Procedure<I extends z.ZodType = z.ZodType, O = unknown> = {
  name: string;
  input: I;
  /** What it answers, where the API answers from it; tests hold every answer against it. */
  output?: z.ZodType;
  audience: Audience;
  may?: Permission;
  /** What it makes that one person may make only so much of in a while. */
  limit?: WorkLimit<z.output<I>>;
  /** Texts that may be longer than what a submission keeps: of these it keeps the hash, as of files. */
  byHash?: readonly string[];
  /** Fields that are never shown again or stored: passwords and tokens. Such a form takes no submission id. */
  secrets?: readonly string[];
  /** Changes rights, keys or money settings: who signed in a while ago shows their password again. */
  fresh?: Fresh;
  run(ctx: Ctx<CompanyActor>, input: z.output<I>): Promise<O>;
};

/** What was sent: a form's fields, or an input's. */
export type Sent = { get(name: string): unknown };
/** Always, or where what was sent says so. */
type Fresh = true | ((sent: Sent, who: { read: Read; actor: Actor }) => Promise<boolean>);

/** What `run` may give for an output: the same, with a list perhaps read as it is sent. */
type Given<P> = P extends z.ZodType ? Streamed<z.output<P>> : unknown;
type Streamed<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]: T[K] extends readonly (infer R)[] ? T[K] | AsyncIterable<R> : T[K] }
    : T;

/** Every procedure that has been defined, for tests that ask something of all of them. */
export const PROCEDURES: Procedure[] = [];

/**
 * One thing that the application can do: a verb with its input, who may call it, and what it does.
 * Pages, form posts and the API are thin adapters over it (`call`, `submit`, `restHandler`).
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
  // The audience is checked by `perform` before `run` is called, so the narrower actor is there.
  const made = { audience: "company", ...definition } as Procedure<I, O> & { output: P };
  PROCEDURES.push(made);
  return made;
}
