import { eq } from "drizzle-orm";
import { z } from "zod";
import { crewPermission, permissionEntity } from "#db/schema";
import {
  ENTITIES,
  type Entity,
  type Flag,
  type Flags,
  getDefaultCrewFlags,
  listEffectiveFlags,
  type Permission,
} from "~/lib/access/crew-permissions";
import { getPresetFlags, PRESET_IDS, type PresetId } from "~/lib/access/crew-presets";
import {
  decodePermissions,
  describeRightsChange,
  encodePermissions,
  findMatchingPreset,
  listCrewPermissions,
  listHeldPermissions,
} from "~/lib/access/rights";
import type { CompanyActor } from "~/web/actor";
import { addCrewFlags } from "~/web/actor.server";
import { allowAnyRows } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import { requireVersion } from "~/web/revise.server";
import { buildCrewVersionStep, requireRegularCrew } from "./permissions.server";

const PRESET = z.enum(PRESET_IDS, "Choose what the crew's members do.");
const WAS = z.string().max(60);

/** Return a regular crew with its current flags, for an admin. */
async function crewWithFlags(ctx: Ctx<CompanyActor>, crewId: number) {
  const [found] = await addCrewFlags(ctx.read, [await requireRegularCrew(ctx, crewId)]);
  if (!found) throw notFound();
  return found;
}

/** Return the flags that a preset gives a crew, limited to the permissions of the user who applies it. */
const presetRows = (ctx: Ctx<CompanyActor>, preset: PresetId) =>
  ENTITIES.map((entity) => ({ entity, ...getPresetFlags(preset, entity, ctx.actor.permissions) }));

/** Return what a preset would add to and remove from a crew. Without a preset, return only the crew's current one. */
export const previewPreset = procedure({
  name: "previewPreset",
  input: z.strictObject({ crew_id: z.number().int(), preset: PRESET.optional() }),
  async run(ctx, { crew_id, preset }) {
    const match = await crewWithFlags(ctx, crew_id);
    const held = listHeldPermissions([match]);
    const after = preset && listHeldPermissions([{ isPrimary: false, rows: presetRows(ctx, preset) }]);
    return {
      crew: { id: match.id, name: match.name, version: match.version },
      now: findMatchingPreset(held),
      change: after ? describeRightsChange(held, after) : null,
    };
  },
});

/** Replace a crew's flags with a preset's; return the previous flags, packed by `encodePermissions`. */
export const applyPreset = procedure({
  name: "applyPreset",
  fresh: true,
  input: z.strictObject({ crew_id: z.number().int(), version: z.number().int(), preset: PRESET }),
  async run(ctx, input) {
    const match = await crewWithFlags(ctx, input.crew_id);
    requireVersion(match, input.version, { version: match.version });
    const steps = await flagSteps(ctx, match, presetRows(ctx, input.preset));
    return ctx.commit(steps, { crew_id: match.id, was: encodePermissions(listCrewPermissions(match)) });
  },
});

/** Build the steps that replace a crew's permissions. */
async function flagSteps(
  ctx: Ctx<CompanyActor>,
  match: { id: number; version: number },
  rows: readonly ({ entity: Entity } & Flags)[],
): Promise<Step[]> {
  const ids = await ctx.read
    .select({ id: permissionEntity.id, name: permissionEntity.name })
    .from(permissionEntity);
  const values = rows.flatMap((row) =>
    ids
      .filter(({ name }) => name === row.entity)
      .map(({ id }) => ({
        crew_id: match.id,
        entity_id: id,
        can_create: row.create,
        can_read: row.read,
        can_update: row.update,
        can_delete: row.delete,
      })),
  );
  return [
    buildCrewVersionStep(ctx, match),
    allowAnyRows(ctx.write.delete(crewPermission).where(eq(crewPermission.crew_id, match.id))),
    allowAnyRows(ctx.write.insert(crewPermission).values(values)),
  ];
}

/**
 * Return the permissions that undoing a preset adds and removes; the previous permissions are in the URL as `was`. Null
 * if there is nothing to undo, so that the page never offers an undo without showing its effect.
 */
export const previewPresetUndo = procedure({
  name: "previewPresetUndo",
  input: z.strictObject({ crew_id: z.number().int(), was: WAS }),
  async run(ctx, { crew_id, was }) {
    const match = await crewWithFlags(ctx, crew_id);
    const boxes = decodePermissions(was);
    if (!boxes) return null;
    const change = describeRightsChange(
      listHeldPermissions([match]),
      listHeldPermissions([{ isPrimary: false, rows: rowsOf(boxes) }]),
    );
    return change.added.length || change.taken.length ? { was, change } : null;
  },
});

/** Undo a preset: restore the crew's previous permissions. */
export const undoPreset = procedure({
  name: "undoPreset",
  fresh: true,
  input: z.strictObject({ crew_id: z.number().int(), version: z.number().int(), was: WAS }),
  async run(ctx, input) {
    const match = await crewWithFlags(ctx, input.crew_id);
    const boxes = decodePermissions(input.was);
    if (!boxes) throw invalid({ was: ["We can't tell what the crew could do before."] });
    requireVersion(match, input.version, { version: match.version });
    return ctx.commit(await flagSteps(ctx, match, rowsOf(boxes)), { crew_id: match.id });
  },
});

/** Flags without a checkbox keep their default value, so that they are right if a checkbox is added later. */
const rowsOf = (boxes: readonly Permission[]) =>
  ENTITIES.map((entity) => {
    const shown = listEffectiveFlags(entity);
    const value = (flag: Flag) =>
      shown.includes(flag) ? boxes.includes(`${entity}.${flag}`) : getDefaultCrewFlags(entity)[flag];
    return {
      entity,
      create: value("create"),
      read: value("read"),
      update: value("update"),
      delete: value("delete"),
    };
  });
