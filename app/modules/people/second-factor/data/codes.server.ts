import { randomBytes } from "node:crypto";
import { verify } from "@node-rs/argon2";
import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { recoveryCode, secondFactor, session, user } from "#db/schema";
import { encodeCardCode, formatCardCode, parseCardCode } from "~/lib/text/code";
import { createTextSchema } from "~/lib/text/input";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { decrypt } from "~/web/encrypt.server";
import { env } from "~/web/env.server";
import type { Ctx, Step } from "~/web/procedure";
import type { CountedTry } from "~/web/rate-limit.server";
import { invalid, notFound } from "~/web/refusal";
import { hashToken } from "~/web/session.server";
import { buildAccountEventStep } from "../../shared/account-events.server";
import { hasSecondFactor } from "../../shared/second-factors.server";
import { findTotpStep, MAX_STEPS_APART } from "./totp.server";

const CODES = 10;
/** Purpose for which the app's secret is encrypted. */
export const ENCRYPTION_PURPOSE = "second-factor";
export const WRONG_CODE_MESSAGE = "This code isn't right, or it was already used. Wait for the next one.";

export const codeField = createTextSchema(60, "That's too long for a code", "Type the code").min(
  1,
  "Type the code",
);
export const sessionHashField = createTextSchema(64).min(64);
export const passwordField = z.string("Type your password").min(1, "Type your password").max(1000);

/** Limit of attempts from all unknown devices together, as a multiple of the limit for one address. */
const FROM_EVERYWHERE = 3;

/** User at the second step of a sign-in; `device` is the device's id if the user has signed in on it before. */
export const pendingSignInInput = {
  user_id: z.number().int(),
  device: z.string().max(40).nullable().default(null),
};
type HalfSignedIn = { user_id: number; device: string | null };

const fromHere = (act: string, { user_id, device }: HalfSignedIn, address: string) =>
  device ? `${act}-on:${device}:u${user_id}` : `${act}:u${user_id}@${address}`;

/**
 * Return the rate limit counters for the second step of a sign-in, by code or passkey. A device known for the user has
 * a separate counter, so that an attacker with the password can't lock the user out. Unknown devices are counted by
 * address and all together.
 */
export const getSecondFactorTries = (
  { address }: Pick<Ctx, "address">,
  half: HalfSignedIn,
  { act, limit } = { act: "second", limit: env().RATE_LIMIT_SIGN_IN },
): CountedTry[] => [
  { limit, bucket: fromHere(act, half, address) },
  ...(half.device ? [] : [{ limit: limit * FROM_EVERYWHERE, bucket: `${act}:u${half.user_id}` }]),
];
/** Step that resets the attempt counter of this address or device after a correct attempt. */
export const buildClearSecondFactorTriesStep = (
  { address }: Pick<Ctx, "address">,
  half: HalfSignedIn,
): Step => allowAnyRows(sql`DELETE FROM rate_limit WHERE bucket = ${fromHere("second", half, address)}`);

/**
 * Check whether this code or a later one was already used. A use far in the future came from a fast server clock and is
 * ignored, so that it doesn't lock the user out.
 */
const isUsed = (step: number, lastStep: number): boolean =>
  step <= lastStep && lastStep - step <= MAX_STEPS_APART;

/** Return steps that mark the typed app code or recovery code as used; null if the code is invalid or was used. */
export async function buildConsumeCodeSteps(ctx: Ctx, userId: number, typed: string): Promise<Step[] | null> {
  const [factor] = await ctx.read.select().from(secondFactor).where(eq(secondFactor.user_id, userId));
  const secret = factor ? decrypt(factor.secret, ENCRYPTION_PURPOSE, String(userId)) : null;
  const step = secret === null ? null : findTotpStep(secret, typed, ctx.now);
  if (factor && step !== null)
    return isUsed(step, factor.last_step)
      ? null
      : [
          expectOneRow(
            ctx.write
              .update(secondFactor)
              .set({ last_step: step })
              .where(and(eq(secondFactor.user_id, userId), eq(secondFactor.last_step, factor.last_step))),
          ),
        ];
  const plain = parseCardCode(typed);
  if (!plain) return null;
  const unused = and(
    eq(recoveryCode.code_hash, hashToken(plain)),
    eq(recoveryCode.user_id, userId),
    isNull(recoveryCode.used_at),
  );
  const [code] = await ctx.read.select().from(recoveryCode).where(unused);
  if (!code) return null;
  return [
    expectOneRow(ctx.write.update(recoveryCode).set({ used_at: ctx.now.toISOString() }).where(unused)),
    buildAccountEventStep(ctx, userId, "recovery-code-used"),
  ];
}

/** Generate ten recovery codes for use after losing a phone; they are shown only once. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => encodeCardCode(randomBytes(16)));

/** Return steps that replace all recovery codes of an account with new ones. */
export const buildStoreCodesSteps = (ctx: Ctx, userId: number, codes: readonly string[]): Step[] => [
  allowAnyRows(ctx.write.delete(recoveryCode).where(eq(recoveryCode.user_id, userId))),
  ...codes.map((code) =>
    expectOneRow(
      ctx.write
        .insert(recoveryCode)
        .values({ code_hash: hashToken(code), user_id: userId, created_at: ctx.now.toISOString() }),
    ),
  ),
];

/** Check the caller's password and return the caller's id; throws if the password is wrong. Attempts are counted. */
export async function requirePassword(ctx: Ctx, typed: string): Promise<number> {
  const me = ctx.actor.user?.id;
  if (!me) throw notFound();
  await ctx.count([{ limit: env().RATE_LIMIT_SIGN_IN, bucket: `password:${me}` }]);
  const [row] = await ctx.read.select({ hash: user.password_hash }).from(user).where(eq(user.id, me));
  if (!row?.hash || !(await verify(row.hash, typed)))
    throw invalid({ password: ["This isn't your password."] });
  return me;
}

/** Condition for an account's unused recovery codes. */
export const unusedCodeCondition = (userId: number): SQL | undefined =>
  and(eq(recoveryCode.user_id, userId), isNull(recoveryCode.used_at));

/**
 * Return the steps for adding an account's first factor (an app or a passkey): create recovery codes, mark this session
 * as signed in with a second factor, and end all other sessions. A further factor needs no steps.
 */
export async function buildFirstFactorSteps(ctx: Ctx, userId: number, sessionHash: string) {
  if (await hasSecondFactor(ctx.read, userId)) return { steps: [], codes: [] };
  const codes = createRecoveryCodes();
  const mine = eq(session.user_id, userId);
  const steps = [
    ...buildStoreCodesSteps(ctx, userId, codes),
    allowAnyRows(ctx.write.delete(session).where(and(mine, ne(session.token_hash, sessionHash)))),
    expectOneRow(
      ctx.write
        .update(session)
        .set({ second_factor_at: ctx.now.toISOString() })
        .where(and(mine, eq(session.token_hash, sessionHash))),
    ),
  ];
  return { steps, codes: codes.map(formatCardCode) };
}
