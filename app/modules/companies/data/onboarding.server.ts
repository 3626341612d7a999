import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { company, onboarding, usState } from "#db/schema";
import { buildRecord } from "~/lib/object/records";
import { employeeFields } from "~/modules/people/rules/employee";
import {
  DRAFT_FIELDS,
  getPreviousStage,
  ONBOARDING_STAGES,
  type OnboardingDraft,
  type OnboardingStage,
  onboardingRoles,
  parseOnboardingDraft,
  ROLE_REQUIRED_MESSAGE,
} from "~/modules/people/rules/onboarding";
import {
  buildAddEmployeeSteps,
  normalizeContacts,
  readTakenContactErrors,
} from "~/modules/people/shared/employee-steps.server";
import { chooseCrews } from "~/modules/people/shared/work-crews.server";
import { requireAdmin } from "~/web/admin";
import { allowAnyRows } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { type FieldErrors, invalid, notFound, unprocessable } from "~/web/refusal";

async function progressOf(read: Read, userId: number) {
  const [row] = await read
    .select({
      stage: onboarding.stage,
      draft: onboarding.draft,
      company_id: onboarding.company_id,
      company: company.name,
    })
    .from(onboarding)
    .leftJoin(company, eq(company.id, onboarding.company_id))
    .where(eq(onboarding.user_id, userId));
  return {
    stage: ONBOARDING_STAGES.find((s) => s === row?.stage) ?? "join-company",
    draft: parseOnboardingDraft(row?.draft),
    company: row?.company_id ? { id: row.company_id, name: row.company ?? "" } : null,
  };
}

const meOf = (ctx: Ctx) => {
  if (!ctx.actor.user) throw notFound();
  return ctx.actor.user;
};

/** Check whether the user still has a trial; each user gets one, with the first company that they set up. */
async function hasTrialLeft(read: Read, userId: number): Promise<boolean> {
  const [row] = await read
    .select({ id: company.id })
    .from(company)
    .where(eq(company.founder_user_id, userId))
    .limit(1);
  return row === undefined;
}

/** Return the user's current onboarding stage, and the values typed so far. */
export const getOnboarding = procedure({
  name: "getOnboarding",
  audience: "user",
  input: z.strictObject({}),
  async run(ctx) {
    const { id } = meOf(ctx);
    return { ...(await progressOf(ctx.read, id)), has_trial: await hasTrialLeft(ctx.read, id) };
  },
});

/** Return the onboarding stage and typed values for the company form, with the list of states. */
export const getCompanySetup = procedure({
  name: "getCompanySetup",
  audience: "user",
  input: z.strictObject({}),
  async run(ctx) {
    const states = await ctx.read
      .select({ value: usState.id, label: usState.name })
      .from(usState)
      .orderBy(usState.name);
    return { ...(await progressOf(ctx.read, meOf(ctx).id)), states };
  },
});

function save(ctx: Ctx, stage: OnboardingStage, draft: OnboardingDraft, companyId: number | null) {
  const set = {
    stage,
    draft: JSON.stringify(draft),
    company_id: companyId,
    updated_at: ctx.now.toISOString(),
  };
  const step = ctx.write
    .insert(onboarding)
    .values({ user_id: meOf(ctx).id, ...set })
    .onConflictDoUpdate({ target: onboarding.user_id, set });
  return ctx.commit([allowAnyRows(step)], { stage });
}

/** Continue onboarding by setting up a new company; onboarding no longer refers to a company set up earlier. */
export const startCompany = procedure({
  name: "startCompany",
  audience: "user",
  input: z.strictObject({}),
  async run(ctx) {
    const { draft } = await progressOf(ctx.read, meOf(ctx).id);
    return save(ctx, "choose-company-perspective", draft, null);
  },
});

/** Save the company's roles in the trade and continue. */
export const saveOnboardingRoles = procedure({
  name: "saveOnboardingRoles",
  audience: "user",
  input: z.strictObject({ roles: onboardingRoles.min(1, ROLE_REQUIRED_MESSAGE).default([]) }),
  async run(ctx, { roles }) {
    if (roles.length === 0) throw invalid({ roles: [ROLE_REQUIRED_MESSAGE] });
    const { draft } = await progressOf(ctx.read, meOf(ctx).id);
    return save(ctx, "create-company", { ...draft, roles }, null);
  },
});

const zodOptional = z.string().max(200, "This is too long.").optional();

/** Go back one onboarding stage; the typed values are kept. */
export const goToPreviousStage = procedure({
  name: "goToPreviousStage",
  audience: "user",
  input: z.strictObject({
    from: z.enum(ONBOARDING_STAGES, "We couldn't find that stage."),
    roles: onboardingRoles.optional(),
    ...buildRecord(DRAFT_FIELDS, () => zodOptional),
  }),
  async run(ctx, { from, roles, ...typed }) {
    const now = await progressOf(ctx.read, meOf(ctx).id);
    const before = getPreviousStage(from);
    if (!before) throw unprocessable("This is the first stage.");
    const values = Object.fromEntries(Object.entries(typed).filter(([, value]) => value));
    const draft = {
      ...(from === "create-company" ? values : now.draft),
      roles: roles ?? (from === "create-company" ? now.draft.roles : []),
    };
    return save(ctx, before, now.company ? now.draft : draft, now.company?.id ?? null);
  },
});

/** End onboarding, complete or not. */
export const finishOnboarding = procedure({
  name: "finishOnboarding",
  audience: "user",
  input: z.strictObject({}),
  run: (ctx) => ctx.commit([allowAnyRows(done(ctx))], { ok: true }),
});

const done = (ctx: Ctx) => ctx.write.delete(onboarding).where(eq(onboarding.user_id, meOf(ctx).id));

/** Add a new company's team, all members or none; each member gets a link to choose a password. */
export const inviteTeam = procedure({
  name: "inviteTeam",
  fresh: true,
  may: "crew_member.create",
  input: z.strictObject({
    people: z.array(z.strictObject(employeeFields)).max(20, "Add 20 people at a time").default([]),
  }),
  async run(ctx, { people }) {
    const person = requireAdmin(ctx.actor, "Only an admin of your company can add people.");
    if (people.length === 0) throw invalid({ "": ["Add someone, or skip this."] });
    const wrong: FieldErrors = {};
    const seen = new Set<string>();
    for (const [i, row] of people.entries()) {
      const contacts = normalizeContacts(row);
      const taken = await readTakenContactErrors(ctx, contacts);
      for (const [field, value] of [
        ["phone_number", contacts.phone],
        ["email", contacts.email],
      ] as const)
        if (value && seen.has(value))
          taken[field] = [`This ${field === "email" ? "email" : "phone"} is listed twice.`];
        else if (value) seen.add(value);
      for (const [field, messages] of Object.entries(taken)) wrong[`people[${i}].${field}`] = messages;
    }
    if (Object.keys(wrong).length) throw invalid(wrong);
    const { steps, into } = await chooseCrews(ctx, people);
    const by = { person, company: ctx.actor.company };
    return ctx.commit(
      [
        ...steps,
        ...people.flatMap((p, i) => buildAddEmployeeSteps(ctx, by, p, into[i] ?? [])),
        allowAnyRows(done(ctx)),
      ],
      { added: people.length },
    );
  },
});
