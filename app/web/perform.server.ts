import { z } from "zod";
import type { Database } from "#db/client.server";
import { normaliseDatabaseError } from "#db/errors.server";
import { may } from "~/domain/access/crew-permissions";
import type { Point } from "~/domain/geo/geo";
import { isRecent } from "~/domain/time/recent";
import type { Actor, CompanyActor } from "./actor";
import { commitSteps, type OpenSubmission, Raced, SpentMeanwhile } from "./commit.server";
import { env } from "./env.server";
import { inputMessage } from "./input-messages";
import type { Ctx, Procedure, Sent } from "./procedure";
import { countTries } from "./rate-limit.server";
import { forbidden, invalid, missing, NO_FLAG, PASSWORD_AGAIN, Refusal } from "./refusal";
import type { TypedOnDevice } from "./replay";
import { unavailableOf } from "./unavailable.server";
import { visibleCtx } from "./visible.server";
import { countWork } from "./work-limit.server";

z.config({ localeError: inputMessage });

const TRIES = 4;

export type Call = {
  db: Database;
  actor: Actor;
  now: Date;
  address: string;
  /** Where a proxy in front says that this address is. */
  near?: () => Point | null;
  /** Where the person's browser has said within the hour that they are. */
  said?: () => Point | null;
  submission?: OpenSubmission | null;
  /** Where a device kept the form for a while: when it was typed. */
  typed?: TypedOnDevice | null;
  /** When the person of a browser showed their password; a key, and work beside requests, has none. */
  signedInAt?: string;
  /** Hash of the token of the browser's session; a key, and work beside requests, has none. */
  session?: string | null;
};

/**
 * Calls a procedure: parses the input, checks who calls, runs it. When somebody else wrote in between,
 * it is run again from its reads, so that it answers by what is true now.
 */
export async function perform<I extends z.ZodType, O>(
  procedure: Procedure<I, O>,
  call: Call,
  rawInput: unknown,
): Promise<O> {
  mustExistFor(procedure, call.actor);
  const parsed = procedure.input.safeParse(rawInput);
  if (!parsed.success) throw invalid(fieldErrors(parsed.error));
  return run(procedure, call, parsed.data);
}

/** As {@link perform}, with an input that has been through the procedure's own schema already. */
export async function run<I extends z.ZodType, O>(
  procedure: Procedure<I, O>,
  call: Call,
  input: z.output<I>,
): Promise<O> {
  checkAudience(procedure, call.actor);
  if (await asksPasswordAgain(procedure, call, new Map(Object.entries(input ?? {}))))
    throw forbidden(PASSWORD_AGAIN);
  if (procedure.limit)
    countWork(call.actor, procedure.limit.work, procedure.limit.amount?.(input) ?? 1, call.now);
  const ctx: Ctx<CompanyActor> = {
    ...visibleCtx(call),
    write: call.db.write,
    typed: call.typed ?? null,
    address: call.address,
    session: call.session ?? null,
    near: () => call.near?.() ?? null,
    said: () => call.said?.() ?? null,
    commit: (steps, outcome) => commitSteps(call.db, steps, outcome, call.submission ?? null),
    count: (tries) => countTries(call.db, call.now, tries),
    apart: (other, otherInput) => perform(other, { ...call, submission: null }, otherInput),
  };
  for (let attempt = 1; ; attempt++) {
    try {
      return await procedure.run(ctx, input);
    } catch (error) {
      if (error instanceof Raced && attempt < TRIES) {
        // What it lost to was written elsewhere, and a replica may not have it yet.
        await call.db.catchUp();
        continue;
      }
      if (error instanceof Raced)
        throw new Refusal("unavailable", "Others are changing this right now. Send it again.", {
          retryAfter: 1,
        });
      throw error instanceof SpentMeanwhile ? error : normaliseDatabaseError(unavailableOf(error));
    }
  }
}

/** Whether this, with what was sent, asks a caller for the password once more who showed it a while ago. */
export async function asksPasswordAgain(
  { fresh }: Pick<Procedure, "fresh">,
  call: Pick<Call, "db" | "actor" | "now" | "signedInAt">,
  sent: Sent,
): Promise<boolean> {
  if (!fresh || signedInLately(call)) return false;
  return fresh === true || fresh(sent, { read: call.db.read, actor: call.actor });
}

/** Whether the caller showed their password lately, or has none to show. */
const signedInLately = ({ signedInAt, now }: Pick<Call, "signedInAt" | "now">): boolean =>
  signedInAt === undefined || isRecent(signedInAt, now, env().PASSWORD_AGAIN_MINUTES * 60_000);

/** What only super users have doesn't exist for others, before anything that they sent is looked at. */
export function mustExistFor({ audience }: Pick<Procedure, "audience">, actor: Actor): void {
  if (audience === "super" && !actor.user?.is_super_user) throw missing();
}

function checkAudience(procedure: Procedure, actor: Actor) {
  const { audience } = procedure;
  if (audience === "anyone" || (audience === "known" && (actor.user || actor.keyName))) return;
  if (audience === "company" ? !actor.company : !actor.user) throw missing();
  mustExistFor(procedure, actor);
  if (procedure.may && !may(actor.permissions, procedure.may)) throw forbidden(NO_FLAG);
}

/** Nobody reads more mistakes than these at once. */
const MOST_ISSUES = 200;

/** zod's issues as messages by dotted field name; those without a field are under "". */
export function fieldErrors(error: z.ZodError): Record<string, string[]> {
  // A sender may give a field any name, those that every object knows included.
  const fields: Record<string, string[]> = Object.create(null);
  for (const issue of error.issues.slice(0, MOST_ISSUES)) {
    const path =
      issue.code === "unrecognized_keys"
        ? issue.keys.slice(0, 20).join(", ").slice(0, 400)
        : issue.path.map(String).join(".");
    fields[path] ??= [];
    fields[path].push(issue.code === "unrecognized_keys" ? "Unknown field." : issue.message);
  }
  return { ...fields };
}
