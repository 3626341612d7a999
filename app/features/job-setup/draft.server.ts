import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { prepared } from "#db/prepared.server";
import { jobDraft, storedFile, usState } from "#db/schema";
import { discard } from "~/core/files/store.server";
import type { CompanyActor } from "~/web/actor";
import { mayMiss, mustHit } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { forbidden, missing, notNow, Refusal, stale } from "~/web/refusal";
import { type CompanyEntry, type Draft, emptyDraft, parseDraft, type Section } from "./draft";
import { setRequester } from "./draft-rules";
import { activeStep, firstBefore, openSteps, RESUME_PERCENT, resumeStep } from "./draft-steps";
import { draftDeletedOutput, jobDraftOutput } from "./output";
import { requestersOf, requireJobSetup } from "./requester.server";
import { wholeOf } from "./whole-draft";
import { COMES_FIRST, type StepName, stepHref } from "./words";

/** Every form of the way carries the draft's version, read plus one; a draft that is not there yet is at 0. */
export const draftVersion = z.number("Reload the page, then send the form.").int().min(1).max(1_000_000_000);

export type Kept = { id: number | null; version: number; draft: Draft };

const GONE =
  "No job setup is in progress. The job was created, or the setup was canceled. Send this again to start another one.";
const CHANGED =
  "The setup changed in another tab or on another device. Reload the page before you cancel it.";
const ANOTHER = "This page belongs to a different job setup. Reload it.";
const PERSONS = "Job setups belong to people. With a key, send the whole job instead.";

const whose = and(
  eq(jobDraft.user_id, sql.placeholder("user")),
  eq(jobDraft.company_id, sql.placeholder("company")),
);
const findDraft = prepared((read) =>
  read
    .select({ id: jobDraft.id, version: jobDraft.version, body: jobDraft.body })
    .from(jobDraft)
    .where(whose),
);

/** The person's stored draft at the acting company; null if there isn't one. */
export async function findKept(ctx: Pick<Ctx<CompanyActor>, "read" | "actor">): Promise<Kept | null> {
  const { user, company } = ctx.actor;
  if (!user) return null;
  const [row] = await findDraft(ctx.read, { user: user.id, company: company.id });
  return row ? { id: row.id, version: row.version, draft: parseDraft(row.body) } : null;
}

/** Opens the way for who may go it: the draft as it is kept, or an empty one for the acting company. */
export async function openSetup(ctx: Ctx<CompanyActor>) {
  const requesters = await requireJobSetup(ctx);
  const kept = (await findKept(ctx)) ?? { id: null, version: 0, draft: emptyDraft() };
  // The previous requester may have lost the feature, or the person may have left the company.
  const known = requesters.find((c) => c.id === kept.draft.request_user_company_id);
  const requester = known ??
    requesters.find((c) => c.id === ctx.actor.company.id) ?? {
      id: ctx.actor.company.id,
      name: ctx.actor.company.name,
      is_land_manager: ctx.actor.company.roles.is_land_manager,
    };
  return { kept: { ...kept, draft: setRequester(kept.draft, requester) }, requesters, requester };
}

/** The two letters of the draft's state. */
export async function draftState(ctx: Pick<Ctx, "read">, draft: Pick<Draft, "us_state_id">) {
  if (!draft.us_state_id) return null;
  const [row] = await ctx.read
    .select({ stusps: usState.stusps, name: usState.name })
    .from(usState)
    .where(eq(usState.id, draft.us_state_id));
  return row ?? null;
}

/** The step that comes first, where one has not come to `step` yet; null where its fields are enabled. */
export async function notYet(ctx: Pick<Ctx, "read">, draft: Draft, step: StepName) {
  return firstBefore(draft, (await draftState(ctx, draft))?.stusps ?? null, step);
}

type Change = {
  section: Section;
  /** The step whose form it is, where that is not the first: refused until one has come to it (spec 1, section 2). */
  step?: StepName;
  /** The version that the form carries. */
  version: number;
  /** The form holds its whole section: refused if the section has changed since, showing its current values. */
  whole?: (draft: Draft) => Record<string, unknown>;
  change: (draft: Draft) => Draft | Promise<Draft>;
  /** What is written before it in the same batch. */
  first?: (before: Draft, after: Draft) => Promise<Step[]> | Step[];
  /** The body as SQL, where it names what the batch has made before. */
  body?: (json: string, next: Draft) => SQL;
};

/**
 * Change the draft: read it, change it, and write it if it hasn't changed since. Adding and removing entries works
 * whatever else has changed; a form that holds a whole section is stale once that section has changed. Changes to other
 * sections never conflict.
 */
export async function changeDraft(
  ctx: Ctx<CompanyActor>,
  { section, step: asked, version, whole, change, ...more }: Change,
) {
  if (!ctx.actor.user) throw forbidden(PERSONS);
  const { kept } = await openSetup(ctx);
  if (kept.id === null && version > 1) throw notNow(GONE);
  if (kept.id !== null && version > kept.version + 1) throw notNow(ANOTHER);
  const changedAt = kept.draft.changed[section] ?? 0;
  if (whole && kept.id !== null && changedAt >= version) throw stale(whole(kept.draft));
  const first = asked && (await notYet(ctx, kept.draft, asked));
  if (first) throw notNow(`${COMES_FIRST[first]?.title}.`);
  const next = await change(kept.draft);
  const to = kept.version + 1;
  const json = JSON.stringify({ ...next, changed: { ...next.changed, [section]: to } });
  const body = more.body ? more.body(json, next) : json;
  const now = ctx.now.toISOString();
  const step =
    kept.id === null
      ? ctx.write
          .insert(jobDraft)
          .values({
            user_id: ctx.actor.user.id,
            company_id: ctx.actor.company.id,
            body,
            created_at: now,
            last_modified_at: now,
            version: to,
          })
          .onConflictDoNothing()
      : ctx.write
          .update(jobDraft)
          .set({ body, last_modified_at: now, version: to })
          .where(and(eq(jobDraft.id, kept.id), eq(jobDraft.version, kept.version)));
  const still = new Set(filesOf(next));
  const gone = await forgetting(
    ctx,
    filesOf(kept.draft).filter((id) => !still.has(id)),
  );
  const result = await ctx.commit(
    [...((await more.first?.(kept.draft, next)) ?? []), mustHit(step), ...gone.steps],
    { version: to },
  );
  await gone.after();
  return result;
}

