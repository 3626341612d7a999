import { sql } from "drizzle-orm";
import type { RowId } from "#db/inserted-id";
import { crew } from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { DEFAULT_PRESET_ID, PRESET_IDS, PRESETS, type PresetId } from "~/lib/access/crew-presets";
import { findMatchingPreset, getCrewHint, listHeldPermissions } from "~/lib/access/rights";
import type { CompanyActor } from "~/web/actor";
import { addCrewFlags } from "~/web/actor.server";
import type { Ctx, Step } from "~/web/procedure";
import { type AppError, forbidden, invalid } from "~/web/refusal";
import { CREW_EXCEEDS_PERMISSIONS, readAssignableCrews } from "../data/assignable-crews.server";
import { selectCrewIds } from "../rules/employee";
import { buildAddPresetCrewSteps, MAX_CREWS } from "./crews.server";
import { readCrews } from "./employee-steps.server";

const ADMINS = "Only an admin can make someone an admin.";
const NO_CREW = "Choose crews of your company.";
const NO_CREW_YET = "None of your crews does this yet. Ask an admin to add one.";

/**
 * Return the regular crews that the acting person may add people to, fewest permissions first, each with its matching
 * preset.
 */
async function regularCrews(ctx: Ctx<CompanyActor>) {
  const open = (await readAssignableCrews(ctx)).filter((c) => !c.is_primary);
  return (await addCrewFlags(ctx.read, open))
    .map((c) => ({ id: c.id, held: listHeldPermissions([c]) }))
    .map((c) => ({ ...c, preset: findMatchingPreset(c.held) }))
    .sort((a, b) => a.held.length - b.held.length || a.id - b.id);
}

/** Return the crews that the acting person may add people to, each with a line about what its members see. */
export async function readCrewsWithHints(ctx: Ctx<CompanyActor>) {
  return (await addCrewFlags(ctx.read, await readAssignableCrews(ctx))).map(({ rows, ...c }) => ({
    ...c,
    hint: getCrewHint({ ...c, rows }),
  }));
}

/**
 * Check whether a person can add a crew for a kind of work: they may add crews and have each permission of the new
 * crew.
 */
const canAddCrew = (ctx: Ctx<CompanyActor>, work: PresetId) =>
  hasPermission(ctx.actor.permissions, "crew.create") &&
  [...PRESETS[work].allowed].every((permission) => hasPermission(ctx.actor.permissions, permission));

/** Return the kinds of work that the acting person may assign to a new person. */
export async function readAssignableWork(ctx: Ctx<CompanyActor>): Promise<PresetId[]> {
  const crews = await regularCrews(ctx);
  return PRESET_IDS.filter((work) => crews.some((c) => c.preset === work) || canAddCrew(ctx, work));
}

/**
 * Return the crew for each kind of work: the company's first crew with exactly the permissions of that work, else a new
 * crew that `steps` add. Undefined stands for unspecified work.
 */
async function findWorkCrews(ctx: Ctx<CompanyActor>, works: readonly (PresetId | undefined)[]) {
  const crews = await regularCrews(ctx);
  const names = (await readCrews(ctx, ctx.actor.company.id)).map((c) => c.name.toLowerCase());
  const ids = new Map<PresetId | undefined, RowId>();
  const steps: Step[] = [];
  for (const work of new Set(works)) {
    const preset = work ?? DEFAULT_PRESET_ID;
    const id = ids.get(preset) ?? crews.find((c) => c.preset === preset)?.id;
    const least = work === undefined ? crews[0]?.id : undefined;
    if (id !== undefined) ids.set(work, id);
    else if (canAddCrew(ctx, preset)) {
      if (names.length >= MAX_CREWS)
        throw invalid({ work: [`A company can have at most ${MAX_CREWS} crews. Choose one of yours.`] });
      const name = freeName(PRESETS[preset].crew, names);
      names.push(name.toLowerCase());
      steps.push(...buildAddPresetCrewSteps(ctx, name, preset));
      const added = sql<number>`(SELECT id FROM ${crew}
        WHERE company_id = ${ctx.actor.company.id} AND is_deleted = 0 AND name = ${name})`;
      ids.set(preset, added).set(work, added);
    } else if (least !== undefined) ids.set(work, least);
    else throw noCrew(work);
  }
  return { steps, idFor: (work: PresetId | undefined) => ids.get(work) ?? 0 };
}

const noCrew = (work: PresetId | undefined): AppError =>
  work ? invalid({ work: [NO_CREW_YET] }) : forbidden(NO_CREW_YET);

const freeName = (name: string, taken: readonly string[]): string => {
  let text = name;
  for (let i = 2; taken.includes(text.toLowerCase()); i++) text = `${name} ${i}`;
  return text;
};

type Wish = { is_admin: boolean; crew_ids?: readonly number[]; work?: PresetId };

/**
 * Return the crews for each person, after checking the acting person's permission to fill them, and the database steps
 * that add a crew. Named crews take precedence; without any, a person who isn't an admin joins the crew for their work.
 */
export async function chooseCrews(ctx: Ctx<CompanyActor>, wishes: readonly Wish[]) {
  const [all, open] = await Promise.all([readCrews(ctx, ctx.actor.company.id), readAssignableCrews(ctx)]);
  const beyond = (id: number) => all.some((c) => c.id === id) && !open.some((c) => c.id === id);
  const chosen = wishes.map((wish) => {
    if (wish.is_admin && !open.some((c) => c.is_primary)) throw forbidden(ADMINS);
    if (wish.crew_ids?.some(beyond)) throw forbidden(CREW_EXCEEDS_PERMISSIONS);
    const ids = selectCrewIds(open, wish);
    if (!ids) throw invalid({ crew_ids: [NO_CREW] });
    return ids;
  });
  const works = wishes.flatMap((wish, i) => (chosen[i]?.length ? [] : [wish.work]));
  const { steps, idFor } = await findWorkCrews(ctx, works);
  const into = wishes.map((wish, i): RowId[] => (chosen[i]?.length ? chosen[i] : [idFor(wish.work)]));
  return { steps, into };
}
