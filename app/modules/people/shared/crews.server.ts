import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { isInLiveCrew } from "#db/live-crew.server";
import { crew, crewMember, crewPermission, invite, user } from "#db/schema";
import { ENTITIES, type Flag, hasPermission, isGrantable } from "~/lib/access/crew-permissions";
import { getPresetFlags, PRESET_IDS, type PresetId } from "~/lib/access/crew-presets";
import type { CompanyActor } from "~/web/actor";
import { requirePermission } from "~/web/admin";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { type AppError, forbidden, invalid, notFound, unprocessable } from "~/web/refusal";
import { requireVersion, updateWithVersion } from "~/web/revise.server";
import { readAssignableCrews } from "../data/assignable-crews.server";
import { crewsOutput } from "../rules/output";
import { readCrews, requireEmployerCompany } from "./employee-steps.server";

const ADMINS_ONLY =
  "Only an admin, or a crew that an admin gave this permission, can add, rename and delete crews.";
const PRIMARY = "Only an admin can rename the primary crew.";
export const MAX_CREWS = 50;

const crewName = z
  .string("Crew name is required")
  .trim()
  .min(1, "Crew name is required")
  .max(60, "A crew's name can be at most 60 characters");

/** List a company's crews with their members, the primary one first. */
export const listCrews = procedure({
  name: "listCrews",
  may: "crew.read",
  input: z.strictObject({ company_id: z.number().int().optional() }),
  output: crewsOutput,
  async run(ctx, input) {
    const me = requireEmployerCompany(ctx, input.company_id);
    const seesPeople = hasPermission(ctx.actor.permissions, "crew_member.read");
    const members = await ctx.read
      .select({
        crew_id: crewMember.crew_id,
        user_id: user.id,
        first_name: user.first_name,
        last_name: user.last_name,
        avatar_url: user.avatar_url,
      })
      .from(crewMember)
      .innerJoin(crew, isInLiveCrew)
      .innerJoin(user, eq(user.id, crewMember.user_id))
      .where(eq(crew.company_id, me))
      .orderBy(user.first_name, user.last_name, user.id);
    const crews = (await readCrews(ctx, me)).map((c) => ({
      crew: { ...c, company_id: me },
      crew_member: members
        .filter((m) => seesPeople && m.crew_id === c.id)
        .map(({ crew_id: _crew, user_id, ...person }) => ({ user_id, user: { id: user_id, ...person } })),
    }));
    return { crews, meta: { total: crews.length, skip: 0, take: crews.length } };
  },
});

async function notTaken(ctx: Ctx<CompanyActor>, name: string, but: number | null) {
  const all = await readCrews(ctx, ctx.actor.company.id);
  if (all.some((c) => c.id !== but && c.name.toLowerCase() === name.toLowerCase()))
    throw invalid({ name: ["You already have a crew with this name."] });
  return all;
}

/**
 * Create a crew of the acting company, with those of its preset's permissions that its creator has. Without a preset,
 * an admin's crew gets the default permissions until they are changed; anybody else's crew gets its creator's
 * permissions, except those that only admins grant (docs/domain.md#crew-permissions).
 */
export const addCrew = procedure({
  name: "addCrew",
  may: "crew.create",
  input: z.strictObject({
    name: crewName,
    preset: z.enum(PRESET_IDS, "Choose what the crew's members do.").optional(),
  }),
  async run(ctx, { name, preset }) {
    requirePermission(ctx.actor, "crew.create", ADMINS_ONLY);
    if ((await notTaken(ctx, name, null)).length >= MAX_CREWS)
      throw invalid({ name: [`A company can have at most ${MAX_CREWS} crews.`] });
    return ctx.commit([expectOneRow(insertCrew(ctx, name)), ...firstFlags(ctx, preset)], {
      crew_id: NEW_CREW,
    });
  },
});

/** Check that the person may add a crew, and return whether the person is an admin. */
export const getCrewForm = procedure({
  name: "getCrewForm",
  may: "crew.create",
  input: z.strictObject({}),
  async run(ctx) {
    requirePermission(ctx.actor, "crew.create", ADMINS_ONLY);
    return { is_primary: ctx.actor.permissions.is_primary };
  },
});

const NEW_CREW = selectInsertedId(crew);

/** Return database steps that add a crew with a preset's permissions. The crew's name must not be in use. */
export function buildAddPresetCrewSteps(ctx: Ctx<CompanyActor>, name: string, preset: PresetId): Step[] {
  return [expectOneRow(insertCrew(ctx, name)), ...firstFlags(ctx, preset)];
}

/** If two requests insert the same name at once, the second inserts nothing. */
const insertCrew = (ctx: Ctx<CompanyActor>, name: string) => {
  const me = ctx.actor.company.id;
  return sql`INSERT INTO ${crew} (company_id, name, created_at) SELECT ${me}, ${name}, ${ctx.now.toISOString()}
    WHERE NOT EXISTS (SELECT 1 FROM ${crew} WHERE company_id = ${me} AND is_deleted = 0 AND lower(name) = lower(${name}))`;
};