/** Deletes the draft as it was read; its files are another step, for a job may have them now. */
export const deleteDraftStep = (ctx: Ctx, kept: Kept): Step =>
  mustHit(
    ctx.write.delete(jobDraft).where(and(eq(jobDraft.id, kept.id ?? 0), eq(jobDraft.version, kept.version))),
  );

const contractFiles = (c: CompanyEntry) => [c.cut_contract_file, c.skid_contract_file, c.haul_contract_file];

export const filesOf = (draft: Draft): number[] =>
  [draft.job_map, ...draft.companies.flatMap(contractFiles)].flatMap((f) => (f ? [f.stored_file_id] : []));

type Forgetting = { steps: Step[]; after: () => Promise<void> };

/** Forgets files that no draft holds any more; their bytes go after the commit. */
export async function forgetting(ctx: Ctx, ids: readonly number[]): Promise<Forgetting> {
  if (ids.length === 0) return { steps: [], after: async () => {} };
  const rows = await ctx.read
    .select({ key: storedFile.storage_key })
    .from(storedFile)
    .where(inArray(storedFile.id, [...ids]));
  return {
    steps: [mayMiss(ctx.write.delete(storedFile).where(inArray(storedFile.id, [...ids])))],
    after: async () => {
      for (const { key } of rows) await discard(key);
    },
  };
}

/** Whether the acting company may set up jobs at all. */
export const getJobGate = procedure({
  name: "getJobGate",
  may: "job.create",
  input: z.strictObject({}),
  async run(ctx) {
    const requesters = await requestersOf(ctx);
    return { open: requesters.some((c) => c.id === ctx.actor.company.id) };
  },
});

/** How far the way has been gone, for the steps above every page of it. */
export const getSetup = procedure({
  name: "getSetup",
  may: "job.create",
  input: z.strictObject({}),
  async run(ctx) {
    const { kept, requester } = await openSetup(ctx);
    const state = await draftState(ctx, kept.draft);
    const stusps = state?.stusps ?? null;
    return {
      started: kept.id !== null,
      version: kept.version + 1,
      name: kept.draft.name,
      requester: requester.name,
      active: activeStep(kept.draft, stusps),
      open: openSteps(kept.draft, stusps),
    };
  },
});

/** The step where a person who comes back continues. */
export const getResumeStep = procedure({
  name: "getResumeStep",
  may: "job.create",
  input: z.strictObject({}),
  async run(ctx) {
    const { kept } = await openSetup(ctx);
    return { href: stepHref(kept.id === null ? "overview" : resumeStep(kept.draft)) };
  },
});

const NONE = "No job setup is in progress.";

/** The draft as a program reads it: `draft` is what POST /api/jobs takes; its files stay with the setup, by their names. */
export const getJobDraft = procedure({
  name: "getJobDraft",
  may: "job.create",
  input: z.strictObject({}),
  output: jobDraftOutput,
  async run(ctx) {
    const kept = await findKept(ctx);
    if (!kept) throw missing(NONE);
    const { draft } = kept;
    return {
      version: kept.version,
      href: stepHref(resumeStep(draft)),
      request_user_company_id: draft.request_user_company_id,
      location_method: draft.location_method,
      draft: wholeOf(draft),
      files: [draft.job_map, ...draft.companies.flatMap(contractFiles)].flatMap((f) =>
        f ? [f.file_name] : [],
      ),
    };
  },
});

/** The banner above the list of jobs; null where nothing is under way, or not for this company any more. */
export const getResumeBanner = procedure({
  name: "getResumeBanner",
  input: z.strictObject({}),
  async run(ctx) {
    const kept = await findKept(ctx);
    if (!kept || !ctx.actor.permissions.job.create) return null;
    return { href: stepHref(resumeStep(kept.draft)), name: kept.draft.name, percent: RESUME_PERCENT };
  },
});

/** Whether a job is being set up by this person at this company, for the badge on every page: 1 or 0. */
export const setupUnderWay = sql<number>`EXISTS (SELECT 1 FROM ${jobDraft} WHERE ${whose})`;

/** Gives the setup up: the draft is gone, and the files that it held. */
export const resetSetup = procedure({
  name: "resetSetup",
  may: "job.create",
  input: z.strictObject({ version: draftVersion.optional() }),
  output: draftDeletedOutput,
  async run(ctx, input) {
    const kept = await findKept(ctx);
    if (!kept) throw missing(NONE);
    if (input.version !== undefined && input.version !== kept.version + 1)
      throw new Refusal("stale", CHANGED, { current: { version: kept.version } });
    const { steps, after } = await forgetting(ctx, filesOf(kept.draft));
    const result = await ctx.commit([deleteDraftStep(ctx, kept), ...steps], { done: true });
    await after();
    return result;
  },
});
