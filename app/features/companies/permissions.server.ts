import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { crew, crewPermission, permissionEntity } from "#db/schema";
import { crewsOf, ownCompany } from "~/features/people/employee-steps.server";
import type { CompanyActor } from "~/web/actor";
import { adminOf } from "~/web/admin";
import { also, mustHit } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, missing, notNow, stale } from "~/web/refusal";
import { ENTITIES, type Entity, FLAGS, type Flags, type Permission } from "./crew-permissions";

const ADMINS_ONLY = "Only an admin of your company can see and change what its crews may do.";
const ALL = ENTITIES.flatMap((e) => FLAGS.map((f) => `${e}.${f}` as Permission));

/** A regular crew of the acting company. The primary crew always has every flag, so that there is nothing to set. */
async function regularCrew(ctx: Ctx<CompanyActor>, crewId: number) {
  const all = await crewsOf(ctx, ctx.actor.company.id);
  const found = all.find((c) => c.id === crewId);
  if (!found) throw missing("There is no such crew, or it was deleted.");
  adminOf(ctx.actor, ADMINS_ONLY);
  if (found.is_primary) throw notNow("The primary crew always has every permission.");
  return found;
}

const entityIds = (ctx: Ctx) =>
  ctx.read.select({ id: permissionEntity.id, name: permissionEntity.name }).from(permissionEntity);

/** A regular crew's flags for every entity; where nothing is set, all are true (decisions, section 3). */
export const getCrewPermissions = procedure({
  name: "getCrewPermissions",
  input: z.strictObject({ crew_id: z.number().int().optional() }),
  async run(ctx, input) {
    adminOf(ctx.actor, ADMINS_ONLY);
    const crews = (await crewsOf(ctx, ctx.actor.company.id)).filter((c) => !c.is_primary);
    const chosen = input.crew_id === undefined ? crews[0] : await regularCrew(ctx, input.crew_id);
    const rows = chosen
      ? await ctx.read.select().from(crewPermission).where(eq(crewPermission.crew_id, chosen.id))
      : [];
    const entities = (await entityIds(ctx)).map(({ id, name }) => {
      const row = rows.find((r) => r.entity_id === id);
      const flags: Flags = {
        create: row?.can_create ?? true,
        read: row?.can_read ?? true,
        update: row?.can_update ?? true,
        delete: row?.can_delete ?? true,
      };
      return { id, name: name as Entity, flags };
    });
    return { crews, crew: chosen ?? null, entities };
  },
});

/** The whole table of a crew, as its form has it: what is ticked is allowed, all else is not. */
export const saveCrewPermissions = procedure({
  name: "saveCrewPermissions",
  input: z.strictObject({
    crew_id: z.number().int(),
    version: z.number().int(),
    allowed: z
      .array(z.enum(ALL as [Permission, ...Permission[]], "This is no permission."))
      .max(ALL.length)
      .default([]),
  }),
  async run(ctx, input) {
    const found = await regularCrew(ctx, input.crew_id);
    if (input.version !== found.version + 1) throw stale({ version: found.version });
    const allowed = new Set<string>(input.allowed);
    const values = (await entityIds(ctx)).map(({ id, name }) => ({
      crew_id: found.id,
      entity_id: id,
      can_create: allowed.has(`${name}.create`),
      can_read: allowed.has(`${name}.read`),
      can_update: allowed.has(`${name}.update`),
      can_delete: allowed.has(`${name}.delete`),
    }));
    return ctx.commit(
      [
        touched(ctx, found.id, input.version),
        also(ctx.write.delete(crewPermission).where(eq(crewPermission.crew_id, found.id))),
        also(ctx.write.insert(crewPermission).values(values)),
      ],
      { crew_id: found.id },
    );
  },
});

/** Every change moves the crew's version on, so that a table which was open meanwhile is not saved over it. */
const touched = (ctx: Ctx, crewId: number, version: number) =>
  mustHit(
    ctx.write
      .update(crew)
      .set({ version })
      .where(and(eq(crew.id, crewId), eq(crew.version, version - 1), eq(crew.is_deleted, false))),
  );

/** Sets one flag of one entity of a crew (spec 2, section 7). */
export const updatePermission = procedure({
  name: "updatePermission",
  input: z.strictObject({
    company_id: z.number().int().optional(),
    crew_id: z.number().int(),
    entity_id: z.number().int(),
    action: z.enum(FLAGS, "An action is create, read, update or delete."),
    value: z.boolean(),
  }),
  async run(ctx, input) {
    ownCompany(ctx, input.company_id);
    const found = await regularCrew(ctx, input.crew_id);
    const entity = (await entityIds(ctx)).find((e) => e.id === input.entity_id);
    if (!entity) throw invalid({ entity_id: ["There is no such entity."] });
    const column = sql.identifier(`can_${input.action}`);
    const set = (action: string) => (action === input.action ? Number(input.value) : 1);
    return ctx.commit(
      [
        touched(ctx, found.id, found.version + 1),
        mustHit(sql`INSERT INTO ${crewPermission} (crew_id, entity_id, can_create, can_read, can_update, can_delete)
          VALUES (${found.id}, ${entity.id}, ${set("create")}, ${set("read")}, ${set("update")}, ${set("delete")})
          ON CONFLICT (crew_id, entity_id) DO UPDATE SET ${column} = ${Number(input.value)}`),
      ],
      { crew_id: found.id, entity_id: entity.id, version: found.version + 1 },
    );
  },
});
