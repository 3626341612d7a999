import { z } from "zod";
import type { Database } from "#db/client.server";
import { normalizeDatabaseError } from "#db/errors.server";
import { hasPermission } from "~/lib/access/crew-permissions";
import type { Point } from "~/lib/geo/geo";
import { isRecent } from "~/lib/time/recent";
import type { Actor, CompanyActor } from "./actor";
import { commitSteps, type OpenSubmission, RaceError, SpentMeanwhileError } from "./commit.server";
import { env } from "./env.server";
import { inputMessage } from "./input-messages";
import type { TypedOnDevice } from "./offline-replay";
import type { Ctx, Procedure, SubmittedFields } from "./procedure";
import { countTries } from "./rate-limit.server";
import { AppError, forbidden, invalid, notFound, PASSWORD_AGAIN, PERMISSION_MISSING } from "./refusal";
import { toUnavailable } from "./unavailable.server";
import { countUsage } from "./usage-limit.server";
import { toReading } from "./visible.server";

z.config({ localeError: inputMessage });

const TRIES = 4;

export type Call = {
  db: Database;
  actor: Actor;
  now: Date;
  address: string;
  /** Position of this address from a proxy in front. */
  near?: () => Point | null;
  /** Position that the user's browser reported within the last hour. */
  said?: () => Point | null;
  submission?: OpenSubmission | null;
  /** Time when a form was typed, if a device stored it for a while. */
  typed?: TypedOnDevice | null;
  /** Time of the user's last password sign-in in a browser; a key, and background work, has none. */
  signedInAt?: string;
  /** Hash of the token of the browser's session; a key, and background work, has none. */
  session?: string | null;
};

/**
 * Call a procedure: parses the input, checks the caller, runs it. If another write came in between, it is run again
 * from its reads, so that its result is current.
 */
export async function runProcedure<I extends z.ZodType, O>(
  procedure: Procedure<I, O>,
  call: Call,
  rawInput: unknown,
): Promise<O> {
  requireAudience(procedure, call.actor);
  const parsed = procedure.input.safeParse(rawInput);
  if (!parsed.success) throw invalid(toFieldErrors(parsed.error));
  return runValidated(procedure, call, parsed.data);
}

/** Same as {@link perform}, with an input already parsed by the procedure's own schema. */
export async function runValidated<I extends z.ZodType, O>(
  procedure: Procedure<I, O>,
  call: Call,
  input: z.output<I>,
): Promise<O> {
  checkAudience(procedure, call.actor);
  if (await needsFreshPassword(procedure, call, new Map(Object.entries(input ?? {}))))
    throw forbidden(PASSWORD_AGAIN);
  if (procedure.limit)
    countUsage(call.actor, procedure.limit.work, procedure.limit.amount?.(input) ?? 1, call.now);
  const ctx: Ctx<CompanyActor> = {
    ...toReading(call),
    write: call.db.write,
    typed: call.typed ?? null,
    address: call.address,
    session: call.session ?? null,
    near: () => call.near?.() ?? null,
    said: () => call.said?.() ?? null,
    commit: (steps, outcome) => commitSteps(call.db, steps, outcome, call.submission ?? null),
    count: (tries) => countTries(call.db, call.now, tries),
    apart: (other, otherInput) => runProcedure(other, { ...call, submission: null }, otherInput),
  };
  for (let attempt = 1; ; attempt++) {
    try {
      return await procedure.run(ctx, input);
    } catch (error) {
      if (error instanceof RaceError && attempt < TRIES) {
        // The conflicting write came from elsewhere, and a replica may not have it yet.
        await call.db.catchUp();
        continue;
      }
      if (error instanceof RaceError)
        throw new AppError("unavailable", "Others are changing this right now. Send it again.", {
          retryAfter: 1,
        });
      throw error instanceof SpentMeanwhileError ? error : normalizeDatabaseError(toUnavailable(error));
    }
  }
}

/** Check whether this input requires the password again from a caller who entered it a while ago. */
export async function needsFreshPassword(
  { fresh }: Pick<Procedure, "fresh">,
  call: Pick<Call, "db" | "actor" | "now" | "signedInAt">,
  sent: SubmittedFields,
): Promise<boolean> {
  if (!fresh || signedInLately(call)) return false;
  return fresh === true || fresh(sent, { read: call.db.read, actor: call.actor });
}

/** Check whether the caller entered their password recently, or has none to enter. */
const signedInLately = ({ signedInAt, now }: Pick<Call, "signedInAt" | "now">): boolean =>
  signedInAt === undefined || isRecent(signedInAt, now, env().PASSWORD_AGAIN_MINUTES * 60_000);

/** Hide what is only for super users from others, before anything that they sent is parsed. */
export function requireAudience({ audience }: Pick<Procedure, "audience">, actor: Actor): void {
  if (audience === "super" && !actor.user?.is_super_user) throw notFound();
}

function checkAudience(procedure: Procedure, actor: Actor) {
  const { audience } = procedure;
  if (audience === "anyone" || (audience === "known" && (actor.user || actor.keyName))) return;
  if (audience === "company" ? !actor.company : !actor.user) throw notFound();
  requireAudience(procedure, actor);
  if (procedure.may && !hasPermission(actor.permissions, procedure.may)) throw forbidden(PERMISSION_MISSING);
}

/** Maximum number of errors reported at once. */
const MAX_ISSUES = 200;

/** Return zod's issues as messages by dotted field name; those without a field are under "". */
export function toFieldErrors(error: z.ZodError): Record<string, string[]> {
  // No prototype: a sender may use any field name, even those of every object.
  const fields: Record<string, string[]> = Object.create(null);
  for (const issue of error.issues.slice(0, MAX_ISSUES)) {
    const unknown = issue.code === "unrecognized_keys" ? [issue.keys.slice(0, 20).join(", ")] : [];
    const path = [...issue.path.map(String), ...unknown].join(".").slice(0, 400);
    fields[path] ??= [];
    fields[path].push(issue.code === "unrecognized_keys" ? "Unknown field." : issue.message);
  }
  return { ...fields };
}
