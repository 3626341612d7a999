import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { verify } from "@node-rs/argon2";
import { and, desc, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { contactVerification, user } from "#db/schema";
import { getEnabledChannels, isMailReadable } from "~/lib/mail/channels.server";
import { buildAccountMailSteps, buildAccountTextSteps } from "~/lib/mail/write.server";
import { formatPhone } from "~/lib/text/phone";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, notFound, unprocessable } from "~/web/refusal";
import { createToken, hashToken } from "~/web/session.server";
import { emailInput, normalizeEmail } from "../rules/person";
import { buildAccountEventStep } from "../shared/account-events.server";
import { buildRevokeResetsStep } from "./resets.server";

const LINK_HOURS = 48;
const CODE_MINUTES = 10;
const MAX_FAILURES = 5;

type Kind = "email" | "phone";

const closeChecks = (ctx: Ctx, userId: number | SQL, kind: Kind): Step =>
  allowAnyRows(sql`UPDATE contact_verification SET used_at = ${ctx.now.toISOString()}
    WHERE user_id = ${userId} AND kind = ${kind} AND used_at IS NULL`);

/** Return the database steps that mail a link to verify an email; earlier links stop working. */
export function buildEmailCheckSteps(ctx: Ctx, userId: number | SQL, email: string): Step[] {
  const token = createToken();
  const expires = new Date(ctx.now.getTime() + LINK_HOURS * 3_600_000).toISOString();
  return [
    closeChecks(ctx, userId, "email"),
    expectOneRow(sql`INSERT INTO contact_verification (user_id, kind, value, token_hash, created_at, expires_at)
      VALUES (${userId}, 'email', ${email}, ${hashToken(token)}, ${ctx.now.toISOString()}, ${expires})`),
    ...buildAccountMailSteps(ctx, {
      to: email,
      subject: "Verify your email",
      text: "Verify that this is the email of your Timbertally account. Open this within two days:",
      path: `/verify-email?token=${token}`,
      hours: LINK_HOURS,
      after: "If you didn't ask for this, ignore this message.",
    }),
  ];
}

async function own(ctx: Ctx) {
  const [row] = await ctx.read
    .select()
    .from(user)
    .where(eq(user.id, ctx.actor.user?.id ?? 0));
  if (!row) throw notFound();
  return row;
}

const NO_MAIL = "This site doesn't send mail, so an email can't be verified. Ask the people who run it.";

/** Mail the link that verifies the person's email again. */
export const sendEmailCheck = procedure({
  name: "sendEmailCheck",
  audience: "user",
  input: z.strictObject({}),
  async run(ctx) {
    const me = await own(ctx);
    if (!me.email || me.email_verified_at) throw unprocessable("You don't have an email to verify.");
    if (!isMailReadable()) throw unprocessable(NO_MAIL);
    await ctx.count([{ limit: env().RATE_LIMIT_RESET, bucket: `email-check:u${me.id}` }]);
    return ctx.commit(buildEmailCheckSteps(ctx, me.id, me.email), { ok: true });
  },
});

/** Request a change of email: once the mailed link is opened, the new email replaces the old one. */
export const changeEmail = procedure({
  name: "changeEmail",
  audience: "user",
  secrets: ["current_password"],
  input: z.strictObject({
    email: emailInput,
    current_password: z.string("Type your current password").max(1000),
  }),
  async run(ctx, input) {
    const me = await own(ctx);
    const email = normalizeEmail(input.email);
    // Somebody who finds an unattended phone is signed in but doesn't know the password.
    await ctx.count([{ limit: env().RATE_LIMIT_SIGN_IN, bucket: `password:${me.id}` }]);
    if (!me.password_hash || !(await verify(me.password_hash, input.current_password)))
      throw invalid({ current_password: ["This isn't your password."] });
    if (email === me.email) throw invalid({ email: ["This is already your email."] });
    if (!isMailReadable()) throw unprocessable(NO_MAIL);
    const [taken] = await ctx.read.select({ id: user.id }).from(user).where(eq(user.email, email));
    // The response is the same whether or not the email has an account, so it doesn't reveal accounts.
    const steps = taken
      ? buildAccountMailSteps(ctx, {
          to: email,
          subject: "Your email already has an account",
          text: "Someone tried to use this email for another Timbertally account. You already have one, and nothing about it changed.",
        })
      : buildEmailCheckSteps(ctx, me.id, email);
    return ctx.commit(steps, { ok: true });
  },
});

const GONE = "This link was already used or has expired. Ask for a new one under Profile.";

