import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepared.server";
import { jobDraft, storedFile, usState } from "#db/schema";
import { deleteStoredFile } from "~/lib/files/store.server";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { AppError, forbidden, notFound, staleVersion, unprocessable } from "~/web/refusal";
import { readRequesters, requireJobSetup } from "../setup/data/requester.server";
import {
  type CompanyEntry,
  createEmptyDraft,
  type Draft,
  type DraftSection,
  parseDraft,
} from "../setup/rules/draft";
import { setRequester } from "../setup/rules/draft-rules";
import { findResumeStep, getFirstUnfinishedStep } from "../setup/rules/draft-steps";
import { draftDeletedOutput, jobDraftOutput } from "../setup/rules/output";
import { toApiDraft } from "../setup/rules/whole-draft";
import { buildStepHref, STEP_REQUIREMENTS, type StepName } from "../setup/rules/words";

/**
 * Version sent by every form of the setup: the draft's version as read, plus one. A draft that doesn't exist yet has
 * version 0.
 */
export const draftVersion = z.number("Reload the page, then send the form.").int().min(1).max(1_000_000_000);

export type StoredDraft = { id: number | null; version: number; draft: Draft };

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
const findDraft = prepareQuery((read) =>
  read
    .select({ id: jobDraft.id, version: jobDraft.version, body: jobDraft.body })
    .from(jobDraft)
    .where(whose),
);

/** The person's stored draft at the acting company; null if there isn't one. */
export async function findStoredDraft(
  ctx: Pick<Ctx<CompanyActor>, "read" | "actor">,
): Promise<StoredDraft | null> {
  const { user, company } = ctx.actor;
  if (!user) return null;
  const [row] = await findDraft(ctx.read, { user: user.id, company: company.id });
  return row ? { id: row.id, version: row.version, draft: parseDraft(row.body) } : null;
}

/** Return the stored draft, or an empty one for the acting company, if the user may set up jobs. */
export async function requireOpenDraft(ctx: Ctx<CompanyActor>) {
  const requesters = await requireJobSetup(ctx);
  const draft = (await findStoredDraft(ctx)) ?? { id: null, version: 0, draft: createEmptyDraft() };
  // The draft's requester may have lost the feature, or the user may have left that company.
  const known = requesters.find((c) => c.id === draft.draft.request_user_company_id);
  const requester = known ??
    requesters.find((c) => c.id === ctx.actor.company.id) ?? {
      id: ctx.actor.company.id,
      name: ctx.actor.company.name,
      is_land_manager: ctx.actor.company.roles.is_land_manager,
    };
  return { kept: { ...draft, draft: setRequester(draft.draft, requester) }, requesters, requester };
}

/** Return the two-letter code and name of the draft's state. */
export async function readDraftState(ctx: Pick<Ctx, "read">, draft: Pick<Draft, "us_state_id">) {
  if (!draft.us_state_id) return null;
  const [row] = await ctx.read
    .select({ stusps: usState.stusps, name: usState.name })
    .from(usState)
    .where(eq(usState.id, draft.us_state_id));
  return row ?? null;
}

/** Return the step to do first if `step` isn't reached yet, or null if the fields of `step` are enabled. */
export async function findBlockingStep(ctx: Pick<Ctx, "read">, draft: Draft, step: StepName) {
  return getFirstUnfinishedStep(draft, (await readDraftState(ctx, draft))?.stusps ?? null, step);
}

type Change = {
  section: DraftSection;
  /**
   * Step of the form, unless it is the first one. The change is refused until that step is reached
   * (docs/domain.md#setting-up-a-job).
   */
  step?: StepName;
  /** Version that the form sent. */
  version: number;
  /**
   * Set if the form covers its whole section: returns the current values, shown when the section has changed since and
   * the form is refused.
   */
  whole?: (draft: Draft) => Record<string, unknown>;
  change: (draft: Draft) => Draft | Promise<Draft>;
  /** Steps to write before the draft, in the same batch. */
  first?: (before: Draft, after: Draft) => Promise<Step[]> | Step[];
  /** Draft body as SQL, for a body that refers to rows created earlier in the batch. */
  body?: (json: string, next: Draft) => SQL;
};

/**
 * Read the draft, change it, and save it if it hasn't changed since. Adding and removing entries works whatever else
 * has changed. A form that covers a whole section is stale once that section has changed; changes to other sections
 * never conflict.
 */
