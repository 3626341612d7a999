import { randomBytes } from "node:crypto";
import { verify } from "@node-rs/argon2";
import { and, count, eq, isNull, lt, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { company, recoveryCode, secondFactor, session, user } from "#db/schema";
import { cardCodeOf, plainCode, spokenCode } from "~/domain/text/code";
import { text } from "~/domain/text/input";
import { eventStep } from "~/features/people/account-events.server";
import { hasSecondFactor } from "~/features/people/half.server";
import { adminOf } from "~/web/admin";
import { mayMiss, mustHit } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, missing, notNow } from "~/web/refusal";
import { sealed, unsealed } from "~/web/sealed.server";
import { hashToken } from "~/web/session.server";
import { offeredSecret, stepOf, totpAddress } from "./totp.server";

const CODES = 10;
const SEALED_FOR = "second-factor";
const WRONG = "This code isn't right, or it was used already. Wait for the next one.";
const ADMINS_ONLY = "Only an admin of your company can change this.";
const typedCode = text(60, "That's too long for a code", "Type the code").min(1, "Type the code");
const sessionHash = text(64).min(64);

const tries = (id: number) => [{ limit: env().RATE_LIMIT_SIGN_IN, bucket: `second:u${id}` }];

/** Steps that use up what was typed: a code of the app, or a recovery code; null where it is neither. */
async function spend(ctx: Ctx, userId: number, typed: string): Promise<Step[] | null> {
  const [factor] = await ctx.read.select().from(secondFactor).where(eq(secondFactor.user_id, userId));
  if (!factor) return null;
  const secret = unsealed(factor.secret, SEALED_FOR, String(userId));
  const step = secret === null ? null : stepOf(secret, typed, ctx.now);
  if (step !== null)
    return step <= factor.last_step
      ? null
      : [
          mustHit(
            ctx.write
              .update(secondFactor)
              .set({ last_step: step })
              .where(and(eq(secondFactor.user_id, userId), lt(secondFactor.last_step, step))),
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

/** The second half of a sign-in: a code, each good for one time, tries counted by account. */
export const passSecondFactor = procedure({
  name: "passSecondFactor",
  audience: "anyone",
  secrets: ["code"],
  input: z.strictObject({ user_id: z.number().int(), code: typedCode }),
  async run(ctx, { user_id, code }) {
    await ctx.count(tries(user_id));
    const [row] = await ctx.read.select().from(user).where(eq(user.id, user_id));
    const steps = row && !row.disabled_at ? await spend(ctx, user_id, code) : null;
    if (!steps) throw invalid({ code: [WRONG] });
    return ctx.commit(
      [...steps, mayMiss(sql`DELETE FROM rate_limit WHERE bucket = ${`second:u${user_id}`}`)],
      {
        userId: user_id,
      },
    );
  },
});

/** What the page of one's own second factor shows. */
export const getSecondFactor = procedure({
  name: "getSecondFactor",
  audience: "user",
  input: z.strictObject({ session: sessionHash }),
  async run(ctx, input) {
    const me = ctx.actor.user;
    if (!me) throw missing();
    const [factor] = await ctx.read.select().from(secondFactor).where(eq(secondFactor.user_id, me.id));
    const [left] = await ctx.read
      .select({ n: count() })
      .from(recoveryCode)
      .where(and(eq(recoveryCode.user_id, me.id), isNull(recoveryCode.used_at)));
    const secret = offeredSecret(input.session);
    return {
      is_set: factor !== undefined,
      codes_left: left?.n ?? 0,
      needed: ctx.actor.lacks_second_factor === true,
      offered: factor ? null : { secret, address: totpAddress(secret, me.email ?? me.first_name) },
    };
  },
});

const newCodes = () => Array.from({ length: CODES }, () => cardCodeOf(randomBytes(16)));
const codeSteps = (ctx: Ctx, userId: number, codes: readonly string[]): Step[] => [
  mayMiss(ctx.write.delete(recoveryCode).where(eq(recoveryCode.user_id, userId))),
  ...codes.map((code) =>
    mustHit(
      ctx.write
        .insert(recoveryCode)
        .values({ code_hash: hashToken(code), user_id: userId, created_at: ctx.now.toISOString() }),
    ),
  ),
];

async function checkPassword(ctx: Ctx, password: string): Promise<number> {
  const me = ctx.actor.user?.id;
  if (!me) throw missing();
  await ctx.count([{ limit: env().RATE_LIMIT_SIGN_IN, bucket: `password:${me}` }]);
  const [row] = await ctx.read.select({ hash: user.password_hash }).from(user).where(eq(user.id, me));
  if (!row?.hash || !(await verify(row.hash, password)))
    throw invalid({ password: ["This isn't your password."] });
  return me;
}

const password = z.string("Type your password").min(1, "Type your password").max(1000);

/** Sets up the app: its first code proves that it works. Every other device is signed out. Recovery codes are shown once. */
export const setSecondFactor = procedure({
  name: "setSecondFactor",
  audience: "user",
  secrets: ["code", "password", "session"],
  input: z.strictObject({ session: sessionHash, code: typedCode, password }),
  async run(ctx, input) {
    const me = await checkPassword(ctx, input.password);
    if (await hasSecondFactor(ctx.read, me)) throw notNow("You have a second factor already.");
    const secret = offeredSecret(input.session);
    const step = stepOf(secret, input.code, ctx.now);
    if (step === null) throw invalid({ code: ["This code isn't right. Is the clock of your phone right?"] });
    const codes = newCodes();
    const now = ctx.now.toISOString();
    await ctx.commit(
      [
        mustHit(
          ctx.write.insert(secondFactor).values({
            user_id: me,
            secret: sealed(secret, SEALED_FOR, String(me)),
            last_step: step,
            created_at: now,
          }),
        ),
        ...codeSteps(ctx, me, codes),
        mayMiss(
          ctx.write
            .delete(session)
            .where(and(eq(session.user_id, me), ne(session.token_hash, input.session))),
        ),
        mustHit(
          ctx.write
            .update(session)
            .set({ second_at: now })
            .where(and(eq(session.user_id, me), eq(session.token_hash, input.session))),
        ),
        eventStep(ctx, me, "second-factor-set"),
      ],
      {},
    );
    return { codes: codes.map(spokenCode) };
  },
});

/** Takes the second factor off: the password, and a code that is good now. */
export const removeSecondFactor = procedure({
  name: "removeSecondFactor",
  audience: "user",
  secrets: ["code", "password"],
  input: z.strictObject({ code: typedCode, password }),
  async run(ctx, input) {
    const me = await checkPassword(ctx, input.password);
    const steps = await spend(ctx, me, input.code);
    if (!steps) throw invalid({ code: [WRONG] });
    return ctx.commit(
      [
        ...steps,
        mustHit(ctx.write.delete(secondFactor).where(eq(secondFactor.user_id, me))),
        mayMiss(ctx.write.delete(recoveryCode).where(eq(recoveryCode.user_id, me))),
        mayMiss(ctx.write.update(session).set({ second_at: null }).where(eq(session.user_id, me))),
        eventStep(ctx, me, "second-factor-removed"),
      ],
      { ok: true },
    );
  },
});

/** Whether the acting company asks its admins for a second factor. */
export const getCompanySecondFactor = procedure({
  name: "getCompanySecondFactor",
  input: z.strictObject({}),
  async run(ctx) {
    const me = adminOf(ctx.actor, ADMINS_ONLY);
    return {
      asks: ctx.actor.company.asks_second_factor,
      have_one: await hasSecondFactor(ctx.read, me.id),
    };
  },
});

/** Asks a company's admins for a second factor from now on, or not anymore. Who asks must have one. */
export const setCompanySecondFactor = procedure({
  name: "setCompanySecondFactor",
  fresh: true,
  input: z.strictObject({ asks: z.enum(["yes", "no"], "Choose one") }),
  async run(ctx, { asks }) {
    const me = adminOf(ctx.actor, ADMINS_ONLY);
    if (asks === "yes" && !(await hasSecondFactor(ctx.read, me.id)))
      throw notNow("Set up your own second factor first, under Profile.");
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .update(company)
            .set({ asks_second_factor: asks === "yes" })
            .where(eq(company.id, ctx.actor.company.id)),
        ),
      ],
      { ok: true },
    );
  },
});
