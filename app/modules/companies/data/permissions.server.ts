import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { crew, crewPermission, permissionEntity } from "#db/schema";
import {
  ENTITIES,
  FLAGS,
  type Flag,
  type Flags,
  getDefaultCrewFlags,
  isEntity,
  listEffectiveFlags,
  type Permission,
} from "~/lib/access/crew-permissions";
import { findMatchingPreset, listHeldPermissions } from "~/lib/access/rights";
import { readCrews, requireEmployerCompany } from "~/modules/people/shared/employee-steps.server";
import type { CompanyActor } from "~/web/actor";
import { requireAdmin } from "~/web/admin";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound, unprocessable } from "~/web/refusal";
import { requireVersion, updateWithVersion } from "~/web/revise.server";

const ADMINS_ONLY = "Only an admin of your company can see and change what its crews may do.";
/**
 * All permissions, including those without a checkbox: a page opened before a checkbox was removed may still send them,
 * and they change nothing.
 */
const ALL = ENTITIES.flatMap((e) => FLAGS.map((f): Permission => `${e}.${f}`));
const NOT_IN_USE = "Nothing in Timbertally asks for this permission yet.";

/** Return a regular crew of the acting company. The primary crew always has every flag, so its flags can't be set. */
export async function requireRegularCrew(ctx: Ctx<CompanyActor>, crewId: number) {
  const all = await readCrews(ctx, ctx.actor.company.id);
  const match = all.find((c) => c.id === crewId);
  if (!match) throw notFound("We couldn't find that crew, or it was deleted.");
  requireAdmin(ctx.actor, ADMINS_ONLY);
  if (match.is_primary) throw unprocessable("The primary crew always has every permission.");
  return match;
}

async function entityIds(ctx: Ctx) {
  const rows = await ctx.read
    .select({ id: permissionEntity.id, name: permissionEntity.name })
    .from(permissionEntity);
  return rows.flatMap(({ id, name }) => (isEntity(name) ? [{ id, name }] : []));
}

/**
 * Return a regular crew's flags for every entity, and the preset that matches them. `shown` lists the flags that have
 * an effect.
 */
export const getCrewPermissions = procedure({
  name: "getCrewPermissions",
  input: z.strictObject({ crew_id: z.number().int().optional() }),
  async run(ctx, input) {
    requireAdmin(ctx.actor, ADMINS_ONLY);
    const crews = (await readCrews(ctx, ctx.actor.company.id)).filter((c) => !c.is_primary);
    const chosen = input.crew_id === undefined ? crews[0] : await requireRegularCrew(ctx, input.crew_id);
    const rows = chosen
      ? await ctx.read.select().from(crewPermission).where(eq(crewPermission.crew_id, chosen.id))
      : [];
    const entities = (await entityIds(ctx)).map(({ id, name }) => {
      const row = rows.find((r) => r.entity_id === id);
      const unset = getDefaultCrewFlags(name);
      const flags: Flags = {
        create: row?.can_create ?? unset.create,
        read: row?.can_read ?? unset.read,
        update: row?.can_update ?? unset.update,
        delete: row?.can_delete ?? unset.delete,
      };
      return { id, name: name, flags, shown: listEffectiveFlags(name) };
    });
    const held = listHeldPermissions([
      { isPrimary: false, rows: entities.map(({ name, flags }) => ({ entity: name, ...flags })) },
    ]);
    return { crews, crew: chosen ?? null, entities, preset: findMatchingPreset(held) };
  },
});

/** Save a crew's whole permission table from its form: checked flags are allowed, all other flags are not. */
export const saveCrewPermissions = procedure({
  name: "saveCrewPermissions",
  fresh: true,
  input: z.strictObject({
    crew_id: z.number().int(),
    version: z.number().int(),
    allowed: z.array(z.enum(ALL, "This isn't a permission.")).max(ALL.length).default([]),
  }),
  async run(ctx, input) {
    const regularCrew = await requireRegularCrew(ctx, input.crew_id);
    requireVersion(regularCrew, input.version, { version: regularCrew.version });
    const allowed = new Set<string>(input.allowed);
    const entities = (await entityIds(ctx)).filter(({ name }) => listEffectiveFlags(name).length > 0);
    const values = entities.map(({ id, name }) => {
      // Flags without a checkbox keep their default value, so that they are right if a checkbox is added later.
      const shown = listEffectiveFlags(name);
      const value = (flag: Flag) =>
        shown.includes(flag) ? allowed.has(`${name}.${flag}`) : getDefaultCrewFlags(name)[flag];
      return {
        crew_id: regularCrew.id,
        entity_id: id,
        can_create: value("create"),
        can_read: value("read"),
        can_update: value("update"),
        can_delete: value("delete"),
      };
    });
    const saved = await ctx.read
      .select()
      .from(crewPermission)
      .where(eq(crewPermission.crew_id, regularCrew.id));
    // Compare only the flags that have a checkbox; other flags were saved before their checkboxes were removed.
    const isSaved = entities.every(({ id, name }) => {
      const row = saved.find(({ entity_id }) => entity_id === id);
      return listEffectiveFlags(name).every(
        (flag) =>
          (row?.[`can_${flag}`] ?? getDefaultCrewFlags(name)[flag]) === allowed.has(`${name}.${flag}`),
      );
    });
    if (isSaved) return ctx.commit([], { crew_id: regularCrew.id });
    return ctx.commit(
      [
        buildCrewVersionStep(ctx, regularCrew),
        allowAnyRows(ctx.write.delete(crewPermission).where(eq(crewPermission.crew_id, regularCrew.id))),
        allowAnyRows(ctx.write.insert(crewPermission).values(values)),
      ],
      { crew_id: regularCrew.id },
    );
  },
});

/**
 * Build the step that increments the crew's version with every change, so that a table opened earlier can't overwrite
 * the change.
 */
export const buildCrewVersionStep = (ctx: Ctx, match: { id: number; version: number }) =>
  updateWithVersion(ctx, crew, match, {}, eq(crew.is_deleted, false));

/** Set one permission flag of a crew for one entity. */
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
    requireEmployerCompany(ctx, input.company_id);
    const regularCrew = await requireRegularCrew(ctx, input.crew_id);
    const entity = (await entityIds(ctx)).find((e) => e.id === input.entity_id);
    if (!entity) throw invalid({ entity_id: ["We couldn't find that entity."] });
    if (!listEffectiveFlags(entity.name).includes(input.action)) throw invalid({ action: [NOT_IN_USE] });
    const column = sql.identifier(`can_${input.action}`);
    const unset = getDefaultCrewFlags(entity.name);
    const set = (action: Flag) => Number(action === input.action ? input.value : unset[action]);
    return ctx.commit(
      [
        buildCrewVersionStep(ctx, regularCrew),
        expectOneRow(sql`INSERT INTO ${crewPermission} (crew_id, entity_id, can_create, can_read, can_update, can_delete)
          VALUES (${regularCrew.id}, ${entity.id}, ${set("create")}, ${set("read")}, ${set("update")}, ${set("delete")})
          ON CONFLICT (crew_id, entity_id) DO UPDATE SET ${column} = ${Number(input.value)}`),
      ],
      { crew_id: regularCrew.id, entity_id: entity.id, version: regularCrew.version + 1 },
    );
  },
});