export async function changeDraft(
  ctx: Ctx<CompanyActor>,
  { section, step: asked, version, whole, change, ...more }: Change,
) {
  if (!ctx.actor.user) throw forbidden(PERSONS);
  const { kept } = await requireOpenDraft(ctx);
  if (kept.id === null && version > 1) throw unprocessable(GONE);
  if (kept.id !== null && version > kept.version + 1) throw unprocessable(ANOTHER);
  const changedAt = kept.draft.changed[section] ?? 0;
  if (whole && kept.id !== null && changedAt >= version) throw staleVersion(whole(kept.draft));
  const first = asked && (await findBlockingStep(ctx, kept.draft, asked));
  if (first) throw unprocessable(`${STEP_REQUIREMENTS[first]?.title}.`);
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
  const still = new Set(listDraftFiles(next));
  const gone = await buildDeleteDraftFilesSteps(
    ctx,
    listDraftFiles(kept.draft).filter((id) => !still.has(id)),
  );
  const result = await ctx.commit(
    [...((await more.first?.(kept.draft, next)) ?? []), expectOneRow(step), ...gone.steps],
    { version: to },
  );
  await gone.after();
  return result;
}

/**
 * Build the step that deletes the draft at the version that was read. The draft's files are deleted by another step,
 * because the new job may use them.
 */
export const buildDeleteDraftStep = (ctx: Ctx, draft: StoredDraft): Step =>
  expectOneRow(
    ctx.write
      .delete(jobDraft)
      .where(and(eq(jobDraft.id, draft.id ?? 0), eq(jobDraft.version, draft.version))),
  );

const contractFiles = (c: CompanyEntry) => [c.cut_contract_file, c.skid_contract_file, c.haul_contract_file];

export const listDraftFiles = (draft: Draft): number[] =>
  [draft.job_map, ...draft.companies.flatMap(contractFiles)].flatMap((f) => (f ? [f.stored_file_id] : []));

type Forgetting = { steps: Step[]; after: () => Promise<void> };

/** Return steps that delete files no draft uses any more, and a function that deletes their bytes after the commit. */
export async function buildDeleteDraftFilesSteps(ctx: Ctx, ids: readonly number[]): Promise<Forgetting> {
  if (ids.length === 0) return { steps: [], after: async () => {} };
  const rows = await ctx.read
    .select({ key: storedFile.storage_key })
    .from(storedFile)
    .where(inArray(storedFile.id, [...ids]));
  return {
    steps: [allowAnyRows(ctx.write.delete(storedFile).where(inArray(storedFile.id, [...ids])))],
    after: async () => {
      for (const { key } of rows) await deleteStoredFile(key);
    },
  };
}

/** Check whether the acting company may set up jobs at all. */
export const getJobSetupAccess = procedure({
  name: "getJobSetupAccess",
  may: "job.create",
  input: z.strictObject({}),
  async run(ctx) {
    const requesters = await readRequesters(ctx);
    return { open: requesters.some((c) => c.id === ctx.actor.company.id) };
  },
});

const NONE = "No job setup is in progress.";

/**
 * Return the draft for API clients: `draft` is valid input for POST /api/jobs. Files stay with the setup and are listed
 * by name.
 */
export const getJobDraft = procedure({
  name: "getJobDraft",
  may: "job.create",
  input: z.strictObject({}),
  output: jobDraftOutput,
  async run(ctx) {
    const stored = await findStoredDraft(ctx);
    if (!stored) throw notFound(NONE);
    const { draft } = stored;
    return {
      version: stored.version,
      href: buildStepHref(findResumeStep(draft)),
      request_user_company_id: draft.request_user_company_id,
      location_method: draft.location_method,
      draft: toApiDraft(draft),
      files: [draft.job_map, ...draft.companies.flatMap(contractFiles)].flatMap((f) =>
        f ? [f.file_name] : [],
      ),
    };
  },
});

/** SQL that is 1 if this user is setting up a job at this company, or else 0; used for the badge on every page. */
export const hasDraftSql = sql<number>`EXISTS (SELECT 1 FROM ${jobDraft} WHERE ${whose})`;

/** Cancel the setup: deletes the draft and its files. */
export const resetSetup = procedure({
  name: "resetSetup",
  may: "job.create",
  input: z.strictObject({ version: draftVersion.optional() }),
  output: draftDeletedOutput,
  async run(ctx, input) {
    const draft = await findStoredDraft(ctx);
    if (!draft) throw notFound(NONE);
    if (input.version !== undefined && input.version !== draft.version + 1)
      throw new AppError("stale", CHANGED, { current: { version: draft.version } });
    const { steps, after } = await buildDeleteDraftFilesSteps(ctx, listDraftFiles(draft.draft));
    const result = await ctx.commit([buildDeleteDraftStep(ctx, draft), ...steps], { done: true });
    await after();
    return result;
  },
});
