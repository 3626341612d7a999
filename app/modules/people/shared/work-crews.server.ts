import { sql } from "drizzle-orm";
import type { RowId } from "#db/inserted-id";
import { crew } from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { DEFAULT_WORK, PRESET_IDS, PRESETS, type PresetId } from "~/lib/access/crew-presets";
import { crewHint, findMatchingPreset, listHeldPermissions } from "~/lib/access/rights";
import type { CompanyActor } from "~/web/actor";
import { addCrewFlags } from "~/web/actor.server";
import type { Ctx, Step } from "~/web/procedure";
import { type AppError, forbidden, invalid } from "~/web/refusal";
import { BEYOND, readAssignableCrews } from "../data/assignable-crews.server";
import { pickCrews } from "../rules/employee";
import { MAX_CREWS, presetCrewSteps } from "./crews.server";
import { readCrews } from "./employee-steps.server";

const ADMINS = "Only an admin can make someone an admin.";
const NO_CREW = "Choose crews of your company.";
const NO_CREW_YET = "None of your crews does this yet. Ask an admin to add one.";

/** Return the regular crews that the acting person may fill, fewest permissions first, each with the preset that it equals. */
async function regularCrews(ctx: Ctx<CompanyActor>) {
  const open = (await readAssignableCrews(ctx)).filter((c) => !c.is_primary);
  return (await addCrewFlags(ctx.read, open))
    .map((c) => ({ id: c.id, held: listHeldPermissions([c]) }))
    .map((c) => ({ ...c, preset: findMatchingPreset(c.held) }))
    .sort((a, b) => a.held.length - b.held.length || a.id - b.id);
}

/** Return the crews that the acting person may fill, each with a line about what its members see. */
export async function crewsWithHints(ctx: Ctx<CompanyActor>) {
  return (await addCrewFlags(ctx.read, await readAssignableCrews(ctx))).map(({ rows, ...c }) => ({
    ...c,
    hint: crewHint({ ...c, rows }),
  }));
}

/** A person can add a crew for some work if they may add crews and hold each of its permissions. */
const canAddCrew = (ctx: Ctx<CompanyActor>, work: PresetId) =>
  hasPermission(ctx.actor.permissions, "crew.create") &&
  [...PRESETS[work].allowed].every((permission) => hasPermission(ctx.actor.permissions, permission));

/** Return the kinds of work that the acting person may assign to somebody new. */
export async function worksToGive(ctx: Ctx<CompanyActor>): Promise<PresetId[]> {
  const crews = await regularCrews(ctx);
  return PRESET_IDS.filter((work) => crews.some((c) => c.preset === work) || canAddCrew(ctx, work));
}

/**
 * Return the crew for each kind of work: the company's first one with exactly the permissions of that work, else a new one
 * that `steps` add. Undefined stands for work that nobody named.
 */
async function findWorkCrews(ctx: Ctx<CompanyActor>, works: readonly (PresetId | undefined)[]) {
  const crews = await regularCrews(ctx);
  const names = (await readCrews(ctx, ctx.actor.company.id)).map((c) => c.name.toLowerCase());
  const ids = new Map<PresetId | undefined, RowId>();
  const steps: Step[] = [];
  for (const work of new Set(works)) {
    const preset = work ?? DEFAULT_WORK;
    const id = ids.get(preset) ?? crews.find((c) => c.preset === preset)?.id;
    const least = work === undefined ? crews[0]?.id : undefined;
    if (id !== undefined) ids.set(work, id);
    else if (canAddCrew(ctx, preset)) {
      if (names.length >= MAX_CREWS)
        throw invalid({ work: [`A company can have at most ${MAX_CREWS} crews. Choose one of yours.`] });
      const name = freeName(PRESETS[preset].crew, names);
      names.push(name.toLowerCase());
      steps.push(...presetCrewSteps(ctx, name, preset));
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
 * Return the crews that each person is put into, checked for who puts them there, and the steps that add a crew. Crews that
 * are named decide; without any a person who isn't an admin joins the crew for their work.
 */
export async function chooseCrews(ctx: Ctx<CompanyActor>, wishes: readonly Wish[]) {
  const [all, open] = await Promise.all([readCrews(ctx, ctx.actor.company.id), readAssignableCrews(ctx)]);
  const beyond = (id: number) => all.some((c) => c.id === id) && !open.some((c) => c.id === id);
  const chosen = wishes.map((wish) => {
    if (wish.is_admin && !open.some((c) => c.is_primary)) throw forbidden(ADMINS);
    if (wish.crew_ids?.some(beyond)) throw forbidden(BEYOND);
    const ids = pickCrews(open, wish);
    if (!ids) throw invalid({ crew_ids: [NO_CREW] });
    return ids;
  });
  const works = wishes.flatMap((wish, i) => (chosen[i]?.length ? [] : [wish.work]));
  const { steps, idFor } = await findWorkCrews(ctx, works);
  const into = wishes.map((wish, i): RowId[] => (chosen[i]?.length ? chosen[i] : [idFor(wish.work)]));
  return { steps, into };
}
