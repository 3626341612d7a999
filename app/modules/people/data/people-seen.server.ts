import { and, asc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { isInLiveCrew } from "#db/live-crew.server";
import { company, crew, crewMember, user } from "#db/schema";
import { hasPermission, type Permission } from "~/lib/access/crew-permissions";
import { buildColumnEquals, replacePicture } from "~/lib/files/picture.server";
import type { Actor } from "~/web/actor";
import { readCrewPermissions } from "~/web/actor.server";
import { expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, notFound } from "~/web/refusal";
import { readRightsAtCompany } from "./person-rights.server";

const CLOSED = "Your crew can't see people. An admin of your company can give it the permission.";
const GONE = "We couldn't find that person, or they are not a colleague of yours.";
const addressOf = (userId: number) => `/users/${userId}/avatar`;

/** Ids of the companies that the actor belongs to: a person's companies, or an API key's company. */
const circleOf = (actor: Actor) => actor.companies.map((c) => c.id);

/**
 * Return the actor's permissions in each of the given companies: permissions differ by company, and colleagues are
 * visible in all of them.
 */
async function permissionsIn(ctx: Ctx, companyIds: readonly number[]) {
  const { actor } = ctx;
  const rows = await ctx.read
    .select({ id: crew.id, is_primary: crew.is_primary, company_id: crew.company_id })
    .from(crewMember)
    .innerJoin(crew, isInLiveCrew)
    .where(and(eq(crewMember.user_id, actor.user?.id ?? 0), inArray(crew.company_id, [...companyIds])));
  const flags = await readCrewPermissions(ctx.read, rows);
  return (companyId: number, permission: Permission): boolean =>
    companyId === actor.company?.id
      ? hasPermission(actor.permissions, permission)
      : rows.some((row) => {
          const own = row.company_id === companyId && flags.get(row.id);
          return own ? hasPermission(own, permission) : false;
        });
}

/** Return a person's crews in companies shared with the actor, omitting crews that the actor may not read. */
async function sharedCrews(ctx: Ctx, userId: number) {
  const shared = await readShared(ctx, userId);
  const mayIn = await permissionsIn(ctx, [...new Set(shared.map((c) => c.company_id))]);
  const me = userId === ctx.actor.user?.id;
  const seen = shared.filter((c) => me || mayIn(c.company_id, "crew_member.read"));
  return {
    shared: shared.length,
    crews: seen.map(({ company_id, crew: name, ...c }) => ({
      crew: me || mayIn(company_id, "crew.read") ? name : null,
      ...c,
    })),
  };
}

const readShared = (ctx: Ctx, userId: number) =>
  ctx.read
    .select({
      company_id: crew.company_id,
      crew: crew.name,
      is_admin: crew.is_primary,
      company: company.name,
    })
    .from(crewMember)
    .innerJoin(crew, isInLiveCrew)
    .innerJoin(company, and(eq(company.id, crew.company_id), eq(company.is_deleted, false)))
    .where(and(eq(crewMember.user_id, userId), inArray(crew.company_id, circleOf(ctx.actor))))
    .orderBy(asc(company.name), asc(crew.name));

/** Read a person as shown to colleagues: name, contacts, and their work in each company. Anybody else gets a 404. */
export const getPerson = procedure({
  name: "getPerson",
  audience: "known",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const { shared, crews } = await sharedCrews(ctx, id);
    if (shared === 0 && id !== ctx.actor.user?.id) throw notFound(GONE);
    if (crews.length === 0 && id !== ctx.actor.user?.id) throw forbidden(CLOSED);
    const [row] = await ctx.read
      .select({
        id: user.id,
        first_name: user.first_name,
        last_name: user.last_name,
        email: user.email,
        phone_number: user.phone_number,
        avatar_url: user.avatar_url,
      })
      .from(user)
      .where(eq(user.id, id));
    if (!row) throw notFound(GONE);
    return { ...row, crews, rights: await readRightsAtCompany(ctx, id) };
  },
});

const ownAvatar = async (ctx: Ctx, sent: string | null) => {
  const id = ctx.actor.user?.id ?? 0;
  const [row] = await ctx.read.select({ avatar_url: user.avatar_url }).from(user).where(eq(user.id, id));
  if (!row) throw notFound();
  const where = and(eq(user.id, id), buildColumnEquals(user.avatar_url, row.avatar_url));
  await replacePicture(ctx, "avatar", sent, row.avatar_url, (at) =>
    expectOneRow(
      ctx.write
        .update(user)
        .set({ avatar_url: at(addressOf(id)) })
        .where(where),
    ),
  );
  return { id };
};

/** Replace the person's picture. */
export const setAvatar = procedure({
  name: "setAvatar",
  limit: { work: "pictures" },
  audience: "user",
  input: z.strictObject({ avatar: z.string("Choose a picture").max(200) }),
  run: (ctx, { avatar }) => ownAvatar(ctx, avatar),
});

export const removeAvatar = procedure({
  name: "removeAvatar",
  audience: "user",
  input: z.strictObject({}),
  run: (ctx) => ownAvatar(ctx, null),
});

/** Find a person's picture with this key, for colleagues; 404 for anybody else. */
export const findAvatar = procedure({
  name: "findAvatar",
  audience: "known",
  input: z.strictObject({ user_id: z.number().int(), key: z.string().max(60) }),
  async run(ctx, { user_id, key }) {
    const [row] = await ctx.read
      .select({ id: user.id })
      .from(user)
      .where(and(eq(user.id, user_id), eq(user.avatar_url, `${addressOf(user_id)}/${key}`)));
    const seen = user_id === ctx.actor.user?.id || (await sharedCrews(ctx, user_id)).shared > 0;
    if (!row || !seen) throw notFound();
    return { key };
  },
});
