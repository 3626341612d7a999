import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { crew, crewPermission, permissionEntity } from "#db/schema";
import {
  ENTITIES,
  FLAGS,
  type Flag,
  type Flags,
  flagsFor,
  isEntity,
  type Permission,
  unsetFlags,
} from "~/domain/access/crew-permissions";
import { heldBy, presetOf } from "~/domain/access/rights";
import { crewsOf, ownCompanyNamed } from "~/features/people/employee-steps.server";
import type { CompanyActor } from "~/web/actor";
import { adminOf } from "~/web/admin";
import { mayMiss, mustHit } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, missing, notNow } from "~/web/refusal";
import { asRead, revise } from "~/web/revise.server";

const ADMINS_ONLY = "Only an admin of your company can see and change what its crews may do.";
/** What has no box is taken as well, since a page may have been open since before; it changes nothing. */
const ALL = ENTITIES.flatMap((e) => FLAGS.map((f): Permission => `${e}.${f}`));
const NOT_IN_USE = "Nothing in Timbertally asks for this permission yet.";

/** A regular crew of the acting company. The primary crew always has every flag, so that there is nothing to set. */
export async function regularCrew(ctx: Ctx<CompanyActor>, crewId: number) {
  const all = await crewsOf(ctx, ctx.actor.company.id);
  const found = all.find((c) => c.id === crewId);
  if (!found) throw missing("We couldn't find that crew, or it was deleted.");
  adminOf(ctx.actor, ADMINS_ONLY);
  if (found.is_primary) throw notNow("The primary crew always has every permission.");
  return found;
}

async function entityIds(ctx: Ctx) {
  const rows = await ctx.read
    .select({ id: permissionEntity.id, name: permissionEntity.name })
    .from(permissionEntity);
  return rows.flatMap(({ id, name }) => (isEntity(name) ? [{ id, name }] : []));
}

/** A regular crew's flags for every entity, those that decide something named in `shown`; the preset that it matches. */
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
      const unset = unsetFlags(name);
      const flags: Flags = {
        create: row?.can_create ?? unset.create,
        read: row?.can_read ?? unset.read,
        update: row?.can_update ?? unset.update,
        delete: row?.can_delete ?? unset.delete,
      };
      return { id, name: name, flags, shown: flagsFor(name) };
    });
    const held = heldBy([
      { isPrimary: false, rows: entities.map(({ name, flags }) => ({ entity: name, ...flags })) },
    ]);
    return { crews, crew: chosen ?? null, entities, preset: presetOf(held) };
  },
});

/** The whole table of a crew, as its form has it: what is ticked is allowed, all else is not. */
export const saveCrewPermissions = procedure({
  name: "saveCrewPermissions",
  fresh: true,
  input: z.strictObject({
    crew_id: z.number().int(),
    version: z.number().int(),
    allowed: z.array(z.enum(ALL, "This isn't a permission.")).max(ALL.length).default([]),
  }),
  async run(ctx, input) {
    const found = await regularCrew(ctx, input.crew_id);
    asRead(found, input.version, { version: found.version });
    const allowed = new Set<string>(input.allowed);
    const entities = (await entityIds(ctx)).filter(({ name }) => flagsFor(name).length > 0);
    const values = entities.map(({ id, name }) => {
      // What has no box keeps what it is before anybody sets it, so that it is not lost once there is one.
      const shown = flagsFor(name);
      const value = (flag: Flag) =>
        shown.includes(flag) ? allowed.has(`${name}.${flag}`) : unsetFlags(name)[flag];
      return {
        crew_id: found.id,
        entity_id: id,
        can_create: value("create"),
        can_read: value("read"),
        can_update: value("update"),
        can_delete: value("delete"),
      };
    });
    const saved = await ctx.read.select().from(crewPermission).where(eq(crewPermission.crew_id, found.id));
    // Only the flags that have a box are compared: the others were saved before they lost theirs.
    const isSaved = entities.every(({ id, name }) => {
      const row = saved.find(({ entity_id }) => entity_id === id);
      return flagsFor(name).every(
        (flag) => (row?.[`can_${flag}`] ?? unsetFlags(name)[flag]) === allowed.has(`${name}.${flag}`),
      );
    });
    if (isSaved) return ctx.commit([], { crew_id: found.id });
    return ctx.commit(
      [
        touched(ctx, found),
        mayMiss(ctx.write.delete(crewPermission).where(eq(crewPermission.crew_id, found.id))),
        mayMiss(ctx.write.insert(crewPermission).values(values)),
      ],
      { crew_id: found.id },
    );
  },
});

/** Every change raises the crew's version, so that a table opened before it can't overwrite it. */
export const touched = (ctx: Ctx, found: { id: number; version: number }) =>
  revise(ctx, crew, found, {}, eq(crew.is_deleted, false));

/** Sets one flag of one entity of a crew (spec 2, section 7). */
export const updatePermission = procedure({
  name: "updatePermission",
  fresh: true,
  input: z.strictObject({
    company_id: z.number().int().optional(),
    crew_id: z.number().int(),
    entity_id: z.number().int(),
    action: z.enum(FLAGS, "The action must be create, read, update or delete."),
    value: z.boolean(),
  }),
  output: z.strictObject({
    crew_id: z.number().int(),
    entity_id: z.number().int(),
    version: z.number().int().describe("Send this plus one with an edit."),
  }),
  async run(ctx, input) {
    ownCompanyNamed(ctx, input.company_id);
    const found = await regularCrew(ctx, input.crew_id);
    const entity = (await entityIds(ctx)).find((e) => e.id === input.entity_id);
    if (!entity) throw invalid({ entity_id: ["We couldn't find that entity."] });
    if (!flagsFor(entity.name).includes(input.action)) throw invalid({ action: [NOT_IN_USE] });
    const column = sql.identifier(`can_${input.action}`);
    const unset = unsetFlags(entity.name);
    const set = (action: Flag) => Number(action === input.action ? input.value : unset[action]);
    return ctx.commit(
      [
        touched(ctx, found),
        mustHit(sql`INSERT INTO ${crewPermission} (crew_id, entity_id, can_create, can_read, can_update, can_delete)
          VALUES (${found.id}, ${entity.id}, ${set("create")}, ${set("read")}, ${set("update")}, ${set("delete")})
          ON CONFLICT (crew_id, entity_id) DO UPDATE SET ${column} = ${Number(input.value)}`),
      ],
      { crew_id: found.id, entity_id: entity.id, version: found.version + 1 },
    );
  },
});
