import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { isInLiveCrew } from "#db/live-crew.server";
import { crew, crewMember, invite, user } from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { buildMailSteps } from "~/lib/mail/write.server";
import { parseApiPhone } from "~/lib/text/phone";
import { requirePermission } from "~/web/admin";
import { expectOneRow } from "~/web/commit.server";
import { procedure } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import { createToken, hashToken } from "~/web/session.server";
import { employeeFields } from "../rules/employee";
import { emailInput, normalizeEmail, personNameField, phoneInput } from "../rules/person";
import { chooseCrews, readAssignableWork, readCrewsWithHints } from "../shared/work-crews.server";
import { requireAssignablePerson } from "./assignable-crews.server";

const VALID_DAYS = 14;
const ADMINS_ONLY = "Only an admin, or a crew that an admin gave this permission, can invite people.";

/**
 * Read the choices for the invitation form: kinds of work, and the crews that the person may add people to, if the
 * person may read crews.
 */
export const getInviteForm = procedure({
  name: "getInviteForm",
  may: "crew_member.create",
  input: z.strictObject({}),
  async run(ctx) {
    requirePermission(ctx.actor, "crew_member.create", ADMINS_ONLY);
    const open = await readCrewsWithHints(ctx);
    return {
      works: await readAssignableWork(ctx),
      crews: open.filter((c) => c.is_primary || hasPermission(ctx.actor.permissions, "crew.read")),
    };
  },
});

/** Invite a person to the acting company by a mailed link that works once, within two weeks. */
export const invitePerson = procedure({
  name: "invitePerson",
  fresh: true,
  may: "crew_member.create",
  input: z.strictObject({
    first_name: personNameField("First name"),
    last_name: personNameField("Last name"),
    email: emailInput,
    phone_number: phoneInput.optional(),
    is_admin: z.boolean().default(false),
    work: employeeFields.work,
    /** Regular crew to join; defaults to the crew for the invited person's work. */
    crew_id: z.number("Choose a crew").int().optional(),
  }),
  async run(ctx, input) {
    const person = requirePermission(ctx.actor, "crew_member.create", ADMINS_ONLY);
    const me = ctx.actor.company;
    const email = normalizeEmail(input.email);
    // An invitation is for one crew: the admin crew or a regular one.
    const { is_admin, work, crew_id } = input;
    const choice = await chooseCrews(ctx, [
      { is_admin, work, crew_ids: is_admin || crew_id === undefined ? [] : [crew_id] },
    ]);
    const [into] = choice.into[0] ?? [];
    if (into === undefined) throw invalid({ crew_id: ["Choose a crew"] });
    const [member] = await ctx.read
      .select({ id: user.id })
      .from(crewMember)
      .innerJoin(crew, isInLiveCrew)
      .innerJoin(user, eq(user.id, crewMember.user_id))
      .where(and(eq(crew.company_id, me.id), eq(user.email, email)))
      .limit(1);
    if (member) throw invalid({ email: ["This person is already in your company."] });
    const token = createToken();
    return ctx.commit(
      [
        ...choice.steps,
        expectOneRow(
          ctx.write.insert(invite).values({
            token_hash: hashToken(token),
            company_id: me.id,
            crew_id: into,
            first_name: input.first_name,
            last_name: input.last_name,
            email,
            phone_number: input.phone_number ? parseApiPhone(input.phone_number) : null,
            creator_user_id: person.id,
            is_mailed_only: true,
            created_at: ctx.now.toISOString(),
            expires_at: new Date(ctx.now.getTime() + VALID_DAYS * 86_400_000).toISOString(),
          }),
        ),
        ...buildMailSteps(ctx, {
          to: email,
          subject: `${me.name} invited you to Timbertally`,
          text: [
            `${input.first_name}, ${person.first_name} of ${me.name} invited you to join them on Timbertally.`,
            `Open this link within ${VALID_DAYS} days and choose a password:`,
          ],
          path: `/invite/${token}`,
          hours: VALID_DAYS * 24,
        }),
      ],
      { ok: true },
    );
  },
});

/** Revoke an open invitation. */
export const revokeInvite = procedure({
  name: "revokeInvite",
  may: "crew_member.delete",
  input: z.strictObject({ invite_id: z.number().int() }),
  async run(ctx, input) {
    requirePermission(ctx.actor, "crew_member.delete", ADMINS_ONLY);
    const open = and(
      eq(invite.id, input.invite_id),
      eq(invite.company_id, ctx.actor.company.id),
      isNull(invite.accepted_at),
      isNull(invite.revoked_at),
    );
    const [found] = await ctx.read.select({ crew_id: invite.crew_id }).from(invite).where(open);
    if (!found) throw notFound("This invitation was already used or withdrawn.");
    await requireAssignablePerson(ctx, [{ id: found.crew_id }]);
    return ctx.commit(
      [expectOneRow(ctx.write.update(invite).set({ revoked_at: ctx.now.toISOString() }).where(open))],
      { ok: true },
    );
  },
});
