import { count, eq } from "drizzle-orm";
import { z } from "zod";
import { company, passkey, recoveryCode, secondFactor, user } from "#db/schema";
import { formatCardCode } from "~/lib/text/code";
import { requireAdmin } from "~/web/admin";
import { expectOneRow } from "~/web/commit.server";
import { encrypt } from "~/web/encrypt.server";
import { procedure } from "~/web/procedure";
import { invalid, notFound, unprocessable } from "~/web/refusal";
import { buildAccountEventStep } from "../../shared/account-events.server";
import { buildRemoveSecondFactorSteps, hasSecondFactor } from "../../shared/second-factors.server";
import {
  buildClearSecondFactorTriesStep,
  buildConsumeCodeSteps,
  buildFirstFactorSteps,
  buildStoreCodesSteps,
  codeField,
  createRecoveryCodes,
  ENCRYPTION_PURPOSE,
  getSecondFactorTries,
  passwordField,
  pendingSignInInput,
  requirePassword,
  sessionHashField,
  unusedCodeCondition,
  WRONG_CODE_MESSAGE,
} from "./codes.server";
import { buildTotpUri, deriveOfferedSecret, findTotpStep } from "./totp.server";

const ADMINS_ONLY = "Only an admin of your company can change this.";

/**
 * Complete the second step of a sign-in with a code; each code is valid once, and attempts are counted
 * (`getSecondFactorTries`).
 */
export const completeCodeSignIn = procedure({
  name: "completeCodeSignIn",
  audience: "anyone",
  secrets: ["code"],
  input: z.strictObject({ ...pendingSignInInput, code: codeField }),
  async run(ctx, { code, ...half }) {
    const { user_id } = half;
    await ctx.count(getSecondFactorTries(ctx, half));
    const [row] = await ctx.read.select().from(user).where(eq(user.id, user_id));
    const steps = row && !row.disabled_at ? await buildConsumeCodeSteps(ctx, user_id, code) : null;
    if (!steps) throw invalid({ code: [WRONG_CODE_MESSAGE] });
    return ctx.commit([...steps, buildClearSecondFactorTriesStep(ctx, half)], { userId: user_id });
  },
});

/** Return the data for the caller's own second factor page. */
export const getSecondFactor = procedure({
  name: "getSecondFactor",
  audience: "user",
  input: z.strictObject({ session: sessionHashField }),
  async run(ctx, input) {
    const me = ctx.actor.user;
    if (!me) throw notFound();
    const [factor] = await ctx.read.select().from(secondFactor).where(eq(secondFactor.user_id, me.id));
    const [left] = await ctx.read.select({ n: count() }).from(recoveryCode).where(unusedCodeCondition(me.id));
    const keys = await ctx.read
      .select()
      .from(passkey)
      .where(eq(passkey.user_id, me.id))
      .orderBy(passkey.created_at, passkey.id);
    const secret = deriveOfferedSecret(input.session);
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
      offered: factor ? null : { secret, address: buildTotpUri(secret, me.email ?? me.first_name) },
    };
  },
});

/**
 * Set up an authenticator app; its first code proves that it works. If the app is the account's first factor, every
 * other device is signed out and recovery codes are shown once.
 */
export const setSecondFactor = procedure({
  name: "setSecondFactor",
  audience: "user",
  secrets: ["code", "password", "session"],
  input: z.strictObject({ session: sessionHashField, code: codeField, password: passwordField }),
  async run(ctx, input) {
    const me = await requirePassword(ctx, input.password);
    const [app] = await ctx.read.select().from(secondFactor).where(eq(secondFactor.user_id, me));
    if (app) throw unprocessable("You already have an app for codes.");
    const secret = deriveOfferedSecret(input.session);
    const step = findTotpStep(secret, input.code, ctx.now);
    if (step === null)
      throw invalid({ code: ["This code isn't right. Check that your phone's clock is right."] });
    const { steps, codes } = await buildFirstFactorSteps(ctx, me, input.session);
    await ctx.commit(
      [
        expectOneRow(
          ctx.write.insert(secondFactor).values({
            user_id: me,
            secret: encrypt(secret, ENCRYPTION_PURPOSE, String(me)),
            last_step: step,
            created_at: ctx.now.toISOString(),
          }),
        ),
        ...steps,
        buildAccountEventStep(ctx, me, "second-factor-set"),
      ],
      {},
    );
    return { codes };
  },
});

/** Replace an account's recovery codes with ten new codes, shown once. */
export const renewRecoveryCodes = procedure({
  name: "renewRecoveryCodes",
  audience: "user",
  secrets: ["password"],
  input: z.strictObject({ password: passwordField }),
  async run(ctx, input) {
    const me = await requirePassword(ctx, input.password);
    if (ctx.actor.lacks_second_factor || !(await hasSecondFactor(ctx.read, me))) throw notFound();
    const codes = createRecoveryCodes();
    await ctx.commit(
      [...buildStoreCodesSteps(ctx, me, codes), buildAccountEventStep(ctx, me, "recovery-codes-renewed")],
      {},
    );
    return { codes: codes.map(formatCardCode) };
  },
});

/** Remove the app and every passkey; requires the password and a currently valid code. */
export const removeSecondFactor = procedure({
  name: "removeSecondFactor",
  audience: "user",
  secrets: ["code", "password"],
  input: z.strictObject({ code: codeField, password: passwordField }),
  async run(ctx, input) {
    const me = await requirePassword(ctx, input.password);
    const steps = await buildConsumeCodeSteps(ctx, me, input.code);
    if (!steps) throw invalid({ code: [WRONG_CODE_MESSAGE] });
    return ctx.commit(
      [
        ...steps,
        ...buildRemoveSecondFactorSteps(ctx, me),
        buildAccountEventStep(ctx, me, "second-factor-removed"),
      ],
      {
        ok: true,
      },
    );
  },
});

/** Return whether the acting company requires its admins to use a second factor. */
export const getCompanySecondFactor = procedure({
  name: "getCompanySecondFactor",
  input: z.strictObject({}),
  async run(ctx) {
    const me = requireAdmin(ctx.actor, ADMINS_ONLY);
    return {
      asks: ctx.actor.company.requires_second_factor,
      have_one: await hasSecondFactor(ctx.read, me.id),
    };
  },
});

/**
 * Start or stop requiring the company's admins to use a second factor. An admin needs a second factor to turn on this
 * requirement.
 */
export const setCompanySecondFactor = procedure({
  name: "setCompanySecondFactor",
  fresh: true,
  input: z.strictObject({ asks: z.enum(["yes", "no"], "Choose one") }),
  async run(ctx, { asks }) {
    const me = requireAdmin(ctx.actor, ADMINS_ONLY);
    if (asks === "yes" && !(await hasSecondFactor(ctx.read, me.id)))
      throw unprocessable("Set up your own second factor first, under Profile.");
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(company)
            .set({ requires_second_factor: asks === "yes" })
            .where(eq(company.id, ctx.actor.company.id)),
        ),
      ],
      { ok: true },
    );
  },
});
