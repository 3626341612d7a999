import { eq } from "drizzle-orm";
import { z } from "zod";
import { user } from "#db/schema";
import { buildAccountMailSteps } from "~/lib/mail/write.server";
import { formatPhone, parseApiPhone } from "~/lib/text/phone";
import { formatFullName } from "~/lib/text/text";
import { buildAdminActionStep } from "~/modules/admin/shared/acts.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound, unprocessable } from "~/web/refusal";
import { requireVersion, updateWithVersion } from "~/web/revise.server";
import { readAccountEvents } from "../data/account-lists.server";
import { buildEmailCheckSteps } from "../data/contact-checks.server";
import { createManualResetLink } from "../data/new-links.server";
import { buildRevokeResetsStep } from "../data/resets.server";
import { emailInput, normalizeEmail, phoneInput } from "../rules/person";
import { buildAccountEventStep } from "./account-events.server";

const SUPER = "A super user's account can only be changed in the database.";
const reason = z
  .string("Say how you verified who this person is")
  .trim()
  .min(10, "Say how you verified who this person is")
  .max(300, "Use 300 characters at most");

async function personOf(ctx: Ctx, id: number) {
  const [row] = await ctx.read.select().from(user).where(eq(user.id, id));
  if (!row) throw notFound("We couldn't find that person.");
  return row;
}

/** Read a person's account for support: sign-in methods and account events. */
export const getAccount = procedure({
  name: "getAccount",
  audience: "super",
  input: z.strictObject({ user_id: z.number().int() }),
  async run(ctx, { user_id }) {
    const row = await personOf(ctx, user_id);
    return {
      id: row.id,
      name: formatFullName(row),
      email: row.email,
      email_verified: row.email_verified_at !== null,
      phone: row.phone_number && formatPhone(row.phone_number),
      phone_verified: row.phone_verified_at !== null,
      has_password: row.password_hash !== null,
      is_super_user: row.is_super_user,
      version: row.version,
      disabled_at: row.disabled_at,
      events: await readAccountEvents(ctx, user_id),
    };
  },
});

/**
 * Correct the email or phone of someone who is locked out; the old address is notified, and the new one counts as
 * unverified.
 */
export const correctContacts = procedure({
  name: "correctContacts",
  fresh: true,
  audience: "super",
  input: z.strictObject({
    user_id: z.number().int(),
    version: z.number().int(),
    email: emailInput.nullable().optional(),
    phone_number: phoneInput.nullable().optional(),
    reason,
  }),
  async run(ctx, input) {
    const row = await personOf(ctx, input.user_id);
    if (row.is_super_user) throw unprocessable(SUPER);
    requireVersion(row, input.version, { email: row.email, phone_number: row.phone_number });
    const email = input.email === undefined ? row.email : input.email && normalizeEmail(input.email);
    const phone =
      input.phone_number === undefined
        ? row.phone_number
        : input.phone_number && parseApiPhone(input.phone_number);
    const [newEmail, newPhone] = [email !== row.email, phone !== row.phone_number];
    if (!email && !phone) throw invalid({ email: ["An account has an email or a phone."] });
    if (!newEmail && !newPhone) throw invalid({ email: ["Nothing was changed."] });
    for (const [field, column, value] of [
      ["email", user.email, newEmail ? email : null],
      ["phone_number", user.phone_number, newPhone ? phone : null],
    ] as const) {
      if (!value) continue;
      const [other] = await ctx.read.select({ id: user.id }).from(user).where(eq(column, value));
      if (other) throw invalid({ [field]: [`Another account has this, of person ${other.id}.`] });
    }
    const why = { reason: input.reason };
    return ctx.commit(
      [
        updateWithVersion(
          ctx,
          user,
          row,
          {
            ...(newEmail ? { email, email_verified_at: null } : {}),
            ...(newPhone ? { phone_number: phone, phone_verified_at: null } : {}),
          },
          eq(user.is_super_user, false),
        ),
        buildRevokeResetsStep(ctx, row.id),
        ...(newEmail ? [buildAccountEventStep(ctx, row.id, "email-corrected", why)] : []),
        ...(newPhone ? [buildAccountEventStep(ctx, row.id, "phone-corrected", why)] : []),
        await buildAdminActionStep(ctx, {
          action: "contacts corrected",
          user: row.id,
          // Name only the changed fields: the event chain is never rewritten, so it must not contain data that a person
          // may want removed.
          details: { said: [newEmail ? "email" : "", newPhone ? "phone" : ""].filter(Boolean).join(" and ") },
          reason: input.reason,
        }),
        ...(newEmail && email ? buildEmailCheckSteps(ctx, row.id, email) : []),
        ...(row.email
          ? buildAccountMailSteps(ctx, {
              to: row.email,
              subject: "Your account was changed",
              text: [
                `The people who run Timbertally changed the ${newEmail ? "email" : "phone"} of your account.`,
                "If you didn't ask for this, tell them.",
              ],
            })
          : []),
      ],
      { id: row.id },
    );
  },
});

/** Create a password link for a person who is locked out; it is shown once, to be handed over personally. */
export const createSupportLink = procedure({
  name: "createSupportLink",
  fresh: true,
  audience: "super",
  input: z.strictObject({ user_id: z.number().int(), reason }),
  async run(ctx, input) {
    const row = await personOf(ctx, input.user_id);
    if (row.is_super_user) throw unprocessable(SUPER);
    if (row.disabled_at) throw unprocessable("This account is disabled. Enable it first.");
    return createManualResetLink(ctx, row, { by: "The people who run Timbertally", reason: input.reason }, [
      await buildAdminActionStep(ctx, {
        action: "link made",
        user: row.id,
        details: {},
        reason: input.reason,
      }),
    ]);
  },
});
