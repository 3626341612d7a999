import { setTimeout } from "node:timers/promises";
import { and, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { passwordReset, session, user } from "#db/schema";
import { enabledChannels } from "~/core/outbox/channels.server";
import { accountMail, accountText } from "~/core/outbox/write.server";
import { eventStep } from "~/core/people/account-events.server";
import { newPassword } from "~/domain/people/password";
import { mayMiss, mustHit } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { isRecentSql } from "~/web/recent.server";
import { notNow } from "~/web/refusal";
import { hashToken, newToken } from "~/web/session.server";
import { byLogin } from "./accounts.server";
import { hashPassword } from "./hash.server";

const RESET_HOURS = 2;
/** A link that somebody hands on by hand. */
export const HANDED_HOURS = 24;
/** Asked again within so many minutes, the link that was sent stays the one that works. */
export const RESET_PAUSE_MINUTES = 5;
/** Writing takes longer than not writing, and nobody is to learn from the clock which accounts exist. */
const LEAST_MS = 250;

/** Tell a person that their password was changed, no matter who changed it. */
export const passwordChangedMail = (ctx: Ctx, to: string): Step[] =>
  accountMail(ctx, {
    to,
    subject: "Your password was changed",
    text: [
      "The password of your Timbertally account was just changed.",
      "If this wasn't you, choose another one now:",
    ],
    path: "/forgot-password",
  });

type Person = { email: string | null; phone_number: string | null; phone_verified_at: string | null };

/** Where a reset link goes: to the phone where that was asked for and is proved or all there is, else to the email. */
function resetChannel(person: Person, byPhone: boolean): "email" | "phone" | null {
  const { mail, text } = enabledChannels();
  const texts = text && person.phone_number !== null;
  if (texts && (person.email === null || !mail || (byPhone && person.phone_verified_at !== null)))
    return "phone";
  return person.email === null ? null : "email";
}

/** Send a link to choose a new password, where the account exists; say the same where it does not. */
export const requestPasswordReset = procedure({
  name: "requestPasswordReset",
  audience: "anyone",
  input: z.strictObject({
    login: z.string("Type your email or phone").trim().min(1, "Type your email or phone").max(254),
  }),
  async run(ctx, input) {
    const least = setTimeout(LEAST_MS);
    const found = await byLogin(ctx.read, input.login);
    const channel = found && !found.disabled_at ? resetChannel(found, !input.login.includes("@")) : null;
    if (found && channel && !(await askedLately(ctx, found.id))) {
      const token = newToken();
      const message = {
        to: (channel === "email" ? found.email : found.phone_number) ?? "",
        subject: "Choose a new password",
        path: `/reset-password?token=${token}`,
        hours: RESET_HOURS,
      };
      const told =
        channel === "email"
          ? accountMail(ctx, {
              ...message,
              text: [
                `Someone asked for a new password for your Timbertally account.`,
                `If it was you, open this link within ${RESET_HOURS} hours:`,
              ],
              after: "If it wasn't you, do nothing. Your password stays the same.",
            })
          : accountText(ctx, {
              ...message,
              text: `Timbertally: to choose a new password, open this within ${RESET_HOURS} hours. If you didn't ask for it, do nothing.`,
            });
      await ctx.commit(
        [closeResets(ctx, found.id), resetStep(ctx, found.id, token, { sent_to: channel }), ...told],
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

/** A link for a person; one that an admin made is made only while the person belongs to that company alone. */
export function resetStep(
  ctx: Ctx,
  userId: number,
  token: string,
  made: { sent_to?: "email" | "phone"; company?: number; hours?: number },
): Step {
  const expires = new Date(ctx.now.getTime() + (made.hours ?? RESET_HOURS) * 3_600_000).toISOString();
  return mustHit(sql`INSERT INTO password_reset (token_hash, user_id, created_at, expires_at, sent_to, company_id)
    SELECT ${hashToken(token)}, id, ${ctx.now.toISOString()}, ${expires}, ${made.sent_to ?? null}, ${made.company ?? null}
      FROM ${user} WHERE id = ${userId} AND disabled_at IS NULL AND ${made.company ? belongsOnlyTo(sql`${made.company}`) : sql`1`}`);
}

/**
 * Whether a row of `user` belongs only to this company, waits for no other company's answer, and isn't a super user.
 * Otherwise an admin of the company mustn't get hold of it.
 */
export const belongsOnlyTo = (company: SQL): SQL => sql`(user.is_super_user = 0
  AND EXISTS (SELECT 1 FROM crew_member m JOIN crew c ON c.id = m.crew_id
    WHERE m.user_id = user.id AND c.company_id = ${company} AND c.is_deleted = 0)
  AND NOT EXISTS (SELECT 1 FROM crew_member m JOIN crew c ON c.id = m.crew_id
    WHERE m.user_id = user.id AND c.company_id <> ${company})
  AND NOT EXISTS (SELECT 1 FROM crew_member_request r
    WHERE r.user_id = user.id AND r.company_id <> ${company} AND r.accepted_at IS NULL AND r.rejected_at IS NULL))`;

/** Close every link to choose a password: one works at a time, and none outlives the password it was made for. */
export const closeResets = (ctx: Ctx, userId: number) =>
  mayMiss(
    ctx.write
      .update(passwordReset)
      .set({ used_at: ctx.now.toISOString() })
      .where(and(eq(passwordReset.user_id, userId), isNull(passwordReset.used_at))),
  );

const GONE = "This link was already used or has expired. Ask for a new one.";

/** The condition for a link that still lets somebody choose a password. */
const usableReset = (token: string, now: string) =>
  and(
    eq(passwordReset.token_hash, hashToken(token)),
    isNull(passwordReset.used_at),
    gt(passwordReset.expires_at, now),
    sql`(${passwordReset.company_id} IS NULL OR EXISTS (SELECT 1 FROM user
      WHERE user.id = ${passwordReset.user_id} AND ${belongsOnlyTo(sql`${passwordReset.company_id}`)}))`,
  );

/** Whether a link still works, so that its page doesn't ask for a password in vain. */
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

/** Set a new password by a link; sign every device of the account out. */
export const resetPassword = procedure({
  name: "resetPassword",
  audience: "anyone",
  secrets: ["token", "password"],
  input: z.strictObject({ token: z.string(GONE).max(200), password: newPassword }),
  async run(ctx, input) {
    const at = ctx.now.toISOString();
    const usable = usableReset(input.token, at);
    const [row] = await ctx.read
      .select({ user_id: passwordReset.user_id, sent_to: passwordReset.sent_to, email: user.email })
      .from(passwordReset)
      .innerJoin(user, eq(user.id, passwordReset.user_id))
      .where(usable);
    if (!row) throw notNow(GONE);
    const password_hash = await hashPassword(input.password);
    // Having the link proves access to the email or the phone that it went to.
    const proved =
      row.sent_to === "email"
        ? { email_verified_at: at }
        : row.sent_to === "phone"
          ? { phone_verified_at: at }
          : {};
    return ctx.commit(
      [
        mustHit(ctx.write.update(passwordReset).set({ used_at: at }).where(usable)),
        mustHit(
          ctx.write
            .update(user)
            .set({ password_hash, ...proved })
            .where(eq(user.id, row.user_id)),
        ),
        closeResets(ctx, row.user_id),
        eventStep(ctx, row.user_id, "password-reset"),
        ...(row.email ? passwordChangedMail(ctx, row.email) : []),
        mayMiss(ctx.write.delete(session).where(eq(session.user_id, row.user_id))),
      ],
      { userId: row.user_id },
    );
  },
});
