import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { invite } from "#db/schema";
import { getChannel, getEnabledChannels } from "~/lib/mail/channels.server";
import { buildAccountMailSteps, buildAccountTextSteps } from "~/lib/mail/write.server";
import type { CreatedLink } from "~/ui/new-link";
import { requireAdmin, requirePermission } from "~/web/admin";
import { env } from "~/web/env.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { notFound, unprocessable } from "~/web/refusal";
import { createToken } from "~/web/session.server";
import { buildAccountEventStep } from "../shared/account-events.server";
import {
  buildInviteLinkSteps,
  buildRevokeInviteLinksStep,
  openInviteCondition,
} from "../shared/employee-steps.server";
import { requireAssignablePerson } from "./assignable-crews.server";
import { requireEmployee } from "./employees.server";
import { getNewLinkProblem, type LinkReceiver } from "./link-problem.server";
import { buildResetLinkStep, buildRevokeResetsStep, MANUAL_RESET_LINK_HOURS } from "./resets.server";

const MANAGERS_ONLY = "Only an admin, or a crew that an admin gave this permission, can make new links.";
const ADMINS_ONLY = "Only an admin of your company can let in someone who has a password.";

/** Create a link for an employee that replaces earlier links: to join, or to reset the password if the employee has one. */
export const renewEmployeeLink = procedure({
  name: "renewEmployeeLink",
  fresh: true,
  may: "crew_member.update",
  input: z.strictObject({ user_id: z.number().int() }),
  async run(ctx, input): Promise<CreatedLink> {
    const now = await requireEmployee(ctx, input.user_id);
    const person = requirePermission(ctx.actor, "crew_member.update", MANAGERS_ONLY);
    await requireAssignablePerson(ctx, now.crews);
    const me = ctx.actor.company;
    if (!now.waits) {
      // The link's holder controls the account, so only admins may create the link, whatever a crew's permissions.
      requireAdmin(ctx.actor, ADMINS_ONLY);
      const problem = await getNewLinkProblem(ctx, now);
      if (problem) throw unprocessable(problem);
      const by = `${person.first_name} ${person.last_name} of ${me.name}`;
      return createManualResetLink(ctx, now, { by, company: me.id }, [
        buildRevokeInviteLinksStep(ctx, me.id, now.id),
      ]);
    }
    const to = { ...now, phone: now.phone_number };
    const crew = now.crews[0]?.id ?? 0;
    const { steps, link, channel } = buildInviteLinkSteps(ctx, { person, company: me }, to, crew, {
      shown: true,
    });
    await ctx.commit([buildRevokeInviteLinksStep(ctx, me.id, now.id), ...steps], { ok: true });
    return made(now, link, 14 * 24, channel);
  },
});

/** Create a new link for an invitation that isn't accepted yet, replacing the old link. */
export const renewInvite = procedure({
  name: "renewInvite",
  fresh: true,
  may: "crew_member.update",
  input: z.strictObject({ invite_id: z.number().int() }),
  async run(ctx, input): Promise<CreatedLink> {
    const me = ctx.actor.company;
    const open = and(eq(invite.id, input.invite_id), isNull(invite.user_id), openInviteCondition(ctx, me.id));
    const [row] = await ctx.read.select().from(invite).where(open);
    if (!row) throw notFound("This invitation was already used or withdrawn.");
    const person = requirePermission(ctx.actor, "crew_member.update", MANAGERS_ONLY);
    await requireAssignablePerson(ctx, [{ id: row.crew_id }]);
    const to = { ...row, id: null, phone: row.phone_number };
    const by = { person, company: me };
    const { steps, link, channel } = buildInviteLinkSteps(ctx, by, to, row.crew_id, {
      shown: true,
      instead: open,
    });
    await ctx.commit(steps, { ok: true });
    return made(row, link, 14 * 24, channel);
  },
});

const made = (
  to: { email: string | null; phone_number: string | null },
  link: string,
  hours: number,
  channel: "mail" | "text" | null,
): CreatedLink => {
  const sent = channel && getEnabledChannels()[channel] ? channel : null;
  return { link, hours, sent, to: sent === "mail" ? to.email : sent === "text" ? to.phone_number : null };
};

/**
 * Create a password link to be handed over personally and revoke earlier links. Notify the person of the link's
 * creator, by mail or text and under Profile.
 */
export async function createManualResetLink(
  ctx: Ctx,
  person: LinkReceiver,
  by: { by: string; company?: number; reason?: string },
  more: Step[] = [],
): Promise<CreatedLink> {
  const token = createToken();
  const channel = getChannel({ email: person.email, phone: person.phone_number });
  const news = {
    subject: "A link to set a new password was made",
    text: [
      `${by.by} made a link to choose a new password for your Timbertally account, because you were locked out.`,
      "If you didn't ask for this, tell the people who run this site.",
    ],
  };
  await ctx.commit(
    [
      ...more,
      buildRevokeResetsStep(ctx, person.id),
      buildResetLinkStep(ctx, person.id, token, { company: by.company, hours: MANUAL_RESET_LINK_HOURS }),
      buildAccountEventStep(ctx, person.id, by.company ? "link-by-admin" : "link-by-support", by),
      ...(channel === "mail" ? buildAccountMailSteps(ctx, { ...news, to: person.email ?? "" }) : []),
      ...(channel === "text" ? buildAccountTextSteps(ctx, { ...news, to: person.phone_number ?? "" }) : []),
    ],
    { ok: true },
  );
  // The link isn't sent to anyone: the person who requested it hands it over.
  return made(person, `${env().PUBLIC_URL}/reset-password?token=${token}`, MANUAL_RESET_LINK_HOURS, null);
}
