import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepared.server";
import { companyEvent, companyFlag, settlementSetting } from "#db/schema";
import { FEATURE, hasFeature, TRIAL_DAYS } from "~/lib/access/company-features";
import { readCompanyFeatures } from "~/lib/access/features.server";
import { formatDate, getDay } from "~/lib/time/time";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure, type ReadCtx, type Step } from "~/web/procedure";
import { notFound, unprocessable } from "~/web/refusal";
import { getLocalToday } from "../data/plan.server";
import { trialOutput } from "../rules/output";
import { getMonday } from "../rules/periods";
import { readPayerSetting } from "./payer.server";
import { TRIAL_EVENT, TRIAL_MARKER, TRIAL_OFFERED_EVENT } from "./trial.server";

/** Return the acting company's trial or subscription state for settlements. */
export const getSettlementsTrial = procedure({
  name: "getSettlementsTrial",
  may: "settlement.read",
  input: z.strictObject({
    request_user_company_id: z
      .number()
      .int()
      .optional()
      .describe("The acting company by another name; the same value."),
  }),
  output: trialOutput,
  async run(ctx, { request_user_company_id: id }) {
    if (id !== undefined && id !== ctx.actor.company.id) throw notFound("We couldn't find that company.");
    return trialOf(ctx);
  },
});

const findSpent = prepareQuery((read) =>
  read
    .select({ at: companyEvent.created_at })
    .from(companyEvent)
    .where(and(eq(companyEvent.company_id, sql.placeholder("me")), eq(companyEvent.name, TRIAL_EVENT))),
);

async function trialOf(ctx: ReadCtx) {
  const features = await readCompanyFeatures(ctx);
  const entry = features.find((f) => f.feature_id === FEATURE.settlements);
  const isActive = hasFeature(features, FEATURE.settlements, ctx.now);
  const [spent] = await findSpent(ctx.read, { me: ctx.actor.company.id });
  const ended = entry?.expires_at && !isActive ? entry.expires_at : null;
  const wasSubscribed = entry !== undefined && (entry.is_active || entry.expires_at !== null);
  return {
    is_viewable: entry !== undefined,
    is_active: isActive,
    expires_at: entry?.expires_at ?? null,
    may_start: !isActive && !spent && !wasSubscribed,
    words: ended
      ? `Your settlements trial ended on ${formatDate(getDay(new Date(ended), ctx.actor.zone))}.`
      : null,
  };
}

/**
 * Start the settlements trial: thirty days, once per company. Loads from before this week are treated as settled
 * elsewhere.
 */
export const createSettlementsTrial = procedure({
  name: "createSettlementsTrial",
  may: "settlement.create",
  input: z.strictObject({ starts: z.literal(true, "Send starts: true.") }),
  output: trialOutput,
  async run(ctx) {
    const trial = await trialOf(ctx);
    if (trial.is_active) throw unprocessable("Settlements are already active.");
    if (!trial.may_start)
      throw unprocessable(trial.words ?? "Your company has already used its settlements trial.");
    const company_id = ctx.actor.company.id;
    const created_at = ctx.now.toISOString();
    const expires_at = new Date(ctx.now.getTime() + TRIAL_DAYS * 86_400_000).toISOString();
    const setting = await readPayerSetting(ctx, company_id);
    await ctx.commit(
      [
        expectOneRow(ctx.write.insert(companyEvent).values(eventOf(ctx, TRIAL_EVENT))),
        expectOneRow(sql`INSERT INTO company_feature_access (company_id, feature_id, is_active, created_at, expires_at)
          VALUES (${company_id}, ${FEATURE.settlements}, 1, ${created_at}, ${expires_at})
          ON CONFLICT DO UPDATE SET is_active = 1, expires_at = excluded.expires_at`),
        ...(setting.version === 0
          ? [
              allowAnyRows(
                ctx.write
                  .insert(settlementSetting)
                  .values({ company_id, starts_on: getMonday(getLocalToday(ctx)) })
                  .onConflictDoNothing(),
              ),
            ]
          : []),
        ...seenSteps(ctx),
      ],
      { company_id },
    );
    return trialOf(ctx);
  },
});

const eventOf = (ctx: Ctx<CompanyActor>, name: string) => ({
  company_id: ctx.actor.company.id,
  name,
  creator_user_id: ctx.actor.user?.id ?? null,
  created_at: ctx.now.toISOString(),
});

/** Mark the trial offer as seen, so that it isn't shown again. */
const seenSteps = (ctx: Ctx<CompanyActor>): Step[] => [
  allowAnyRows(
    ctx.write
      .delete(companyFlag)
      .where(and(eq(companyFlag.company_id, ctx.actor.company.id), eq(companyFlag.name, TRIAL_MARKER))),
  ),
  allowAnyRows(
    ctx.write.insert(companyEvent).values(eventOf(ctx, TRIAL_OFFERED_EVENT)).onConflictDoNothing(),
  ),
];

/** Dismiss the trial offer, after "Not now" or after it was shown; it isn't shown again. */
export const dismissTrialOffer = procedure({
  name: "dismissTrialOffer",
  may: "settlement.create",
  input: z.strictObject({}),
  run: (ctx) => ctx.commit(seenSteps(ctx), { company_id: ctx.actor.company.id }),
});

/**
 * SQL value 1 or 0: whether the company saved its first rate and hasn't seen the trial offer yet. The next page shows
 * the offer to a user who may start the trial.
 */
export const isTrialOfferedSql = sql<number>`EXISTS (SELECT 1 FROM ${companyFlag}
  WHERE ${companyFlag.company_id} = ${sql.placeholder("company")} AND ${companyFlag.name} = ${TRIAL_MARKER})`;
