import { verify } from "@node-rs/argon2";
import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { crewMember, invite, user } from "#db/schema";
import { also, mustHit } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notNow } from "~/web/refusal";
import { closeResets, getInvite } from "./accounts.server";
import { hashPassword } from "./hash.server";
import { emailInput, newPassword, plainEmail } from "./person";

/**
 * Accepts an invitation. Whom an admin has added chooses the password of the account that waits for them; anybody
 * else makes one and joins the crew, or joins it with the account that they have.
 */
export const acceptInvite = procedure({
  name: "acceptInvite",
  audience: "anyone",
  input: z.strictObject({ token: z.string().max(200), email: emailInput.optional(), password: newPassword }),
  async run(ctx, input) {
    const row = await getInvite.run(ctx as never, { token: input.token });
    if (!row) throw notNow("This invitation has been used or withdrawn. Ask your company for a new one.");
    const email = input.email ? plainEmail(input.email) : null;
    const [existing] = email ? await ctx.read.select().from(user).where(eq(user.email, email)) : [];
    if (row.user_id)
      return choosePassword(ctx, { ...row, user_id: row.user_id }, existing, email, input.password);
    if (!email) throw invalid({ email: ["Email is required"] });
    // Whoever has the link and knows the account's password is that person.
    if (existing && !(existing.password_hash && (await verify(existing.password_hash, input.password))))
      throw invalid({ password: ["An account has this email already. Type its password to join with it."] });
    const password_hash = existing ? null : await hashPassword(input.password);
    const person = sql<number>`(SELECT id FROM ${user} WHERE ${user.email} = ${email})`;
    const now = ctx.now.toISOString();
    const [phoneOf] = row.phone_number
      ? await ctx.read.select({ id: user.id }).from(user).where(eq(user.phone_number, row.phone_number))
      : [];
    return ctx.commit(
      [
        taken(ctx, row.id),
        ...(existing
          ? []
          : [
              mustHit(
                ctx.write.insert(user).values({
                  first_name: row.first_name,
                  last_name: row.last_name,
                  email,
                  // A phone that is somebody's already stays theirs.
                  phone_number: phoneOf ? null : row.phone_number,
                  password_hash,
                  created_at: now,
                }),
              ),
            ]),
        also(
          ctx.write
            .insert(crewMember)
            .values({ crew_id: row.crew_id, user_id: person, created_at: now })
            .onConflictDoNothing(),
        ),
      ],
      { userId: person },
    );
  },
});

const taken = (ctx: Ctx, inviteId: number) =>
  mustHit(
    ctx.write
      .update(invite)
      .set({ accepted_at: ctx.now.toISOString() })
      .where(and(eq(invite.id, inviteId), isNull(invite.accepted_at), isNull(invite.revoked_at))),
  );

/** The first password of somebody who is in the crew already, and with it their email where they had none. */
async function choosePassword(
  ctx: Ctx,
  row: { id: number; user_id: number },
  other: { id: number } | undefined,
  email: string | null,
  password: string,
) {
  if (other && other.id !== row.user_id)
    throw invalid({
      email: ["Another account has this email. Leave it out, or ask your company to invite that account."],
    });
  const password_hash = await hashPassword(password);
  return ctx.commit(
    [
      taken(ctx, row.id),
      mustHit(
        ctx.write
          .update(user)
          .set({ password_hash, ...(email ? { email } : {}), version: sql`version + 1` })
          .where(and(eq(user.id, row.user_id), isNull(user.password_hash))),
      ),
      closeResets(ctx, row.user_id),
    ],
    { userId: row.user_id },
  );
}
