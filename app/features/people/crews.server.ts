import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { inLiveCrew } from "#db/live-crew.server";
import { newest } from "#db/newest";
import { crew, crewMember, crewPermission, invite, user } from "#db/schema";
import { ENTITIES, type Flag, isHandedOut, may } from "~/domain/access/crew-permissions";
import { PRESET_IDS, type PresetId, presetFlags } from "~/domain/access/crew-presets";
import type { CompanyActor } from "~/web/actor";
import { personWith } from "~/web/admin";
import { mayMiss, mustHit } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { forbidden, invalid, missing, notNow, type Refusal } from "~/web/refusal";
import { asRead, revise } from "~/web/revise.server";
import { crewsOf, ownCompanyNamed } from "./employee-steps.server";
import { crewsToFill } from "./handing-out.server";
import { crewsOutput } from "./output";

const ADMINS_ONLY =
  "Only an admin, or a crew that an admin gave this permission, can add, rename and delete crews.";
const PRIMARY = "Only an admin can rename the primary crew.";
export const MAX_CREWS = 50;

const crewName = z
  .string("Crew name is required")
  .trim()
  .min(1, "Crew name is required")
  .max(60, "A crew's name can be at most 60 characters");

/** A company's crews with who is in them, the primary one first. */
export const listCrews = procedure({
  name: "listCrews",
  may: "crew.read",
  input: z.strictObject({ company_id: z.number().int().optional() }),
  output: crewsOutput,
  async run(ctx, input) {
    const me = ownCompanyNamed(ctx, input.company_id);
    const seesPeople = may(ctx.actor.permissions, "crew_member.read");
    const members = await ctx.read
      .select({
        crew_id: crewMember.crew_id,
        user_id: user.id,
        first_name: user.first_name,
        last_name: user.last_name,
        avatar_url: user.avatar_url,
      })
      .from(crewMember)
      .innerJoin(crew, inLiveCrew)
      .innerJoin(user, eq(user.id, crewMember.user_id))
      .where(eq(crew.company_id, me))
      .orderBy(user.first_name, user.last_name, user.id);
    const crews = (await crewsOf(ctx, me)).map((c) => ({
      crew: { ...c, company_id: me },
      crew_member: members
        .filter((m) => seesPeople && m.crew_id === c.id)
        .map(({ crew_id: _crew, user_id, ...person }) => ({ user_id, user: { id: user_id, ...person } })),
    }));
    return { crews, meta: { total: crews.length, skip: 0, take: crews.length } };
  },
});

async function notTaken(ctx: Ctx<CompanyActor>, name: string, but: number | null) {
  const all = await crewsOf(ctx, ctx.actor.company.id);
  if (all.some((c) => c.id !== but && c.name.toLowerCase() === name.toLowerCase()))
    throw invalid({ name: ["You already have a crew with this name."] });
  return all;
}

/**
 * A new crew of the acting company. It may do what its preset says, of what its maker may do. Without a preset an admin's
 * crew may do what any crew may until its permissions say otherwise (spec 2, section 6); a crew of somebody else
 * may do what they may themselves, but for what admins hand out.
 */
export const addCrew = procedure({
  name: "addCrew",
  may: "crew.create",
  input: z.strictObject({
    name: crewName,
    preset: z.enum(PRESET_IDS, "Choose what the crew's members do.").optional(),
  }),
  async run(ctx, { name, preset }) {
    personWith(ctx.actor, "crew.create", ADMINS_ONLY);
    if ((await notTaken(ctx, name, null)).length >= MAX_CREWS)
      throw invalid({ name: [`A company can have at most ${MAX_CREWS} crews.`] });
    return ctx.commit([mustHit(insertCrew(ctx, name)), ...firstFlags(ctx, preset)], { crew_id: NEW_CREW });
  },
});

/** Who may add a crew, and whether as an admin. */
export const getCrewForm = procedure({
  name: "getCrewForm",
  may: "crew.create",
  input: z.strictObject({}),
  async run(ctx) {
    personWith(ctx.actor, "crew.create", ADMINS_ONLY);
    return { is_primary: ctx.actor.permissions.is_primary };
  },
});

const NEW_CREW = newest(crew);

/** Return steps that add a crew with a preset's permissions. The name must be free. */
export function presetCrewSteps(ctx: Ctx<CompanyActor>, name: string, preset: PresetId): Step[] {
  return [mustHit(insertCrew(ctx, name)), ...firstFlags(ctx, preset)];
}

/** Of two inserts at once with one name the second inserts nothing. */
const insertCrew = (ctx: Ctx<CompanyActor>, name: string) => {
  const me = ctx.actor.company.id;
  return sql`INSERT INTO ${crew} (company_id, name, created_at) SELECT ${me}, ${name}, ${ctx.now.toISOString()}
    WHERE NOT EXISTS (SELECT 1 FROM ${crew} WHERE company_id = ${me} AND is_deleted = 0 AND lower(name) = lower(${name}))`;
};

