import { eq } from "drizzle-orm";
import { z } from "zod";
import { user } from "#db/schema";
import { actStep } from "~/core/admin/acts.server";
import { accountMail } from "~/core/outbox/write.server";
import { eventStep } from "~/core/people/account-events.server";
import { emailInput, phoneInput, plainEmail } from "~/domain/people/person";
import { apiPhone, formatPhone } from "~/domain/people/phone";
import { fullName } from "~/domain/text/text";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, missing, notNow } from "~/web/refusal";
import { asRead, revise } from "~/web/revise.server";
import { eventsOf } from "./account-lists.server";
import { emailCheckSteps } from "./contact-checks.server";
import { handOver } from "./new-links.server";
import { closeResets } from "./resets.server";

const SUPER = "A super user's account can only be changed in the database.";
const reason = z
  .string("Say how you verified who this person is")
  .trim()
  .min(10, "Say how you verified who this person is")
  .max(300, "Use 300 characters at most");

async function personOf(ctx: Ctx, id: number) {
  const [row] = await ctx.read.select().from(user).where(eq(user.id, id));
  if (!row) throw missing("We couldn't find that person.");
  return row;
}

/** A person as support needs to know them: how they sign in, and what happened to the account. */
export const getAccount = procedure({
  name: "getAccount",
  audience: "super",
  input: z.strictObject({ user_id: z.number().int() }),
  async run(ctx, { user_id }) {
    const row = await personOf(ctx, user_id);
    return {
      id: row.id,
      name: fullName(row),
      email: row.email,
      email_verified: row.email_verified_at !== null,
      phone: row.phone_number && formatPhone(row.phone_number),
      phone_verified: row.phone_verified_at !== null,
      has_password: row.password_hash !== null,
      is_super_user: row.is_super_user,
      version: row.version,
      disabled_at: row.disabled_at,
      events: await eventsOf(ctx, user_id),
    };
  },
});

/**
 * Correct the email or the phone of someone who is locked out; the old one is notified, and the new one counts as
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
    if (row.is_super_user) throw notNow(SUPER);
    asRead(row, input.version, { email: row.email, phone_number: row.phone_number });
    const email = input.email === undefined ? row.email : input.email && plainEmail(input.email);
    const phone =
      input.phone_number === undefined
        ? row.phone_number
        : input.phone_number && apiPhone(input.phone_number);
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
        revise(
          ctx,
          user,
          row,
          {
            ...(newEmail ? { email, email_verified_at: null } : {}),
            ...(newPhone ? { phone_number: phone, phone_verified_at: null } : {}),
          },
          eq(user.is_super_user, false),
        ),
        closeResets(ctx, row.id),
        ...(newEmail ? [eventStep(ctx, row.id, "email-corrected", why)] : []),
        ...(newPhone ? [eventStep(ctx, row.id, "phone-corrected", why)] : []),
        await actStep(ctx, {
          act: "contacts corrected",
          user: row.id,
          // Only which of them: the chain is never rewritten, so it must not hold what a person may want removed.
          details: { said: [newEmail ? "email" : "", newPhone ? "phone" : ""].filter(Boolean).join(" and ") },
          reason: input.reason,
        }),
        ...(newEmail && email ? emailCheckSteps(ctx, row.id, email) : []),
        ...(row.email
          ? accountMail(ctx, {
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

/** Make a link to choose a new password for somebody who is locked out; shown once, to be handed over by hand. */
export const letIn = procedure({
  name: "letIn",
  fresh: true,
  audience: "super",
  input: z.strictObject({ user_id: z.number().int(), reason }),
  async run(ctx, input) {
    const row = await personOf(ctx, input.user_id);
    if (row.is_super_user) throw notNow(SUPER);
    if (row.disabled_at) throw notNow("This account is disabled. Enable it first.");
    return handOver(ctx, row, { by: "The people who run Timbertally", reason: input.reason }, [
      await actStep(ctx, { act: "link made", user: row.id, details: {}, reason: input.reason }),
    ]);
  },
});
