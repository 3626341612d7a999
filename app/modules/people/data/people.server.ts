import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { isInLiveCrew } from "#db/live-crew.server";
import { crew, crewMember, invite, user } from "#db/schema";
import { FLAGS } from "~/lib/access/crew-permissions";
import { getEnabledChannel, isMailReadable } from "~/lib/mail/channels.server";
import { formatPhone } from "~/lib/text/phone";
import { formatFullName } from "~/lib/text/text";
import { formatInstant } from "~/lib/time/time";
import { procedure } from "~/web/procedure";
import { openInviteCondition, readCrews } from "../shared/employee-steps.server";
import { readPendingRequests } from "../shared/join-requests.server";
import { readAssignableCrews } from "./assignable-crews.server";

/**
 * List the acting company's people, and its crews if the actor may read crews; for users who manage people also
 * invitations and requests to join.
 */
export const listPeople = procedure({
  name: "listPeople",
  may: "crew_member.read",
  input: z.strictObject({}),
  async run(ctx) {
    const me = ctx.actor.company.id;
    const flags = ctx.actor.permissions;
    const manages = FLAGS.some((flag) => flag !== "read" && flags.crew_member[flag]);
    const open_crews = manages ? await readAssignableCrews(ctx) : [];
    const fills = (crews: { id: number }[]) => crews.every((c) => open_crews.some((o) => o.id === c.id));
    const rows = await ctx.read
      .select({
        id: user.id,
        first_name: user.first_name,
        last_name: user.last_name,
        avatar_url: user.avatar_url,
        email: user.email,
        phone: user.phone_number,
        waits: sql<number>`${user.password_hash} IS NULL`,
        crew: { id: crew.id, name: crew.name, is_primary: crew.is_primary },
      })
      .from(crewMember)
      .innerJoin(crew, isInLiveCrew)
      .innerJoin(user, eq(user.id, crewMember.user_id))
      .where(eq(crew.company_id, me))
      .orderBy(user.first_name, user.last_name, user.id);
    const open = manages
      ? await ctx.read.select().from(invite).where(openInviteCondition(ctx, me)).orderBy(invite.id)
      : [];
    const people = [...new Map(rows.map((r) => [r.id, r])).values()].map((p) => {
      const crews = rows.filter((r) => r.id === p.id).map((r) => r.crew);
      const link = open.find((i) => i.user_id === p.id);
      return {
        id: p.id,
        first_name: p.first_name,
        last_name: p.last_name,
        avatar_url: p.avatar_url,
        phone: p.phone && formatPhone(p.phone),
        crews: crews.filter((c) => flags.crew.read && !c.is_primary).map((c) => c.name),
        is_admin: crews.some((c) => c.is_primary),
        // Only users who manage people see who hasn't joined yet.
        waits: manages && Boolean(p.waits),
        may_edit: flags.crew_member.update && flags.crew.read && fills(crews),
        may_delete: flags.crew_member.delete && fills(crews),
        may_link: flags.crew_member.update && fills(crews),
        unsent: manages && getEnabledChannel(p) === null && !(p.email && isMailReadable()),
        link: link && { invite_id: link.id, until: formatInstant(link.expires_at, ctx.actor.zone, ctx.now) },
      };
    });
    return {
      people,
      crews: (flags.crew.read ? await readCrews(ctx, me) : []).map((c) => ({
        ...c,
        may_edit: flags.crew.update && (flags.is_primary || !c.is_primary),
        people: rows
          .filter((r) => r.crew.id === c.id)
          .map((r) => ({ id: r.id, name: formatFullName(r), avatar_url: r.avatar_url })),
      })),
      invited: open
        .filter((i) => i.user_id === null)
        .map(({ id, first_name, last_name, email, crew_id }) => ({
          id,
          first_name,
          last_name,
          email,
          may_link: flags.crew_member.update && fills([{ id: crew_id }]),
          may_withdraw: flags.crew_member.delete && fills([{ id: crew_id }]),
        })),
      requests: flags.crew_member.create ? await readPendingRequests(ctx) : [],
      may_invite: flags.crew_member.create,
      may_add: flags.crew_member.create && flags.crew.read,
      may_read_crews: flags.crew.read,
      may_add_crew: flags.crew.create,
    };
  },
});
