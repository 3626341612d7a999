import { verify } from "@node-rs/argon2";
import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { crewMember, invite, user } from "#db/schema";
import { parseTextPhone } from "~/lib/text/phone";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, unprocessable } from "~/web/refusal";
import { newPasswordField } from "../rules/password";
import { emailInput, normalizeEmail } from "../rules/person";
import { findOpenInvite } from "./accounts.server";
import { buildEmailCheckSteps } from "./contact-checks.server";
import { buildFirstMemberSteps } from "./first-person.server";
import { hashPassword } from "./hash.server";
import { buildRevokeResetsStep } from "./resets.server";

/**
 * Accept an invitation. A person added by an admin already has an account and chooses its password here; anyone else
 * creates an account or uses an existing one, and joins the crew.
 */
export const acceptInvite = procedure({
  name: "acceptInvite",
  audience: "anyone",
  secrets: ["password"],
  input: z.strictObject({
    token: z.string().max(200),
    email: emailInput.optional(),
    password: newPasswordField,
  }),
  async run(ctx, input) {
    const row = await findOpenInvite(ctx, input.token);
    if (!row) throw unprocessable("This invitation was used or withdrawn. Ask your company for a new one.");
    const email = input.email ? normalizeEmail(input.email) : null;
    const [existing] = email ? await ctx.read.select().from(user).where(eq(user.email, email)) : [];
    if (row.user_id)
      return choosePassword(ctx, { ...row, user_id: row.user_id }, existing, email, input.password);
    if (!email) throw invalid({ email: ["Email is required"] });
    // The invitation link together with the account's password proves the person's identity.
    if (existing && !(existing.password_hash && (await verify(existing.password_hash, input.password))))
      throw invalid({ password: ["An account already has this email. Type its password to join with it."] });
    const password_hash = existing ? null : await hashPassword(input.password);
    const person = sql<number>`(SELECT id FROM ${user} WHERE ${user.email} = ${email})`;
    const now = ctx.now.toISOString();
    // An office's number with an extension isn't the person's own.
    const phone = row.phone_number && parseTextPhone(row.phone_number);
    const [phoneOf] = phone
      ? await ctx.read.select({ id: user.id }).from(user).where(eq(user.phone_number, phone))
      : [];
    return ctx.commit(
      [
        taken(ctx, row),
        ...(existing
          ? []
          : [
              expectOneRow(
                ctx.write.insert(user).values({
                  first_name: row.first_name,
                  last_name: row.last_name,
                  email,
                  email_verified_at: proves(row, email) ? now : null,
                  // If another account has this phone number, it stays with that account.
                  phone_number: phoneOf ? null : phone,
                  password_hash,
                  created_at: now,
                }),
              ),
              ...(proves(row, email) ? [] : buildEmailCheckSteps(ctx, person, email)),
            ]),
        allowAnyRows(
          ctx.write
            .insert(crewMember)
            .values({ crew_id: row.crew_id, user_id: person, created_at: now })
            .onConflictDoNothing(),
        ),
        ...(await buildFirstMemberSteps(ctx, row.crew_id)),
      ],
      { userId: person },
    );
  },
});

/** Check whether using the link proves access to the email: the link was mailed to this email and never shown to anyone. */
const proves = (row: { email: string | null; is_mailed_only: boolean }, email: string | null) =>
  row.is_mailed_only && email !== null && row.email === email;

/**
 * Mark the invitation accepted if it is still for the crew that was read. If that crew was deleted since, the
 * invitation is read again.
 */
const taken = (ctx: Ctx, row: { id: number; crew_id: number }) =>
  expectOneRow(
    ctx.write
      .update(invite)
      .set({ accepted_at: ctx.now.toISOString() })
      .where(
        and(
          eq(invite.id, row.id),
          eq(invite.crew_id, row.crew_id),
          isNull(invite.accepted_at),
          isNull(invite.revoked_at),
          sql`EXISTS (SELECT 1 FROM crew c JOIN company o ON o.id = c.company_id
            WHERE c.id = ${row.crew_id} AND c.is_deleted = 0 AND o.is_deleted = 0)`,
        ),
      ),
  );

/** Set the first password of a person already in the crew, and their email if they have none. */
async function choosePassword(
  ctx: Ctx,
  row: { id: number; crew_id: number; user_id: number; email: string | null; is_mailed_only: boolean },
  other: { id: number } | undefined,
  email: string | null,
  password: string,
) {
  if (other && other.id !== row.user_id)
    throw invalid({
      email: ["Another account has this email. Leave it out, or ask your company to invite that account."],
    });
  const password_hash = await hashPassword(password);
  const proved = proves(row, email);
  const contact = email ? { email, email_verified_at: proved ? ctx.now.toISOString() : null } : {};
  return ctx.commit(
    [
      taken(ctx, row),
      expectOneRow(
        ctx.write
          .update(user)
          .set({ password_hash, ...contact, version: sql`version + 1` })
          .where(and(eq(user.id, row.user_id), isNull(user.password_hash))),
      ),
      ...(email && !proved ? buildEmailCheckSteps(ctx, row.user_id, email) : []),
      buildRevokeResetsStep(ctx, row.user_id),
    ],
    { userId: row.user_id },
  );
}
