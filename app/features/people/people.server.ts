import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { crew, crewMember, invite, user } from "#db/schema";
import { fullName } from "~/domain/text/text";
import { formatInstant } from "~/domain/time/time";
import { procedure } from "~/web/procedure";
import { crewsOf, openInvite } from "./employee-steps.server";
import { pendingRequests } from "./join-requests.server";
import { formatPhone } from "./phone";

/** The people of the acting company and its crews; for admins, who is invited and who asks to join. */
export const listPeople = procedure({
  name: "listPeople",
  may: "crew_member.read",
  input: z.strictObject({}),
  async run(ctx) {
    const me = ctx.actor.company.id;
    const isAdmin = ctx.actor.permissions.is_primary;
    const rows = await ctx.read
      .select({
        id: user.id,
        first_name: user.first_name,
        last_name: user.last_name,
        avatar_url: user.avatar_url,
        phone: user.phone_number,
        waits: sql<number>`${user.password_hash} IS NULL`,
        crew: { id: crew.id, name: crew.name, is_primary: crew.is_primary },
      })
      .from(crewMember)
      .innerJoin(crew, eq(crew.id, crewMember.crew_id))
      .innerJoin(user, eq(user.id, crewMember.user_id))
      .where(eq(crew.company_id, me))
      .orderBy(user.first_name, user.last_name, user.id);
    const open = isAdmin
      ? await ctx.read.select().from(invite).where(openInvite(ctx, me)).orderBy(invite.id)
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
        crews: crews.filter((c) => !c.is_primary).map((c) => c.name),
        is_admin: crews.some((c) => c.is_primary),
        // Who has not come yet is the admins' business.
        waits: isAdmin && Boolean(p.waits),
        link: link && { invite_id: link.id, until: formatInstant(link.expires_at, ctx.actor.zone, ctx.now) },
      };
    });
    return {
      people,
      crews: (await crewsOf(ctx, me)).map((c) => ({
        ...c,
        people: rows
          .filter((r) => r.crew.id === c.id)
          .map((r) => ({ id: r.id, name: fullName(r), avatar_url: r.avatar_url })),
      })),
      invited: open
        .filter((i) => i.user_id === null)
        .map(({ id, first_name, last_name, email }) => ({ id, first_name, last_name, email })),
      requests: isAdmin ? await pendingRequests(ctx) : [],
      may_invite: isAdmin,
    };
  },
});