/** Verify an email by the link mailed to it; if a change was requested, it becomes the account's email. */
export const confirmEmail = procedure({
  name: "confirmEmail",
  audience: "anyone",
  input: z.strictObject({ token: z.string(GONE).max(200) }),
  async run(ctx, { token }) {
    const open = and(
      eq(contactVerification.token_hash, hashToken(token)),
      eq(contactVerification.kind, "email"),
      isNull(contactVerification.used_at),
      gt(contactVerification.expires_at, ctx.now.toISOString()),
    );
    const [row] = await ctx.read
      .select({
        id: contactVerification.id,
        value: contactVerification.value,
        user_id: user.id,
        before: user.email,
      })
      .from(contactVerification)
      .innerJoin(user, eq(user.id, contactVerification.user_id))
      .where(open);
    if (!row) throw unprocessable(GONE);
    const [other] = await ctx.read.select({ id: user.id }).from(user).where(eq(user.email, row.value));
    if (other && other.id !== row.user_id) throw unprocessable("Another account has this email now.");
    const timestamp = ctx.now.toISOString();
    const changed = row.before !== row.value;
    return ctx.commit(
      [
        expectOneRow(ctx.write.update(contactVerification).set({ used_at: timestamp }).where(open)),
        expectOneRow(
          ctx.write
            .update(user)
            .set({ email: row.value, email_verified_at: timestamp, version: sql`version + 1` })
            .where(and(eq(user.id, row.user_id), sql`${user.email} IS ${row.before}`)),
        ),
        buildAccountEventStep(ctx, row.user_id, changed ? "email-changed" : "email-verified"),
        ...(changed ? [buildRevokeResetsStep(ctx, row.user_id)] : []),
        ...(changed && row.before
          ? buildAccountMailSteps(ctx, {
              to: row.before,
              subject: "Your email was changed",
              text: [
                "Your Timbertally account now uses a different email. We no longer send mail to this one.",
                "If this wasn't you, tell an admin of your company and the people who run this site.",
              ],
            })
          : []),
      ],
      { ok: true },
    );
  },
});

/** Hash of a code as stored: its secret key keeps a reader of the database from trying all million codes. */
const codeHash = (check: { user_id: number; value: string; created_at: string }, code: string) =>
  createHmac("sha256", env().SESSION_SECRET)
    .update(`phone:${check.user_id}:${check.value}:${check.created_at}:${code}`)
    .digest("hex");

/** Text a code to the person's phone. */
export const sendPhoneCode = procedure({
  name: "sendPhoneCode",
  audience: "user",
  input: z.strictObject({}),
  async run(ctx) {
    const me = await own(ctx);
    if (!getEnabledChannels().text) throw unprocessable("This site doesn't send texts.");
    if (!me.phone_number || me.phone_verified_at) throw unprocessable("You don't have a phone to verify.");
    const limit = env().RATE_LIMIT_RESET;
    await ctx.count([
      { limit, bucket: `phone-code:u${me.id}` },
      { limit, bucket: `phone-code:${me.phone_number}` },
    ]);
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    const created_at = ctx.now.toISOString();
    const check = { user_id: me.id, value: me.phone_number, created_at };
    const expires_at = new Date(ctx.now.getTime() + CODE_MINUTES * 60_000).toISOString();
    return ctx.commit(
      [
        closeChecks(ctx, me.id, "phone"),
        expectOneRow(
          ctx.write
            .insert(contactVerification)
            .values({ ...check, kind: "phone", token_hash: codeHash(check, code), expires_at }),
        ),
        ...buildAccountTextSteps(ctx, {
          to: me.phone_number,
          subject: "Verify your phone",
          text: `Your Timbertally code is ${code}. It works for ${CODE_MINUTES} minutes.`,
          hours: CODE_MINUTES / 60,
        }),
      ],
      { ok: true },
    );
  },
});

const WRONG_CODE = "That code is wrong or has expired. Check it, or ask for a new one.";

/** Verify the person's phone by the code texted to it. */
export const confirmPhone = procedure({
  name: "confirmPhone",
  audience: "user",
  secrets: ["code"],
  input: z.strictObject({ code: z.string("Type the code").trim().max(20, WRONG_CODE) }),
  async run(ctx, { code }) {
    const me = await own(ctx);
    const [row] = await ctx.read
      .select()
      .from(contactVerification)
      .where(
        and(
          eq(contactVerification.user_id, me.id),
          eq(contactVerification.kind, "phone"),
          eq(contactVerification.value, me.phone_number ?? ""),
          isNull(contactVerification.used_at),
          gt(contactVerification.expires_at, ctx.now.toISOString()),
          lt(contactVerification.failed_attempts, MAX_FAILURES),
        ),
      )
      .orderBy(desc(contactVerification.id))
      .limit(1);
    if (!row) throw invalid({ code: [WRONG_CODE] });
    const open = and(
      eq(contactVerification.id, row.id),
      isNull(contactVerification.used_at),
      eq(contactVerification.failed_attempts, row.failed_attempts),
    );
    if (!timingSafeEqual(Buffer.from(codeHash(row, code)), Buffer.from(row.token_hash))) {
      await ctx.commit(
        [
          expectOneRow(
            ctx.write
              .update(contactVerification)
              .set({ failed_attempts: row.failed_attempts + 1 })
              .where(open),
          ),
        ],
        {
          ok: true,
        },
      );
      throw invalid({ code: [WRONG_CODE] });
    }
    const timestamp = ctx.now.toISOString();
    return ctx.commit(
      [
        expectOneRow(ctx.write.update(contactVerification).set({ used_at: timestamp }).where(open)),
        expectOneRow(
          ctx.write
            .update(user)
            .set({ phone_verified_at: timestamp, version: sql`version + 1` })
            .where(and(eq(user.id, me.id), eq(user.phone_number, row.value))),
        ),
        buildAccountEventStep(ctx, me.id, "phone-verified"),
      ],
      { ok: true },
    );
  },
});

/** Read the person's own email and phone and whether each is verified, for the pages that change and verify them. */
export const getOwnContacts = procedure({
  name: "getOwnContacts",
  audience: "user",
  input: z.strictObject({}),
  async run(ctx) {
    const me = await own(ctx);
    return {
      email: me.email,
      email_verified: me.email_verified_at !== null,
      phone: me.phone_number && formatPhone(me.phone_number),
      phone_verified: me.phone_verified_at !== null,
      leaves: getEnabledChannels(),
    };
  },
});
