import { setTimeout } from "node:timers/promises";
import { and, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { passwordReset, session, user } from "#db/schema";
import { getEnabledChannels } from "~/lib/mail/channels.server";
import { buildAccountMailSteps, buildAccountTextSteps } from "~/lib/mail/write.server";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { isRecentSql } from "~/web/recent.server";
import { unprocessable } from "~/web/refusal";
import { createToken, hashToken } from "~/web/session.server";
import { newPasswordField } from "../rules/password";
import { buildAccountEventStep } from "../shared/account-events.server";
import { findUserByLogin } from "./find-user.server";
import { hashPassword } from "./hash.server";

const RESET_HOURS = 2;
/** Lifetime of a link handed over personally. */
export const MANUAL_RESET_LINK_HOURS = 24;
/** Minimum minutes between two reset links: a request within this time leaves the earlier link valid. */
export const RESET_PAUSE_MINUTES = 5;
/**
 * Minimum response time: creating a link takes longer than creating none, and the timing must not reveal which accounts
 * exist.
 */
const LEAST_MS = 250;

/** Build the steps that mail a person that their password was changed, no matter who changed it. */
export const buildPasswordChangedMailSteps = (ctx: Ctx, to: string): Step[] =>
  buildAccountMailSteps(ctx, {
    to,
    subject: "Your password was changed",
    text: [
      "The password of your Timbertally account was just changed.",
      "If this wasn't you, choose another one now:",
    ],
    path: "/forgot-password",
  });

type Person = { email: string | null; phone_number: string | null; phone_verified_at: string | null };

/**
 * Choose the channel of a reset link: the phone if it was typed and is either verified or the only contact, else the
 * email.
 */
function resetChannel(person: Person, byPhone: boolean): "email" | "phone" | null {
  const { mail, text } = getEnabledChannels();
  const texts = text && person.phone_number !== null;
  if (texts && (person.email === null || !mail || (byPhone && person.phone_verified_at !== null)))
    return "phone";
  return person.email === null ? null : "email";
}

/** Send a link to choose a new password if the account exists; the response is the same if it doesn't. */
export const requestPasswordReset = procedure({
  name: "requestPasswordReset",
  audience: "anyone",
  input: z.strictObject({
    login: z.string("Type your email or phone").trim().min(1, "Type your email or phone").max(254),
  }),
  async run(ctx, input) {
    const least = setTimeout(LEAST_MS);
    const user = await findUserByLogin(ctx.read, input.login);
    const channel = user && !user.disabled_at ? resetChannel(user, !input.login.includes("@")) : null;
    if (user && channel && !(await askedLately(ctx, user.id))) {
      const token = createToken();
      const message = {
        to: (channel === "email" ? user.email : user.phone_number) ?? "",
        subject: "Choose a new password",
        path: `/reset-password?token=${token}`,
        hours: RESET_HOURS,
      };
      const steps =
        channel === "email"
          ? buildAccountMailSteps(ctx, {
              ...message,
              text: [
                `Someone asked for a new password for your Timbertally account.`,
                `If it was you, open this link within ${RESET_HOURS} hours:`,
              ],
              after: "If it wasn't you, do nothing. Your password stays the same.",
            })
          : buildAccountTextSteps(ctx, {
              ...message,
              text: `Timbertally: to choose a new password, open this within ${RESET_HOURS} hours. If you didn't ask for it, do nothing.`,
            });
      await ctx.commit(
        [
          buildRevokeResetsStep(ctx, user.id),
          buildResetLinkStep(ctx, user.id, token, { sent_to: channel }),
          ...steps,
        ],
        { ok: true },
      );
    }
    await least;
    return { ok: true };
  },
});

async function askedLately(ctx: Ctx, userId: number): Promise<boolean> {
  const [row] = await ctx.read
    .select({ at: passwordReset.created_at })
    .from(passwordReset)
    .where(
      and(
        eq(passwordReset.user_id, userId),
        isNull(passwordReset.used_at),
        isNotNull(passwordReset.sent_to),
        isRecentSql(passwordReset.created_at, ctx.now, RESET_PAUSE_MINUTES * 60_000),
      ),
    );
  return Boolean(row);
}

/**
 * Database step that creates a reset link for a person; an admin's link is created only while the person belongs to the
 * admin's company alone.
 */
export function buildResetLinkStep(
  ctx: Ctx,
  userId: number,
  token: string,
  created: { sent_to?: "email" | "phone"; company?: number; hours?: number },
): Step {
  const expires = new Date(ctx.now.getTime() + (created.hours ?? RESET_HOURS) * 3_600_000).toISOString();
  return expectOneRow(sql`INSERT INTO password_reset (token_hash, user_id, created_at, expires_at, sent_to, company_id)
    SELECT ${hashToken(token)}, id, ${ctx.now.toISOString()}, ${expires}, ${created.sent_to ?? null}, ${created.company ?? null}
      FROM ${user} WHERE id = ${userId} AND disabled_at IS NULL AND ${created.company ? isMemberOnlyOfSql(sql`${created.company}`) : sql`1`}`);
}

/**
 * True for a row of `user` that belongs only to this company, has no pending request at another company, and isn't a
 * super user. Otherwise an admin of the company must not get control of the account.
 */
export const isMemberOnlyOfSql = (company: SQL): SQL => sql`(user.is_super_user = 0
  AND EXISTS (SELECT 1 FROM crew_member m JOIN crew c ON c.id = m.crew_id
    WHERE m.user_id = user.id AND c.company_id = ${company} AND c.is_deleted = 0)
  AND NOT EXISTS (SELECT 1 FROM crew_member m JOIN crew c ON c.id = m.crew_id
    WHERE m.user_id = user.id AND c.company_id <> ${company})
  AND NOT EXISTS (SELECT 1 FROM crew_member_request r
    WHERE r.user_id = user.id AND r.company_id <> ${company} AND r.accepted_at IS NULL AND r.rejected_at IS NULL))`;

/**
 * Build the step that revokes every link to choose a password: only one link works at a time, and none may outlive the
 * password it was created for.
 */
export const buildRevokeResetsStep = (ctx: Ctx, userId: number) =>
  allowAnyRows(
    ctx.write
      .update(passwordReset)
      .set({ used_at: ctx.now.toISOString() })
      .where(and(eq(passwordReset.user_id, userId), isNull(passwordReset.used_at))),
  );

const GONE = "This link was already used or has expired. Ask for a new one.";

/** SQL condition for a link that can still be used to choose a password. */
const usableReset = (token: string, now: string) =>
  and(
    eq(passwordReset.token_hash, hashToken(token)),
    isNull(passwordReset.used_at),
    gt(passwordReset.expires_at, now),
    sql`(${passwordReset.company_id} IS NULL OR EXISTS (SELECT 1 FROM user
      WHERE user.id = ${passwordReset.user_id} AND ${isMemberOnlyOfSql(sql`${passwordReset.company_id}`)}))`,
  );

/** Check whether a link still works, so that its page doesn't ask for a password in vain. */
export const getPasswordReset = procedure({
  name: "getPasswordReset",
  audience: "anyone",
  secrets: ["token"],
  input: z.strictObject({ token: z.string().max(200) }),
  async run(ctx, { token }) {
    const [row] = await ctx.read
      .select({ user_id: passwordReset.user_id })
      .from(passwordReset)
      .where(usableReset(token, ctx.now.toISOString()));
    return { is_usable: row !== undefined };
  },
});

/** Set a new password with a link, and sign out every device of the account. */
export const resetPassword = procedure({
  name: "resetPassword",
  audience: "anyone",
  secrets: ["token", "password"],
  input: z.strictObject({ token: z.string(GONE).max(200), password: newPasswordField }),
  async run(ctx, input) {
    const timestamp = ctx.now.toISOString();
    const usable = usableReset(input.token, timestamp);
    const [row] = await ctx.read
      .select({ user_id: passwordReset.user_id, sent_to: passwordReset.sent_to, email: user.email })
      .from(passwordReset)
      .innerJoin(user, eq(user.id, passwordReset.user_id))
      .where(usable);
    if (!row) throw unprocessable(GONE);
    const password_hash = await hashPassword(input.password);
    // Having the link proves access to the email or phone that the link was sent to.
    const proved =
      row.sent_to === "email"
        ? { email_verified_at: timestamp }
        : row.sent_to === "phone"
          ? { phone_verified_at: timestamp }
          : {};
    return ctx.commit(
      [
        expectOneRow(ctx.write.update(passwordReset).set({ used_at: timestamp }).where(usable)),
        expectOneRow(
          ctx.write
            .update(user)
            .set({ password_hash, ...proved })
            .where(eq(user.id, row.user_id)),
        ),
        buildRevokeResetsStep(ctx, row.user_id),
        buildAccountEventStep(ctx, row.user_id, "password-reset"),
        ...(row.email ? buildPasswordChangedMailSteps(ctx, row.email) : []),
        allowAnyRows(ctx.write.delete(session).where(eq(session.user_id, row.user_id))),
      ],
      { userId: row.user_id },
    );
  },
});
