import { z } from "zod";
import type { Database } from "#db/client.server";
import { normalizeDatabaseError } from "#db/errors.server";
import { hasPermission } from "~/lib/access/crew-permissions";
import type { Point } from "~/lib/geo/geo";
import { isWithinWait } from "~/lib/time/recent";
import type { Actor, CompanyActor } from "./actor";
import { AlreadyAppliedError, ConcurrentWriteError, commitSteps, type OpenSubmission } from "./commit.server";
import { env } from "./env.server";
import { inputMessage } from "./input-messages";
import type { DeviceTypingTime } from "./offline-replay";
import type { Ctx, Procedure, SubmittedFields } from "./procedure";
import { countTries } from "./rate-limit.server";
import {
  AppError,
  forbidden,
  invalid,
  notFound,
  PERMISSION_MISSING_MESSAGE,
  SIGN_IN_AGAIN_MESSAGE,
} from "./refusal";
import { toUnavailable } from "./unavailable.server";
import { countUsage } from "./usage-limit.server";
import { toReadContext } from "./visible.server";

z.config({ localeError: inputMessage });

const TRIES = 4;

export type Call = {
  db: Database;
  actor: Actor;
  now: Date;
  address: string;
  /** Return the position of the caller's network address, as reported by a proxy. */
  near?: () => Point | null;
  /** Return the position that the user's browser reported within the last hour. */
  said?: () => Point | null;
  submission?: OpenSubmission | null;
  /** Time when the form was typed, if a device stored it while offline. */
  typed?: DeviceTypingTime | null;
  /** Time of the user's last sign-in with a password in a browser; not set for API keys and background work. */
  signedInAt?: string;
  /** Token hash of the browser's session; not set for API keys and background work. */
  session?: string | null;
};

/**
 * Run a procedure: check the caller, parse the input, and run it. If another write conflicts, the procedure reads and
 * runs again, so that its result is current.
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

/** Run a procedure like {@link perform}, with an input that its own schema has already parsed. */
export async function runValidated<I extends z.ZodType, O>(
  procedure: Procedure<I, O>,
  call: Call,
  input: z.output<I>,
): Promise<O> {
  checkAudience(procedure, call.actor);
  if (await needsFreshPassword(procedure, call, new Map(Object.entries(input ?? {}))))
    throw forbidden(SIGN_IN_AGAIN_MESSAGE);
  if (procedure.limit)
    countUsage(call.actor, procedure.limit.work, procedure.limit.amount?.(input) ?? 1, call.now);
  const ctx: Ctx<CompanyActor> = {
    ...toReadContext(call),
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
      if (error instanceof ConcurrentWriteError && attempt < TRIES) {
        // The conflicting write came from elsewhere, so this replica may not have it yet.
        await call.db.catchUp();
        continue;
      }
      if (error instanceof ConcurrentWriteError)
        throw new AppError("unavailable", "Others are changing this right now. Send it again.", {
          retryAfter: 1,
        });
      throw error instanceof AlreadyAppliedError ? error : normalizeDatabaseError(toUnavailable(error));
    }
  }
}

/** Check whether the caller must enter their password again for this input, because they last entered it too long ago. */
export async function needsFreshPassword(
  { fresh }: Pick<Procedure, "fresh">,
  call: Pick<Call, "db" | "actor" | "now" | "signedInAt">,
  sent: SubmittedFields,
): Promise<boolean> {
  if (!fresh || signedInLately(call)) return false;
  return fresh === true || fresh(sent, { read: call.db.read, actor: call.actor });
}

/** Check whether the caller entered their password recently, or has no password to enter. */
const signedInLately = ({ signedInAt, now }: Pick<Call, "signedInAt" | "now">): boolean =>
  signedInAt === undefined || isWithinWait(signedInAt, now, env().PASSWORD_AGAIN_MINUTES * 60_000);

/** Hide super users' procedures from others, before their input is parsed. */
export function requireAudience({ audience }: Pick<Procedure, "audience">, actor: Actor): void {
  if (audience === "super" && !actor.user?.is_super_user) throw notFound();
}

function checkAudience(procedure: Procedure, actor: Actor) {
  const { audience } = procedure;
  if (audience === "anyone" || (audience === "known" && (actor.user || actor.keyName))) return;
  if (audience === "company" ? !actor.company : !actor.user) throw notFound();
  requireAudience(procedure, actor);
  if (procedure.may && !hasPermission(actor.permissions, procedure.may))
    throw forbidden(PERMISSION_MISSING_MESSAGE);
}

/** Maximum number of errors reported at once. */
const MAX_ISSUES = 200;

/** Convert zod's issues to messages by dotted field name. Messages without a field are under "". */
export function toFieldErrors(error: z.ZodError): Record<string, string[]> {
  // Without a prototype, because a sender may use any field name, including names that every object has.
  const fields: Record<string, string[]> = Object.create(null);
  for (const issue of error.issues.slice(0, MAX_ISSUES)) {
    const unknown = issue.code === "unrecognized_keys" ? [issue.keys.slice(0, 20).join(", ")] : [];
    const path = [...issue.path.map(String), ...unknown].join(".").slice(0, 400);
    fields[path] ??= [];
    fields[path].push(issue.code === "unrecognized_keys" ? "Unknown field." : issue.message);
  }
  return { ...fields };
}
