import { eq } from "drizzle-orm";
import { z } from "zod";
import { crewPermission, permissionEntity } from "#db/schema";
import {
  ENTITIES,
  type Entity,
  type Flag,
  type Flags,
  flagsFor,
  type Permission,
  unsetFlags,
} from "~/domain/access/crew-permissions";
import { PRESET_IDS, type PresetId, presetFlags } from "~/domain/access/crew-presets";
import { boxesOf, changeInWords, heldBy, packBoxes, presetOf, unpackBoxes } from "~/domain/access/rights";
import type { CompanyActor } from "~/web/actor";
import { withFlags } from "~/web/actor.server";
import { mayMiss } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, missing } from "~/web/refusal";
import { asRead } from "~/web/revise.server";
import { regularCrew, touched } from "./permissions.server";

const PRESET = z.enum(PRESET_IDS, "Choose what the crew's members do.");
const WAS = z.string().max(60);

/** A regular crew with what it may do now, for an admin. */
async function crewWithFlags(ctx: Ctx<CompanyActor>, crewId: number) {
  const [found] = await withFlags(ctx.read, [await regularCrew(ctx, crewId)]);
  if (!found) throw missing();
  return found;
}

/** What a crew would have by a preset, of what the person who sets it may do. */
const presetRows = (ctx: Ctx<CompanyActor>, preset: PresetId) =>
  ENTITIES.map((entity) => ({ entity, ...presetFlags(preset, entity, ctx.actor.permissions) }));

/** A crew, with what a preset would add to it and take away. Without a preset it says only which one the crew has. */
export const getPresetChange = procedure({
  name: "getPresetChange",
  input: z.strictObject({ crew_id: z.number().int(), preset: PRESET.optional() }),
  async run(ctx, { crew_id, preset }) {
    const found = await crewWithFlags(ctx, crew_id);
    const held = heldBy([found]);
    const after = preset && heldBy([{ isPrimary: false, rows: presetRows(ctx, preset) }]);
    return {
      crew: { id: found.id, name: found.name, version: found.version },
      now: presetOf(held),
      change: after ? changeInWords(held, after) : null,
    };
  },
});

/** Gives a crew what a preset says in place of what it may do, and says what that was (`packBoxes`). */
export const applyPreset = procedure({
  name: "applyPreset",
  fresh: true,
  input: z.strictObject({ crew_id: z.number().int(), version: z.number().int(), preset: PRESET }),
  async run(ctx, input) {
    const found = await crewWithFlags(ctx, input.crew_id);
    asRead(found, input.version, { version: found.version });
    const steps = await flagSteps(ctx, found, presetRows(ctx, input.preset));
    return ctx.commit(steps, { crew_id: found.id, was: packBoxes(boxesOf(found)) });
  },
});

/** What a crew may do, put in place of what it may do now. */
async function flagSteps(
  ctx: Ctx<CompanyActor>,
  found: { id: number; version: number },
  rows: readonly ({ entity: Entity } & Flags)[],
): Promise<Step[]> {
  const ids = await ctx.read
    .select({ id: permissionEntity.id, name: permissionEntity.name })
    .from(permissionEntity);
  const values = rows.flatMap((row) =>
    ids
      .filter(({ name }) => name === row.entity)
      .map(({ id }) => ({
        crew_id: found.id,
        entity_id: id,
        can_create: row.create,
        can_read: row.read,
        can_update: row.update,
        can_delete: row.delete,
      })),
  );
  return [
    touched(ctx, found),
    mayMiss(ctx.write.delete(crewPermission).where(eq(crewPermission.crew_id, found.id))),
    mayMiss(ctx.write.insert(crewPermission).values(values)),
  ];
}

/**
 * What taking a preset back means: what the boxes that the crew had before it (`was`, from the address) add now and take
 * away. Null where there is nothing to take back, so that an address can't hide what it does.
 */
export const getPresetUndo = procedure({
  name: "getPresetUndo",
  input: z.strictObject({ crew_id: z.number().int(), was: WAS }),
  async run(ctx, { crew_id, was }) {
    const found = await crewWithFlags(ctx, crew_id);
    const boxes = unpackBoxes(was);
    if (!boxes) return null;
    const change = changeInWords(heldBy([found]), heldBy([{ isPrimary: false, rows: rowsOf(boxes) }]));
    return change.added.length || change.taken.length ? { was, change } : null;
  },
});

/** Takes a preset back: gives a crew the boxes again that it had before. */
export const undoPreset = procedure({
  name: "undoPreset",
  fresh: true,
  input: z.strictObject({ crew_id: z.number().int(), version: z.number().int(), was: WAS }),
  async run(ctx, input) {
    const found = await crewWithFlags(ctx, input.crew_id);
    const boxes = unpackBoxes(input.was);
    if (!boxes) throw invalid({ was: ["We can't tell what the crew could do before."] });
    asRead(found, input.version, { version: found.version });
    return ctx.commit(await flagSteps(ctx, found, rowsOf(boxes)), { crew_id: found.id });
  },
});

/** What has no box is what it is before anybody sets it, so that it is not lost once there is one. */
const rowsOf = (boxes: readonly Permission[]) =>
  ENTITIES.map((entity) => {
    const shown = flagsFor(entity);
    const value = (flag: Flag) =>
      shown.includes(flag) ? boxes.includes(`${entity}.${flag}`) : unsetFlags(entity)[flag];
    return {
      entity,
      create: value("create"),
      read: value("read"),
      update: value("update"),
      delete: value("delete"),
    };
  });