/** Initial permissions of a new crew: its preset's, limited to the creator's own if the creator isn't an admin. */
function firstFlags(ctx: Ctx<CompanyActor>, preset: PresetId | undefined): Step[] {
  const mine = ctx.actor.permissions;
  if (preset === undefined && mine.is_primary) return [];
  return ENTITIES.map((entity) => {
    const flags = preset === undefined ? mine[entity] : getPresetFlags(preset, entity, mine);
    const has = (flag: Flag) => Number(flags[flag] && !isGrantable(entity, flag));
    return expectOneRow(sql`INSERT INTO ${crewPermission} (crew_id, entity_id, can_create, can_read, can_update, can_delete)
      SELECT ${NEW_CREW}, id, ${has("create")}, ${has("read")}, ${has("update")}, ${has("delete")}
        FROM permission_entity WHERE name = ${entity}`);
  });
}

async function crewOf(ctx: Ctx<CompanyActor>, crewId: number, flag: "update" | "delete") {
  const all = await readCrews(ctx, ctx.actor.company.id);
  const match = all.find((c) => c.id === crewId);
  if (!match) throw notFound("We couldn't find that crew, or it was deleted.");
  requirePermission(ctx.actor, `crew.${flag}`, ADMINS_ONLY);
  if (match.is_primary && !ctx.actor.permissions.is_primary) throw forbidden(PRIMARY);
  const [members] = await ctx.read
    .select({ count: sql<number>`count(*)` })
    .from(crewMember)
    .where(eq(crewMember.crew_id, crewId));
  const others = all.filter((c) => c.id !== crewId && !c.is_primary);
  const open = await readAssignableCrews(ctx);
  return {
    ...match,
    members: Number(members?.count ?? 0),
    others,
    /** Crews to which the deleted crew's people can move. */
    takers: others.filter((c) => open.some((o) => o.id === c.id)),
    may_delete: hasPermission(ctx.actor.permissions, "crew.delete"),
    may_set: ctx.actor.permissions.is_primary,
  };
}

const item = { crew_id: z.number().int() };

/** Read a crew for its rename form. */
export const getCrew = procedure({
  name: "getCrew",
  may: "crew.read",
  input: z.strictObject(item),
  run: (ctx, input) => crewOf(ctx, input.crew_id, "update"),
});

/** Read a crew for its deletion page, with any reason that prevents the deletion. */
export const getCrewToDelete = procedure({
  name: "getCrewToDelete",
  may: "crew.read",
  input: z.strictObject(item),
  async run(ctx, input) {
    const match = await crewOf(ctx, input.crew_id, "delete");
    return { ...match, refused: deletionProblem(match)?.message ?? null };
  },
});

function deletionProblem(match: Awaited<ReturnType<typeof crewOf>>): AppError | null {
  if (match.is_primary)
    return unprocessable("You can't delete the primary crew. Its members are the admins.");
  if (match.others.length === 0) return unprocessable("This is your only regular crew. Add another first.");
  if (match.takers.length === 0) return forbidden("Every other crew has permissions you don't have.");
  return null;
}

export const renameCrew = procedure({
  name: "renameCrew",
  may: "crew.update",
  input: z.strictObject({ ...item, name: crewName, version: z.number().int() }),
  async run(ctx, input) {
    const match = await crewOf(ctx, input.crew_id, "update");
    await notTaken(ctx, input.name, match.id);
    requireVersion(match, input.version, { name: match.name, version: match.version });
    if (match.name === input.name) return ctx.commit([], { crew_id: match.id });
    return ctx.commit(
      [updateWithVersion(ctx, crew, match, { name: input.name }, eq(crew.is_deleted, false))],
      {
        crew_id: match.id,
      },
    );
  },
});

/**
 * Delete a regular crew. Its members and invited people move to another crew, so that nobody loses access to the
 * company; the last regular crew can't be deleted.
 */
export const deleteCrew = procedure({
  name: "deleteCrew",
  fresh: true,
  may: "crew.delete",
  input: z.strictObject({
    ...item,
    version: z.number().int(),
    to_crew_id: z.number("Choose a crew").int().optional(),
  }),
  async run(ctx, input) {
    const match = await crewOf(ctx, input.crew_id, "delete");
    const problem = deletionProblem(match);
    if (problem) throw problem;
    const to = match.takers.find((c) => c.id === input.to_crew_id);
    if (!to) throw invalid({ to_crew_id: ["Choose the crew its people move to."] });
    requireVersion(match, input.version, { name: match.name, version: match.version });
    return ctx.commit(
      [
        updateWithVersion(
          ctx,
          crew,
          match,
          { is_deleted: true },
          eq(crew.is_deleted, false),
          sql`EXISTS (SELECT 1 FROM crew AS t WHERE t.id = ${to.id} AND t.is_deleted = 0)`,
        ),
        allowAnyRows(
          sql`INSERT OR IGNORE INTO ${crewMember} (crew_id, user_id, created_at) SELECT ${to.id}, user_id, created_at FROM ${crewMember} WHERE crew_id = ${match.id}`,
        ),
        allowAnyRows(ctx.write.delete(crewMember).where(eq(crewMember.crew_id, match.id))),
        allowAnyRows(
          ctx.write
            .update(invite)
            .set({ crew_id: to.id })
            .where(and(eq(invite.crew_id, match.id), ne(invite.crew_id, to.id))),
        ),
      ],
      { ok: true },
    );
  },
});
