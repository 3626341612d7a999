import { setTimeout } from "node:timers/promises";
import { verify } from "@node-rs/argon2";
import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { company, crew, invite, passwordReset, session, user } from "#db/schema";
import { also, mustHit } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notNow, Refusal } from "~/web/refusal";
import { hashToken, newToken } from "~/web/session.server";
import { hashPassword } from "./hash.server";
import { mailStep, passwordChangedMail } from "./outbox.server";
import { emailInput, nameOf, newPassword, phoneInput, plainEmail } from "./person";
import { apiPhone } from "./phone";

/** Something to compare with where no account answers, so that both take the same time. */
let dummy: Promise<string> | undefined;

const WRONG = "This email or phone and password do not match.";

/** Finds a person by email or phone and checks the password; says the same whoever is asked for. */
export const verifyPerson = procedure({
  name: "verifyPerson",
  audience: "anyone",
  input: z.strictObject({
    login: z.string("Type your email or phone").trim().min(1, "Type your email or phone").max(254),
    password: z.string("Type your password").min(1, "Type your password").max(1000),
  }),
  async run(ctx, input) {
    const found = await byLogin(ctx, input.login);
    dummy ??= hashPassword("nobody has this password");
    const right = await verify(found?.password_hash ?? (await dummy), input.password);
    if (!found?.password_hash || !right) throw new Refusal("invalid", WRONG, { fields: { "": [WRONG] } });
    return { userId: found.id };
  },
});

/** The account that a typed email or phone means. */
async function byLogin(ctx: Ctx, login: string) {
  const phone = apiPhone(login);
  const [found] = await ctx.read
    .select({ id: user.id, password_hash: user.password_hash, email: user.email })
    .from(user)
    .where(phone && !login.includes("@") ? eq(user.phone_number, phone) : eq(user.email, plainEmail(login)));
  return found;
}

/** Under which name an account's tries are counted: however its email or phone is written, and never at length. */
export const loginBucket = (login: string) =>
  `sign-in:${(apiPhone(login) ?? plainEmail(login)).slice(0, 254)}`;

export const signUp = procedure({
  name: "signUp",
  audience: "anyone",
  input: z.strictObject({
    first_name: nameOf("First name"),
    last_name: nameOf("Last name"),
    email: emailInput,
    phone_number: phoneInput.optional(),
    password: newPassword,
  }),
  async run(ctx, input) {
    const email = plainEmail(input.email);
    const phone = input.phone_number ? apiPhone(input.phone_number) : null;
    const password_hash = await hashPassword(input.password);
    const taken = await ctx.read
      .select({ email: user.email })
      .from(user)
      .where(phone ? or(eq(user.email, email), eq(user.phone_number, phone)) : eq(user.email, email));
    if (taken.some((t) => t.email === email))
      throw invalid({ email: ["An account has this email already. Sign in, or ask for a new password."] });
    if (taken.length) throw invalid({ phone_number: ["An account has this phone already."] });
    return ctx.commit(
      [
        mustHit(
          ctx.write.insert(user).values({
            first_name: input.first_name,
            last_name: input.last_name,
            email,
            phone_number: phone,
            password_hash,
            created_at: ctx.now.toISOString(),
          }),
        ),
      ],
      { userId: sql<number>`(SELECT id FROM ${user} WHERE ${user.email} = ${email})` },
    );
  },
});

const RESET_HOURS = 2;
/** Writing takes longer than not writing, and nobody is to learn from the clock which accounts exist. */
const LEAST_MS = 250;

/** Sends a link to choose a new password, where the account exists; says the same where it does not. */
export const requestPasswordReset = procedure({
  name: "requestPasswordReset",
  audience: "anyone",
  input: z.strictObject({
    login: z.string("Type your email or phone").trim().min(1, "Type your email or phone").max(254),
  }),
  async run(ctx, input) {
    const least = setTimeout(LEAST_MS);
    const found = await byLogin(ctx, input.login);
    const token = newToken();
    if (found?.email) {
      const expires = new Date(ctx.now.getTime() + RESET_HOURS * 3_600_000).toISOString();
      await ctx.commit(
        [
          mustHit(
            ctx.write.insert(passwordReset).values({
              token_hash: hashToken(token),
              user_id: found.id,
              created_at: ctx.now.toISOString(),
              expires_at: expires,
            }),
          ),
          mailStep(ctx, {
            to: found.email,
            subject: "Choose a new password",
            body: `Somebody asked for a new password for your Timbertally account.\n\nIf it was you, open this within ${RESET_HOURS} hours:\n${env().PUBLIC_URL}/reset-password?token=${token}\n\nIf not, nothing has changed.`,
          }),
        ],
        { ok: true },
      );
    }
    await least;
    return { ok: true };
  },
});

/** A password that was just chosen is not undone by a link that was mailed before it. */
export const closeResets = (ctx: Ctx, userId: number) =>
  also(
    ctx.write
      .update(passwordReset)
      .set({ used_at: ctx.now.toISOString() })
      .where(and(eq(passwordReset.user_id, userId), isNull(passwordReset.used_at))),
  );

const GONE = "This link has been used or is too old. Ask for a new one.";

/** Sets a new password by a mailed link; signs every session of the account out. */
export const resetPassword = procedure({
  name: "resetPassword",
  audience: "anyone",
  input: z.strictObject({ token: z.string(GONE).max(200), password: newPassword }),
  async run(ctx, input) {
    const token_hash = hashToken(input.token);
    const [row] = await ctx.read
      .select({ user_id: passwordReset.user_id, email: user.email })
      .from(passwordReset)
      .innerJoin(user, eq(user.id, passwordReset.user_id))
      .where(
        and(
          eq(passwordReset.token_hash, token_hash),
          isNull(passwordReset.used_at),
          gt(passwordReset.expires_at, ctx.now.toISOString()),
        ),
      );
    if (!row) throw notNow(GONE);
    const password_hash = await hashPassword(input.password);
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .update(passwordReset)
            .set({ used_at: ctx.now.toISOString() })
            .where(and(eq(passwordReset.token_hash, token_hash), isNull(passwordReset.used_at))),
        ),
        mustHit(ctx.write.update(user).set({ password_hash }).where(eq(user.id, row.user_id))),
        closeResets(ctx, row.user_id),
        ...(row.email ? [passwordChangedMail(ctx, row.email)] : []),
        also(ctx.write.delete(session).where(eq(session.user_id, row.user_id))),
      ],
      { userId: row.user_id },
    );
  },
});

/** An open invitation by its link: who is asked, by which company. */
export const getInvite = procedure({
  name: "getInvite",
  audience: "anyone",
  input: z.strictObject({ token: z.string().max(200) }),
  async run(ctx, { token }) {
    const [row] = await ctx.read
      .select({
        id: invite.id,
        crew_id: invite.crew_id,
        user_id: invite.user_id,
        company: company.name,
        first_name: invite.first_name,
        last_name: invite.last_name,
        email: invite.email,
        phone_number: invite.phone_number,
      })
      .from(invite)
      .innerJoin(company, eq(company.id, invite.company_id))
      .innerJoin(crew, eq(crew.id, invite.crew_id))
      .leftJoin(user, eq(user.id, invite.user_id))
      .where(
        and(
          // Who has a password by now needs no link, and nobody else is to choose another for them.
          isNull(user.password_hash),
          eq(invite.token_hash, hashToken(token)),
          isNull(invite.accepted_at),
          isNull(invite.revoked_at),
          gt(invite.expires_at, ctx.now.toISOString()),
        ),
      );
    return row ?? null;
  },
});
