import { count, eq } from "drizzle-orm";
import { z } from "zod";
import { company, passkey, recoveryCode, secondFactor, user } from "#db/schema";
import { eventStep } from "~/core/people/account-events.server";
import { hasSecondFactor, takeOffSteps } from "~/core/people/second-factors.server";
import { spokenCode } from "~/domain/text/code";
import { adminOf } from "~/web/admin";
import { mustHit } from "~/web/commit.server";
import { procedure } from "~/web/procedure";
import { invalid, missing, notNow } from "~/web/refusal";
import { sealed } from "~/web/sealed.server";
import {
  checkPassword,
  codeSteps,
  firstFactor,
  forgetSecondTries,
  halfSignedInInput,
  newCodes,
  password,
  SEALED_FOR,
  secondTries,
  sessionHash,
  spend,
  typedCode,
  unusedCodes,
  WRONG_CODE,
} from "./codes.server";
import { offeredSecret, stepOf, totpAddress } from "./totp.server";

const ADMINS_ONLY = "Only an admin of your company can change this.";

/** The second half of a sign-in: a code, each good for one time, tries counted (`secondTries`). */
export const passSecondFactor = procedure({
  name: "passSecondFactor",
  audience: "anyone",
  secrets: ["code"],
  input: z.strictObject({ ...halfSignedInInput, code: typedCode }),
  async run(ctx, { code, ...half }) {
    const { user_id } = half;
    await ctx.count(secondTries(ctx, half));
    const [row] = await ctx.read.select().from(user).where(eq(user.id, user_id));
    const steps = row && !row.disabled_at ? await spend(ctx, user_id, code) : null;
    if (!steps) throw invalid({ code: [WRONG_CODE] });
    return ctx.commit([...steps, forgetSecondTries(ctx, half)], { userId: user_id });
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
    const [left] = await ctx.read.select({ n: count() }).from(recoveryCode).where(unusedCodes(me.id));
    const keys = await ctx.read
      .select()
      .from(passkey)
      .where(eq(passkey.user_id, me.id))
      .orderBy(passkey.created_at, passkey.id);
    const secret = offeredSecret(input.session);
    return {
      is_set: factor !== undefined || keys.length > 0,
      has_app: factor !== undefined,
      passkeys: keys.map(({ id, name, is_backed_up, created_at, last_used_at }) => ({
        id,
        name,
        is_backed_up,
        created_at,
        last_used_at,
      })),
      codes_left: left?.n ?? 0,
      needed: ctx.actor.lacks_second_factor === true,
      offered: factor ? null : { secret, address: totpAddress(secret, me.email ?? me.first_name) },
    };
  },
});

/**
 * Sets up the app: its first code proves that it works. Where it is the account's first factor, every other device is signed
 * out and recovery codes are shown once.
 */
export const setSecondFactor = procedure({
  name: "setSecondFactor",
  audience: "user",
  secrets: ["code", "password", "session"],
  input: z.strictObject({ session: sessionHash, code: typedCode, password }),
  async run(ctx, input) {
    const me = await checkPassword(ctx, input.password);
    const [app] = await ctx.read.select().from(secondFactor).where(eq(secondFactor.user_id, me));
    if (app) throw notNow("You already have an app for codes.");
    const secret = offeredSecret(input.session);
    const step = stepOf(secret, input.code, ctx.now);
    if (step === null)
      throw invalid({ code: ["This code isn't right. Check that your phone's clock is right."] });
    const { steps, codes } = await firstFactor(ctx, me, input.session);
    await ctx.commit(
      [
        mustHit(
          ctx.write.insert(secondFactor).values({
            user_id: me,
            secret: sealed(secret, SEALED_FOR, String(me)),
            last_step: step,
            created_at: ctx.now.toISOString(),
          }),
        ),
        ...steps,
        eventStep(ctx, me, "second-factor-set"),
      ],
      {},
    );
    return { codes };
  },
});

/** Ten new recovery codes in place of those that an account has; shown once. */
export const renewRecoveryCodes = procedure({
  name: "renewRecoveryCodes",
  audience: "user",
  secrets: ["password"],
  input: z.strictObject({ password }),
  async run(ctx, input) {
    const me = await checkPassword(ctx, input.password);
    if (ctx.actor.lacks_second_factor || !(await hasSecondFactor(ctx.read, me))) throw missing();
    const codes = newCodes();
    await ctx.commit([...codeSteps(ctx, me, codes), eventStep(ctx, me, "recovery-codes-renewed")], {});
    return { codes: codes.map(spokenCode) };
  },
});

/** Takes the second factor off, the app and every passkey: the password, and a code that is good now. */
export const removeSecondFactor = procedure({
  name: "removeSecondFactor",
  audience: "user",
  secrets: ["code", "password"],
  input: z.strictObject({ code: typedCode, password }),
  async run(ctx, input) {
    const me = await checkPassword(ctx, input.password);
    const steps = await spend(ctx, me, input.code);
    if (!steps) throw invalid({ code: [WRONG_CODE] });
    return ctx.commit([...steps, ...takeOffSteps(ctx, me), eventStep(ctx, me, "second-factor-removed")], {
      ok: true,
    });
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
