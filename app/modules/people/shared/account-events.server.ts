import { type SQL, sql } from "drizzle-orm";
import { hasKey } from "~/lib/object/records";
import { expectOneRow } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";

/** Texts of account events, shown to the account's user. */
const ACCOUNT_EVENTS = {
  "link-by-admin": "A link to choose a new password was made",
  "link-by-support": "Support made a link to choose a new password",
  "password-reset": "The password was reset",
  "password-changed": "The password was changed",
  "email-changed": "The email was changed",
  "email-verified": "The email was verified",
  "email-corrected": "Support corrected the email",
  "phone-verified": "The phone was verified",
  "phone-corrected": "Support corrected the phone",
  "sessions-ended": "The people who run this site ended all sign-ins",
  "second-factor-set": "A second factor was set up",
  "second-factor-removed": "The second factor was turned off",
  "second-factor-removed-by-support": "Support turned the second factor off",
  "passkey-added": "A passkey was added",
  "passkey-renamed": "A passkey got another name",
  "passkey-removed": "A passkey was removed",
  "recovery-codes-renewed": "New recovery codes were made",
  "recovery-code-used": "A recovery code was used to sign in",
  "signed-out-by-admin": "An admin of the company ended all sign-ins",
  "forms-sent-by-support": "Support sent what a device of yours hadn't sent",
  disabled: "The people who run this site disabled the account",
  enabled: "The people who run this site enabled the account again",
} as const;
export type AccountEvent = keyof typeof ACCOUNT_EVENTS;

/** Return the step that records an account event with the user who caused it. */
export const buildAccountEventStep = (
  ctx: Ctx,
  userId: number | SQL,
  what: AccountEvent,
  more: { company?: number; reason?: string } = {},
): Step =>
  expectOneRow(sql`INSERT INTO account_event (user_id, actor_user_id, company_id, event, reason, created_at)
    VALUES (${userId}, ${ctx.actor.user?.id ?? null}, ${more.company ?? null}, ${what}, ${more.reason ?? null},
      ${ctx.now.toISOString()})`);

/** Return the text of an account event for its user. */
export const accountEventLabel = (what: string): string =>
  hasKey(ACCOUNT_EVENTS, what) ? ACCOUNT_EVENTS[what] : what;
