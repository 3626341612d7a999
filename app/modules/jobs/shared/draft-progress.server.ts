import { z } from "zod";
import { procedure } from "~/web/procedure";
import {
  findResumeStep,
  getActiveStep,
  listUnfinishedSteps,
  RESUME_PERCENT,
} from "../setup/rules/draft-steps";
import { buildStepHref } from "../setup/rules/words";
import { findStoredDraft, readDraftState, requireOpenDraft } from "./draft.server";

/** Progress of the setup, for the steps above each of its pages. */
export const getSetupProgress = procedure({
  name: "getSetupProgress",
  may: "job.create",
  input: z.strictObject({}),
  async run(ctx) {
    const { kept, requester } = await requireOpenDraft(ctx);
    const state = await readDraftState(ctx, kept.draft);
    const stusps = state?.stusps ?? null;
    return {
      started: kept.id !== null,
      version: kept.version + 1,
      name: kept.draft.name,
      requester: requester.name,
      active: getActiveStep(kept.draft, stusps),
      open: listUnfinishedSteps(kept.draft, stusps),
    };
  },
});

/** Step where a returning user continues. */
export const getResumeStep = procedure({
  name: "getResumeStep",
  may: "job.create",
  input: z.strictObject({}),
  async run(ctx) {
    const { kept } = await requireOpenDraft(ctx);
    return { href: buildStepHref(kept.id === null ? "overview" : findResumeStep(kept.draft)) };
  },
});

/** Return the banner above the list of jobs, or null if no setup is in progress or the user may no longer create jobs. */
export const getResumeBanner = procedure({
  name: "getResumeBanner",
  input: z.strictObject({}),
  async run(ctx) {
    const draft = await findStoredDraft(ctx);
    if (!draft || !ctx.actor.permissions.job.create) return null;
    return {
      href: buildStepHref(findResumeStep(draft.draft)),
      name: draft.draft.name,
      percent: RESUME_PERCENT,
    };
  },
});
