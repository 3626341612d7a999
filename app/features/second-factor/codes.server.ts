import { randomBytes } from "node:crypto";
import { verify } from "@node-rs/argon2";
import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { recoveryCode, secondFactor, session, user } from "#db/schema";
import { eventStep } from "~/core/people/account-events.server";
import { hasSecondFactor } from "~/core/people/second-factors.server";
import { cardCodeOf, plainCode, spokenCode } from "~/domain/text/code";
import { text } from "~/domain/text/input";
import { mayMiss, mustHit } from "~/web/commit.server";
import { env } from "~/web/env.server";
import type { Ctx, Step } from "~/web/procedure";
import type { Try } from "~/web/rate-limit.server";
import { invalid, missing } from "~/web/refusal";
import { unsealed } from "~/web/sealed.server";
import { hashToken } from "~/web/session.server";
import { MAX_STEPS_APART, stepOf } from "./totp.server";

const CODES = 10;
/** What an app's secret is sealed for. */
export const SEALED_FOR = "second-factor";
export const WRONG_CODE = "This code isn't right, or it was already used. Wait for the next one.";

export const typedCode = text(60, "That's too long for a code", "Type the code").min(1, "Type the code");
export const sessionHash = text(64).min(64);
export const password = z.string("Type your password").min(1, "Type your password").max(1000);

/** Tries from all strange devices together, as a multiple of what one address has. */
const FROM_EVERYWHERE = 3;

/** Who is at the second half of a sign-in; `device` is the id of the device, where the person has signed in on it before. */
export const halfSignedInInput = {
  user_id: z.number().int(),
  device: z.string().max(40).nullable().default(null),
};
type HalfSignedIn = { user_id: number; device: string | null };

const fromHere = (act: string, { user_id, device }: HalfSignedIn, address: string) =>
  device ? `${act}-on:${device}:u${user_id}` : `${act}:u${user_id}@${address}`;

/**
 * What to count at the second half of a sign-in, whatever is tried. A device of the person counts for itself, so that
 * somebody elsewhere who knows the password can't keep them out; any other counts by its address, and all of them together.
 */
export const secondTries = (
  { address }: Pick<Ctx, "address">,
  half: HalfSignedIn,
  { act, limit } = { act: "second", limit: env().RATE_LIMIT_SIGN_IN },
): Try[] => [
  { limit, bucket: fromHere(act, half, address) },
  ...(half.device ? [] : [{ limit: limit * FROM_EVERYWHERE, bucket: `${act}:u${half.user_id}` }]),
];
/** The step that forgets the tries from here, once one was right. */
export const forgetSecondTries = ({ address }: Pick<Ctx, "address">, half: HalfSignedIn): Step =>
  mayMiss(sql`DELETE FROM rate_limit WHERE bucket = ${fromHere("second", half, address)}`);

/**
 * Whether a code's half minute is spent: it, or a later one. One much later was used while this server's clock ran ahead,
 * and must not keep the person out until then.
 */
const isUsed = (step: number, lastStep: number): boolean =>
  step <= lastStep && lastStep - step <= MAX_STEPS_APART;

/** Steps that use up what was typed: a code of the app, or a recovery code; null where it is neither. */
export async function spend(ctx: Ctx, userId: number, typed: string): Promise<Step[] | null> {
  const [factor] = await ctx.read.select().from(secondFactor).where(eq(secondFactor.user_id, userId));
  const secret = factor ? unsealed(factor.secret, SEALED_FOR, String(userId)) : null;
  const step = secret === null ? null : stepOf(secret, typed, ctx.now);
  if (factor && step !== null)
    return isUsed(step, factor.last_step)
      ? null
      : [
          mustHit(
            ctx.write
              .update(secondFactor)
              .set({ last_step: step })
              .where(and(eq(secondFactor.user_id, userId), eq(secondFactor.last_step, factor.last_step))),
          ),
        ];
  const plain = plainCode(typed);
  if (!plain) return null;
  const unused = and(
    eq(recoveryCode.code_hash, hashToken(plain)),
    eq(recoveryCode.user_id, userId),
    isNull(recoveryCode.used_at),
  );
  const [code] = await ctx.read.select().from(recoveryCode).where(unused);
  if (!code) return null;
  return [
    mustHit(ctx.write.update(recoveryCode).set({ used_at: ctx.now.toISOString() }).where(unused)),
    eventStep(ctx, userId, "recovery-code-used"),
  ];
}

/** Ten codes that stand in for a lost phone, as they are shown once. */
export const newCodes = (): string[] => Array.from({ length: CODES }, () => cardCodeOf(randomBytes(16)));

/** Steps that keep new codes of an account in place of all that it had. */
export const codeSteps = (ctx: Ctx, userId: number, codes: readonly string[]): Step[] => [
  mayMiss(ctx.write.delete(recoveryCode).where(eq(recoveryCode.user_id, userId))),
  ...codes.map((code) =>
    mustHit(
      ctx.write
        .insert(recoveryCode)
        .values({ code_hash: hashToken(code), user_id: userId, created_at: ctx.now.toISOString() }),
    ),
  ),
];

/** Refuses where this isn't the caller's password; tries are counted. Gives the caller's id. */
export async function checkPassword(ctx: Ctx, typed: string): Promise<number> {
  const me = ctx.actor.user?.id;
  if (!me) throw missing();
  await ctx.count([{ limit: env().RATE_LIMIT_SIGN_IN, bucket: `password:${me}` }]);
  const [row] = await ctx.read.select({ hash: user.password_hash }).from(user).where(eq(user.id, me));
  if (!row?.hash || !(await verify(row.hash, typed)))
    throw invalid({ password: ["This isn't your password."] });
  return me;
}

/** An account's recovery codes that weren't used yet. */
export const unusedCodes = (userId: number): SQL | undefined =>
  and(eq(recoveryCode.user_id, userId), isNull(recoveryCode.used_at));

/**
 * What comes with an account's first factor, an app or a passkey: recovery codes, this sign-in counts as one with it, and
 * every other one ends. A further factor brings nothing of that.
 */
export async function firstFactor(ctx: Ctx, userId: number, sessionHash: string) {
  if (await hasSecondFactor(ctx.read, userId)) return { steps: [], codes: [] };
  const codes = newCodes();
  const mine = eq(session.user_id, userId);
  const steps = [
    ...codeSteps(ctx, userId, codes),
    mayMiss(ctx.write.delete(session).where(and(mine, ne(session.token_hash, sessionHash)))),
    mustHit(
      ctx.write
        .update(session)
        .set({ second_at: ctx.now.toISOString() })
        .where(and(mine, eq(session.token_hash, sessionHash))),
    ),
  ];
  return { steps, codes: codes.map(spokenCode) };
}