/** What a new crew may do: what its preset says, and where its maker isn't an admin, at most what they may. */
function firstFlags(ctx: Ctx<CompanyActor>, preset: PresetId | undefined): Step[] {
  const mine = ctx.actor.permissions;
  if (preset === undefined && mine.is_primary) return [];
  return ENTITIES.map((entity) => {
    const flags = preset === undefined ? mine[entity] : presetFlags(preset, entity, mine);
    const has = (flag: Flag) => Number(flags[flag] && !isHandedOut(entity, flag));
    return mustHit(sql`INSERT INTO ${crewPermission} (crew_id, entity_id, can_create, can_read, can_update, can_delete)
      SELECT ${NEW_CREW}, id, ${has("create")}, ${has("read")}, ${has("update")}, ${has("delete")}
        FROM permission_entity WHERE name = ${entity}`);
  });
}

async function crewOf(ctx: Ctx<CompanyActor>, crewId: number, flag: "update" | "delete") {
  const all = await crewsOf(ctx, ctx.actor.company.id);
  const found = all.find((c) => c.id === crewId);
  if (!found) throw missing("We couldn't find that crew, or it was deleted.");
  personWith(ctx.actor, `crew.${flag}`, ADMINS_ONLY);
  if (found.is_primary && !ctx.actor.permissions.is_primary) throw forbidden(PRIMARY);
  const [members] = await ctx.read
    .select({ count: sql<number>`count(*)` })
    .from(crewMember)
    .where(eq(crewMember.crew_id, crewId));
  const others = all.filter((c) => c.id !== crewId && !c.is_primary);
  const open = await crewsToFill(ctx);
  return {
    ...found,
    members: Number(members?.count ?? 0),
    others,
    /** Those of them that its people can be moved to. */
    takers: others.filter((c) => open.some((o) => o.id === c.id)),
    may_delete: may(ctx.actor.permissions, "crew.delete"),
    may_set: ctx.actor.permissions.is_primary,
  };
}

const one = { crew_id: z.number().int() };

/** A crew, for who renames it. */
export const getCrew = procedure({
  name: "getCrew",
  may: "crew.read",
  input: z.strictObject(one),
  run: (ctx, input) => crewOf(ctx, input.crew_id, "update"),
});

/** A crew, for who deletes it, with what the deletion would be refused for. */
export const getCrewToDelete = procedure({
  name: "getCrewToDelete",
  may: "crew.read",
  input: z.strictObject(one),
  async run(ctx, input) {
    const found = await crewOf(ctx, input.crew_id, "delete");
    return { ...found, refused: deletionProblem(found)?.message ?? null };
  },
});

function deletionProblem(found: Awaited<ReturnType<typeof crewOf>>): Refusal | null {
  if (found.is_primary) return notNow("You can't delete the primary crew. Its members are the admins.");
  if (found.others.length === 0) return notNow("This is your only regular crew. Add another first.");
  if (found.takers.length === 0) return forbidden("Every other crew has permissions you don't have.");
  return null;
}

export const renameCrew = procedure({
  name: "renameCrew",
  may: "crew.update",
  input: z.strictObject({ ...one, name: crewName, version: z.number().int() }),
  async run(ctx, input) {
    const found = await crewOf(ctx, input.crew_id, "update");
    await notTaken(ctx, input.name, found.id);
    asRead(found, input.version, { name: found.name, version: found.version });
    if (found.name === input.name) return ctx.commit([], { crew_id: found.id });
    return ctx.commit([revise(ctx, crew, found, { name: input.name }, eq(crew.is_deleted, false))], {
      crew_id: found.id,
    });
  },
});

/**
 * Delete a regular crew. Its people, and those invited into it, move to another one, so that nobody loses the company
 * by it; the last regular crew stays.
 */
export const deleteCrew = procedure({
  name: "deleteCrew",
  fresh: true,
  may: "crew.delete",
  input: z.strictObject({
    ...one,
    version: z.number().int(),
    to_crew_id: z.number("Choose a crew").int().optional(),
  }),
  async run(ctx, input) {
    const found = await crewOf(ctx, input.crew_id, "delete");
    const problem = deletionProblem(found);
    if (problem) throw problem;
    const to = found.takers.find((c) => c.id === input.to_crew_id);
    if (!to) throw invalid({ to_crew_id: ["Choose the crew its people move to."] });
    asRead(found, input.version, { name: found.name, version: found.version });
    return ctx.commit(
      [
        revise(
          ctx,
          crew,
          found,
          { is_deleted: true },
          eq(crew.is_deleted, false),
          sql`EXISTS (SELECT 1 FROM crew AS t WHERE t.id = ${to.id} AND t.is_deleted = 0)`,
        ),
        mayMiss(
          sql`INSERT OR IGNORE INTO ${crewMember} (crew_id, user_id, created_at) SELECT ${to.id}, user_id, created_at FROM ${crewMember} WHERE crew_id = ${found.id}`,
        ),
        mayMiss(ctx.write.delete(crewMember).where(eq(crewMember.crew_id, found.id))),
        mayMiss(
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
