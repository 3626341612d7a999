import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { crew, crewMember, invite, user } from "#db/schema";
import { adminOf } from "~/web/admin";
import { mustHit } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { procedure } from "~/web/procedure";
import { invalid, missing } from "~/web/refusal";
import { hashToken, newToken } from "~/web/session.server";
import { mailStep } from "./outbox.server";
import { emailInput, nameOf, phoneInput, plainEmail } from "./person";
import { apiPhone } from "./phone";

const VALID_DAYS = 14;
const ADMINS_ONLY = "Only an admin of your company can invite people.";

/** Asks a person into the acting company by a link, mailed to them; the link works once, for two weeks. */
export const invitePerson = procedure({
  name: "invitePerson",
  may: "crew_member.create",
  input: z.strictObject({
    first_name: nameOf("First name"),
    last_name: nameOf("Last name"),
    email: emailInput,
    phone_number: phoneInput.optional(),
    is_admin: z.boolean().default(false),
  }),
  async run(ctx, input) {
    const person = adminOf(ctx.actor, ADMINS_ONLY);
    const me = ctx.actor.company;
    const email = plainEmail(input.email);
    const crews = await ctx.read
      .select({ id: crew.id, is_primary: crew.is_primary })
      .from(crew)
      .where(eq(crew.company_id, me.id))
      .orderBy(crew.id);
    const into = crews.find((c) => c.is_primary === input.is_admin) ?? crews[0];
    if (!into) throw invalid({ is_admin: ["Your company has no crew to join."] });
    const [member] = await ctx.read
      .select({ id: user.id })
      .from(crewMember)
      .innerJoin(crew, eq(crew.id, crewMember.crew_id))
      .innerJoin(user, eq(user.id, crewMember.user_id))
      .where(and(eq(crew.company_id, me.id), eq(user.email, email)))
      .limit(1);
    if (member) throw invalid({ email: ["This person is in your company already."] });
    const token = newToken();
    return ctx.commit(
      [
        mustHit(
          ctx.write.insert(invite).values({
            token_hash: hashToken(token),
            company_id: me.id,
            crew_id: into.id,
            first_name: input.first_name,
            last_name: input.last_name,
            email,
            phone_number: input.phone_number ? apiPhone(input.phone_number) : null,
            creator_user_id: person.id,
            created_at: ctx.now.toISOString(),
            expires_at: new Date(ctx.now.getTime() + VALID_DAYS * 86_400_000).toISOString(),
          }),
        ),
        mailStep(ctx, {
          to: email,
          subject: `${me.name} invites you to Timbertally`,
          body: `${input.first_name}, ${person.first_name} of ${me.name} asks you to join them on Timbertally.\n\nOpen this within ${VALID_DAYS} days and choose a password:\n${env().PUBLIC_URL}/invite/${token}`,
        }),
      ],
      { ok: true },
    );
  },
});

/** Takes an open invitation back. */
export const revokeInvite = procedure({
  name: "revokeInvite",
  may: "crew_member.delete",
  input: z.strictObject({ invite_id: z.number().int() }),
  async run(ctx, input) {
    adminOf(ctx.actor, ADMINS_ONLY);
    const open = and(
      eq(invite.id, input.invite_id),
      eq(invite.company_id, ctx.actor.company.id),
      isNull(invite.accepted_at),
      isNull(invite.revoked_at),
    );
    const [found] = await ctx.read.select({ id: invite.id }).from(invite).where(open);
    if (!found) throw missing("This invitation has been used or withdrawn already.");
    return ctx.commit(
      [mustHit(ctx.write.update(invite).set({ revoked_at: ctx.now.toISOString() }).where(open))],
      { ok: true },
    );
  },
});
