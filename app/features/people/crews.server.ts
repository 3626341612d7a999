import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { crew, crewMember, invite, user } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import { adminOf } from "~/web/admin";
import { also, mustHit } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, missing, notNow, stale } from "~/web/refusal";
import { crewsOf, ownCompany } from "./employee-steps.server";

const ADMINS_ONLY = "Only an admin of your company can add, rename and delete crews.";
const MOST_CREWS = 50;

const crewName = z
  .string("Crew name is required")
  .trim()
  .min(1, "Crew name is required")
  .max(60, "A crew's name has 60 characters at most");

/** A company's crews with who is in them, the primary one first. */
export const listCrews = procedure({
  name: "listCrews",
  may: "crew.read",
  input: z.strictObject({ company_id: z.number().int().optional() }),
  async run(ctx, input) {
    const me = ownCompany(ctx, input.company_id);
    const members = await ctx.read
      .select({
        crew_id: crewMember.crew_id,
        user_id: user.id,
        first_name: user.first_name,
        last_name: user.last_name,
        avatar_url: user.avatar_url,
      })
      .from(crewMember)
      .innerJoin(crew, eq(crew.id, crewMember.crew_id))
      .innerJoin(user, eq(user.id, crewMember.user_id))
      .where(eq(crew.company_id, me))
      .orderBy(user.first_name, user.last_name, user.id);
    const crews = (await crewsOf(ctx, me)).map((c) => ({
      crew: { ...c, company_id: me },
      crew_member: members
        .filter((m) => m.crew_id === c.id)
        .map(({ crew_id: _crew, user_id, ...person }) => ({ user_id, user: { id: user_id, ...person } })),
    }));
    return { crews, meta: { total: crews.length, skip: 0, take: crews.length } };
  },
});

async function notTaken(ctx: Ctx<CompanyActor>, name: string, but: number | null) {
  const all = await crewsOf(ctx, ctx.actor.company.id);
  if (all.some((c) => c.id !== but && c.name.toLowerCase() === name.toLowerCase()))
    throw invalid({ name: ["A crew of yours has this name."] });
  return all;
}

/** A new crew of the acting company; whoever is in it may do everything until its permissions say otherwise. */
export const addCrew = procedure({
  name: "addCrew",
  may: "crew.create",
  input: z.strictObject({ name: crewName }),
  async run(ctx, { name }) {
    adminOf(ctx.actor, ADMINS_ONLY);
    const me = ctx.actor.company.id;
    if ((await notTaken(ctx, name, null)).length >= MOST_CREWS)
      throw invalid({ name: [`A company has ${MOST_CREWS} crews at most.`] });
    const at = ctx.now.toISOString();
    // Of two at once with one name the second finds the first.
    const step = sql`INSERT INTO ${crew} (company_id, name, created_at) SELECT ${me}, ${name}, ${at}
      WHERE NOT EXISTS (SELECT 1 FROM ${crew} WHERE company_id = ${me} AND is_deleted = 0 AND lower(name) = lower(${name}))`;
    return ctx.commit([mustHit(step)], { crew_id: sql<number>`(SELECT max(id) FROM crew)` });
  },
});

async function crewOf(ctx: Ctx<CompanyActor>, crewId: number) {
  const all = await crewsOf(ctx, ctx.actor.company.id);
  const found = all.find((c) => c.id === crewId);
  if (!found) throw missing("There is no such crew, or it was deleted.");
  adminOf(ctx.actor, ADMINS_ONLY);
  const [members] = await ctx.read
    .select({ count: sql<number>`count(*)` })
    .from(crewMember)
    .where(eq(crewMember.crew_id, crewId));
  const others = all.filter((c) => c.id !== crewId && !c.is_primary);
  return { ...found, members: Number(members?.count ?? 0), others };
}

const one = { crew_id: z.number().int() };

/** A crew, for who renames or deletes it. */
export const getCrew = procedure({
  name: "getCrew",
  may: "crew.read",
  input: z.strictObject(one),
  run: (ctx, input) => crewOf(ctx, input.crew_id),
});

export const renameCrew = procedure({
  name: "renameCrew",
  may: "crew.update",
  input: z.strictObject({ ...one, name: crewName, version: z.number().int() }),
  async run(ctx, input) {
    const found = await crewOf(ctx, input.crew_id);
    await notTaken(ctx, input.name, found.id);
    if (input.version !== found.version + 1) throw stale({ name: found.name, version: found.version });
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .update(crew)
            .set({ name: input.name, version: input.version })
            .where(
              and(eq(crew.id, found.id), eq(crew.version, input.version - 1), eq(crew.is_deleted, false)),
            ),
        ),
      ],
      { crew_id: found.id },
    );
  },
});

/**
 * Deletes a regular crew. Its people, and whoever is invited into it, move to another one, so that nobody loses the
 * company by it; the last regular crew stays.
 */
export const deleteCrew = procedure({
  name: "deleteCrew",
  may: "crew.delete",
  input: z.strictObject({
    ...one,
    version: z.number().int(),
    to_crew_id: z.number("Choose a crew").int().optional(),
  }),
  async run(ctx, input) {
    const found = await crewOf(ctx, input.crew_id);
    if (found.is_primary) throw notNow("The primary crew cannot be deleted: its members are the admins.");
    const to = found.others.find((c) => c.id === input.to_crew_id);
    if (found.others.length === 0) throw notNow("This is your only regular crew. Add another first.");
    if (!to) throw invalid({ to_crew_id: ["Choose the crew that its people move to."] });
    if (input.version !== found.version + 1) throw stale({ name: found.name, version: found.version });
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .update(crew)
            .set({ is_deleted: true, version: input.version })
            .where(
              and(
                eq(crew.id, found.id),
                eq(crew.version, input.version - 1),
                eq(crew.is_deleted, false),
                sql`EXISTS (SELECT 1 FROM crew AS t WHERE t.id = ${to.id} AND t.is_deleted = 0)`,
              ),
            ),
        ),
        also(
          sql`INSERT OR IGNORE INTO ${crewMember} (crew_id, user_id, created_at) SELECT ${to.id}, user_id, created_at FROM ${crewMember} WHERE crew_id = ${found.id}`,
        ),
        also(ctx.write.delete(crewMember).where(eq(crewMember.crew_id, found.id))),
        also(
          ctx.write
            .update(invite)
            .set({ crew_id: to.id })
            .where(and(eq(invite.crew_id, found.id), ne(invite.crew_id, to.id))),
        ),
      ],
      { ok: true },
    );
  },
});
